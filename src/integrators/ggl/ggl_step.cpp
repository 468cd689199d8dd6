#include "integrators/ggl/ggl_step.h"

namespace jounce {

void GglStep::begin(const State& start, const Vector& a, const Vector& acceleration, const Guess& guess,
                    double h, const ContactSet& contacts, const Scales& scales) {
  h_ = h;
  contacts_ = &contacts;
  scales_ = &scales;
  n_ = system_.n_free();
  b_ = system_.joints().rows();
  m_ = contacts.size();
  s_ = contacts.tangents();
  constant_ = system_.is_linear() && contacts.has_constant_derivatives();
  start_ = start;

  acceleration_p_ = guess.acceleration;
  Vector& a_next = work_;
  a_next = ((1 - c_.alpha_f) * acceleration_p_ + c_.alpha_f * acceleration - c_.alpha_m * a) /
           (1 - c_.alpha_m);                                                              // (B 30e)
  v_p_ = start.v + h * (1 - c_.gamma) * a + h * c_.gamma * a_next;                        // (B 30c)
  q_increment_p_ = h * start.v + h * h * (0.5 - c_.beta) * a + h * h * c_.beta * a_next;  // (B 30a)
  lambda_p_ = guess.lambda;
  nu_p_ = contacts.warm_nu();
  Lambda_p_ = contacts.warm_Lambda();
  Lambda_T_p_ = contacts.warm_Lambda_T();

  next_ = start;
  next_.t = start.t + h;
  at_v_smooth_ = next_;
  if (has_smooth_state()) smooth_ = next_;
  U_.setZero(system_.nv());
  W_.setZero(system_.nv());
  no_acceleration_.setZero(is_elastic_ ? system_.nv() : 0);
  nu_b_.setZero(b_);
  Lambda_b_.setZero(b_);
  C_.clear();
  D_.clear();
  sets_.assign(m_ + contacts.flags(), 0);
}

void GglStep::set_increment(const Vector& x) {
  const auto dv = x.head(n_);
  v_smooth_ = v_p_;
  v_smooth_.head(n_) += dv;
  acceleration_ = acceleration_p_;
  acceleration_.head(n_) += (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma * h_) * dv;  // (B 41b)
  lambda_ = lambda_p_ - x.segment(n_, b_) / h_;
  const Index p = n_ + b_;
  U_.head(n_) = h_ * x.segment(p, n_);
  nu_b_ = -h_ * x.segment(p + n_, b_);
  nu_ = nu_p_ - h_ * x.segment(p + n_ + b_, m_);
  if (has_velocity_projection()) {
    const Index w = p + n_ + b_ + m_;
    W_.head(n_) = x.segment(w, n_);
    Lambda_b_ = -x.segment(w + n_, b_);
    Lambda_ = Lambda_p_ - x.segment(w + n_ + b_, m_);
    Lambda_T_ = Lambda_T_p_ - x.segment(w + n_ + b_ + m_, s_);
  } else {
    Lambda_.resize(0);
    Lambda_T_.resize(0);
  }
  if (s_ > 0) joint_impulse_ = h_ * lambda_ + Lambda_b_;

  increment_ = q_increment_p_;
  increment_.head(n_) += h_ * c_.beta / c_.gamma * dv;  // (B 41c)
  if (has_smooth_state()) {
    system_.manifold().retract(start_.q, increment_, smooth_.q);
    smooth_.v = v_smooth_;
  }
  if (is_elastic_) system_.manifold().tangent_blocks(increment_, T_smooth_);
  increment_ += U_;  // one increment on rotations: q_{n+1} = q_n o exp(Dq~ + U)
  system_.manifold().retract(start_.q, increment_, next_.q);
  system_.manifold().tangent_blocks(increment_, T_);
  next_.v = v_smooth_ + W_;  // (B 30d)
  place_prescribed();

  system_.joints().evaluate(next_, g_, G_);
  system_.joints().rates(next_, g_t_);
  system_.contacts().evaluate(contacts_->rows(), next_, gap_, C_, D_);
  knows_gap_smooth_ = false;
  C_.multiply(next_.v, contact_velocity_);
  D_.multiply(next_.v, tangential_velocity_);
  if (function_ == ContactFunction::fischer_burmeister) evaluate_cones();
}

const Vector& GglStep::smooth_gaps() const {
  if (!knows_gap_smooth_) system_.contacts().gaps(contacts_->rows(), smooth_, gap_smooth_);
  knows_gap_smooth_ = true;
  return gap_smooth_;
}

void GglStep::place_prescribed() {
  system_.apply_prescribed(next_, &acceleration_);
  if (has_smooth_state()) system_.apply_prescribed(smooth_);
  const Index tail = system_.nv() - n_;
  v_smooth_.tail(tail) = next_.v.tail(tail);
  at_v_smooth_.q = next_.q;
  at_v_smooth_.v = v_smooth_;
}

void GglStep::wanted_sets(std::vector<std::uint8_t>& sets) const {
  sets.assign(m_ + contacts_->flags(), contact_set::stick);
  const GglConditions conditions(*this);
  const std::span velocities = std::span(sets).subspan(static_cast<std::size_t>(m_));
  conditions.closed(velocities);
  contacts_->follow_impacts(system_, start_, velocities);
  conditions.want(sets);
}

CoulombPoint GglStep::coulomb(const ContactSet::FrictionRows& at) const {
  return contacts_->coulomb(at, {Lambda_, Lambda_T_, tangential_velocity_, joint_impulse_, h_});
}

void GglStep::stick_closed(std::vector<std::uint8_t>& sets) const {
  // Bodies that lie on each other fall together, so that only the lowest of them seems to close.
  const GglConditions conditions(*this);
  const auto touches = [this](int row) { return smooth_gap(row) <= contacts_->gap_round_off(row); };
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (at.in_contact() && !conditions.closes(at.row) && !touches(at.row)) continue;
    sets[flag(at)] = contact_set::stick;
    if (at.in_contact()) sets[at.row] = contact_set::stick;
  }
}

void GglStep::keep_ties(std::vector<std::uint8_t>& wanted) const {
  GglConditions(*this).keep_ties(sets_, wanted);
}

void GglStep::clear_inactive() {
  if (law_ != PositionLaw::ggl) return;  // nu = h Lambda there
  GglConditions(*this).clear_inactive(sets_, nu_, Lambda_, Lambda_T_);
}

void GglStep::conditions(Vector& closed, Vector& multipliers) const {
  closed.head(m_) = gap_ / h_;
  multipliers.head(m_) = nu_ / h_;
  for (int j = 0; j < m_; ++j) closed[m_ + j] = contact_velocity_[j] - contacts_->target(j);
  multipliers.segment(m_, m_) = Lambda_;
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (!at.in_contact()) continue;
    closed.segment(2 * m_ + at.first, at.size) = coulomb(at).s;
    multipliers.segment(2 * m_ + at.first, at.size) = Lambda_T_.segment(at.first, at.size);
  }
}

void GglStep::residual(Vector& r) const {
  r.resize(size());
  // (B 39a): h (M v~' - G^T lambda~ - f), G v~ + g_t
  const State& smooth = is_elastic_ ? smooth_ : next_;
  system_.force(smooth, force_);
  work_ = -h_ * force_;
  system_.add_mass_product(smooth, acceleration_, h_, work_);
  G_.add_transpose(lambda_, -h_, work_);
  r.head(n_) = work_.head(n_);
  for (int i = 0; i < b_; ++i) r[n_ + i] = G_.dot(i, v_smooth_) + g_t_[i];

  // (B 39b): (M U - g_q^T nu) / h, g / h
  const Index p = n_ + b_;
  if (is_elastic_) {  // - h Df
    change_ = h_ * force_;
    system_.force(next_, force_);
    change_ -= h_ * force_;
  } else {
    change_.setZero(system_.nv());
  }
  work_ = 0.5 * change_;
  if (!U_.isZero(0)) system_.add_mass_product(next_, U_, 1 / h_, work_);
  G_.add_transpose(nu_b_, -1 / h_, work_);
  C_.add_transpose(nu_, -1 / h_, work_);
  if (s_ > 0) D_.add_transpose(Lambda_T_, -0.5, work_);
  r.segment(p, n_) = work_.head(n_);
  for (int i = 0; i < b_; ++i) r[p + n_ + i] = (is_velocity_row(i) ? nu_b_[i] : g_[i]) / h_;

  if (!has_velocity_projection()) return;
  // (B 39c): M W - g_q^T Lambda, g_q v + e g_q,n v_n
  const Index w = p + n_ + b_ + m_;
  work_ = change_;
  if (!W_.isZero(0)) system_.add_mass_product(next_, W_, 1.0, work_);
  G_.add_transpose(Lambda_b_, -1.0, work_);
  C_.add_transpose(Lambda_, -1.0, work_);
  if (s_ > 0) D_.add_transpose(Lambda_T_, -1.0, work_);
  r.segment(w, n_) = work_.head(n_);
  for (int i = 0; i < b_; ++i) r[w + n_ + i] = G_.dot(i, next_.v) + g_t_[i];

  const GglConditions conditions(*this);
  for (int j = 0; j < m_; ++j) {
    r[p + n_ + b_ + j] = conditions.position(j).residual(sets_[j], h_);
    r[w + n_ + b_ + j] = is_cone(j) ? cones_[j].F[0] : conditions.velocity(j).residual(sets_[m_ + j]);
  }
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    auto law = r.segment(w + n_ + b_ + m_ + at.first, at.size);
    if (sets_[flag(at)] == contact_set::cone)
      law = cones_[at.row].F.segment(1, at.size);
    else
      law = coulomb(at).residual(sets_[flag(at)]);
  }
}

}  // namespace jounce
