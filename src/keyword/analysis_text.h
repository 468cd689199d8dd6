#pragma once

#include <string>

#include "keyword/translation.h"

namespace jounce::keyword {

/// Increments of the general steps of a file and the table [analysis] or [integrator] that runs them.
struct AnalysisText {
  std::string text;
  double increment = 0;  ///< of the file: what its prints count
};

/// Precondition: there are general steps, translation.times is set. `explicit_size` is the increment of
/// explicit steps, 0 where there are none. Throws params::InputError for steps that do not fit together.
AnalysisText analysis_text(const Input& input, const Translation& translation, const std::string& file,
                           double explicit_size);

}  // namespace jounce::keyword
