#pragma once

#include <filesystem>

#include "io/draw.h"

namespace jounce::cli {

/// Arguments of `jounce draw`.
struct DrawArguments : io::DrawRequest {
  std::filesystem::path result;  ///< result folder or file of fields
  bool list = false;
};

}  // namespace jounce::cli
