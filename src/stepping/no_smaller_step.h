#pragma once

#include <stdexcept>

namespace jounce {

/// A step that fails whatever its size is: of a model that nothing holds, say. what() says why and what to
/// do.
struct NoSmallerStep : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace jounce
