#pragma once

#include <string>
#include <vector>

#include "params/location.h"

namespace jounce::deck {

/// Collects the mistakes of a deck.
class Diagnostics {
 public:
  void add(params::Location where, const std::string& message, const std::string& hint = {});
  void add(std::vector<params::Diagnostic> diagnostics);

  /// True when so many mistakes were found that further ones are only counted.
  bool full() const;

  /// Throws params::InputError, in the order of the file and then of the overrides, unless there are none.
  void raise();

 private:
  std::vector<params::Diagnostic> found_;
  std::size_t uncounted_ = 0;
};

}  // namespace jounce::deck
