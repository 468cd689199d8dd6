#include <array>

#include "integrators/ggl/ggl_step.h"

// Assembly of S_t (B 44) and of its diagonal blocks (B 47-49). G stands for bilateral rows, C for contact
// rows.

namespace jounce {
namespace {

void add_entry(Index row, Index col, double value, MatrixSink& sink) {
  const std::array<Index, 1> rows = {row};
  const std::array<Index, 1> cols = {col};
  sink.add(rows, cols, &value);
}

}  // namespace

void GglStep::add_tangent(const State& state, const Vector& acceleration, const std::vector<Matrix3>& T,
                          const TangentWeights& weights, MatrixSink& sink) const {
  if (system_.manifold().is_flat()) {
    system_.add_tangent(state, acceleration, weights, sink);
    return;
  }
  // Velocities and accelerations are not turned by T, configurations are.
  system_.add_tangent(state, acceleration, {weights.mass, weights.damping, 0}, sink);
  IncrementSink turned(sink, system_.manifold(), T);
  system_.add_tangent(state, acceleration, {0, 0, weights.stiffness}, turned);
}

void GglStep::assemble_smooth(const AssemblySinks& sinks, Index at) const {
  const Index all = at + n_ + b_;
  // S_t* = (1 - alpha_m) / ((1 - alpha_f) gamma) M + h C_t + beta h^2 / gamma K_t
  const double mass = (1 - c_.alpha_m) / ((1 - c_.alpha_f) * c_.gamma);
  const double stiffness = c_.beta * h_ * h_ / c_.gamma;
  BlockSink elements(sinks.elements, {at, at, n_, n_, 1.0});
  if (is_elastic_)
    add_tangent(smooth_, acceleration_, T_smooth_, {mass, h_, stiffness}, elements);
  else
    add_tangent(next_, acceleration_, T_, {mass, h_, stiffness}, elements);
  MatrixSink& sink = sinks.others;
  BlockSink smooth(sink, {at, at, n_, n_, 1.0});
  IncrementSink smooth_q(smooth, system_.manifold(), T_);
  system_.joints().add_reaction_gradient(next_, lambda_, -stiffness, smooth_q);
  BlockSink rows(sink, {at + n_, at, all, n_, 1.0});
  IncrementSink rows_q(rows, system_.manifold(), T_);
  system_.joints().add_velocity_gradient(at_v_smooth_, h_ * c_.beta / c_.gamma, 0, rows_q);
  BlockSink columns(sink, {at, at + n_, n_, all, 1.0});
  for (int i = 0; i < b_; ++i) {
    G_.add_row_to(i, i, 1.0, rows);
    G_.add_column_to(i, i, 1.0, columns);
  }
}

void GglStep::assemble_position(const AssemblySinks& sinks, Index at) const {
  const Index all = size();
  BlockSink elements(sinks.elements, {at, at, n_, n_, 1.0});
  system_.add_mass(next_, 1.0, elements);
  if (is_elastic_) add_tangent(next_, no_acceleration_, T_, {0, 0, 0.5 * h_ * h_}, elements);
  IncrementSink elements_q(elements, system_.manifold(), T_);
  system_.add_mass_gradient(next_, U_, 1.0, elements_q);  // G^p (B 45)
  MatrixSink& sink = sinks.others;
  BlockSink block(sink, {at, at, n_, n_, 1.0});
  IncrementSink block_q(block, system_.manifold(), T_);
  system_.joints().add_reaction_gradient(next_, nu_b_, -1.0, block_q);
  for (int j = 0; j < m_; ++j)
    system_.contacts().add_reaction_gradient(contacts_->rows()[j], next_, nu_[j], -1.0, block_q);
  BlockSink rows_block(sink, {at + n_, at, all, n_, 1.0});
  IncrementSink rows(rows_block, system_.manifold(), T_);  // dg = G T d(increment)
  BlockSink columns(sink, {at, at + n_, n_, all, 1.0});
  for (int i = 0; i < b_; ++i) {
    if (is_velocity_row(i)) {
      add_entry(at + n_ + i, at + n_ + i, -1.0, sink);
      continue;
    }
    G_.add_row_to(i, i, 1.0, rows);
    G_.add_column_to(i, i, 1.0, columns);
  }
  for (int j = 0; j < m_; ++j) {
    const bool active = sets_[j] != 0;
    C_.add_row_to(j, b_ + j, active ? 1.0 : 0.0, rows);
    C_.add_column_to(j, b_ + j, 1.0, columns);
    add_entry(at + n_ + b_ + j, at + n_ + b_ + j, active ? 0.0 : -1.0, sink);
  }
}

void GglStep::assemble_velocity(const AssemblySinks& sinks, Index at) const {
  const Index all = size();
  BlockSink elements(sinks.elements, {at, at, n_, n_, 1.0});
  system_.add_mass(next_, 1.0, elements);
  if (is_elastic_) add_tangent(next_, no_acceleration_, T_, {0, h_, 0}, elements);
  MatrixSink& sink = sinks.others;
  BlockSink rows(sink, {at + n_, at, all, n_, 1.0});
  BlockSink columns(sink, {at, at + n_, n_, all, 1.0});
  for (int i = 0; i < b_; ++i) {
    G_.add_row_to(i, i, 1.0, rows);
    G_.add_column_to(i, i, 1.0, columns);
  }
  for (int j = 0; j < m_; ++j) {
    C_.add_row_to(j, b_ + j, normal_by_velocity(j), rows);
    C_.add_column_to(j, b_ + j, 1.0, columns);
    add_entry(at + n_ + b_ + j, at + n_ + b_ + j, -normal_by_impulse(j), sink);
  }
  if (s_ > 0) assemble_friction(sink, at);
}

/// Rows and columns of Lambda_T in the velocity projection: Coulomb's law in its own multipliers and in W.
void GglStep::assemble_friction(MatrixSink& sink, Index at) const {
  const Index all = size();
  const Index normal = at + n_ + b_;
  const Index tangential = normal + m_;
  BlockSink rows(sink, {tangential, at, all, n_, 1.0});
  BlockSink columns(sink, {at, tangential, n_, all, 1.0});
  for (const ContactSet::FrictionRows& f : contacts_->friction()) {
    const CoulombPoint::Derivatives d = friction_derivatives(f);
    for (int i = 0; i < f.size; ++i) {
      D_.add_column_to(f.first + i, f.first + i, 1.0, columns);
      // unknowns are -DLambda
      if (f.in_contact())
        add_entry(tangential + f.first + i, normal + f.row, -d.N[i], sink);
      else
        contacts_->for_each_reaction(f, joint_impulse_, [&](int row, double gradient) {
          add_entry(tangential + f.first + i, at + n_ + row, -d.N[i] * gradient, sink);
        });
      for (int k = 0; k < f.size; ++k) {
        add_entry(tangential + f.first + i, tangential + f.first + k, -d.T(i, k), sink);
        D_.add_row_to(f.first + k, f.first + i, d.S(i, k), rows);
      }
    }
  }
}

/// Coupling of Lambda_T to the position projection, and of Coulomb's law to v~ and U.
void GglStep::couple_friction(MatrixSink& sink, Index p, Index w) const {
  const Index all = size();
  const double hb = h_ * c_.beta / c_.gamma;
  BlockSink position_columns(sink, {p, w + n_ + b_ + m_, n_, all, 0.5});
  for (int i = 0; i < s_; ++i) D_.add_column_to(i, i, 1.0, position_columns);

  const std::array<std::pair<Index, double>, 2> columns = {{{0, hb}, {p, h_}}};
  for (const auto& [column, factor] : columns) {
    BlockSink position_block(sink, {p, column, n_, n_, 0.5 * factor});
    BlockSink velocity_block(sink, {w, column, n_, n_, factor});
    BlockSink rows_block(sink, {w + n_ + b_ + m_, column, all, n_, factor});
    IncrementSink position(position_block, system_.manifold(), T_);
    IncrementSink velocity(velocity_block, system_.manifold(), T_);
    IncrementSink rows(rows_block, system_.manifold(), T_);
    for (const ContactSet::FrictionRows& f : contacts_->friction()) {
      const CoulombPoint::Derivatives d = friction_derivatives(f);
      for (int k = 0; k < f.size; ++k) {
        const double Lambda = Lambda_T_[f.first + k];
        contacts_->add_reaction_gradient(system_, f, k, next_, Lambda, -1.0, position);
        contacts_->add_reaction_gradient(system_, f, k, next_, Lambda, -1.0, velocity);
        for (int i = 0; i < f.size; ++i)
          contacts_->add_velocity_gradient(system_, f, k, next_, d.S(i, k), f.first + i, rows);
      }
    }
  }
  BlockSink rows_v(sink, {w + n_ + b_ + m_, 0, all, n_, 1.0});
  for (const ContactSet::FrictionRows& f : contacts_->friction()) {
    const CoulombPoint::Derivatives d = friction_derivatives(f);
    for (int i = 0; i < f.size; ++i) {
      for (int k = 0; k < f.size; ++k) D_.add_row_to(f.first + k, f.first + i, d.S(i, k), rows_v);
      if (f.in_contact()) continue;
      contacts_->for_each_reaction(f, joint_impulse_, [&](int row, double gradient) {  // by -h Dlambda~
        add_entry(w + n_ + b_ + m_ + f.first + i, n_ + row, -d.N[i] * gradient, sink);
      });
    }
  }
}

/// Derivatives of -h Df, with elastic corrections, outside the diagonal blocks.
void GglStep::couple_forces(MatrixSink& sink, Index p) const {
  const Index w = p + position_size();
  const TangentWeights by_smooth = {0, h_, c_.beta * h_ * h_ / c_.gamma};
  for (const Index row : {p, w}) {
    if (row == w && !has_velocity_projection()) break;
    if (!constant_) {  // else the two cancel
      const double k = row == p ? 0.5 : 1.0;
      BlockSink plus(sink, {row, 0, n_, n_, k}), minus(sink, {row, 0, n_, n_, -k});
      add_tangent(next_, no_acceleration_, T_, by_smooth, plus);
      add_tangent(smooth_, no_acceleration_, T_smooth_, by_smooth, minus);
    }
    const TangentWeights other = row == p ? TangentWeights{0, 0.5 * h_, 0} : TangentWeights{0, 0, h_ * h_};
    if (row == p && !has_velocity_projection()) continue;
    BlockSink block(sink, {row, row == p ? w : p, n_, n_, 1.0});
    add_tangent(next_, no_acceleration_, T_, other, block);
  }
}

void GglStep::assemble(const AssemblySinks& sinks) const {
  MatrixSink& sink = sinks.others;
  const Index p = n_ + b_;
  const Index w = p + n_ + b_ + m_;
  const Index all = size();
  const double hb = h_ * c_.beta / c_.gamma;  // dq~ / dv~

  assemble_smooth(sinks, 0);
  assemble_position(sinks, p);
  if (has_velocity_projection()) assemble_velocity(sinks, w);

  // Coupling of the smooth motion to U and W: h^2 K_t, h G*s, h C_t
  BlockSink elements_U(sinks.elements, {0, p, n_, n_, 1.0}), smooth_U(sink, {0, p, n_, n_, 1.0});
  if (!is_elastic_) add_tangent(next_, acceleration_, T_, {0, 0, h_ * h_}, elements_U);
  IncrementSink smooth_U_q(smooth_U, system_.manifold(), T_);
  system_.joints().add_reaction_gradient(next_, lambda_, -h_ * h_, smooth_U_q);
  BlockSink smooth_rows_U(sink, {n_, p, all, n_, 1.0});
  IncrementSink smooth_rows_U_q(smooth_rows_U, system_.manifold(), T_);
  system_.joints().add_velocity_gradient(at_v_smooth_, h_, 0, smooth_rows_U_q);
  if (is_elastic_) {
    couple_forces(sinks.elements, p);
  } else if (has_velocity_projection()) {
    BlockSink elements_W(sinks.elements, {0, w, n_, n_, 1.0});
    add_tangent(next_, acceleration_, T_, {0, h_, 0}, elements_W);
  }

  // Coupling of the position projection to v~: beta / gamma (G^p, g_q)
  const double bg = c_.beta / c_.gamma;
  BlockSink elements_v_block(sinks.elements, {p, 0, n_, n_, bg}), position_v_block(sink, {p, 0, n_, n_, bg});
  IncrementSink elements_v(elements_v_block, system_.manifold(), T_);
  IncrementSink position_v(position_v_block, system_.manifold(), T_);
  system_.add_mass_gradient(next_, U_, 1.0, elements_v);
  system_.joints().add_reaction_gradient(next_, nu_b_, -1.0, position_v);
  BlockSink position_rows_v_block(sink, {p + n_, 0, all, n_, bg});
  IncrementSink position_rows_v(position_rows_v_block, system_.manifold(), T_);
  for (int i = 0; i < b_; ++i)
    if (!is_velocity_row(i)) G_.add_row_to(i, i, 1.0, position_rows_v);
  for (int j = 0; j < m_; ++j) {
    const ContactRow& row = contacts_->rows()[j];
    system_.contacts().add_reaction_gradient(row, next_, nu_[j], -1.0, position_v);
    const bool active = sets_[j] != 0;
    C_.add_row_to(j, b_ + j, active ? 1.0 : 0.0, position_rows_v);
    if (law_ == PositionLaw::modified_lcp)
      add_entry(p + n_ + b_ + j, w + n_ + b_ + j, active ? 0.0 : 1.0, sink);
  }

  if (!has_velocity_projection()) return;
  // Coupling of the velocity projection to v~ and U: h beta / gamma (G^v, g_q + G*v), h (G^v, G*v)
  const std::array<std::pair<Index, double>, 2> columns = {{{0, hb}, {p, h_}}};
  for (const auto& [column, factor] : columns) {
    BlockSink elements_block(sinks.elements, {w, column, n_, n_, factor});
    BlockSink velocity_block(sink, {w, column, n_, n_, factor});
    IncrementSink elements(elements_block, system_.manifold(), T_);
    IncrementSink velocity(velocity_block, system_.manifold(), T_);
    system_.add_mass_gradient(next_, W_, 1.0, elements);
    system_.joints().add_reaction_gradient(next_, Lambda_b_, -1.0, velocity);
    BlockSink velocity_rows_block(sink, {w + n_, column, all, n_, 1.0});
    IncrementSink velocity_rows(velocity_rows_block, system_.manifold(), T_);
    system_.joints().add_velocity_gradient(next_, factor, 0, velocity_rows);
    for (int j = 0; j < m_; ++j) {
      const ContactRow& row = contacts_->rows()[j];
      const double active = normal_by_velocity(j);
      system_.contacts().add_reaction_gradient(row, next_, Lambda_[j], -1.0, velocity);
      system_.contacts().add_velocity_gradient(row, next_, active * factor, b_ + j, velocity_rows);
    }
  }
  BlockSink velocity_rows_v(sink, {w + n_, 0, all, n_, 1.0});
  for (int i = 0; i < b_; ++i) G_.add_row_to(i, i, 1.0, velocity_rows_v);
  for (int j = 0; j < m_; ++j) C_.add_row_to(j, b_ + j, normal_by_velocity(j), velocity_rows_v);
  if (s_ > 0) couple_friction(sink, p, w);
  if (s_ > 0 && knows_cones_) couple_cones(sink, w);
}

}  // namespace jounce
