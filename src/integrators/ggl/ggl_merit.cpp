#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "integrators/ggl/ggl_step.h"
#include "stepping/failure_cause.h"

// When a step has converged, and what a residual belongs to.

namespace jounce {

double GglStep::merit(const Vector& r, const Vector& row_sums, double tolerance, Index* row,
                      bool is_strict) const {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  // A function of the cone leads the way only.
  constexpr double kConeTolerance = 1e-7;
  // Constraints hold to a few units of round-off.
  const double exact = 64 * eps * (is_strict ? Scales::kStrictRows : 1.0);
  if (is_strict) tolerance *= Scales::kStrictMomentum;
  work_ = U_ / h_;  // rate of the correction
  Vector3 speed = scales_->velocities(system_, {&v_smooth_, &next_.v, &W_, &work_});
  const bool rubs = contacts_->flags() > m_;  // a joint
  if (rubs) scales_->raise(system_, G_, joint_impulse_, speed);
  Vector3 jump = speed;  // of momentum
  if (m_ > 0) {
    scales_->raise(system_, C_, Lambda_, jump);
    scales_->raise(system_, C_, nu_ / h_, jump);
  }
  if (s_ > 0) scales_->raise(system_, D_, Lambda_T_, jump);
  // Impulses of contacts that balance leave round-off of the velocities that each of them makes.
  const Vector3& contact_speed = row_sums.size() > 0 ? jump : speed;
  // Forces of joints that balance leave round-off of their own size, also where nothing moves: the centres of
  // shafts in their bearings.
  Vector3 balanced = Vector3::Zero();
  if (b_ > 0) scales_->raise(system_, G_, h_ * lambda_ + Lambda_b_, balanced);
  double worst = 0;
  fields_.clear();
  const auto consider = [&](Field field, Index entry, double allowed) {
    const double ratio = std::abs(r[entry]) / allowed;
    fields_.raise(field, std::isnan(ratio) ? std::numeric_limits<double>::infinity() : ratio);
    if (worst < std::numeric_limits<double>::infinity() && !(ratio <= worst)) {
      worst = std::isnan(ratio) ? std::numeric_limits<double>::infinity() : ratio;
      if (row != nullptr) *row = entry;
    }
  };
  const Index p = n_ + b_;
  const Index w = p + n_ + b_ + m_;
  for (Index i = 0; i < n_; ++i) {
    const DofKind kind = system_.dofs().kinds[i];
    const double momentum = scales_->mass(i) * (tolerance * jump[static_cast<Index>(kind)] +
                                                exact * balanced[static_cast<Index>(kind)]);
    // of forces, which are differences of large ones in stiff bodies
    const auto round_off = [&](Index entry) {
      return row_sums.size() > 0 ? exact * row_sums[entry] * scales_->coordinate(kind) / h_ : 0.0;
    };
    consider(Field::motion, i, momentum + round_off(i));
    consider(Field::motion, p + i, momentum + (is_elastic_ ? round_off(p + i) : 0));
    if (has_velocity_projection())
      consider(Field::motion, w + i, momentum + (is_elastic_ ? round_off(w + i) : 0));
  }
  for (int i = 0; i < b_; ++i) {
    const double velocity = exact * Scales::row_velocity(system_, speed, G_, i);
    consider(Field::joint_velocity, n_ + i, velocity);
    consider(Field::joint_position, p + n_ + i,
             exact * scales_->row_coordinate(system_, speed, h_, G_, i) / h_);
    if (has_velocity_projection()) consider(Field::joint_velocity, w + n_ + i, velocity);
  }
  for (int j = 0; j < m_; ++j) {
    const double velocity = Scales::row_velocity(system_, contact_speed, C_, j);
    const double momentum = tolerance * contacts_->r(j) * Scales::row_velocity(system_, speed, C_, j);
    consider(Field::contact_position, p + n_ + b_ + j,
             sets_[j] ? exact * scales_->row_coordinate(system_, speed, h_, C_, j) / h_ : momentum);
    const bool is_open = sets_[m_ + j] == contact_set::open;
    consider(Field::contact_velocity, w + n_ + b_ + j,
             is_open ? momentum : (is_cone(j) ? kConeTolerance : exact) * velocity);
  }
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    const std::uint8_t set = sets_[flag(at)];
    for (int i = at.first; i < at.first + at.size; ++i) {
      const double velocity = Scales::row_velocity(system_, contact_speed, D_, i);
      consider(Field::friction, w + n_ + b_ + m_ + i,
               set == contact_set::stick  ? exact * velocity
               : set == contact_set::cone ? kConeTolerance * velocity
                                          : tolerance * at.r * Scales::row_velocity(system_, speed, D_, i));
    }
  }
  return worst;
}

std::string GglStep::describe(Index entry) const {
  const Index p = n_ + b_;
  const Index w = p + n_ + b_ + m_;
  const Index local = entry < p ? entry : (entry < w ? entry - p : entry - w);
  if (local < n_) return "momentum balance of " + describe_dof(system_, local);
  if (local < n_ + b_) return system_.joints().describe(static_cast<int>(local - n_));
  auto of = static_cast<int>(local - n_ - b_);
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    if (local - n_ - b_ - m_ >= at.first) of = at.flag;
  return contacts_->describe(system_, of);
}

}  // namespace jounce
