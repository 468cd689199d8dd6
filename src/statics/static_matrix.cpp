// The matrix of StaticStep, whole and in parts.

#include <algorithm>
#include <array>
#include <cmath>

#include "statics/static_step.h"

namespace jounce {

bool StaticStep::has_constant_structure() const {
  const auto& blocks = system_.blocks();
  return system_.joints().is_linear() &&
         std::all_of(blocks.begin(), blocks.end(), [](const auto& block) { return block->is_linear(); });
}

void StaticStep::add_structure(const AssemblySinks& sinks) const {
  const Index all = size();
  BlockSink elements(sinks.elements, {0, 0, n_, n_, 1.0});
  IncrementSink elements_q(elements, system_.manifold(), T_);
  work_.setZero(system_.nv());
  system_.add_tangent(next_, work_, {0, 0, 1}, elements_q);
  MatrixSink& sink = sinks.others;
  for (const Hold& hold : holds_) {
    const std::array<Index, 1> at = {hold.dof};
    sink.add(at, at, &hold.stiffness);
  }
  BlockSink block(sink, {0, 0, n_, n_, 1.0});
  IncrementSink block_q(block, system_.manifold(), T_);
  system_.joints().add_reaction_gradient(next_, lambda_, -1.0, block_q);
  BlockSink rows(sink, {n_, 0, all, n_, 1.0});
  IncrementSink rows_q(rows, system_.manifold(), T_);
  BlockSink columns(sink, {0, n_, n_, all, 1.0});
  for (int i = 0; i < b_; ++i) {
    G_.add_row_to(i, i, 1.0, rows_q);
    G_.add_column_to(i, i, -1.0, columns);
  }
}

void StaticStep::add_contacts(MatrixSink& sink) const {
  const Index all = size();
  BlockSink block(sink, {0, 0, n_, n_, 1.0});
  IncrementSink block_q(block, system_.manifold(), T_);
  BlockSink rows(sink, {n_, 0, all, n_, 1.0});
  IncrementSink rows_q(rows, system_.manifold(), T_);
  BlockSink columns(sink, {0, n_, n_, all, 1.0});
  const bool all_places = !sink.wants_values();
  for (int j = 0; j < m_; ++j) {
    const double active = sets_[j] ? 1.0 : 0.0;
    if (all_places || p_[j] != 0)
      system_.contacts().add_reaction_gradient(contacts_->rows()[j], next_, p_[j], -1.0, block_q);
    C_.add_row_to(j, b_ + j, active * normal_slope(j), rows_q);
    C_.add_column_to(j, b_ + j, -1.0, columns);
    const std::array<Index, 1> at = {n_ + b_ + j};
    const double diagonal = soft(j) != nullptr ? 1.0 : 1.0 - active;
    sink.add(at, at, &diagonal);
  }
  if (has_friction()) add_friction(sink, block_q);
}

void StaticStep::add_friction(MatrixSink& sink, MatrixSink& block_q) const {
  const Index all = size(), first = n_ + b_ + m_;
  BlockSink rows(sink, {first, 0, all, n_, 1.0});
  IncrementSink rows_q(rows, system_.manifold(), T_);
  BlockSink columns(sink, {0, first, n_, all, 1.0});
  State moving = next_;
  moving.v = increment();  // so that d(D v)/dq is the change of the slip
  const bool all_places = !sink.wants_values();
  const auto add = [&](Index row, Index col, double value) {
    sink.add(std::array<Index, 1>{row}, std::array<Index, 1>{col}, &value);
  };
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    const CoulombPoint::Derivatives d = friction_derivatives(at);
    for (int i = 0; i < at.size; ++i) {
      const int row = at.first + i;
      D_.add_column_to(row, row, -1.0, columns);
      if (all_places || tau_[row] != 0)
        contacts_->add_reaction_gradient(system_, at, i, next_, tau_[row], -1.0, block_q);
      add(first + row, n_ + b_ + at.row, d.N[i]);
      for (int k = 0; k < at.size; ++k) {
        add(first + row, first + at.first + k, d.T(i, k));
        D_.add_row_to(at.first + k, row, d.S(i, k), rows_q);
        if (all_places || d.S(i, k) != 0)
          contacts_->add_velocity_gradient(system_, at, k, moving, d.S(i, k), row, rows_q);
      }
    }
  }
}

/// Stiffness of a row as if only its own degrees of freedom moved.
double StaticStep::stiffness_of(const RowJacobian& rows, int row) const {
  double flexibility = 0;
  for (std::size_t k = 0; k < rows.dofs(row).size(); ++k) {
    const Index dof = rows.dofs(row)[k];
    if (dof >= n_) continue;
    const double K = diagonal_[dof];
    if (K > 0) flexibility += rows.values(row)[k] * rows.values(row)[k] / K;
  }
  return flexibility > 0 ? 0.5 / flexibility : 1.0;
}

void StaticStep::weigh(const CsrMatrix& matrix) {
  diagonal_.resize(n_);
  for (Index i = 0; i < n_; ++i) diagonal_[i] = matrix.at(i, i);
  system_.complete_assembled(diagonal_);
  diagonal_ = diagonal_.cwiseAbs();
  Vector sums;
  matrix.absolute_row_sums(sums);
  sums.conservativeResize(n_);
  system_.complete_assembled(sums);
  row_sums_ = has_new_sums_ || row_sums_.size() != n_ ? sums : row_sums_.cwiseMin(sums).eval();
  has_new_sums_ = false;
}

void StaticStep::weigh_rows() {
  stiffness_.resize(m_);
  for (int j = 0; j < m_; ++j) stiffness_[j] = stiffness_of(C_, j);
  tangential_stiffness_.resize(tangents_);
  for (int j = 0; j < tangents_; ++j) tangential_stiffness_[j] = stiffness_of(D_, j);
}

bool StaticStep::has_force_by_law(int row, double most) const {
  return soft(row) != nullptr && normal_slope(row) <= most * stiffness_[row];
}

bool StaticStep::has_force_by_law(const ContactSet::FrictionRows& at, double most) const {
  return has_force_by_law(at.row, most) && sticks_softly(at) &&
         row(at.row).law->stick_stiffness * row(at.row).area <=
             most * tangential_stiffness_.segment(at.first, at.size).minCoeff();
}

const CsrMatrix& StaticStep::matrix() {
  std::vector<ContactLayout> rows;
  rows.reserve(contacts_->rows().size());
  for (const ContactRow& row : contacts_->rows()) rows.push_back(row.laid_out());
  const auto add = [this](const AssemblySinks& sinks) {
    add_structure(sinks);
    add_contacts(sinks.others);
  };
  if (!laid_out_ || rows != laid_out_rows_) {
    SharedRows::Multipliers multipliers = {&G_, &C_};
    if (has_friction()) multipliers.push_back(&D_);
    shared_rows_.lay_out(system_, {multipliers});
    shared_rows_.build(size(), matrix_, add);
    laid_out_ = true;
    laid_out_rows_ = std::move(rows);
    assembled_ = false;
  }
  if (assembled_ && system_.is_linear() && !has_friction() && assembled_sets_ == sets_) return matrix_;
  shared_rows_.fill(matrix_, add);
  weigh(matrix_);
  weigh_rows();
  assembled_sets_ = sets_;
  assembled_ = true;
  return matrix_;
}

}  // namespace jounce
