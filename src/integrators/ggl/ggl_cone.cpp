#include <array>

#include "contact_problem/contact_functions.h"
#include "integrators/ggl/ggl_step.h"

// Fischer-Burmeister's function of the second-order cone in place of the branches of Coulomb's law.

namespace jounce {
namespace {

/// F(Lambda / r, u) in units of velocity.
template <int D>
GglStep::ConeFunction cone_function(double mu, double r, const Vector3& Lambda, const Vector3& u) {
  const contact_problem::SmallVector<D> scaled = Lambda.head<D>() / r, velocity = u.head<D>();
  const auto f = contact_problem::fischer_burmeister<D>(mu, scaled, velocity);
  GglStep::ConeFunction result;
  result.F.head<D>() = f.F;
  result.by_impulse.topLeftCorner<D, D>() = f.F_r / r;
  result.by_velocity.topLeftCorner<D, D>() = f.F_u;
  return result;
}

}  // namespace

void GglStep::evaluate_cones() {
  cones_.resize(m_);
  Vector3 Lambda = Vector3::Zero(), u = Vector3::Zero();
  for (int j = 0; j < m_; ++j) {
    Lambda[0] = Lambda_[j];
    u[0] = contact_velocity_[j] - contacts_->target(j);
    cones_[j] = cone_function<2>(0, contacts_->r(j), Lambda, u);
  }
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (!at.in_contact()) continue;
    const CoulombPoint point = coulomb(at);
    Lambda[0] = Lambda_[at.row];
    u[0] = contact_velocity_[at.row] - contacts_->target(at.row);
    Lambda.segment(1, at.size) = point.Lambda_T;
    u.segment(1, at.size) = point.s;
    cones_[at.row] = at.size == 1 ? cone_function<2>(point.mu(), contacts_->r(at.row), Lambda, u)
                                  : cone_function<3>(point.mu(), contacts_->r(at.row), Lambda, u);
  }
}

double GglStep::normal_by_velocity(int row) const {
  if (is_cone(row)) return cones_[row].by_velocity(0, 0);
  return sets_[m_ + row] != contact_set::open ? 1.0 : 0.0;
}

double GglStep::normal_by_impulse(int row) const {
  if (is_cone(row)) return cones_[row].by_impulse(0, 0);
  return sets_[m_ + row] != contact_set::open ? 0.0 : 1.0;
}

CoulombPoint::Derivatives GglStep::friction_derivatives(const ContactSet::FrictionRows& at) const {
  const std::uint8_t set = sets_[flag(at)];
  if (set != contact_set::cone) return coulomb(at).derivatives(set);
  const ConeFunction& cone = cones_[at.row];
  return {cone.by_impulse.block(1, 0, at.size, 1), cone.by_impulse.block(1, 1, at.size, at.size),
          cone.by_velocity.block(1, 1, at.size, at.size)};
}

void GglStep::couple_cones(MatrixSink& sink, Index w) const {
  const Index all = size();
  const Index first = w + n_ + b_;  // row of Lambda
  const double hb = h_ * c_.beta / c_.gamma;
  struct Column {
    Index at;
    double velocity, position;  // what it moves u and q by
  };
  const std::array<Column, 3> columns = {{{w, 1, 0}, {0, 1, hb}, {n_ + b_, 0, h_}}};
  for (const ContactSet::FrictionRows& f : contacts_->friction()) {
    if (!f.in_contact()) continue;
    const ContactRow& row = contacts_->rows()[f.row];
    const bool is_cone = sets_[flag(f)] == contact_set::cone;
    const ConeFunction none, &cone = is_cone ? cones_[f.row] : none;
    for (int k = 0; k < f.size; ++k) {
      const int tangential = m_ + f.first + k;
      const double value = -cone.by_impulse(0, 1 + k);  // unknowns are -DLambda
      sink.add(std::array<Index, 1>{first + f.row}, std::array<Index, 1>{first + tangential}, &value);
      for (const Column& column : columns) {
        BlockSink rows(sink, {first, column.at, all, n_, 1.0});
        IncrementSink rows_q(rows, system_.manifold(), T_);
        if (column.velocity != 0) {
          D_.add_row_to(f.first + k, f.row, cone.by_velocity(0, 1 + k), rows);
          C_.add_row_to(f.row, tangential, cone.by_velocity(1 + k, 0), rows);
        }
        if (column.position == 0) continue;
        system_.contacts().add_velocity_gradient(row, next_, column.position * cone.by_velocity(0, 1 + k),
                                                 f.row, rows_q, tangent(k));
        system_.contacts().add_velocity_gradient(row, next_, column.position * cone.by_velocity(1 + k, 0),
                                                 tangential, rows_q);
      }
    }
  }
}

}  // namespace jounce
