#pragma once

#include <stdexcept>

namespace jounce::params {

/// A function that the user gave is not finite where it is needed; what() says which and where. No smaller
/// step mends that.
struct BadValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace jounce::params
