#include "input_files/mode_damping.h"

#include <algorithm>

namespace jounce {

Vector ModeDamping::rates(const Vector& eigenvalues) const {
  Vector c = (alpha + beta * eigenvalues.array().max(0.0)).matrix();
  for (const Range& range : ranges)
    for (Index k = range.first - 1; k < std::min<Index>(range.last, c.size()); ++k)
      c[k] += 2 * range.zeta * std::sqrt(std::max(0.0, eigenvalues[k]));
  return c;
}

ModeDamping mode_damping_of(const keyword::Step& step) {
  ModeDamping sum;
  for (const keyword::Card* card : step.damping) {
    if (card->has("STRUCTURAL")) card->fail(0, "*MODAL DAMPING with STRUCTURAL is not supported");
    if (card->data.empty()) card->fail(0, "*MODAL DAMPING: a line of data is missing");
    sum = {};
    if (card->has("RAYLEIGH")) {
      sum.alpha = card->number(card->data[0], 2, 0.0);
      sum.beta = card->number(card->data[0], 3, 0.0);
      continue;
    }
    for (const keyword::DataLine& line : card->data) {
      const int first = card->integer(line, 0);
      const ModeDamping::Range range = {first, card->integer(line, 1, first), card->number(line, 2)};
      if (first < 1 || range.last < first)
        card->fail(line.line,
                   "*MODAL DAMPING: a first and a last mode, counted from 1, and a share of the "
                   "critical damping are expected");
      if (range.zeta < 0)
        card->fail(line.line, "*MODAL DAMPING: the share of the critical damping is negative");
      sum.ranges.push_back(range);
    }
  }
  return sum;
}

}  // namespace jounce
