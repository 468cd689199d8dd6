#include "stepping/one_field_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "stepping/failure_cause.h"
#include "stepping/whole_turns.h"

namespace jounce {

void OneFieldStep::begin(const State& start, const Form& form, double h, const ContactSet& contacts,
                         const std::vector<std::uint8_t>& closed, const Scales& scales, double tolerance,
                         const Vector& joint_impulse) {
  start_ = start;
  form_ = form;
  h_ = h;
  tolerance_ = tolerance;
  contacts_ = &contacts;
  scales_ = &scales;
  closed_ = closed;
  n_ = system_.n_free();
  b_ = system_.joints().rows();
  m_ = contacts.size();
  s_ = level_ == Level::velocity ? contacts.tangents() : 0;
  constant_ = system_.is_linear() && (s_ == 0 || contacts.has_constant_derivatives());
  next_ = start;
  next_.t = start.t + h;
  p_b_0_ = joint_impulse;
  p_c_0_ = form.warm * contacts.warm_Lambda();
  p_T_0_ = form.warm * contacts.warm_Lambda_T();
  for (Index j = 0; j < m_; ++j)
    if (!closed_[j]) p_c_0_[j] = 0;
  if (s_ > 0)
    for (const ContactSet::FrictionRows& at : contacts.friction())
      if (at.in_contact() && !closed_[at.row]) p_T_0_.segment(at.first, at.size).setZero();
  for (RowJacobian* rows : {&C_, &D_, &Cf_, &Df_}) rows->clear();
  if (form_.forces_at) {
    system_.joints().jacobian(*form_.forces_at, Gf_);
    system_.contacts().jacobian(contacts.rows(), *form_.forces_at, Cf_);
    if (s_ > 0) system_.contacts().tangents(contacts.rows(), *form_.forces_at, Df_);
  }
  begins_sticking_ = false;
  way_ = "";
  restart();
}

bool OneFieldStep::begin_sticking() {
  begins_sticking_ = s_ > 0;
  restart();
  return begins_sticking_;
}

void OneFieldStep::restart() {
  first_ = true;
  has_geometry_ = false;
  settled_ = true;
  is_final_ = false;
  turned_over_ = -1;
  last_merit_ = 0;
  fields_.clear();
  changes_.clear();
  guard_.begin();
  sets_.assign(s_ > 0 ? contacts_->flags() : m_, 0);
}

void OneFieldStep::residual(const Vector& x, Vector& r) {
  const auto dy = x.head(n_);
  y_ = form_.y_0;
  y_.head(n_) += dy;
  const bool moves = form_.dq_dy != 0 || !has_geometry_;
  if (moves) {
    dq_ = form_.dq_0;
    dq_.head(n_) += form_.dq_dy * dy;
    system_.manifold().retract(start_.q, dq_, next_.q);
    system_.manifold().tangent_blocks(dq_, T_);
  }
  next_.v = form_.v_0;
  next_.v.head(n_) += form_.dv_dy * dy;
  system_.apply_prescribed(next_);
  const Index prescribed = system_.nv() - n_;
  y_.tail(prescribed) += (next_.v - form_.v_0).tail(prescribed) / form_.dv_dy;  // for their inertia
  p_b_ = p_b_0_ - x.segment(n_, b_);
  p_c_ = p_c_0_ - x.segment(n_ + b_, m_);
  p_T_ = p_T_0_ - x.tail(s_);

  if (moves) {  // an explicit stage knows its positions beforehand
    system_.joints().evaluate(next_, g_, G_);
    system_.joints().rates(next_, g_t_);
    system_.contacts().evaluate(contacts_->rows(), next_, gap_, C_, D_, &closed_);
    has_geometry_ = true;
  }
  C_.multiply(next_.v, contact_velocity_);
  D_.multiply(next_.v, tangential_velocity_);

  wanted_sets(wanted_);
  if (first_ && begins_sticking_)
    for (const ContactSet::FrictionRows& at : contacts_->friction())
      if (const auto flag = static_cast<std::size_t>(at.flag); !at.in_contact() || closed_[flag])
        wanted_[flag] = contact_set::stick;
  if (guard_.cycled()) ContactConditions(*this).keep_ties(sets_, wanted_);
  settled_ = first_ || wanted_ == sets_;
  if (!settled_) guard_.choose(sets_, wanted_);
  if (log_ != nullptr && !first_) changes_.count(sets_, wanted_);
  sets_ = wanted_;
  first_ = false;

  r.resize(size());
  inertia_ = form_.m_y * y_ + form_.m_0;
  work_ = -form_.f_0;
  if (form_.f_y != 0) {
    system_.force(next_, force_);
    work_ -= form_.f_y * force_;
  }
  system_.add_mass_product(force_state(), inertia_, 1.0, work_);
  const bool apart = form_.forces_at != nullptr;
  (apart ? Gf_ : G_).add_transpose(p_b_, -1.0, work_);
  (apart ? Cf_ : C_).add_transpose(p_c_, -1.0, work_);
  if (s_ > 0) (apart ? Df_ : D_).add_transpose(p_T_, -1.0, work_);
  r.head(n_) = work_.head(n_);
  joint_residual(r);
  for (int j = 0; j < m_; ++j) r[n_ + b_ + j] = normal(j).residual(sets_[j]);
  if (s_ > 0)
    for (const ContactSet::FrictionRows& at : contacts_->friction())
      r.segment(n_ + b_ + m_ + at.first, at.size) = coulomb(at).residual(sets_[at.flag]);
  if (!r.allFinite()) merit(r, false);  // for the failure_cause
}

void OneFieldStep::joint_residual(Vector& r) {
  if (!form_.joints_on_acceleration) {
    for (int i = 0; i < b_; ++i) r[n_ + i] = at_velocity_level(i) ? G_.dot(i, next_.v) + g_t_[i] : g_[i] / h_;
    return;
  }
  if (b_ == 0) return;
  joint_rate_.setZero(b_);
  ProductSink product(next_.v, joint_rate_);
  system_.joints().add_velocity_gradient(next_, 1.0, 0, product);
  system_.joints().rate_derivatives(next_, g_t_);
  for (int i = 0; i < b_; ++i) r[n_ + i] = G_.dot(i, inertia_) + form_.f_y * (joint_rate_[i] + g_t_[i]);
}

double OneFieldStep::contact_rate(int row) const {
  if (level_ == Level::position) return gap_[row] / h_;
  return contact_velocity_[row] - (form_.has_impact_law ? contacts_->target(row) : 0.0);
}

NormalCondition OneFieldStep::normal(int row) const {
  const bool velocity = level_ == Level::velocity;
  const double tie = velocity ? contacts_->velocity_tie(row) : contacts_->gap_tie(row) / h_;
  // The predictor of a body at rest moves by round-off: all its contacts begin closed, so that dependent ones
  // share their force.
  return {.p = p_c_[row],
          .y = contact_rate(row),
          .r = contacts_->r(row),
          .tie = tie,
          .may_close = closed_[row] != 0,
          .slack = first_ && velocity ? tie : 0.0};
}

void OneFieldStep::wanted_sets(std::vector<std::uint8_t>& sets) const {
  sets.assign(sets_.size(), contact_set::stick);
  ContactConditions(*this).want(sets);
}

CoulombPoint OneFieldStep::coulomb(const ContactSet::FrictionRows& at) const {
  return contacts_->coulomb(at, {p_c_, p_T_, tangential_velocity_, p_b_, form_.duration.value_or(h_)},
                            form_.has_impact_law);
}

double OneFieldStep::merit(const Vector& r, bool with_round_off, bool is_strict) const {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double exact = 64 * eps * (is_strict ? Scales::kStrictRows : 1.0);
  const double tolerance = tolerance_ * (is_strict ? Scales::kStrictMomentum : 1.0);
  Vector3 speed = scales_->velocities(system_, {&next_.v});
  if (s_ > 0 && contacts_->flags() > m_) scales_->raise(system_, G_, p_b_, speed);
  Vector3 jump = speed;  // of momentum
  scales_->raise(system_, C_, p_c_, jump);
  if (s_ > 0) scales_->raise(system_, D_, p_T_, jump);
  double worst = 0;
  fields_.clear();
  const auto consider = [&](Field field, Index entry, double allowed) {
    const double ratio =
        std::isfinite(r[entry]) ? std::abs(r[entry]) / allowed : std::numeric_limits<double>::infinity();
    fields_.raise(field, ratio);
    if (ratio <= worst) return;
    worst = ratio;
    worst_ = entry;
  };
  const bool sums_fit = with_round_off && row_sums_.size() == r.size();
  for (Index i = 0; i < n_; ++i) {
    const DofKind kind = system_.dofs().kinds[i];
    const double momentum = tolerance * scales_->mass(i) * jump[static_cast<Index>(kind)];
    consider(Field::motion, i,
             momentum + (sums_fit ? exact * row_sums_[i] * scales_->coordinate(kind) / h_ : 0.0));
  }
  const bool velocity = level_ == Level::velocity;
  const double terms = form_.joints_on_acceleration ? std::max(1.0, form_.m_y) : 1.0;
  for (int i = 0; i < b_; ++i)
    consider(at_velocity_level(i) ? Field::joint_velocity : Field::joint_position, n_ + i,
             exact * (at_velocity_level(i) ? terms * Scales::row_velocity(system_, speed, G_, i)
                                           : scales_->row_coordinate(system_, speed, h_, G_, i) / h_));
  const Field of_contacts = velocity ? Field::contact_velocity : Field::contact_position;
  for (int j = 0; j < m_; ++j) {
    if (!closed_[j]) continue;  // its impulse is zero
    const double row_velocity = Scales::row_velocity(system_, speed, C_, j);
    if (!sets_[j])
      consider(of_contacts, n_ + b_ + j, tolerance * contacts_->r(j) * row_velocity);
    else
      consider(of_contacts, n_ + b_ + j,
               exact * (velocity ? row_velocity : scales_->row_coordinate(system_, speed, h_, C_, j) / h_));
  }
  if (s_ == 0) return worst;
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (at.in_contact() && !closed_[at.row]) continue;
    const bool sticks = sets_[at.flag] == contact_set::stick;
    for (int i = at.first; i < at.first + at.size; ++i) {
      const double row_velocity = Scales::row_velocity(system_, speed, D_, i);
      consider(Field::friction, n_ + b_ + m_ + i,
               sticks ? exact * row_velocity : tolerance * at.r * row_velocity);
    }
  }
  return worst;
}

void OneFieldStep::finish() {
  ContactConditions(*this).clear_inactive(sets_, p_c_, p_T_);
  open_.resize(closed_.size());
  std::transform(closed_.begin(), closed_.end(), open_.begin(), [](std::uint8_t c) { return c == 0; });
  system_.contacts().evaluate(contacts_->rows(), next_, gap_, C_, D_, &open_);
  C_.multiply(next_.v, contact_velocity_);
  D_.multiply(next_.v, tangential_velocity_);
}

bool OneFieldStep::converged(const Vector& r, int iteration) {
  constexpr double most = 100;  // a residual that stays is accepted within this factor of explained round-off
  const double now = merit(r, false);
  const bool stagnates = iteration >= 2 && now > 0.25 * last_merit_;
  last_merit_ = now;
  if (is_final_ && iteration == 0 && settled_ && now <= most) return true;
  if (!settled_ || now <= 1 || !stagnates) return settled_ && now <= 1;
  const FieldResiduals fields = fields_;  // the log shows them without round-off
  const bool is_round_off = merit(r, true) <= most;
  fields_ = fields;
  return is_round_off;
}

void OneFieldStep::fill(ConvergenceLog::Row& row) {
  row.stage = *way_ != '\0' ? way_ : stage_;
  row.fields.raise(fields_);
  row.residual = row.fields.largest();
  changes_.put(sets_, 0, static_cast<int>(m_), row);
}

void OneFieldStep::evaluated(int iteration) {
  if (log_ == nullptr) return;
  ConvergenceLog::Row row;
  row.iteration = iteration;
  fill(row);
  log_->add(row, [this](int flag) { return describe(flag); });
}

void OneFieldStep::name_changes(bool converged) {
  if (log_ != nullptr) log_->name_changes(converged, [this](int flag) { return describe(flag); });
}

NewtonResult solve(OneFieldStep& step, NewtonSolver& newton, Vector& x, StepBudget& budget) {
  // Where branches jam, Newton's method leaves a solution that is not exact yet; the next model begins
  // nearer.
  constexpr int kModels = 10, kIterationsOfModel = 5;
  int before = 0;
  const auto attempt = [&](int most) {
    NewtonResult result = newton.solve(step, x, most);
    step.name_changes(result.converged);
    budget.take(result.iterations);
    result.iterations += before;
    before = result.iterations;
    return result;
  };
  x.setZero(step.size());
  NewtonResult result = attempt(budget.next());
  if (!result.converged && !budget.is_spent() && step.begin_sticking()) {
    x.setZero(step.size());
    result = attempt(budget.next());
  }
  Vector model = Vector::Zero(result.converged ? 0 : step.size());
  for (int i = 0; i < kModels && !result.converged && !budget.is_spent() && step.solve_contacts(model); ++i) {
    budget.take(1);
    x = model;
    result = attempt(std::min(budget.next(), kIterationsOfModel));
  }
  if (result.converged) result.converged = !step.is_turned_over();
  return result;
}

bool OneFieldStep::is_turned_over() {
  turned_over_ = form_.dq_dy != 0 ? find_whole_turn(system_, start_.v, next_.v, h_) : -1;
  return turned_over_ >= 0;
}

std::string OneFieldStep::failure_cause(int iterations) const {
  if (turned_over_ >= 0) return describe_whole_turn(system_, turned_over_);
  const int flipped = guard_.most_flipped();
  if (flipped >= 0 && guard_.cycled())
    return fmt::format("the active set of {} cycles", contacts_->describe(system_, flipped));
  std::string what;
  if (worst_ < n_) {
    what = "momentum balance of " + describe_dof(system_, worst_);
  } else if (worst_ >= n_ + b_) {
    auto flag = static_cast<int>(worst_ - n_ - b_);
    for (const ContactSet::FrictionRows& at : contacts_->friction())
      if (worst_ - n_ - b_ - m_ >= at.first) flag = at.flag;
    what = contacts_->describe(system_, flag);
  } else {
    what = system_.joints().describe(static_cast<int>(worst_ - n_));
  }
  return describe_divergence(iterations, what);
}

}  // namespace jounce
