#include "statics/static_step.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "stepping/failure_cause.h"

namespace jounce {

void StaticStep::begin(const State& start, const ContactSet& contacts, const Scales& scales,
                       Vector friction_before) {
  tau_before_ = std::move(friction_before);
  n_ = system_.n_free();
  b_ = system_.joints().rows();
  m_ = contacts.size();
  tangents_ = friction_ ? contacts.tangents() : 0;
  contacts_ = &contacts;
  scales_ = &scales;
  start_ = start;
  start_.v.setZero();
  next_ = start_;
  C_.clear();
  D_.clear();
  sets_.assign(has_friction() ? contacts.flags() : m_, 0);
  if (stiffness_.size() != m_) stiffness_ = Vector::Ones(m_);
  if (tangential_stiffness_.size() != tangents_) tangential_stiffness_ = Vector::Ones(tangents_);
  assembled_ = assembled_ && system_.is_linear() && !has_friction();
  if (!assembled_) has_new_sums_ = true;
}

void StaticStep::hold(const std::vector<Index>& dofs) {
  if (diagonal_.size() != n_) matrix();
  for (const Index dof : dofs)
    holds_.push_back({dof, diagonal_[dof] > 0 ? diagonal_[dof] : 1 + diagonal_.maxCoeff()});
  assembled_ = false;
  has_new_sums_ = true;
}

double StaticStep::hold_force() const {
  double largest = 0;
  for (const Hold& hold : holds_) {
    const bool turns = system_.dofs().kinds[static_cast<std::size_t>(hold.dof)] == DofKind::rotation;
    const double force = std::abs(hold.stiffness * increment_[hold.dof]);
    largest = std::max(largest, turns ? force / length_scale() : force);
  }
  return largest;
}

double StaticStep::load(const Vector& r) const {
  double sum = 0;
  for (Index i = 0; i < n_; ++i)
    if (system_.dofs().kinds[static_cast<std::size_t>(i)] == DofKind::translation) sum += std::abs(r[i]);
  return sum;
}

bool StaticStep::moves_supports(double t) const {
  State there = start_;
  there.t = t;
  system_.apply_prescribed(there);
  return there.q != start_.q;
}

void StaticStep::set(const Vector& x, double t, double s, double motion) {
  s_ = s;
  increment_.setZero(system_.nv());
  increment_.head(n_) = x.head(n_);
  system_.manifold().retract(start_.q, increment_, next_.q);
  system_.manifold().tangent_blocks(increment_, T_);
  next_.t = t;
  if (motion != 1) held_q_ = next_.q;
  system_.apply_prescribed(next_);
  if (motion != 1) next_.q = held_q_ + motion * (next_.q - held_q_);
  next_.v.setZero();
  lambda_ = x.segment(n_, b_);
  p_ = x.segment(n_ + b_, m_);
  tau_ = x.tail(tangents_);
  system_.joints().values(next_, g_);
  system_.joints().jacobian(next_, G_);
  if (!has_friction()) {
    system_.contacts().jacobian(contacts_->rows(), next_, C_);
    system_.contacts().gaps(contacts_->rows(), next_, gap_);
    return;
  }
  system_.contacts().evaluate(contacts_->rows(), next_, gap_, C_, D_);
  D_.multiply(increment(), slip_);
}

void StaticStep::move_contacts(const Vector& dx) {
  Vector dq = Vector::Zero(system_.nv()), change;
  dq.head(n_) = dx.head(n_);
  C_.multiply(dq, change);
  gap_ -= change;
  p_ -= dx.segment(n_ + b_, m_);
  if (!has_friction()) return;
  D_.multiply(dq, change);
  slip_ -= change;
  tau_ -= dx.tail(tangents_);
}

Vector StaticStep::increment() const {
  Vector increment = increment_;
  for (Index i = n_; i < system_.nv(); ++i)  // supports; rotations in space that are given are held
    if (system_.manifold().rotation_of(i) < 0) increment[i] = next_.q[i] - start_.q[i];
  return increment;
}

double StaticStep::friction_work() const {
  const bool is_known = tau_before_.size() == tau_.size();
  return (is_known ? (0.5 * (tau_before_ + tau_)).eval() : tau_).dot(slip_);
}

CoulombPoint StaticStep::coulomb(const ContactSet::FrictionRows& at) const {
  return {*contacts_->rows()[at.row].law, tangential_stiffness_.segment(at.first, at.size).minCoeff(),
          p_[at.row], tau_.segment(at.first, at.size), slip_.segment(at.first, at.size)};
}

NormalCondition StaticStep::normal(int row) const {
  // What touches within round-off is closed: it may be all that holds a body.
  const double tie = contacts_->gap_tie(row);
  if (const PressureLaw* law = soft(row))
    return {.p = p_[row], .y = gap_[row], .may_close = law->is_closed(-gap_[row], tie)};
  return {.p = p_[row], .y = gap_[row], .r = stiffness_[row], .tie = tie, .slack = tie};
}

double StaticStep::normal_slope(Index j) const {
  const PressureLaw* law = soft(j);
  return law == nullptr ? 1 : row(j).area * law->slope(-gap_[j]);
}

CoulombPoint StaticStep::trial(const ContactSet::FrictionRows& at) const {
  return {*row(at.row).law, row(at.row).law->stick_stiffness * row(at.row).area, p_[at.row],
          tau_before_.segment(at.first, at.size), slip_.segment(at.first, at.size)};
}

FrictionCondition StaticStep::friction(const ContactSet::FrictionRows& at) const {
  if (!sticks_softly(at))
    return {coulomb(at), tangential_stiffness_.segment(at.first, at.size).minCoeff() * at.slip_tie};
  // Decided by the pressure that the gap makes, where there is a law: a point that has just closed has no
  // force yet, and would slip. Stick and slip meet without a jump.
  CoulombPoint point = trial(at);
  if (const PressureLaw* law = soft(at.row)) point.Lambda_N = row(at.row).area * law->pressure(-gap_[at.row]);
  return {point, -1};
}

CoulombPoint::Tangential StaticStep::friction_residual(const ContactSet::FrictionRows& at) const {
  const std::uint8_t set = set_of(at);
  if (set == contact_set::open || !sticks_softly(at)) return coulomb(at).residual(set);
  const CoulombPoint point = trial(at);
  const CoulombPoint::Tangential tau = tau_.segment(at.first, at.size);
  if (set == contact_set::stick) return tau - (point.Lambda_T - point.r * point.s);
  return tau - point.Lambda_T + point.residual(set);  // tau - mu p t / |t|
}

CoulombPoint::Derivatives StaticStep::friction_derivatives(const ContactSet::FrictionRows& at) const {
  const std::uint8_t set = set_of(at);
  if (set == contact_set::open || !sticks_softly(at)) return coulomb(at).derivatives(set);
  CoulombPoint::Derivatives d = trial(at).derivatives(set);  // of slip: tau_n does not change with tau
  d.T.setIdentity();
  if (set == contact_set::stick) d.S *= row(at.row).law->stick_stiffness * row(at.row).area;
  return d;
}

void StaticStep::wanted_sets(std::vector<std::uint8_t>& sets) const {
  sets.assign(sets_.size(), contact_set::open);
  ContactConditions(*this).want(sets);
}

void StaticStep::keep_ties(std::vector<std::uint8_t>& wanted) const {
  ContactConditions(*this).keep_ties(sets_, wanted);
}

void StaticStep::clear_inactive() { ContactConditions(*this).clear_inactive(sets_, p_, tau_); }

void StaticStep::residual(Vector& r) const {
  r.resize(size());
  system_.force(next_, force_);
  largest_force_.setZero();  // of this iterate alone: one that went astray must not loosen the test of others
  const auto observe = [&](const Vector& f) {
    for (Index i = 0; i < system_.nv(); ++i) {
      double& largest = largest_force_[static_cast<Index>(system_.dofs().kinds[i])];
      largest = std::max(largest, std::abs(f[i]));
    }
  };
  observe(force_);
  observe(f_0_);
  work_.setZero(system_.nv());
  G_.add_transpose(lambda_, -1.0, work_);
  C_.add_transpose(p_, -1.0, work_);
  if (has_friction()) D_.add_transpose(tau_, -1.0, work_);
  observe(work_);
  work_ += (1 - s_) * f_0_ - force_;
  r.head(n_) = work_.head(n_);
  for (const Hold& hold : holds_) r[hold.dof] += hold.stiffness * increment_[hold.dof];
  r.segment(n_, b_) = g_;
  contact_residual(r);
}

void StaticStep::contact_residual(Vector& r) const {
  for (int j = 0; j < m_; ++j) {
    const std::uint8_t set = sets_[j];
    const PressureLaw* law = soft(j);
    r[n_ + b_ + j] = set != contact_set::open && law != nullptr
                         ? p_[j] - row(j).area * law->pressure(-gap_[j])
                         : normal(j).residual(set);
  }
  if (!has_friction()) return;
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    r.segment(n_ + b_ + m_ + at.first, at.size) = friction_residual(at);
}

double StaticStep::length_scale() const {
  return std::max(scales_->coordinate(DofKind::translation), std::numeric_limits<double>::min());
}

double StaticStep::force_scale() const {
  return std::max(largest_force_[0], largest_force_[1] / length_scale());
}

double StaticStep::merit(const Vector& r, double tolerance, Index* row) const {
  constexpr double exact = 64 * std::numeric_limits<double>::epsilon();
  double worst = 0;
  fields_.clear();
  const auto consider = [&](Field field, Index entry, double allowed) {
    const double value = std::abs(r[entry]);
    const double ratio = !std::isfinite(value) ? std::numeric_limits<double>::infinity()
                         : value == 0          ? 0.0
                                               : value / allowed;
    fields_.raise(field, ratio);
    if (ratio <= worst) return;
    worst = ratio;
    *row = entry;
  };
  const double length = length_scale(), force = force_scale();
  const bool sums = row_sums_.size() == n_;
  for (Index i = 0; i < n_; ++i) {
    const DofKind kind = system_.dofs().kinds[i];
    const double scale = kind == DofKind::translation ? force
                         : kind == DofKind::rotation  ? force * length
                                                      : largest_force_[static_cast<Index>(kind)];
    consider(Field::motion, i,
             tolerance * scale + (sums ? exact * row_sums_[i] * scales_->coordinate(kind) : 0.0) +
                 std::numeric_limits<double>::min());
  }
  for (int i = 0; i < b_; ++i)
    consider(Field::joint_position, n_ + i, exact * scales_->row_coordinate(system_, G_, i));
  for (int j = 0; j < m_; ++j) {
    const double round_off = sets_[j] ? exact * normal_slope(j) * scales_->row_coordinate(system_, C_, j) : 0;
    const bool is_length = round_off > 0 && soft(j) == nullptr;
    consider(Field::contact_position, n_ + b_ + j, is_length ? round_off : round_off + tolerance * force);
  }
  if (!has_friction()) return worst;
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    for (int i = at.first; i < at.first + at.size; ++i)
      consider(Field::friction, n_ + b_ + m_ + i,
               set_of(at) == contact_set::stick && !sticks_softly(at)
                   ? exact * scales_->row_coordinate(system_, D_, i)
                   : tolerance * force);
  return worst;
}

std::string StaticStep::describe(Index row) const {
  if (row < n_) return "balance of forces of " + describe_dof(system_, row);
  if (row < n_ + b_) return system_.joints().describe(static_cast<int>(row - n_));
  Index contact = row - n_ - b_;
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    if (contact >= m_ + at.first && contact < m_ + at.first + at.size) contact = at.row;
  return fmt::format("contact '{}'", system_.contacts().describe(contacts_->rows()[contact]));
}

}  // namespace jounce
