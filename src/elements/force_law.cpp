#include "elements/force_law.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace jounce {

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
  if (i == 0 || i == elongations_.size()) return 0;
  return (forces_[i] - forces_[i - 1]) / (elongations_[i] - elongations_[i - 1]);
}

double ForceLaw::force(double e) const {
  if (is_linear()) return stiffness_ * e;
  const std::size_t i = piece(e);
  if (i == 0) return forces_.front();
  if (i == elongations_.size()) return forces_.back();
  // from the closer end: stiff pieces may be long
  const double before = e - elongations_[i - 1], after = elongations_[i] - e;
  return before <= after ? forces_[i - 1] + slope(e) * before : forces_[i] - slope(e) * after;
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
