#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "params/location.h"

namespace jounce::params {

/// The input is wrong: all mistakes that were found, in the order of the file. what() has one line for each.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  InputError(Location where, std::string message, std::string hint = {});

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace jounce::params
