// The rows of a step's contact problem: which contacts and joints, and their entries.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "integrators/impulse/impulse_timestepping.h"
#include "la/decompositions.h"
#include "parallel/together.h"
#include "stepping/impact_sequence.h"

namespace jounce {

using contact_problem::BodyProblem;

namespace {

constexpr int kBody = BodyProblem::kBody;

double dot(std::span<const Index> dofs, const double* values, const Vector& v) {
  double sum = 0;
  for (std::size_t k = 0; k < dofs.size(); ++k) sum += values[k] * v[dofs[k]];
  return sum;
}

/// Empties a list that will have so many entries. Of very many contacts there is neither twice the room that
/// they need, nor the old list beside a new one.
template <class T>
void renew(std::vector<T>& list, std::size_t size) {
  list.clear();
  if (size <= list.capacity()) return;
  std::vector<T>().swap(list);
  list.reserve(size + size / 16);
}

}  // namespace

void ImpulseTimestepping::add_rows(const State& state, double h) {
  if (domains_.renew(system_, masses_, state)) complete_memory();
  parallel::together(domains_.ranks(), [&] { find_rows(state, h); });
  if (!domains_.is_alone()) {
    touch_blocks();
    domains_.end_touching();
    put_shared_first();
  }
  parallel::together(domains_.ranks(), [&] {
    add_contacts(state, h);
    add_joints(h);
  });
  speed_[0] = domains_.ranks().max(speed_[0]);
}

void ImpulseTimestepping::find_rows(const State& state, double h) {
  SearchRange range(std::numeric_limits<double>::infinity(), h);
  if (!domains_.is_alone()) range.share = &domains_.share();
  system_.contacts().search(state, range, rows_);
  join_rows(rows_, expected_);
  system_.joints().evaluate(state, g_, G_);
  own_joints_.clear();
  for (int row = 0; row < G_.rows(); ++row)
    if (range.share == nullptr || range.share->has(range.share->of(G_.dofs(row)))) own_joints_.push_back(row);
  if (range.share == nullptr) return;
  const auto foreign = [&](const ContactRow& row) {
    return !range.share->has(range.share->of(dofs_of(row)));
  };
  rows_.erase(std::remove_if(rows_.begin(), rows_.end(), foreign), rows_.end());
}

std::span<const Index> ImpulseTimestepping::dofs_of(const ContactRow& row) {
  dofs_.clear();
  system_.contacts().all()[row.pair]->append_dofs(row, dofs_);
  return dofs_;
}

void ImpulseTimestepping::touch_blocks() {
  domains_.begin_touching(ground_);
  const auto touch = [&](std::span<const Index> dofs) {
    for (const Index dof : dofs)
      if (dof < system_.n_free()) domains_.touch(masses_.block(dof), masses_.places(masses_.block(dof)));
  };
  for (const ContactRow& row : rows_) touch(dofs_of(row));
  for (const int row : own_joints_) touch(G_.dofs(row));
}

void ImpulseTimestepping::put_shared_first() {
  const auto is_shared = [&](std::span<const Index> dofs) {
    return std::any_of(dofs.begin(), dofs.end(), [&](Index dof) {
      return dof < system_.n_free() && domains_.is_shared(masses_.block(dof));
    });
  };
  std::stable_partition(rows_.begin(), rows_.end(),
                        [&](const ContactRow& row) { return is_shared(dofs_of(row)); });
  std::stable_partition(own_joints_.begin(), own_joints_.end(),
                        [&](int row) { return is_shared(G_.dofs(row)); });
}

double ImpulseTimestepping::split(std::span<const Index> dofs, const double* values, double* entries,
                                  std::array<Index, 2>& bodies) {
  double rate = 0;
  for (std::vector<double>& row : wide_rows_) row.clear();
  for (std::size_t k = 0; k < dofs.size(); ++k) {
    const Index dof = dofs[k];
    if (dof >= system_.n_free()) {
      rate += values[k] * next_.v[dof];
      continue;
    }
    if (values[k] == 0) continue;
    const Index block = masses_.block(dof);
    if (bodies[0] == ground_) bodies[0] = block;
    if (bodies[0] != block && bodies[1] == ground_) bodies[1] = block;
    const int side = bodies[0] == block ? 0 : 1;
    if (bodies[side] != block)
      throw std::runtime_error(
          fmt::format("the integrator '{}' supports joints and contacts between two bodies, not between "
                      "three or more (gears); use nsga-ggl or moreau-jean",
                      name_));
    if (masses_.is_wide(block)) {
      std::vector<double>& row = wide_rows_[side];
      row.resize(kBody * masses_.places(block), 0.0);
      row[masses_.component(dof)] += values[k];
    } else {
      entries[kBody * side + masses_.component(dof)] += values[k];
    }
  }
  for (std::size_t side = 0; side < 2; ++side) {
    double* const own = entries + static_cast<std::size_t>(kBody) * side;
    std::vector<double>& row = wide_rows_[side];
    if (!row.empty()) {
      masses_.scale(bodies[side], row.data());
      std::copy_n(row.begin(), kBody, own);
    } else if (bodies[side] != ground_ && !masses_.is_wide(bodies[side])) {
      masses_.scale(bodies[side], own);
    }
  }
  return rate;
}

template <int kRows>
void ImpulseTimestepping::add_tail(int row, const std::array<Index, 2>& bodies,
                                   contact_problem::BodyTails<kRows>& tails) {
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t at = kBody; at < wide_rows_[side].size(); at += kBody)
      tails.add(bodies[side] + static_cast<Index>(at) / kBody, row, wide_rows_[side].data() + at);
}

void ImpulseTimestepping::add_contacts(const State& state, double h) {
  renew(problem_.contacts, rows_.size());
  problem_.contact_tails.clear();
  renew(problem_.mu, rows_.size());
  renew(before_, rows_.size());
  renew(rates_, has_rates() ? 3 * rows_.size() : 0);
  problem_.s.resize(3 * static_cast<Index>(rows_.size()));
  closing_.clear();
  follows_ =
      std::any_of(rows_.begin(), rows_.end(), [](const ContactRow& row) { return row.law->is_sequential; });
  for (const ContactRow& row : rows_) add_contact(state, row, h);
  if (follows_) follow_impacts(state, h);
}

void ImpulseTimestepping::follow_impacts(const State& state, double h) {
  if (!domains_.is_alone())
    throw std::runtime_error(
        "impact_law = \"sequential\" is not supported on several ranks with this scheme");
  constexpr double kTouching = 1e-6;  ///< of the way of the fastest contact in a step
  std::vector<ContactRow> closed;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (closing_[i].gap + h * closing_[i].speed <= kTouching * h * speed_[0]) {
      closed.push_back(rows_[i]);
      numbers.push_back(i);
    }
  Vector gap;
  RowJacobian W, D;
  system_.contacts().evaluate(closed, state, gap, W, D);
  std::vector<int> all(closed.size());
  std::iota(all.begin(), all.end(), 0);
  const auto approaches = [&](std::size_t i) { return before_[i][0] < -kTouching * speed_[0]; };
  if (std::none_of(numbers.begin(), numbers.end(), approaches)) return;
  const DenseMatrix A = impact_matrix(system_, state, W, all);
  for (const std::vector<Index>& group : coupled_contacts(A)) {
    const auto n = static_cast<Index>(group.size());
    Vector u(n), e(n);
    bool is_sequential = false, is_hit = false;
    for (Index i = 0; i < n; ++i) {
      const std::size_t number = numbers[group[i]];
      u[i] = before_[number][0];
      e[i] = rows_[number].law->restitution;
      is_sequential |= rows_[number].law->is_sequential;
      is_hit |= approaches(number);
    }
    if (!is_sequential || !is_hit) continue;
    const ImpactSequence sequence = impact_sequence(A(group, group), u, e);
    for (Index i = 0; i < n; ++i) {
      if (!(sequence.impulse[i] > 0)) continue;
      const std::size_t number = numbers[group[i]];
      problem_.s[3 * static_cast<Index>(number)] -= closing_[number].least + sequence.velocity[i];
    }
  }
}

void ImpulseTimestepping::add_contact(const State& state, const ContactRow& row, double h) {
  const ContactPair& pair = *system_.contacts().all()[row.pair];
  dofs_.clear();
  pair.append_dofs(row, dofs_);
  const std::size_t n = dofs_.size();
  values_.assign(3 * n, 0.0);
  double gap = 0;
  pair.evaluate(state, row, gap, values_.data(), values_.data() + n);
  BodyProblem::ContactRows rows{{}, {ground_, ground_}};
  const Index first = 3 * static_cast<Index>(problem_.contacts.size());
  std::array<double, 3>& before = before_.emplace_back();
  for (std::size_t k = 0; k < 3; ++k) {
    const double* const values = values_.data() + k * n;
    before[k] = dot(dofs_, values, state.v);
    const double rate = split(dofs_, values, rows.H.data() + 12 * k, rows.bodies);
    add_tail(static_cast<int>(k), rows.bodies, problem_.contact_tails);
    problem_.s[first + static_cast<Index>(k)] = rate;
    if (has_rates()) rates_.push_back(rate);
  }
  const ContactLaw& law = *row.law;
  fill_missing(law.tangents, rows);
  const std::size_t number = problem_.contacts.size();
  problem_.contact_tails.close(number);
  std::array<double, 3> tail = {};
  problem_.contact_tails.add_velocity(number, problem_.w.data(), tail.data());
  double predicted = problem_.s[first] + tail[0];  // gap velocity without contact and joint forces
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < kBody; ++i)
      predicted += rows.H[static_cast<std::size_t>(kBody) * side + static_cast<std::size_t>(i)] *
                   problem_.w[kBody * rows.bodies[side] + i];
  speed_[0] = std::max(
      {speed_[0], std::abs(predicted), std::abs(before[0]), std::abs(before[1]), std::abs(before[2])});
  const bool bounces = law.restitution > 0 && before[0] < 0 && gap + h * std::min(before[0], predicted) <= 0;
  const double least = bounces ? law.restitution * before[0] : gap_rate(gap, h);
  problem_.s[first] += least;
  if (follows_) closing_.push_back({gap, std::min(before[0], predicted), least});
  if (bounces || gap <= 0)
    for (Index k = 1; k < 3; ++k) problem_.s[first + k] += law.tangential_restitution * before[k];
  problem_.contacts.push_back(rows);
  problem_.mu.push_back(law.tangents > 0 ? law.mu(std::hypot(before[1], before[2])) : 0.0);
}

double ImpulseTimestepping::gap_rate(double gap, double h) const {
  if (gap >= 0) return gap / h;
  const double correction = options_.error_reduction * gap / h;
  return options_.recovery_speed < 0 ? correction : std::max(correction, -options_.recovery_speed);
}

void ImpulseTimestepping::fill_missing(int tangents, BodyProblem::ContactRows& rows) {
  if (tangents == 2) return;
  // Bodies in the plane and points have components to spare, which nothing moves: a direction that does not
  // exist acts on one of them and stays at rest.
  double scale = 0;
  for (std::size_t i = 0; i < 12; ++i) scale += rows.H[i] * rows.H[i];
  for (std::size_t side = 0; side < 2; ++side) {
    if (rows.bodies[side] == ground_) continue;
    if (masses_.spare(rows.bodies[side]) < 2 - tangents) continue;
    const int last = masses_.places(rows.bodies[side]) - 1;
    for (int k = tangents; k < 2; ++k) {
      std::array<double, kBody> unit = {};
      unit[kBody - 1 - k] = std::sqrt(scale);
      if (last == 0)
        std::copy(unit.begin(), unit.end(),
                  rows.H.begin() + 12 * (k + 1) + kBody * static_cast<std::ptrdiff_t>(side));
      else
        problem_.contact_tails.add(rows.bodies[side] + last, k + 1, unit.data());
    }
    return;
  }
}

void ImpulseTimestepping::add_joints(double h) {
  system_.joints().rates(next_, g_t_);
  problem_.joints.clear();
  problem_.joint_tails.clear();
  problem_.c.resize(static_cast<Index>(own_joints_.size()));
  Index at = 0;
  for (const int row : own_joints_) {
    BodyProblem::JointRow joint{{}, {ground_, ground_}};
    const double rate = split(G_.dofs(row), G_.values(row).data(), joint.B.data(), joint.bodies);
    add_tail(0, joint.bodies, problem_.joint_tails);
    problem_.joint_tails.close(problem_.joints.size());
    const bool holds_rate_only = system_.joints().velocity_rows()[row] != 0;
    problem_.c[at++] = rate + g_t_[row] + (holds_rate_only ? 0.0 : options_.error_reduction * g_[row] / h);
    problem_.joints.push_back(joint);
  }
}

}  // namespace jounce
