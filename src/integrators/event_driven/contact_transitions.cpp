#include "integrators/event_driven/contact_transitions.h"

#include <fmt/format.h>

#include <algorithm>

#include "la/decompositions.h"
#include "stepping/impact_sequence.h"
#include "stepping/linear_complementarity.h"

namespace jounce {

std::vector<Index> ContactTransitions::find_near(const Instant& instant, const State& state,
                                                 const ContactTable& table) const {
  Vector gap;
  system_.contacts().gaps(table.rows, state, gap);
  const Vector u = dynamics_.gap_velocities(state, table.rows);
  std::vector<Index> near;
  for (Index i = 0; i < table.size(); ++i) {
    const bool arrives = gap[i] <= table.together[i] && u[i] < -table.still[i];
    if (table.is_closed(i) || i == instant.row || gap[i] <= table.touching[i] || arrives) near.push_back(i);
  }
  return near;
}

bool ContactTransitions::is_sequential(const ContactTable& table) const {
  return std::any_of(near_.begin(), near_.end(),
                     [&](Index row) { return table.row(row).law->is_sequential; });
}

Vector ContactTransitions::follow_impacts(const ContactTable& table, const Vector& u) const {
  Vector e(u.size()), p(u.size());
  for (Index i = 0; i < u.size(); ++i) e[i] = table.row(near_[i]).law->restitution;
  for (const std::vector<Index>& group : coupled_contacts(space_.A))
    p(group) = impact_sequence(space_.A(group, group), u(group), e(group)).impulse;
  return p;
}

bool ContactTransitions::impact(bool elastic, const ContactTable& table, State& state, Vector& p) {
  const Vector u = space_.W * state.v;
  bool approaching = false;
  Vector b = u;
  for (Index i = 0; i < u.size(); ++i) {
    const Index row = near_[i];
    if (u[i] < -table.still[row]) approaching = true;
    if (elastic) b[i] += table.row(row).law->restitution * std::min(u[i], 0.0);
  }
  if (!approaching) return true;
  Vector z, w;
  if (elastic && is_sequential(table))
    z = follow_impacts(table, u);
  else if (!solve_complementarity(space_.A, b, z, w))
    return false;
  state.v += space_.response * z;
  p += z;
  // A solution of a problem without one (a prescribed motion that closes a gap) leaves contacts approaching.
  const Vector after = space_.W * state.v;
  for (Index i = 0; i < u.size(); ++i) {
    const double lost = std::max(table.still[near_[i]], 1e-8 * u.lpNorm<Eigen::Infinity>());
    if (after[i] < -lost) return false;
  }
  return true;
}

bool ContactTransitions::hold(const std::vector<Index>& candidates, Vector& force,
                              Vector& gap_acceleration) const {
  force = Vector::Zero(free_.size());
  gap_acceleration = free_;
  if (candidates.empty()) return true;
  Vector z, w;
  const DenseMatrix A = space_.A(candidates, candidates);
  const Vector b = free_(candidates);
  if (!solve_complementarity(A, b, z, w)) return false;
  force(candidates) = z;
  gap_acceleration += space_.A * force;
  gap_acceleration(candidates) = w;
  return true;
}

bool ContactTransitions::rest(const std::vector<Index>& still, const ContactTable& table, State& state,
                              Vector& p) {
  Vector force, gap_acceleration;
  if (!hold(still, force, gap_acceleration)) return false;
  const Vector u = space_.W * state.v;
  std::vector<Index> candidates = still;
  for (Index i = 0; i < u.size(); ++i) {
    if (std::find(still.begin(), still.end(), i) != still.end() || !(gap_acceleration[i] < 0)) continue;
    const double height = u[i] * u[i] / (-2 * gap_acceleration[i]);
    if (height <= table.rest_height[near_[i]]) candidates.push_back(i);
  }
  if (candidates.size() == still.size()) return false;
  if (!hold(candidates, force, gap_acceleration)) return false;
  std::vector<Index> stopped;
  bool any_new = false;
  for (const Index i : candidates) {
    if (!(force[i] > 0)) continue;
    stopped.push_back(i);
    any_new = any_new || std::find(still.begin(), still.end(), i) == still.end();
  }
  if (!any_new) return false;
  Eigen::CompleteOrthogonalDecomposition<DenseMatrix> decomposition(space_.A(stopped, stopped));
  const Vector impulses = decomposition.solve(-u(stopped));
  for (std::size_t i = 0; i < stopped.size(); ++i) {
    state.v += impulses[static_cast<Index>(i)] * space_.response.col(stopped[i]);
    p[stopped[i]] += impulses[static_cast<Index>(i)];
  }
  return true;
}

bool ContactTransitions::settle(const Instant& instant, const Vector& q_scale, State& state,
                                ContactTable& table, ContactRecord& record, std::string& failure_cause) {
  near_ = find_near(instant, state, table);
  const auto rows = table.select(near_);
  const auto k = static_cast<Index>(near_.size());
  const auto fail = [&](const char* what) {
    const Index row = instant.row >= 0 || near_.empty() ? instant.row : near_.front();
    failure_cause =
        fmt::format("contact '{}': {} at time {:.9g}",
                    row >= 0 ? system_.contacts().describe(table.row(row)) : "", what, instant.time);
    return false;
  };
  dynamics_.contact_space(state, rows, space_);
  const Vector before = space_.W * state.v;
  Vector p = Vector::Zero(k);
  Vector force, gap_acceleration;
  std::vector<Index> still;
  constexpr int kMaxRounds = 50;  // one contact that comes to rest may set others in motion
  for (int round = 0; round < kMaxRounds; ++round) {
    if (!impact(round == 0, table, state, p)) return fail("the impact law has no solution");
    const Vector u = space_.W * state.v;
    EventDynamics::Acceleration a;
    dynamics_.accelerations(state, {}, a);
    free_ = dynamics_.gap_accelerations(state, rows, a.a);
    still.clear();
    for (Index i = 0; i < k; ++i)
      if (u[i] <= table.still[near_[i]]) still.push_back(i);
    if (!rest(still, table, state, p)) break;
  }
  if (!hold(still, force, gap_acceleration)) return fail("no contact forces keep it from penetrating");

  std::vector<std::uint8_t> closes(near_.size(), 0);
  for (const Index i : still) {
    const double size = std::abs(free_[i]) + space_.A.row(i).cwiseAbs().dot(force);
    const bool holds = force[i] > 0 || (!instant.release && gap_acceleration[i] <= 1e-10 * size);
    closes[i] = holds;
  }
  for (std::size_t i = 0; i < near_.size(); ++i) table.closed[near_[i]] = closes[i];
  const auto closed_rows = table.closed_rows();
  if (!dynamics_.project_position(state, closed_rows, q_scale))
    return fail("it cannot be closed together with the joints");
  dynamics_.project_velocity(state, closed_rows);

  const Vector after = space_.W * state.v;
  for (Index i = 0; i < k; ++i) {
    if (p[i] == 0) continue;
    const Index row = near_[i];
    const double u = closes[i] != 0 ? 0.0 : after[i];
    record.impulse[row] += p[i];
    record.work += 0.5 * p[i] * (before[i] + u);
    if (p[i] > 0 && before[i] < -table.still[row])
      record.impacts.push_back({instant.time, table.row(row), p[i], before[i], u});
  }
  return true;
}

}  // namespace jounce
