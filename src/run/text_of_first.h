#pragma once

#include <limits>
#include <string>
#include <utility>

#include "parallel/numbering.h"

namespace jounce {

/// The text of the rank whose value is the largest, of equal ones the one with the least number: what one
/// rank with the whole model would say. Collective.
inline std::string text_of_first(parallel::Numbering& ranks, double value, double number, std::string text) {
  const bool is_largest = value == ranks.max(value);
  return ranks.text_of_largest(is_largest ? -number : -std::numeric_limits<double>::infinity(),
                               std::move(text));
}

}  // namespace jounce
