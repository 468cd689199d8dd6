#include "integrators/ggl/ggl_linear.h"

#include <limits>

#include "la/decompositions.h"

namespace jounce {

GglLinear::GglLinear(const System& system, const AlphaCoefficients& coefficients)
    : GglConstant(system, coefficients),
      smooth_(b_ == 0 ? MatrixKind::positive_definite : MatrixKind::general, Ranks::together),
      mass_(b_ == 0 ? MatrixKind::positive_definite : MatrixKind::general, Ranks::together) {}

void GglLinear::forget() {
  h_ = 0;
  smooth_.forget();
  mass_.forget();
}

/// The sum of mass, damping and stiffness with these weights; bordered by the joints.
void GglLinear::build(const State& start, const TangentWeights& weights, bool bordered, CsrMatrix& matrix) {
  const auto assemble = [&](MatrixSink& sink) {
    BlockSink block(sink, {0, 0, n_, n_, 1.0});
    system_.add_tangent(start, trial_.v, weights, block);
    if (!bordered) return;
    BlockSink rows(sink, {n_, 0, b_, n_, 1.0});
    BlockSink columns(sink, {0, n_, n_, b_, 1.0});
    for (int i = 0; i < b_; ++i) {
      G_.add_row_to(i, i, 1.0, rows);
      G_.add_column_to(i, i, 1.0, columns);
    }
  };
  if (matrix.size() == 0) {
    PatternBuilder pattern(bordered ? n_ + b_ : n_);
    assemble(pattern);
    pattern.build(matrix);
  }
  matrix.set_zero();
  assemble(matrix);
}

void GglLinear::visit_matrices(const State& start, double h, const Integrator::VisitMatrix& visit) {
  trial_.v.setZero(system_.nv());
  system_.constraint_jacobian(start, G_);
  build(start, smooth_weights(h), true, S_);
  visit({"the motion of a step", &S_, b_ == 0});
  build(start, {1, 0, 0}, true, M_);
  visit({"the mass", &M_, b_ == 0});
  build(start, {0, 0, 1}, false, K_);
  visit({"the stiffness", &K_, true, false});
  build(start, {0, 1, 0}, false, C_);
  visit({"the damping", &C_, true, false});
}

void GglLinear::prepare(const State& start, double h) {
  if (h == h_) return;
  const bool first = S_.size() == 0;
  system_.constraint_jacobian(start, G_);
  build(start, smooth_weights(h), true, S_);
  smooth_.factor(S_);
  if (first || h_ == 0) {
    build(start, {1, 0, 0}, true, M_);
    build(start, {0, 0, 1}, false, K_);
    build(start, {0, 1, 0}, false, C_);
    const auto damping = C_.values();
    damped_ = std::any_of(damping.begin(), damping.end(), [](double value) { return value != 0; });
  }
  columns_.clear();
  column_of_.clear();
  h_ = h;
}

void GglLinear::free_step(const State& start, const Vector& a, const Vector& acceleration, double h) {
  predict(start, a, acceleration, h);
  right_.resize(n_ + b_);
  U_joint_norm_ = 0;
  if (b_ > 0) {
    system_.constraint_rates(trial_, rates_);
    system_.constraint_values(trial_, values_);
    for (int i = 0; i < b_; ++i) {
      right_[n_ + i] = -(G_.dot(i, trial_.v) + rates_[i]);
      values_[i] += h * c_.beta / c_.gamma * right_[n_ + i];  // g(q~), known before v~ because G Dv~ is
    }
    work_.setZero(n_ + b_);
    work_.tail(b_) = -values_;
    mass_.factor(M_);
    mass_.solve(work_, U_joint_);
    U_joint_norm_ = U_joint_.head(n_).lpNorm<Eigen::Infinity>();
    trial_.q.head(n_) += U_joint_.head(n_);
  }
  trial_force();
  right_.head(n_) = h * force_.head(n_);
  smooth_.solve(right_, x_);
}

int GglLinear::column(const ContactRow& row, int contact_row, const ContactSet& contacts) {
  const auto [place, added] = column_of_.try_emplace(row.identity(), static_cast<int>(columns_.size()));
  if (!added) return place->second;
  Column& column = columns_.emplace_back();
  Vector w = Vector::Zero(n_ + b_);
  const auto dofs = contacts.jacobian_before().dofs(contact_row);
  const auto values = contacts.jacobian_before().values(contact_row);
  for (std::size_t k = 0; k < dofs.size(); ++k)
    if (dofs[k] < n_) w[dofs[k]] += values[k];
  mass_.factor(M_);
  mass_.solve(w, column.m);

  const auto response = [&](const CsrMatrix& matrix, Vector& s) {
    Vector load = Vector::Zero(n_ + b_), product;
    matrix.multiply(column.m.head(n_), product);
    load.head(n_) = -h_ * product;
    smooth_.solve(load, s);
  };
  response(K_, column.s_U);
  if (damped_)
    response(C_, column.s_W);
  else
    column.s_W = Vector::Zero(n_ + b_);
  return place->second;
}

double GglLinear::dot(const ContactSet& contacts, int row, const Vector& x) const {
  const auto dofs = contacts.jacobian_before().dofs(row);
  const auto values = contacts.jacobian_before().values(row);
  double sum = 0;
  for (std::size_t k = 0; k < dofs.size(); ++k)
    if (dofs[k] < n_) sum += values[k] * x[dofs[k]];
  return sum;
}

void GglLinear::evaluate_rows(const ContactSet& contacts) {
  const double hb = h_ * c_.beta / c_.gamma;
  for (int j = 0; j < contacts.size(); ++j) {
    double from_smooth = 0, from_U = 0, from_W = 0;
    for (int k = 0; k < contacts.size(); ++k) {
      if (nu_[k] == 0 && Lambda_[k] == 0) continue;
      const Column& c = columns_[static_cast<std::size_t>(
          column(contacts.rows()[static_cast<std::size_t>(k)], k, contacts))];
      from_smooth += dot(contacts, j, c.s_U) * nu_[k];
      if (damped_) from_smooth += dot(contacts, j, c.s_W) * Lambda_[k];
      const double m = dot(contacts, j, c.m);
      from_U += m * nu_[k];
      from_W += m * Lambda_[k];
    }
    gap_smooth_[j] = gap_smooth_free_[j] + hb * from_smooth;
    gap_[j] = gap_free_[j] + hb * from_smooth + from_U;
    u_[j] = u_free_[j] + from_smooth + from_W;
  }
}

void GglLinear::solve_sets(const ContactSet& contacts) {
  const int m = contacts.size();
  const double hb = h_ * c_.beta / c_.gamma;
  split_sets(m);
  const Index nA = static_cast<Index>(A_.size());
  const Index nB = static_cast<Index>(B_.size());
  nu_.setZero(m);
  Lambda_.setZero(m);
  if (nA + nB == 0) return;
  delassus_.resize(nA + nB, nA + nB);
  delassus_right_.resize(nA + nB);
  const auto fill_column = [&](int k, Index at, bool position) {
    const Column& c =
        columns_[static_cast<std::size_t>(column(contacts.rows()[static_cast<std::size_t>(k)], k, contacts))];
    const Vector& s = position ? c.s_U : c.s_W;
    for (Index i = 0; i < nA; ++i) {
      const int j = A_[static_cast<std::size_t>(i)];
      delassus_(i, at) = hb * dot(contacts, j, s) + (position ? dot(contacts, j, c.m) : 0.0);
    }
    for (Index i = 0; i < nB; ++i) {
      const int j = B_[static_cast<std::size_t>(i)];
      delassus_(nA + i, at) = dot(contacts, j, s) + (position ? 0.0 : dot(contacts, j, c.m));
    }
  };
  for (Index i = 0; i < nA; ++i) {
    fill_column(A_[static_cast<std::size_t>(i)], i, true);
    delassus_right_[i] = -gap_free_[A_[static_cast<std::size_t>(i)]];
  }
  for (Index i = 0; i < nB; ++i) {
    const int j = B_[static_cast<std::size_t>(i)];
    fill_column(j, nA + i, false);
    delassus_right_[nA + i] = contacts.target(j) - u_free_[j];
  }
  solve_delassus();
  for (Index i = 0; i < nA; ++i) nu_[A_[static_cast<std::size_t>(i)]] = delassus_solution_[i];
  for (Index i = 0; i < nB; ++i) Lambda_[B_[static_cast<std::size_t>(i)]] = delassus_solution_[nA + i];
}

void GglLinear::solve_delassus() {
  // Rows of positions and of velocities differ by units: scale by the diagonal, and the former by the step,
  // before judging the condition.
  scale_ =
      delassus_.diagonal().cwiseAbs().cwiseMax(std::numeric_limits<double>::min()).cwiseSqrt().cwiseInverse();
  delassus_ = scale_.asDiagonal() * delassus_ * scale_.asDiagonal();
  delassus_right_ = scale_.cwiseProduct(delassus_right_);
  const auto nA = static_cast<Index>(A_.size()), nB = static_cast<Index>(B_.size());
  delassus_.topRightCorner(nA, nB) /= h_;
  delassus_.bottomLeftCorner(nB, nA) *= h_;
  delassus_right_.head(nA) /= h_;
  lu_.compute(delassus_);
  // The estimate of the condition overlooks equal rows: its right-hand sides are consistent with them.
  if (lu_.rcond() > 1e-12 && lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > 1e-12)
    delassus_solution_ = lu_.solve(delassus_right_);
  else  // redundant contacts: minimum-norm multipliers
    delassus_solution_ =
        Eigen::CompleteOrthogonalDecomposition<DenseMatrix>(delassus_).solve(delassus_right_);
  delassus_solution_.head(nA) *= h_;
  delassus_solution_ = scale_.cwiseProduct(delassus_solution_);
}

bool GglLinear::step(const State& start, const Vector& a, const Vector& acceleration, double h,
                     const ContactSet& contacts, int max_iterations, State& next, int& iterations,
                     int& blame) {
  trial_.v.setZero(system_.nv());
  trial_.angles = start.angles;
  prepare(start, h);
  free_step(start, a, acceleration, h);

  // Rows of the free step; gaps are affine, so w . x carries them from the trial configuration.
  const double hb = h * c_.beta / c_.gamma;
  const int m = contacts.size();
  system_.gaps(contacts.rows(), trial_, gap_free_);
  gap_smooth_free_.resize(m);
  u_free_.resize(m);
  resize_rows(m);
  for (int j = 0; j < m; ++j) {
    const double w_x = dot(contacts, j, x_);
    const double w_U = U_joint_norm_ > 0 ? dot(contacts, j, U_joint_) : 0.0;
    gap_free_[j] += hb * w_x;
    gap_smooth_free_[j] = gap_free_[j] - w_U;
    u_free_[j] = contacts.jacobian_before().dot(j, trial_.v) + w_x;
  }

  nu_ = contacts.warm_nu();
  Lambda_ = contacts.warm_Lambda();
  guard_.begin();
  evaluate_rows(contacts);
  wanted_sets(contacts);
  sets_ = wanted_;
  for (iterations = 1;; ++iterations) {
    solve_sets(contacts);
    evaluate_rows(contacts);
    wanted_sets(contacts);
    if (guard_.cycled()) keep_ties(contacts);
    const bool settled = is_settled();
    if (!settled) guard_.choose(sets_, wanted_);
    log_sets(contacts, iterations, std::numeric_limits<double>::quiet_NaN());
    if (settled) break;
    if (iterations >= max_iterations) {
      const int flipped = guard_.most_flipped();
      blame = flipped < 0 || m == 0 ? -1 : flipped % m;
      return false;
    }
    sets_ = wanted_;
  }

  finish(contacts, h, next);
  return true;
}

void GglLinear::finish(const ContactSet& contacts, double h, State& next) {
  const double hb = h * c_.beta / c_.gamma;
  for (int k = 0; k < contacts.size(); ++k) {
    if (nu_[k] == 0 && Lambda_[k] == 0) continue;
    const Column& c =
        columns_[static_cast<std::size_t>(column(contacts.rows()[static_cast<std::size_t>(k)], k, contacts))];
    x_ += nu_[k] * c.s_U;
    if (damped_) x_ += Lambda_[k] * c.s_W;
  }
  next.t = trial_.t;
  next.q = trial_.q;
  next.v = trial_.v;
  next.q.head(n_) += hb * x_.head(n_);
  next.v.head(n_) += x_.head(n_);
  if (n_ == system_.nv()) acceleration_.resize(n_);
  acceleration_.head(n_) = (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma * h) * x_.head(n_);
  lambda_ = -x_.tail(b_) / h;
  Lambda_joint_.setZero(b_);
  for (int k = 0; k < contacts.size(); ++k) {
    if (nu_[k] == 0 && Lambda_[k] == 0) continue;
    const Column& c =
        columns_[static_cast<std::size_t>(column(contacts.rows()[static_cast<std::size_t>(k)], k, contacts))];
    next.q.head(n_) += nu_[k] * c.m.head(n_);
    next.v.head(n_) += Lambda_[k] * c.m.head(n_);
    Lambda_joint_ -= Lambda_[k] * c.m.tail(b_);
  }
}

}  // namespace jounce
