#include "model/constraint.h"

#include <array>
#include <cassert>

namespace jounce {

std::vector<Index> joined_dofs(const Marker& A, const Marker& B) {
  std::vector<Index> dofs(A.dofs().begin(), A.dofs().end());
  dofs.insert(dofs.end(), B.dofs().begin(), B.dofs().end());
  return dofs;
}

MarkerConstraint::MarkerConstraint(std::string name, std::shared_ptr<const Marker> A,
                                   std::shared_ptr<const Marker> B, std::vector<MarkerRow> rows,
                                   std::vector<std::string> row_names)
    : Constraint(std::move(name), std::move(row_names), joined_dofs(*A, *B)),
      A_(std::move(A)),
      B_(std::move(B)),
      marker_rows_(std::move(rows)) {
  assert(static_cast<int>(marker_rows_.size()) == this->rows());
  const auto n = static_cast<Index>(dofs().size());
  gradient_.resize(n, n);
  row_.resize(n);
  find_curved();
}

void MarkerConstraint::find_curved() {
  // Rows along axes fixed in A and distances turn with every motion of the markers, the others only with the
  // markers' rotations.
  int from_A = A_->first_turning_dof(), from_B = B_->first_turning_dof();
  for (const MarkerRow& row : marker_rows_) {
    if (row.kind == MarkerRow::Kind::translation_global) continue;
    is_coupled_ = true;
    if (row.kind != MarkerRow::Kind::dot) from_A = from_B = 0;
  }
  for (int i = from_A; i < A_->size(); ++i) curved_places_.push_back(i);
  n_curved_A_ = curved_places_.size();
  for (int i = from_B; i < B_->size(); ++i) curved_places_.push_back(A_->size() + i);
  for (const Index place : curved_places_) curved_dofs_.push_back(dofs()[place]);
  curved_.resize(curved_places_.size() * curved_places_.size());
}

bool MarkerConstraint::is_moment(int row) const { return marker_rows_[row].kind == MarkerRow::Kind::dot; }

bool MarkerConstraint::is_linear() const {
  if (!A_->is_linear() || !B_->is_linear()) return false;
  for (const MarkerRow& row : marker_rows_) {
    if (!row.is_linear()) return false;
    if (row.kind == MarkerRow::Kind::translation_local && A_->has_rotation()) return false;
  }
  return true;
}

void MarkerConstraint::value(const State& state, double* g) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::none, a);
  B_->evaluate(state, Derivatives::none, b);
  for (const MarkerRow& row : marker_rows_) *g++ = row.value(a, b);
}

void MarkerConstraint::jacobian(const State& state, int first_row, RowJacobian& G) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::first, a);
  B_->evaluate(state, Derivatives::first, b);
  for (const MarkerRow& row : marker_rows_) row.jacobian(a, b, G.values(first_row++).data());
}

void MarkerConstraint::evaluate(const State& state, double* g, int first_row, RowJacobian& G) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::first, a);
  B_->evaluate(state, Derivatives::first, b);
  for (const MarkerRow& row : marker_rows_) {
    *g++ = row.value(a, b);
    row.jacobian(a, b, G.values(first_row++).data());
  }
}

void MarkerConstraint::rate(const State&, double* g_t) const { std::fill_n(g_t, rows(), 0.0); }

void MarkerConstraint::rate_derivative(const State&, double* g_tt) const { std::fill_n(g_tt, rows(), 0.0); }

bool MarkerConstraint::wrench(const State& state, const double* lambda, Vector3& force,
                              Vector3& moment) const {
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::none, a);
  B_->evaluate(state, Derivatives::none, b);
  force.setZero();
  moment.setZero();
  for (const MarkerRow& row : marker_rows_) {
    const MarkerRow::Forces unit = row.unit_forces(a, b);
    force += *lambda * unit.f_B;
    moment += *lambda++ * unit.m_B;
  }
  return true;
}

void MarkerConstraint::add_reaction_gradient(const State& state, const double* lambda, double w,
                                             MatrixSink& sink) const {
  if (is_linear()) return;
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::first, a);
  B_->evaluate(state, Derivatives::first, b);
  gradient_.setZero();
  for (const MarkerRow& row : marker_rows_)
    row.add_reaction_gradient(state, *A_, *B_, a, b, *lambda++, w, gradient_);
  if (is_coupled_) {
    add_curved(0, curved_places_.size(), sink);
  } else {
    add_curved(0, n_curved_A_, sink);
    add_curved(n_curved_A_, curved_places_.size(), sink);
  }
}

void MarkerConstraint::add_curved(std::size_t first, std::size_t last, MatrixSink& sink) const {
  if (first == last) return;
  double* entry = curved_.data();
  for (std::size_t j = first; j < last; ++j)
    for (std::size_t i = first; i < last; ++i) *entry++ = gradient_(curved_places_[i], curved_places_[j]);
  const std::span<const Index> block(curved_dofs_.data() + first, last - first);
  sink.add(block, block, curved_.data());
}

void MarkerConstraint::add_velocity_gradient(const State& state, double w, Index first_row,
                                             MatrixSink& sink) const {
  if (is_linear()) return;
  MarkerKinematics a, b;
  A_->evaluate(state, Derivatives::second, a);
  B_->evaluate(state, Derivatives::second, b);
  for (const MarkerRow& row : marker_rows_) {
    row_.setZero();
    row.add_velocity_gradient(a, b, w, row_.data());
    for (std::size_t i = 0; i < curved_places_.size(); ++i) curved_[i] = row_[curved_places_[i]];
    const std::array<Index, 1> at = {first_row++};
    sink.add(at, curved_dofs_, curved_.data());
  }
}

}  // namespace jounce
