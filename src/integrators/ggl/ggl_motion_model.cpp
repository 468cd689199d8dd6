#include "integrators/ggl/ggl_motion.h"

// The contact laws in the linear model of a motion.

namespace jounce {

/// f = W_N normal + w W_T tangential, at the free unknowns.
void GglMotion::forces(const Vector& normal, const Vector& tangential, double w, Vector& f) const {
  f.setZero(system_.nv());
  equations_.normals().add_transpose(normal, 1, f);
  if (tangential.size() > 0) equations_.tangents().add_transpose(tangential, w, f);
  f.conservativeResize(n_);
}

void GglMotion::respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) {
  const int m = contacts_.size();
  const bool is_position = condition < m, is_tangent = condition >= 2 * m;
  const int row = is_tangent ? condition - m : condition % m;
  const double nu = is_position ? h_ : is_tangent ? h_ / 2 : 0.0;
  const Vector& of_M = K_.column_M(row);
  y.tail(of_M.size()) = (is_position ? -h_ / hb_ : is_tangent ? 1 - theta_ : 1.0) * of_M;
  y.head(m).setZero();
  if (nu != 0) {
    const Vector& of_S = K_.column_S(row);
    y.head(m) = a_ * nu / h_ * of_S.head(m);
    y.tail(of_S.size()) += a_ * nu / hb_ * of_S;
  }
  if (is_elastic_)
    smooth.setZero();  // q~ does not know of contacts
  else
    smooth = y.head(m) - nu / h_ * of_M.head(m);
}

/// The laws in the linear model at the present iterate, and the step d to its solution.
void GglMotion::solve_model(const Vector& r) {
  const int m = contacts_.size();
  sets_ = equations_.sets();
  const Vector U = equations_.position_correction().head(n_);
  if (is_elastic_) {
    y_ = U;
    forces(nu_, Lambda_T_, h_ / 2, work_);
    r_free_ = h_ * r.segment(n_, n_) + work_;  // without contacts
  } else {
    y_ = hb_ * equations_.smooth_increment() + U;
    matrix_M_.multiply(U, work_);
    r_free_ = hb_ * (is_rough_ ? force_ : Vector(r.head(n_))) + a_ * work_;
  }
  // From the second iterate on its own multipliers may stay in the linear model: columns then act on their
  // changes alone, and need not be exact.
  const bool holds = is_linear_ && has_model_ && m > 0;
  if (holds) {
    forces(nu_, Lambda_T_, h_ / 2, F_);
    work_ = r_free_ - a_ * F_;
    K_.solve_S(work_, d_);
  } else {
    K_.solve_S(r_free_, d_);
  }
  d_ = -d_;
  if (!holds) F_.setZero(n_);
  U_.setZero(n_);
  Z_.setZero(n_);
  if (m == 0) return;

  model_.begin(contacts_, h_);
  Vector at_iterate(model_.size());
  equations_.conditions(model_.y_free, at_iterate);
  model_.c = at_iterate;
  model_.c_0 = holds ? at_iterate : Vector::Zero(model_.size());
  response_y_.setZero(system_.nv());
  response_U_.setZero(system_.nv());
  response_Z_.setZero(system_.nv());
  response_y_.head(n_) = d_;
  response_Z_.head(n_) = d_ / hb_;
  if (!holds) {
    response_U_.head(n_) = -U;
    response_Z_.head(n_) += U / hb_ - equations_.velocity_jump().head(n_);
  }
  const RowJacobian &C = equations_.normals(), &D = equations_.tangents();
  for (int j = 0; j < m; ++j) {
    const double moved = C.dot(j, response_y_) / h_;
    model_.y_free[j] += moved;
    model_.y_free[m + j] += C.dot(j, response_Z_);
    model_.smooth_free[j] = equations_.smooth_gap(j) / h_;
    if (!is_elastic_) model_.smooth_free[j] += moved - C.dot(j, response_U_) / h_;
  }
  for (int i = 0; i < D.rows(); ++i) model_.y_free[2 * m + i] += D.dot(i, response_Z_);
  ContactModel::Options options;
  options.is_exact = true;
  model_.solve(*this, sets_, options);

  nu_ = h_ * model_.c.head(m);
  Lambda_ = model_.c.segment(m, m);
  Lambda_T_ = model_.c.tail(model_.size() - 2 * m);
  work_ = F_;
  forces(nu_, Lambda_T_, h_ / 2, F_);
  work_ = F_ - work_;
  K_.solve_S(work_, column_);
  d_ += a_ * column_;
  if (!is_rough_) find_corrections();
}

/// U and Z of the present multipliers.
void GglMotion::find_corrections() {
  forces(nu_, Lambda_T_, h_ / 2, F_);
  K_.solve_M(F_, U_);
  forces(Lambda_ - nu_ / hb_, Lambda_T_, 1 - theta_, work_);
  K_.solve_M(work_, Z_);
}

}  // namespace jounce
