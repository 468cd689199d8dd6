#pragma once

#include <filesystem>

#include "picture/animation.h"

namespace jounce::cli {

/// Arguments of `jounce animate`.
struct AnimateArguments : picture::AnimationRequest {
  std::filesystem::path result;  ///< result folder or file of fields
};

}  // namespace jounce::cli
