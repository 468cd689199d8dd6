#include "model/joint_rows.h"

#include <algorithm>

namespace jounce {

void JointRows::finish() {
  first_rows_.clear();
  velocity_rows_.clear();
  n_rows_ = 0;
  for (const auto& joint : joints_) {
    first_rows_.push_back(n_rows_);
    n_rows_ += joint->rows();
    for (int row = 0; row < joint->rows(); ++row)
      velocity_rows_.push_back(joint->is_velocity_row(row) ? 1 : 0);
  }
  is_holonomic_ = std::find(velocity_rows_.begin(), velocity_rows_.end(), 1) == velocity_rows_.end();
}

int JointRows::joint_of(int row) const {
  const auto next = std::upper_bound(first_rows_.begin(), first_rows_.end(), row);
  return static_cast<int>(next - first_rows_.begin()) - 1;
}

bool JointRows::is_linear() const {
  return std::all_of(joints_.begin(), joints_.end(), [](const auto& joint) { return joint->is_linear(); });
}

void JointRows::values(const State& state, Vector& g) const {
  g.resize(n_rows_);
  for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i]->value(state, g.data() + first_rows_[i]);
}

void JointRows::lay_out(RowJacobian& G) const {
  if (G.rows() == n_rows_) return;
  G.clear();
  for (const auto& joint : joints_)
    for (int row = 0; row < joint->rows(); ++row) G.add_row(joint->dofs());
}

void JointRows::jacobian(const State& state, RowJacobian& G) const {
  lay_out(G);
  for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i]->jacobian(state, first_rows_[i], G);
}

void JointRows::evaluate(const State& state, Vector& g, RowJacobian& G) const {
  lay_out(G);
  g.resize(n_rows_);
  for (std::size_t i = 0; i < joints_.size(); ++i)
    joints_[i]->evaluate(state, g.data() + first_rows_[i], first_rows_[i], G);
}

void JointRows::rates(const State& state, Vector& g_t) const {
  g_t.resize(n_rows_);
  for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i]->rate(state, g_t.data() + first_rows_[i]);
}

void JointRows::rate_derivatives(const State& state, Vector& g_tt) const {
  g_tt.resize(n_rows_);
  for (std::size_t i = 0; i < joints_.size(); ++i)
    joints_[i]->rate_derivative(state, g_tt.data() + first_rows_[i]);
}

void JointRows::add_reaction_gradient(const State& state, const Vector& lambda, double w,
                                      MatrixSink& sink) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    joints_[i]->add_reaction_gradient(state, lambda.data() + first_rows_[i], w, sink);
}

void JointRows::add_velocity_gradient(const State& state, double w, Index first_matrix_row,
                                      MatrixSink& sink) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    joints_[i]->add_velocity_gradient(state, w, first_matrix_row + first_rows_[i], sink);
}

}  // namespace jounce
