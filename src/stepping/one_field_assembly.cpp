#include <algorithm>
#include <array>

#include "stepping/one_field_step.h"

namespace jounce {

void OneFieldStep::assemble_elements(MatrixSink& sink) const {
  BlockSink block(sink, {0, 0, n_, n_, 1.0});
  work_.setZero(system_.nv());
  IncrementSink block_q(block, system_.manifold(), T_);  // on rotations dq = T d(increment)
  const double stiffness = form_.f_y * form_.dq_dy;
  const bool moves = form_.dq_dy != 0;  // positions depend on y
  if (!moves) {
    const double damping = form_.f_y * form_.dv_dy;
    if (damping != 0)
      system_.add_tangent(next_, work_, {form_.m_y, damping, 0}, block);
    else
      system_.add_mass(force_state(), form_.m_y, block);
  } else if (system_.manifold().is_flat()) {
    system_.add_tangent(next_, work_, {form_.m_y, form_.f_y * form_.dv_dy, stiffness}, block);
  } else {
    system_.add_tangent(next_, work_, {form_.m_y, form_.f_y * form_.dv_dy, 0}, block);
    system_.add_tangent(next_, work_, {0, 0, stiffness}, block_q);
  }
  if (moves) system_.add_mass_gradient(next_, inertia_, form_.dq_dy, block_q);
}

void OneFieldStep::assemble(const AssemblySinks& sinks) const {
  assemble_elements(sinks.elements);
  MatrixSink& sink = sinks.others;
  const Index all = size();
  const bool moves = form_.dq_dy != 0;
  const bool apart = form_.forces_at != nullptr;
  BlockSink block(sink, {0, 0, n_, n_, 1.0});
  IncrementSink block_q(block, system_.manifold(), T_);
  if (moves) system_.joints().add_reaction_gradient(next_, p_b_, -form_.dq_dy, block_q);
  BlockSink rows(sink, {n_, 0, all, n_, 1.0});
  IncrementSink rows_q(rows, system_.manifold(), T_);
  BlockSink columns(sink, {0, n_, n_, all, 1.0});
  const bool velocity = level_ == Level::velocity;
  const double row_weight = velocity ? form_.dv_dy : form_.dq_dy / h_;
  MatrixSink& row_sink = velocity ? static_cast<MatrixSink&>(rows) : rows_q;
  assemble_joints(rows, rows_q, columns);
  for (int j = 0; j < m_; ++j) {
    const ContactRow& row = contacts_->rows()[j];
    const double active = sets_[j] ? 1.0 : 0.0;
    if (moves) system_.contacts().add_reaction_gradient(row, next_, p_c_[j], -form_.dq_dy, block_q);
    C_.add_row_to(j, b_ + j, active * row_weight, row_sink);
    (apart ? Cf_ : C_).add_column_to(j, b_ + j, 1.0, columns);
    if (velocity && moves)
      system_.contacts().add_velocity_gradient(row, next_, active * form_.dq_dy, b_ + j, rows_q);
    const std::array<Index, 1> at = {n_ + b_ + j};
    const double diagonal = active - 1.0;
    sink.add(at, at, &diagonal);
  }
  if (s_ > 0) assemble_friction(sink, block_q);
}

void OneFieldStep::assemble_joints(MatrixSink& rows, MatrixSink& rows_q, MatrixSink& columns) const {
  const bool moves = form_.dq_dy != 0;
  if (form_.joints_on_acceleration) {
    rates_ = next_;
    rates_.v = inertia_;
    if (moves) system_.joints().add_velocity_gradient(rates_, form_.dq_dy, 0, rows_q);
    system_.joints().add_velocity_gradient(next_, 2 * form_.f_y * form_.dv_dy, 0, rows);
  } else if (level_ == Level::velocity) {
    if (moves) system_.joints().add_velocity_gradient(next_, form_.dq_dy, 0, rows_q);
  } else if (!system_.joints().is_holonomic()) {
    RowFilterSink nonholonomic(rows_q, system_.joints().velocity_rows());
    system_.joints().add_velocity_gradient(next_, form_.dq_dy, 0, nonholonomic);
  }
  for (int i = 0; i < b_; ++i) {
    if (form_.joints_on_acceleration)
      G_.add_row_to(i, i, form_.m_y, rows);
    else if (at_velocity_level(i))
      G_.add_row_to(i, i, form_.dv_dy, rows);
    else
      G_.add_row_to(i, i, form_.dq_dy / h_, rows_q);
    (form_.forces_at ? Gf_ : G_).add_column_to(i, i, 1.0, columns);
  }
}

void OneFieldStep::assemble_friction(MatrixSink& sink, MatrixSink& block_q) const {
  const Index tangential = n_ + b_ + m_;
  const bool moves = form_.dq_dy != 0;
  BlockSink rows(sink, {tangential, 0, size(), n_, 1.0});
  IncrementSink rows_q(rows, system_.manifold(), T_);
  BlockSink columns(sink, {0, tangential, n_, size(), 1.0});
  const auto add = [&](Index row, Index col, double value) {
    sink.add(std::array<Index, 1>{row}, std::array<Index, 1>{col}, &value);
  };
  for (const ContactSet::FrictionRows& f : contacts_->friction()) {
    const CoulombPoint::Derivatives d = coulomb(f).derivatives(sets_[f.flag]);
    for (int i = 0; i < f.size; ++i) {
      const Index at = f.first + i;
      (form_.forces_at ? Df_ : D_).add_column_to(at, at, 1.0, columns);
      if (moves) contacts_->add_reaction_gradient(system_, f, i, next_, p_T_[at], -form_.dq_dy, block_q);
      if (f.in_contact())  // unknowns are -p
        add(tangential + at, n_ + b_ + f.row, -d.N[i]);
      else
        contacts_->for_each_reaction(
            f, p_b_, [&](int row, double gradient) { add(tangential + at, n_ + row, -d.N[i] * gradient); });
      for (int k = 0; k < f.size; ++k) {
        add(tangential + at, tangential + f.first + k, -d.T(i, k));
        D_.add_row_to(f.first + k, at, d.S(i, k) * form_.dv_dy, rows);
        if (moves)
          contacts_->add_velocity_gradient(system_, f, k, next_, d.S(i, k) * form_.dq_dy, at, rows_q);
      }
    }
  }
}

bool OneFieldStep::is_laid_out() const {
  return laid_out_ &&
         std::equal(
             laid_out_rows_.begin(), laid_out_rows_.end(), contacts_->rows().begin(), contacts_->rows().end(),
             [](const ContactLayout& layout, const ContactRow& row) { return layout == row.laid_out(); });
}

bool OneFieldStep::was_assembled_for_this() const {
  return assembled_for_ == std::array{h_, form_.m_y, form_.f_y, form_.dq_dy, form_.dv_dy} &&
         assembled_sets_ == sets_;
}

bool OneFieldStep::may_keep_jacobian() const {
  return !constant_ && is_laid_out() && was_assembled_for_this();
}

void OneFieldStep::assemble_coupling(double m_z, double dq_z, const AssemblySinks& sinks) {
  const Form own = form_;
  form_.m_y = m_z;
  form_.dq_dy = dq_z;
  form_.dv_dy = 0;
  const BlockSink::Placement without_multipliers = {0, 0, size(), n_, 1.0};
  BlockSink elements(sinks.elements, without_multipliers), others(sinks.others, without_multipliers);
  assemble({elements, others});
  form_ = own;
}

void OneFieldStep::note_layout() {
  laid_out_ = true;
  laid_out_rows_.clear();
  for (const ContactRow& row : contacts_->rows()) laid_out_rows_.push_back(row.laid_out());
  assembled_for_ = {};
}

void OneFieldStep::note_assembly(const Vector& row_sums) {
  row_sums_ = row_sums;
  assembled_for_ = {h_, form_.m_y, form_.f_y, form_.dq_dy, form_.dv_dy};
  assembled_sets_ = sets_;
}

const CsrMatrix& OneFieldStep::jacobian() {
  const auto add = [this](const AssemblySinks& sinks) { assemble(sinks); };
  if (!is_laid_out()) {
    shared_rows_.lay_out(system_, {multipliers()});
    shared_rows_.build(size(), matrix_, add);
    note_layout();
  }
  if (constant_ && was_assembled_for_this()) return matrix_;
  shared_rows_.fill(matrix_, add);
  matrix_.absolute_row_sums(row_sums_);
  system_.complete_assembled(row_sums_);
  note_assembly(row_sums_);
  return matrix_;
}

}  // namespace jounce
