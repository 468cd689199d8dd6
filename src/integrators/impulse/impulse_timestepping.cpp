#include "integrators/impulse/impulse_timestepping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "integrators/contact_memory.h"

namespace jounce {

using contact_problem::BodyProblem;
using contact_problem::BodyResult;

namespace {

constexpr int kBody = BodyProblem::kBody;
constexpr double kRoundOff = 1e-14;  ///< of the greatest speed of a contact so far
constexpr Index kStored = 6;         ///< entries of the warm start of one contact

double dot(std::span<const Index> dofs, const double* values, const Vector& v) {
  double sum = 0;
  for (std::size_t k = 0; k < dofs.size(); ++k) sum += values[k] * v[dofs[k]];
  return sum;
}

}  // namespace

ImpulseTimestepping::ImpulseTimestepping(const System& system, std::string_view name, const Options& options)
    : system_(system), name_(name), options_(options) {
  if (!system.joint_frictions().empty())
    throw std::runtime_error(fmt::format(
        "the integrator '{}' does not know friction in joints; take nsga-ggl or moreau-jean", name));
}

void ImpulseTimestepping::initialise(const State& state, double) {
  masses_.factor(system_, state);
  ++factorisations_;
  lambda_.setZero(system_.n_constraint_rows());
}

bool ImpulseTimestepping::step(State& state, double h, StepResult& result) {
  if (masses_.is_empty() || !system_.has_constant_mass()) {
    masses_.factor(system_, state);
    ++factorisations_;
  }
  ground_ = masses_.size();
  next_ = state;
  next_.t = state.t + h;
  system_.apply_prescribed(next_);  // velocities of what is prescribed, at the end of the step
  system_.force(state, force_);
  masses_.to_scaled(state.v, problem_.w);
  masses_.add_impulse(force_, h, problem_.w);
  const double speed_before = speed_[0];
  add_contacts(state, h);
  add_joints(state, h);
  problem_.least_norm = kRoundOff * speed_[0] / options_.solver.tolerance;
  warm_start(state);
  Vector lambda = lambda_;
  const BodyResult outcome = contact_problem::solve(problem_, options_.solver, r_, lambda, w_);
  result.iterations = outcome.iterations;
  if (!outcome.converged && !options_.allows_unconverged) {
    result.blame = blame(outcome);
    speed_[0] = speed_before;
    return false;
  }
  masses_.to_velocity(w_, next_.v);
  system_.manifold().retract(state.q, h * next_.v, next_.q);
  system_.apply_prescribed(next_);
  lambda_ = lambda;
  store();
  report(state, next_, h, result);
  state.q = next_.q;
  state.v = next_.v;
  state.t = next_.t;
  return true;
}

double ImpulseTimestepping::split(std::span<const Index> dofs, const double* values, double* entries,
                                  std::array<Index, 2>& bodies) const {
  double rate = 0;
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
    if (bodies[static_cast<std::size_t>(side)] != block)
      throw std::runtime_error(fmt::format(
          "the integrator '{}' knows joints and contacts between two bodies, not between three or more "
          "(gears); take nsga-ggl or moreau-jean",
          name_));
    entries[kBody * side + masses_.place(dof)] += values[k];
  }
  for (std::size_t side = 0; side < 2; ++side)
    if (bodies[side] != ground_)
      masses_.scale(bodies[side], entries + static_cast<std::size_t>(kBody) * side);
  return rate;
}

void ImpulseTimestepping::add_contacts(const State& state, double h) {
  system_.search(state, {std::numeric_limits<double>::infinity(), h}, rows_);
  problem_.contacts.clear();
  problem_.mu.clear();
  problem_.s.resize(3 * static_cast<Index>(rows_.size()));
  before_.clear();
  rates_.clear();
  for (const ContactRow& row : rows_) add_contact(state, row, h);
}

void ImpulseTimestepping::add_contact(const State& state, const ContactRow& row, double h) {
  const ContactPair& pair = *system_.contact_pairs()[static_cast<std::size_t>(row.pair)];
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
    rates_.push_back(split(dofs_, values, rows.H.data() + 12 * k, rows.bodies));
    problem_.s[first + static_cast<Index>(k)] = rates_.back();
  }
  const ContactLaw& law = *row.law;
  double predicted = problem_.s[first];  // gap velocity without contact and joint forces
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < kBody; ++i)
      predicted += rows.H[static_cast<std::size_t>(kBody) * side + static_cast<std::size_t>(i)] *
                   problem_.w[kBody * rows.bodies[side] + i];
  speed_[0] = std::max(
      {speed_[0], std::abs(predicted), std::abs(before[0]), std::abs(before[1]), std::abs(before[2])});
  const bool bounces = law.restitution > 0 && before[0] < 0 && gap + h * std::min(before[0], predicted) <= 0;
  problem_.s[first] += bounces ? law.restitution * before[0] : gap_rate(gap, h);
  if (bounces || gap <= 0)
    for (Index k = 1; k < 3; ++k)
      problem_.s[first + k] += law.tangential_restitution * before[static_cast<std::size_t>(k)];
  fill_missing(law.tangents, rows);
  problem_.contacts.push_back(rows);
  problem_.mu.push_back(law.tangents > 0 ? law.mu(std::hypot(before[1], before[2])) : 0.0);
}

double ImpulseTimestepping::gap_rate(double gap, double h) const {
  if (gap >= 0) return gap / h;
  const double correction = options_.error_reduction * gap / h;
  return options_.recovery_speed < 0 ? correction : std::max(correction, -options_.recovery_speed);
}

void ImpulseTimestepping::fill_missing(int tangents, BodyProblem::ContactRows& rows) const {
  // Bodies in the plane and points have components to spare, which nothing moves: a direction that does not
  // exist acts on one of them and stays at rest.
  double scale = 0;
  for (std::size_t i = 0; i < 12; ++i) scale += rows.H[i] * rows.H[i];
  for (std::size_t side = 0; side < 2; ++side) {
    if (rows.bodies[side] == ground_) continue;
    const int spare = kBody - masses_.block_size(rows.bodies[side]);
    if (spare < 2 - tangents) continue;
    for (int k = tangents; k < 2; ++k)
      rows.H[static_cast<std::size_t>(12 * (k + 1) + kBody * static_cast<int>(side) + kBody - 1 - k)] =
          std::sqrt(scale);
    return;
  }
}

void ImpulseTimestepping::add_joints(const State& state, double h) {
  system_.constraints_at(state, g_, G_);
  system_.constraint_rates(next_, g_t_);
  problem_.joints.clear();
  problem_.c.resize(G_.rows());
  for (int row = 0; row < G_.rows(); ++row) {
    BodyProblem::JointRow joint{{}, {ground_, ground_}};
    const double rate = split(G_.dofs(row), G_.values(row).data(), joint.B.data(), joint.bodies);
    const bool holds_rate_only = system_.velocity_rows()[static_cast<std::size_t>(row)] != 0;
    problem_.c[row] = rate + g_t_[row] + (holds_rate_only ? 0.0 : options_.error_reduction * g_[row] / h);
    problem_.joints.push_back(joint);
  }
}

// The tangential impulse is kept in fixed axes: tangents turn with a body, and jump where another axis of it
// becomes the one farthest from the normal.
void ImpulseTimestepping::warm_start(const State& state) {
  const std::size_t n = rows_.size();
  r_.setZero(3 * static_cast<Index>(n));
  was_closed_.assign(n, 0);
  tangents_.assign(n, {Vector3::Zero(), Vector3::Zero()});
  ContactMemory memory(stored_, kStored);
  for (std::size_t i = 0; i < n; ++i) {
    const ContactRow& row = rows_[i];
    const ContactPair& pair = *system_.contact_pairs()[static_cast<std::size_t>(row.pair)];
    for (int k = 0; k < row.law->tangents; ++k)
      tangents_[i][static_cast<std::size_t>(k)] = pair.axis(state, row, tangent(k));
    const double* const there = memory.find(row.identity());
    if (there == nullptr) continue;
    was_closed_[i] = there[2] > 0;
    const Index at = 3 * static_cast<Index>(i);
    const Eigen::Map<const Vector3> friction(there + 3);
    r_[at] = there[2];
    for (Index k = 0; k < 2; ++k) r_[at + 1 + k] = friction.dot(tangents_[i][static_cast<std::size_t>(k)]);
  }
}

void ImpulseTimestepping::store() {
  stored_.resize(kStored * static_cast<Index>(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto at = static_cast<Index>(i);
    const Vector3 friction = r_[3 * at + 1] * tangents_[i][0] + r_[3 * at + 2] * tangents_[i][1];
    stored_.segment<kStored>(kStored * at) << rows_[i].pair, static_cast<double>(rows_[i].point), r_[3 * at],
        friction;
  }
}

void ImpulseTimestepping::report(const State& before, const State& after, double h,
                                 StepResult& result) const {
  const auto n = static_cast<Index>(rows_.size());
  result.rows = rows_;
  result.impulse.resize(n);
  result.position_multiplier.setZero(n);
  result.velocity_before.resize(n);
  result.velocity_after.resize(n);
  Index tangents = 0;
  for (const ContactRow& row : rows_) tangents += row.law->tangents;
  result.friction_impulse.resize(tangents);
  result.slip_velocity.resize(tangents);
  result.reaction = lambda_ / h;
  result.acceleration = (after.v - before.v) / h;
  result.active_contacts = 0;
  result.contact_work = result.friction_work = 0;
  result.impacts.clear();
  result.blame.clear();
  Index at = 0;
  for (Index i = 0; i < n; ++i) {
    const ContactRow& row = rows_[static_cast<std::size_t>(i)];
    const BodyProblem::ContactRows& rows = problem_.contacts[static_cast<std::size_t>(i)];
    const std::array<double, 3>& u_0 = before_[static_cast<std::size_t>(i)];
    const auto velocity = [&](int k) {
      double sum = rates_[static_cast<std::size_t>(3 * i + k)];
      for (std::size_t side = 0; side < 2; ++side)
        for (int j = 0; j < kBody; ++j)
          sum += rows.H[static_cast<std::size_t>(12 * k + kBody * static_cast<int>(side) + j)] *
                 w_[kBody * rows.bodies[side] + j];
      return sum;
    };
    const double u = velocity(0), impulse = r_[3 * i];
    result.impulse[i] = impulse;
    result.velocity_before[i] = u_0[0];
    result.velocity_after[i] = u;
    double friction_work = 0;
    for (int k = 0; k < row.law->tangents; ++k, ++at) {
      result.friction_impulse[at] = r_[3 * i + 1 + k];
      result.slip_velocity[at] = velocity(1 + k);
      friction_work +=
          0.5 * r_[3 * i + 1 + k] * (u_0[static_cast<std::size_t>(1 + k)] + result.slip_velocity[at]);
    }
    if (impulse <= 0) continue;
    ++result.active_contacts;
    result.contact_work += 0.5 * impulse * (u_0[0] + u);
    result.friction_work += friction_work;
    if (u_0[0] < 0 && was_closed_[static_cast<std::size_t>(i)] == 0)
      result.impacts.push_back({after.t, row, impulse, u_0[0], u, friction_work});
  }
}

std::string ImpulseTimestepping::blame(const BodyResult& outcome) const {
  return fmt::format(
      "the contact problem of {} contacts and {} joint rows has a residual of {:.3g} after {} iterations, "
      "more "
      "than {:.3g}; try a larger integrator.contact_iterations, or a larger contact_tolerance",
      rows_.size(), problem_.joints.size(), outcome.residual, outcome.iterations, options_.solver.tolerance);
}

}  // namespace jounce
