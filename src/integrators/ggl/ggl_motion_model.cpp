#include <algorithm>
#include <limits>

#include "integrators/ggl/ggl_motion.h"
#include "la/symmetric_product.h"

// The contact laws in the linear model of a motion.

namespace jounce {
namespace {

constexpr int kMostAtSurface = 10;  ///< iterations on the surface
constexpr double kSettled = 1e-12;  ///< relative change of the multipliers that need not be made
constexpr double kSlow = 0.5;       ///< contraction that ends them

}  // namespace

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

void GglMotion::multiply(const Vector& x, Vector& y, Vector& smooth) {
  const int m = contacts_.size();
  const Index rows = x.size() - m;
  on_S_.resize(rows);  // nu and the share of friction that act on the motion
  on_S_ << h_ * x.head(m), h_ / 2 * x.tail(rows - m);
  on_M_.resize(rows);
  on_M_ << x.segment(m, m) - h_ / hb_ * x.head(m), (1 - theta_) * x.tail(rows - m);
  symmetric_product(K_.rows_S(), on_S_, by_S_);
  symmetric_product(K_.rows_M(), on_M_, by_M_);
  by_M_ += a_ / hb_ * by_S_;
  y.head(m) = a_ / h_ * by_S_.head(m);
  y.tail(rows) = by_M_;
  if (is_elastic_) {
    smooth.setZero();
    return;
  }
  symmetric_product(K_.rows_M(), on_S_, by_M_);
  smooth = y.head(m) - by_M_.head(m) / h_;
}

double GglMotion::response(int of, int by) {
  const int m = contacts_.size();
  const int i = of < m ? of : of - m, j = by < m ? by : by - m;
  const double nu = by < m ? h_ : by >= 2 * m ? h_ / 2 : 0.0;
  const double of_S = nu == 0 ? 0 : a_ * nu * K_.rows_S()(std::max(i, j), std::min(i, j));
  if (of < m) return of_S / h_;
  const double share = by < m ? -h_ / hb_ : by >= 2 * m ? 1 - theta_ : 1.0;
  return of_S / hb_ + share * K_.rows_M()(std::max(i, j), std::min(i, j));
}

/// The step d of the motion on its own from the present iterate, with the forces F that stay in the model:
/// none, or from the second iterate of linear bodies on those of its own multipliers. Columns then act on
/// their changes alone, and need not be exact.
void GglMotion::find_free_step(const Vector& r) {
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
  holds_ = is_linear_ && has_model_ && contacts_.size() > 0;
  if (holds_) {
    forces(nu_, Lambda_T_, h_ / 2, F_);
    work_ = r_free_ - a_ * F_;
    K_.solve_S(work_, d_);
  } else {
    F_.setZero(n_);
    K_.solve_S(r_free_, d_);
  }
  d_ = -d_;
  U_.setZero(n_);
  Z_.setZero(n_);
}

/// The multipliers of the laws in the linear model at the present iterate.
void GglMotion::solve_laws() {
  const int m = contacts_.size();
  sets_ = equations_.sets();
  model_.begin(contacts_, h_);
  c_before_.resize(model_.size());
  equations_.conditions(model_.y_free, c_before_);
  model_.c = c_before_;
  model_.c_0 = holds_ ? c_before_ : Vector::Zero(model_.size());
  response_y_.setZero(system_.nv());
  response_U_.setZero(system_.nv());
  response_Z_.setZero(system_.nv());
  response_y_.head(n_) = d_;
  response_Z_.head(n_) = d_ / hb_;
  if (!holds_) {
    const Vector& U = equations_.position_correction();
    response_U_.head(n_) = -U.head(n_);
    response_Z_.head(n_) += U.head(n_) / hb_ - equations_.velocity_jump().head(n_);
  }
  const RowJacobian &C = equations_.normals(), &D = equations_.tangents();
  const auto smooth_gap =
      [&](int j) {  // on the surface, by the directions at q: all its closest points cost more
        return is_placed_ ? equations_.gap(j) - C.dot(j, equations_.position_correction())
                          : equations_.smooth_gap(j);
      };
  for (int j = 0; j < m; ++j) {
    const double moved = C.dot(j, response_y_) / h_;
    model_.y_free[j] += moved;
    model_.y_free[m + j] += C.dot(j, response_Z_);
    model_.smooth_free[j] = smooth_gap(j) / h_;
    if (!is_elastic_) model_.smooth_free[j] += moved - C.dot(j, response_U_) / h_;
  }
  for (int i = 0; i < D.rows(); ++i) model_.y_free[2 * m + i] += D.dot(i, response_Z_);
  ContactModel::Options options;
  options.is_exact = true;
  options.may_be_solved = is_placed_;
  model_.solve(*this, sets_, options);

  nu_ = h_ * model_.c.head(m);
  Lambda_ = model_.c.segment(m, m);
  Lambda_T_ = model_.c.tail(model_.size() - 2 * m);
}

/// d, U and Z with the forces of the present multipliers along the present rows.
void GglMotion::find_step() {
  work_ = F_;
  forces(nu_, Lambda_T_, h_ / 2, F_);
  work_ = F_ - work_;
  if (is_at_surface_) {
    column_.setZero(n_);
    K_.move_surface_by_S(work_, column_);
  } else {
    K_.solve_S(work_, column_);
  }
  d_ += a_ * column_;
  if (!is_rough_) find_corrections();
}

/// U and Z of the present multipliers.
void GglMotion::find_corrections() {
  const auto solve = [this](const Vector& f, Vector& x) {
    if (is_at_surface_)
      K_.move_surface_by_M(f, x);
    else
      K_.solve_M(f, x);
  };
  forces(nu_, Lambda_T_, h_ / 2, F_);
  solve(F_, U_);
  forces(Lambda_ - nu_ / hb_, Lambda_T_, 1 - theta_, work_);
  solve(work_, Z_);
}

/// No multiplier acts beyond the surface.
bool GglMotion::loads_surface_alone() const {
  for (int j = 0; j < contacts_.size(); ++j)
    if (!K_.reaches(j) && (nu_[j] != 0 || Lambda_[j] != 0)) return false;
  for (int i = 0; i < static_cast<int>(Lambda_T_.size()); ++i)
    if (!K_.reaches(contacts_.size() + i) && Lambda_T_[i] != 0) return false;
  return true;
}

/// Of linear bodies, contacts move the surface by its compliance alone: there the laws and the directions of
/// the contacts are iterated, with no solution of the size of the motion.
void GglMotion::settle_surface(Vector& x) {
  y_start_ = y_;
  d_start_ = d_;
  F_start_ = F_;
  is_at_surface_ = true;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMostAtSurface; ++i) {
    if (i > 0) {
      y_ += d_;
      d_.setZero(n_);
      find_step();  // the same multipliers along the present rows
      holds_ = is_placed_ = true;
    }
    solve_laws();
    if (!loads_surface_alone()) break;
    find_step();
    place(1, x);
    problem_.place(x, sets_);
    const double change = (model_.c - c_before_).lpNorm<Eigen::Infinity>();
    const double next = i == 0 ? change : change / last * change;  // when it falls as it did
    if (!(next > kSettled * model_.c.lpNorm<Eigen::Infinity>()) || !(change < kSlow * last)) break;
    last = change;
  }
  is_at_surface_ = is_placed_ = false;
  y_ = y_start_;
  d_ = d_start_;
  F_ = F_start_;
  find_step();
}

}  // namespace jounce
