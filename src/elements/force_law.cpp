#include "elements/force_law.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace jounce {

namespace {

/// Of the piece that ends at point i of a table; zero outside.
double table_slope(const std::vector<double>& e, const std::vector<double>& F, std::size_t i) {
  return i == 0 || i == e.size() ? 0 : (F[i] - F[i - 1]) / (e[i] - e[i - 1]);
}

}  // namespace

ForceLaw::ForceLaw(std::vector<double> elongations, std::vector<double> forces)
    : elongations_(std::move(elongations)), forces_(std::move(forces)) {
  assert(elongations_.size() > 1 && elongations_.size() == forces_.size());
  integrals_.push_back(0);
  for (std::size_t i = 1; i < forces_.size(); ++i)
    integrals_.push_back(integrals_.back() +
                         0.5 * (forces_[i] + forces_[i - 1]) * (elongations_[i] - elongations_[i - 1]));
}

std::size_t ForceLaw::piece(double e) const {
  return static_cast<std::size_t>(std::upper_bound(elongations_.begin(), elongations_.end(), e) -
                                  elongations_.begin());
}

double ForceLaw::slope(double e) const {
  if (is_linear()) return stiffness_;
  const std::size_t i = piece(e);
  const double after = table_slope(elongations_, forces_, i);
  if (i == 0 || e != elongations_[i - 1]) return after;
  const double before = table_slope(elongations_, forces_, i - 1);
  return std::abs(before) > std::abs(after) ? before : after;
}

double ForceLaw::force(double e) const {
  if (is_linear()) return stiffness_ * e;
  const std::size_t i = piece(e);
  if (i == 0) return forces_.front();
  if (i == elongations_.size()) return forces_.back();
  // from the closer end: stiff pieces may be long
  const double before = e - elongations_[i - 1], after = elongations_[i] - e;
  return before <= after ? forces_[i - 1] + table_slope(elongations_, forces_, i) * before
                         : forces_[i] - table_slope(elongations_, forces_, i) * after;
}

double ForceLaw::integral(double e) const {
  const std::size_t i = piece(e);
  if (i == 0) return forces_.front() * (e - elongations_.front());
  return integrals_[i - 1] + 0.5 * (forces_[i - 1] + force(e)) * (e - elongations_[i - 1]);
}

double ForceLaw::energy(double e) const {
  return is_linear() ? 0.5 * stiffness_ * e * e : integral(e) - integral(0);
}

}  // namespace jounce
