#pragma once

#include <string>

#include "fmi/interface.h"

namespace jounce::fmi {

/// What modelDescription.xml says beside the variables.
struct Description {
  std::string name, identifier, text;
  double start = 0, end = 0, step = 0;
};

/// modelDescription.xml by FMI 2.0.4, section 2.2, and by FMI 3.0, section 2.4.
std::string model_description_2(const Description& about, const Interface& interface);
std::string model_description_3(const Description& about, const Interface& interface);

}  // namespace jounce::fmi
