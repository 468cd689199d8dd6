#include "integrators/ggl/ggl_linear.h"

#include <limits>

#include "integrators/ggl/iterative_choice.h"

namespace jounce {

GglLinear::GglLinear(const System& system, const AlphaCoefficients& coefficients)
    : GglConstant(system, coefficients),
      smooth_(b_ == 0 ? MatrixKind::positive_definite : MatrixKind::general, Ranks::together),
      mass_(b_ == 0 ? MatrixKind::positive_definite : MatrixKind::general, Ranks::together) {}

bool GglLinear::is_profitable_with_friction(const System& system) { return should_keep_columns(system); }

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

void GglLinear::visit_matrices(const State& start, double h, const Stepper::VisitMatrix& visit) {
  trial_.v.setZero(system_.nv());
  system_.joints().jacobian(start, G_);
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
  system_.joints().jacobian(start, G_);
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
  rows_.clear();
  h_ = h;
}

void GglLinear::free_step(const State& start, const Vector& a, const Vector& acceleration, double h) {
  predict(start, a, acceleration, h);
  right_.resize(n_ + b_);
  U_joint_norm_ = 0;
  if (b_ > 0) {
    system_.joints().rates(trial_, rates_);
    system_.joints().values(trial_, values_);
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

/// Rows of this step; columns of the model are those of the same rows alone.
void GglLinear::name_rows(const ContactSet& contacts) {
  contacts_ = &contacts;
  new_rows_.clear();
  for (const ContactRow& row : contacts.rows()) new_rows_.push_back({row.identity()});
  for (const ContactSet::FrictionRows& at : contacts.friction())
    for (int i = 0; i < at.size; ++i) new_rows_.push_back({contacts.rows()[at.row].identity(), i});
  if (new_rows_ == rows_) return;
  rows_.swap(new_rows_);
  model_.forget();
}

double GglLinear::dot(int row, const Vector& x) const {
  const int m = contacts_->size();
  const RowJacobian& W = row < m ? contacts_->jacobian_before() : contacts_->tangents_before();
  const auto dofs = W.dofs(row < m ? row : row - m);
  const auto values = W.values(row < m ? row : row - m);
  double sum = 0;
  for (std::size_t k = 0; k < dofs.size(); ++k)
    if (dofs[k] < n_) sum += values[k] * x[dofs[k]];
  return sum;
}

const GglLinear::Column& GglLinear::column(int row) {
  const auto [place, added] = column_of_.try_emplace(rows_[row], static_cast<int>(columns_.size()));
  if (!added) return columns_[place->second];
  Column& column = columns_.emplace_back();
  Vector w = Vector::Zero(n_ + b_);
  const int m = contacts_->size();
  const RowJacobian& W = row < m ? contacts_->jacobian_before() : contacts_->tangents_before();
  const auto dofs = W.dofs(row < m ? row : row - m);
  const auto values = W.values(row < m ? row : row - m);
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
  return column;
}

GglLinear::Action GglLinear::action(int condition) const {
  const int m = contacts_->size();
  if (condition < m) return {condition, h_, 0};
  if (condition < 2 * m) return {condition - m, 0, 1};
  return {condition - m, 0.5 * h_, 1};
}

void GglLinear::respond(int condition, Eigen::Ref<Vector> y, Eigen::Ref<Vector> smooth) {
  const Action on = action(condition);
  const Column& c = column(on.row);
  const double to_gap = c_.beta / c_.gamma;  // over h
  const int m = contacts_->size();
  for (int j = 0; j < static_cast<int>(rows_.size()); ++j) {
    double of_smooth = on.on_position != 0 ? on.on_position * dot(j, c.s_U) : 0.0;
    if (damped_ && on.on_velocity != 0) of_smooth += on.on_velocity * dot(j, c.s_W);
    const double of_m = dot(j, c.m);
    y[m + j] = of_smooth + on.on_velocity * of_m;
    if (j >= m) continue;
    smooth[j] = to_gap * of_smooth;
    y[j] = smooth[j] + on.on_position / h_ * of_m;
  }
}

bool GglLinear::follow_impacts(std::span<const std::uint8_t> closed) {
  if (!contacts_->follow_impacts(system_, trial_, closed)) return false;
  for (int j = 0; j < contacts_->size(); ++j)
    model_.y_free[contacts_->size() + j] = u_free_[j] - contacts_->target(j);
  return true;
}

void GglLinear::pass() const {
  if (log_ != nullptr) log_->pass();
}

void GglLinear::tried(int iteration, const std::vector<std::uint8_t>& sets,
                      const std::vector<std::uint8_t>& wanted) {
  sets_ = sets;
  wanted_ = wanted;
  log_sets(*contacts_, iteration, std::numeric_limits<double>::quiet_NaN());
}

/// The model's step without multipliers; gaps are affine, so w . x carries them from the trial configuration.
void GglLinear::begin_model(const ContactSet& contacts) {
  const int m = contacts.size();
  const double hb = h_ * c_.beta / c_.gamma;
  name_rows(contacts);
  model_.begin(contacts, h_);
  system_.contacts().gaps(contacts.rows(), trial_, gap_free_);
  u_free_.resize(static_cast<Index>(rows_.size()));
  for (int j = 0; j < static_cast<int>(rows_.size()); ++j) {
    const double w_x = dot(j, x_);
    const bool is_normal = j < m;
    u_free_[j] = w_x + (is_normal ? contacts.jacobian_before().dot(j, trial_.v)
                                  : contacts.tangents_before().dot(j - m, trial_.v));
    if (!is_normal) continue;
    const double w_U = U_joint_norm_ > 0 ? dot(j, U_joint_) : 0.0;
    gap_free_[j] += hb * w_x;
    model_.y_free[j] = gap_free_[j] / h_;
    model_.smooth_free[j] = (gap_free_[j] - w_U) / h_;
    model_.y_free[m + j] = u_free_[j] - contacts.target(j);
  }
  for (const ContactSet::FrictionRows& at : contacts.friction())
    model_.y_free.segment(2 * m + at.first, at.size) =
        u_free_.segment(m + at.first, at.size) + contacts.rows()[at.row].law->tangential_restitution *
                                                     contacts.tangential_before().segment(at.first, at.size);
  model_.c_0.setZero();
  model_.c.head(m) = contacts.warm_nu() / h_;
  model_.c.segment(m, m) = contacts.warm_Lambda();
  model_.c.tail(contacts.tangents()) = contacts.warm_Lambda_T();
}

bool GglLinear::step(const State& start, const Vector& a, const Vector& acceleration, double h,
                     const ContactSet& contacts, int max_iterations, State& next, int& iterations,
                     int& worst_contact) {
  trial_.v.setZero(system_.nv());
  trial_.angles = start.angles;
  prepare(start, h);
  free_step(start, a, acceleration, h);
  resize_rows(contacts.size(), contacts.tangents());
  begin_model(contacts);
  model_.first_sets(*this, sets_);
  std::vector<std::uint8_t>& sets = model_sets_;
  sets = sets_;
  iterations = model_.solve(*this, sets, {.most_sets = max_iterations, .is_exact = true});
  if (iterations < 0) {
    iterations = -iterations;
    worst_contact = model_.most_flipped();
    return false;
  }
  sets_ = sets;
  take_solution();
  finish(start, h, next);
  return true;
}

void GglLinear::take_solution() {
  const ContactSet& contacts = *contacts_;
  const int m = contacts.size();
  nu_ = h_ * model_.c.head(m);
  Lambda_ = model_.c.segment(m, m);
  Lambda_T_ = model_.c.tail(contacts.tangents());
  for (int j = 0; j < m; ++j) u_[j] = model_.y()[m + j] + contacts.target(j);
  tangential_velocity_ = model_.y().tail(contacts.tangents());
  for (const ContactSet::FrictionRows& at : contacts.friction())
    tangential_velocity_.segment(at.first, at.size) -=
        contacts.rows()[at.row].law->tangential_restitution *
        contacts.tangential_before().segment(at.first, at.size);
}

void GglLinear::finish(const State& start, double h, State& next) {
  const double hb = h * c_.beta / c_.gamma;
  bool has_U = b_ > 0;
  if (has_U) U_ = U_joint_.head(n_);
  for (int k = 0; k < model_.size(); ++k) {
    if (model_.c[k] == 0) continue;
    const Action on = action(k);
    const Column& c = column(on.row);
    if (damped_ && on.on_velocity != 0) x_ += on.on_velocity * model_.c[k] * c.s_W;
    if (on.on_position == 0) continue;
    x_ += on.on_position * model_.c[k] * c.s_U;
    if (has_U)
      U_ += on.on_position * model_.c[k] * c.m.head(n_);
    else
      U_ = on.on_position * model_.c[k] * c.m.head(n_);
    has_U = true;
  }
  if (has_U)
    place(start, hb * x_.head(n_) + U_, next);
  else
    place(start, hb * x_.head(n_), next);
  next.v = trial_.v;
  next.v.head(n_) += x_.head(n_);
  if (n_ == system_.nv()) acceleration_.resize(n_);
  acceleration_.head(n_) = (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma * h) * x_.head(n_);
  lambda_ = -x_.tail(b_) / h;
  Lambda_joint_.setZero(b_);
  for (int k = 0; k < model_.size(); ++k) {
    const Action on = action(k);
    if (model_.c[k] == 0 || on.on_velocity == 0) continue;
    const Column& c = column(on.row);
    next.v.head(n_) += on.on_velocity * model_.c[k] * c.m.head(n_);
    Lambda_joint_ -= on.on_velocity * model_.c[k] * c.m.tail(b_);
  }
}

}  // namespace jounce
