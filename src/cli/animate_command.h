#pragma once

#include <filesystem>

#include "io/animation.h"

namespace jounce::cli {

/// Arguments of `jounce animate`.
struct AnimateArguments : io::AnimationRequest {
  std::filesystem::path result;  ///< result folder or file of fields
};

}  // namespace jounce::cli
