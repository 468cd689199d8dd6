#include "input_files/frequency_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jounce {

EigenPairs modes_within_limits(const VibrationPencil& pencil, const keyword::Card& card, Index count) {
  const keyword::DataLine& data = card.data[0];
  const double lower = card.number(data, 1, 0.0), upper = card.number(data, 2, 0.0);
  if (upper != 0 && upper <= lower)
    card.fail(data.line,
              fmt::format("the upper limit {} of frequencies is not above the lower one, {}", upper, lower));
  const auto frequency = [](double value) {
    return std::sqrt(std::max(0.0, value)) / (2 * std::numbers::pi);
  };
  EigenPairs pairs;
  Index below = 0, asked = 0;
  do {  // those below the lower limit come first, and do not count
    asked = count + below;
    pairs = smallest_eigenpairs(pencil, asked);
    below = std::count_if(pairs.values.begin(), pairs.values.end(),
                          [&](double value) { return frequency(value) < lower; });
  } while (asked < count + below && pairs.values.size() == asked);
  Index last = pairs.values.size();
  while (upper != 0 && last > below && frequency(pairs.values[last - 1]) > upper) --last;
  pairs.values = pairs.values.segment(below, last - below).eval();
  pairs.vectors = pairs.vectors.middleCols(below, last - below).eval();
  return pairs;
}

}  // namespace jounce
