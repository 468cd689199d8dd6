#include "integrators/event_driven/contact_table.h"

#include <algorithm>
#include <cmath>

#include "integrators/event_driven/event_dynamics.h"

namespace jounce {

std::vector<Index> ContactTable::numbers(bool closed_ones) const {
  std::vector<Index> result;
  for (Index i = 0; i < size(); ++i)
    if (is_closed(i) == closed_ones) result.push_back(i);
  return result;
}

std::vector<ContactRow> ContactTable::select(const std::vector<Index>& numbers) const {
  std::vector<ContactRow> result;
  result.reserve(numbers.size());
  for (const Index i : numbers) result.push_back(row(i));
  return result;
}

void ContactTable::set_tolerances(const System& system, const State& state, const Vector& q_scale,
                                  const Vector& v_scale, double h, double tolerance) {
  RowJacobian W;
  system.contacts().jacobian(rows, state, W);
  for (Vector* sizes : {&touching, &together, &still, &rest_height}) sizes->resize(size());
  for (int i = 0; i < size(); ++i) {
    double length = 0, speed = 0;
    for (std::size_t k = 0; k < W.dofs(i).size(); ++k) {
      const Index dof = W.dofs(i)[k];
      length += std::abs(W.values(i)[k]) * q_scale[dof];
      speed += std::abs(W.values(i)[k]) * v_scale[dof];
    }
    length += h * speed;
    touching[i] = 16 * kEpsilon * length;
    together[i] = std::max(touching[i], 1e-2 * tolerance * length);
    still[i] = 1e-12 * speed;
    rest_height[i] = std::max(64 * kEpsilon, 1e-4 * tolerance) * length;
  }
}

}  // namespace jounce
