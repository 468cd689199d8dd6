#include "stepping/contact_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "la/decompositions.h"
#include "stepping/contact_memory.h"
#include "stepping/impact_sequence.h"

namespace jounce {
namespace {

/// Round-off that a gap may have gathered over thousands of steps, relative to the coordinates it is made of.
constexpr double kRoundOff = 1e-12;
/// Entries of the warm start of one row.
constexpr Index kStored = 6;
/// An approach in units of `velocity_tie` that is more than the round-off of a contact that stays closed.
constexpr double kApproaches = 1e3;

/// FNV-1a
std::uint64_t hash_of(const std::vector<std::uint8_t>& flags) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const std::uint8_t flag : flags) hash = (hash ^ flag) * 1099511628211ULL;
  return hash;
}

/// The sum over the flags of all ranks of 31 bits that stand for a number and its flag: whole numbers, so
/// that the order does not matter.
std::uint64_t hash_of(const std::vector<std::uint8_t>& flags, const CyclingGuard::Shared& shared) {
  double sum = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (shared.is_own[i] == 0) continue;
    std::uint64_t bits =
        (static_cast<std::uint64_t>(shared.numbers[i]) << 2 | flags[i]) * 0x9E3779B97F4A7C15ULL;
    bits ^= bits >> 29;
    sum += static_cast<double>(bits * 0xBF58476D1CE4E5B9ULL >> 33);
  }
  return static_cast<std::uint64_t>(shared.numbering.sum(sum));
}

}  // namespace

void join_rows(std::vector<ContactRow>& rows, const std::vector<ContactRow>& more) {
  const auto before = [](const ContactRow& a, const ContactRow& b) {
    return a.pair != b.pair ? a.pair < b.pair : a.point < b.point;
  };
  for (const ContactRow& row : more)
    if (const auto at = std::lower_bound(rows.begin(), rows.end(), row, before);
        at == rows.end() || before(row, *at))
      rows.insert(at, row);
}

bool ContactSet::begin(const System& system, const State& state, const Scales& scales, double envelope,
                       double activation, double horizon, const std::vector<ContactRow>& expected) {
  system.contacts().search(
      state, {envelope < 0 ? std::numeric_limits<double>::infinity() : envelope, horizon}, found_);
  join_rows(found_, expected);
  return take_rows(system, state, scales, activation);
}

void ContactSet::keep_overlaps(const System& system, const State& state, double h) {
  constexpr double kClosed = 0.2, kOut = 0.05;  // of the way that points go
  const double g = system.gravity().norm();
  for (int row = 0; row < size(); ++row) {
    const double depth = -gap_[row];
    if (!(depth > gap_tie_[row])) continue;
    std::array<double, 3> weights = {}, speeds = {};  // squares, of the kinds of degrees of freedom
    for (std::size_t k = 0; k < W_.dofs(row).size(); ++k) {
      const Index dof = W_.dofs(row)[k];
      const auto kind = static_cast<std::size_t>(system.dofs().kinds[static_cast<std::size_t>(dof)]);
      weights[kind] += W_.values(row)[k] * W_.values(row)[k];
      speeds[kind] += state.v[dof] * state.v[dof];
    }
    const bool is_length = !system.contacts().all()[rows_[row].pair]->is_angular();
    double speed = is_length ? std::sqrt(g * depth) : 0;
    for (std::size_t kind = 0; kind < weights.size(); ++kind)
      speed += std::sqrt(weights[kind] * speeds[kind]);
    if (depth > kClosed * h * speed) rows_[row].overlap = depth - kOut * h * speed;
  }
}

void ContactSet::begin_on(const std::vector<ContactRow>& rows, const System& system, const State& state,
                          const Scales& scales, double activation) {
  found_ = rows;
  take_rows(system, state, scales, activation);
}

bool ContactSet::take_rows(const System& system, const State& state, const Scales& scales,
                           double activation) {
  const auto same = [](const ContactRow& a, const ContactRow& b) { return a.laid_out() == b.laid_out(); };
  const bool changed = !std::equal(found_.begin(), found_.end(), rows_.begin(), rows_.end(), same);
  std::swap(rows_, found_);  // also when they are the same: points between bodies have moved
  if (changed) {
    W_.clear();
    D_.clear();
  }
  system.contacts().evaluate(rows_, state, gap_, W_, D_);
  W_.multiply(state.v, velocity_before_);
  r_.resize(size());
  effective_mass_.resize(size());
  for (int row = 0; row < size(); ++row) effective_mass_[row] = scales.effective_mass(W_, row);
  number_rows(system);
  r_ = activation * effective_mass_;
  gap_round_off_.resize(size());
  gap_tie_.resize(size());
  velocity_tie_.resize(size());
  for (int row = 0; row < size(); ++row) {
    double magnitude = std::abs(gap_[row]);
    for (std::size_t k = 0; k < W_.dofs(row).size(); ++k)
      magnitude += std::abs(W_.values(row)[k] * state.q[W_.dofs(row)[k]]);
    gap_round_off_[row] = kRoundOff * magnitude;
    gap_tie_[row] = 64 * std::numeric_limits<double>::epsilon() * scales.row_coordinate(system, W_, row);
    velocity_tie_[row] = 1e-12 * scales.row_velocity(system, W_, row);
  }

  has_sequences_ =
      std::any_of(rows_.begin(), rows_.end(), [](const ContactRow& row) { return row.law->is_sequential; });
  followed_.clear();
  targets_.resize(0);
  D_.multiply(state.v, tangential_before_);
  take_friction(system, scales, activation);
  warm_start();
  return changed;
}

void ContactSet::number_rows(const System& system) {
  own_rows_.clear();
  row_numbers_.clear();
  if (system.is_whole()) return;
  for (int row = 0; row < size(); ++row) {
    own_rows_.push_back(system.is_home_of(W_.dofs(row)) ? 1 : 0);
    row_numbers_.push_back(static_cast<double>(system.contacts().number_in_whole(rows_[row])));
  }
}

bool ContactSet::follow_impacts(const System& system, const State& start,
                                std::span<const std::uint8_t> closed) const {
  if (!has_sequences_) return false;
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(size()), 0);
  std::vector<int> rows;
  bool approaches = false;
  for (int row = 0; row < size(); ++row) {
    if (closed[row] == 0) continue;
    flags[row] = 1;
    rows.push_back(row);
    approaches |= velocity_before_[row] < -kApproaches * velocity_tie_[row];
  }
  if (flags == followed_) return false;
  followed_ = flags;
  const Vector before = targets_;
  targets_.resize(0);
  if (!approaches) return before.size() > 0;
  if (system.has_partial_matrices())
    throw std::runtime_error(
        "impact_law = \"sequential\" is not supported with shared elements on several ranks");
  const DenseMatrix A = impact_matrix(system, start, W_, rows);
  for (const std::vector<Index>& group : coupled_contacts(A)) follow_group(A, rows, group);
  return targets_.size() != before.size() || targets_ != before;
}

void ContactSet::follow_group(const DenseMatrix& A, const std::vector<int>& rows,
                              const std::vector<Index>& group) const {
  const auto n = static_cast<Eigen::Index>(group.size());
  Vector u(n), e(n);
  bool is_sequential = false, approaches = false;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = rows[group[i]];
    const ContactLaw& law = *rows_[row].law;
    u[i] = velocity_before_[row];
    e[i] = law.restitution;
    is_sequential |= law.is_sequential;
    approaches |= u[i] < -kApproaches * velocity_tie_[row];
  }
  if (!is_sequential || !approaches) return;
  const ImpactSequence sequence = impact_sequence(A(group, group), u, e);
  if (targets_.size() == 0) {
    Vector ordinary(size());
    for (int row = 0; row < size(); ++row) ordinary[row] = target(row);
    targets_ = ordinary;
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = rows[group[i]];
    targets_[row] = sequence.impulse[i] > 0 ? sequence.velocity[i] : 0.0;
  }
}

void ContactSet::take_friction(const System& system, const Scales& scales, double activation) {
  friction_.clear();
  int first = 0;
  const auto add = [&](FrictionRows at) {
    at.first = first;
    at.r = std::numeric_limits<double>::infinity();
    for (int i = first; i < first + at.size;
         ++i) {  // one weight for both: the law has no preferred direction
      at.r = std::min(at.r, activation * scales.effective_mass(D_, i));
      at.slip_tie = std::max(at.slip_tie, 1e-12 * scales.row_velocity(system, D_, i));
    }
    first += at.size;
    friction_.push_back(at);
  };
  for (int row = 0; row < size(); ++row) {
    FrictionRows at;
    at.row = at.flag = row;
    at.size = rows_[row].law->tangents;
    if (at.size > 0) add(at);
  }
  joints_ = 0;
  first_joint_ = static_cast<int>(system.contacts().all().size());
  for (const auto& joint : system.contacts().joint_frictions()) {
    FrictionRows at;
    at.row = -1;
    at.flag = size() + joints_++;
    at.size = joint->size();
    at.joint = joint.get();
    at.first_reaction = system.joints().first_row(joint->joint());
    at.reactions = system.joints().all()[joint->joint()]->rows();
    add(at);
  }
}

void ContactSet::warm_start() {
  warm_nu_.setZero(size());
  warm_Lambda_.setZero(size());
  warm_Lambda_T_.setZero(tangents());
  ContactMemory memory(store_, kStored);  // joints stand behind the contacts
  int first = 0;
  for (int row = 0; row < size(); ++row) {
    const ContactRow& here = rows_[row];
    if (const double* there = memory.find(here.identity())) {
      warm_nu_[row] = there[2];
      warm_Lambda_[row] = there[3];
      for (int i = 0; i < here.law->tangents; ++i) warm_Lambda_T_[first + i] = there[4 + i];
    }
    first += here.law->tangents;
  }
  for (const FrictionRows& at : friction_)
    if (const double* there = at.in_contact() ? nullptr : memory.find({first_joint_ + at.flag - size(), 0}))
      for (int i = 0; i < at.size; ++i) warm_Lambda_T_[at.first + i] = there[4 + i];
}

Vector ContactSet::stored_Lambda_T(const Vector& store) const {
  Vector Lambda_T = Vector::Zero(tangents());
  ContactMemory memory(store, kStored);
  int first = 0;
  for (const ContactRow& here : rows_) {
    if (const double* there = memory.find(here.identity()))
      for (int i = 0; i < here.law->tangents; ++i) Lambda_T[first + i] = there[4 + i];
    first += here.law->tangents;
  }
  return Lambda_T;
}

bool ContactSet::has_constant_derivatives() const {
  return std::all_of(friction_.begin(), friction_.end(), [&](const FrictionRows& at) {
    return at.in_contact() && at.size == 1 && rows_[at.row].law->friction.is_constant();
  });
}

bool ContactSet::are_as_before(const Vector& Lambda) const {
  for (int row = 0; row < size(); ++row)
    if ((Lambda[row] > 0) != (warm_Lambda_[row] > 0)) return false;
  return true;
}

void ContactSet::accept(const Vector& nu, const Vector& Lambda, const Vector& Lambda_T) {
  store_.setZero(kStored * flags());
  for (int row = 0; row < size(); ++row) {
    const ContactRow& here = rows_[row];
    store_.segment<4>(kStored * row) << here.pair, static_cast<double>(here.point), nu[row], Lambda[row];
  }
  for (const FrictionRows& at : friction_) {
    double* const entry = store_.data() + kStored * at.flag;
    if (!at.in_contact()) entry[0] = first_joint_ + at.flag - size();
    for (int i = 0; i < at.size; ++i) entry[4 + i] = Lambda_T[at.first + i];
  }
}

CoulombPoint ContactSet::coulomb(const FrictionRows& at, const Impulses& impulses,
                                 bool has_impact_law) const {
  CoulombPoint::Tangential slip = impulses.tangential_velocity.segment(at.first, at.size);
  const auto friction = impulses.Lambda_T.segment(at.first, at.size);
  if (!at.in_contact())
    return {at.joint->law(), at.r, at.joint->normal(impulses.joint.data() + at.first_reaction),
            friction,        slip, at.joint->preload() * impulses.duration};
  const ContactLaw& law = *rows_[at.row].law;
  if (has_impact_law) slip += law.tangential_restitution * tangential_before_.segment(at.first, at.size);
  return {law, at.r, impulses.Lambda[at.row], friction, slip};
}

void ContactSet::joint_normals(const Vector& joint_impulse, Vector& N) const {
  N.resize(joints_);
  for (const FrictionRows& at : friction_)
    if (!at.in_contact()) N[at.flag - size()] = at.joint->normal(joint_impulse.data() + at.first_reaction);
}

void ContactSet::add_reaction_gradient(const System& system, const FrictionRows& at, int k,
                                       const State& state, double Lambda, double w, MatrixSink& sink) const {
  if (at.in_contact())
    system.contacts().add_reaction_gradient(rows_[at.row], state, Lambda, w, sink, tangent(k));
  else
    at.joint->add_reaction_gradient(state, k, Lambda, w, sink);
}

void ContactSet::add_velocity_gradient(const System& system, const FrictionRows& at, int k,
                                       const State& state, double w, Index matrix_row,
                                       MatrixSink& sink) const {
  if (at.in_contact())
    system.contacts().add_velocity_gradient(rows_[at.row], state, w, matrix_row, sink, tangent(k));
  else
    at.joint->add_velocity_gradient(state, k, w, matrix_row, sink);
}

std::string ContactSet::describe(const System& system, int flag) const {
  if (flag < size()) return fmt::format("contact '{}'", system.contacts().describe(rows_[flag]));
  return fmt::format("friction of joint '{}'", system.contacts().joint_frictions()[flag - size()]->name());
}

void CyclingGuard::begin() {
  least_index_ = false;
  seen_.clear();
  flips_.clear();
}

double CyclingGuard::first_change(const std::vector<std::uint8_t>& current,
                                  const std::vector<std::uint8_t>& wanted, const Shared* shared) {
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t i = wanted.size(); i-- > 0;) {
    if (current[i] == wanted[i]) continue;
    ++flips_[i];
    first = shared == nullptr ? static_cast<double>(i) : std::min(first, shared->numbers[i]);
  }
  return shared == nullptr ? first : -shared->numbering.max(-first);
}

void CyclingGuard::choose(const std::vector<std::uint8_t>& current, std::vector<std::uint8_t>& wanted,
                          const Shared* shared) {
  if (flips_.size() != wanted.size()) flips_.assign(wanted.size(), 0);
  const double first = first_change(current, wanted, shared);
  if (!std::isfinite(first)) return;
  if (!least_index_) {
    const std::uint64_t hash = shared == nullptr ? hash_of(wanted) : hash_of(wanted, *shared);
    least_index_ = std::find(seen_.begin(), seen_.end(), hash) != seen_.end();
    seen_.push_back(hash);
  }
  if (!least_index_) return;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if ((shared == nullptr ? static_cast<double>(i) : shared->numbers[i]) > first) wanted[i] = current[i];
}

int CyclingGuard::most_flipped() const {
  const auto largest = std::max_element(flips_.begin(), flips_.end());
  return largest == flips_.end() || *largest == 0 ? -1 : static_cast<int>(largest - flips_.begin());
}

}  // namespace jounce
