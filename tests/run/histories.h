#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "io/history_reader.h"

#include <gtest/gtest.h>

namespace jounce::test {

/// Largest difference of two histories in a column, over the column's largest value.
/// @param round_off  the least that counts as such a value
inline double difference(const io::History& a, const io::History& b, const std::string& column,
                         double round_off = 0) {
  const auto &x = a.column(column), &y = b.column(column);
  EXPECT_EQ(x.size(), y.size()) << column;
  double most = 0, size = round_off;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    most = std::max(most, std::abs(x[i] - y[i]));
    size = std::max(size, std::abs(x[i]));
  }
  return size > 0 ? most / size : most;
}

}  // namespace jounce::test
