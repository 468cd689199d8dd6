#include "integrators/ggl/motion_compliance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrators/ggl/row_compliance.h"

namespace jounce {

void MotionCompliance::factor_S(const CsrMatrix& S) {
  columns_S_.assign(reaches_.size(), {});
  K_S_.resize(0, 0);
  S_.factor(S, surface_);
}

void MotionCompliance::factor_M(const CsrMatrix& M) {
  columns_M_.assign(reaches_.size(), {});
  K_M_.resize(0, 0);
  M_.factor(M, surface_);
}

void MotionCompliance::solve(SurfaceFactor& A, const Vector& f, Vector& x) {
  if (has_surface() && acts_at_surface(f)) {
    at_surface_ = f(surface_);
    A.respond(at_surface_, x);
    return;
  }
  A.begin(f);
  A.finish(Vector::Zero(static_cast<Index>(surface_.size())), x);
}

bool MotionCompliance::acts_at_surface(const Vector& f) const {
  for (Index i = 0; i < f.size(); ++i)
    if (f[i] != 0 && place_[i] < 0) return false;
  return true;
}

void MotionCompliance::move_surface(SurfaceFactor& A, const Vector& f, Vector& x) {
  at_surface_ = f(surface_);
  moved_.noalias() = A.compliance() * at_surface_;
  x(surface_) = moved_;
}

bool MotionCompliance::use_rows(const RowJacobian& C, const RowJacobian& D, Index n, double turned) {
  std::vector<Index> starts = {0}, dofs;
  std::vector<double> values;
  starts.reserve(starts_.size());
  dofs.reserve(dofs_.size());
  values.reserve(values_.size());
  for (const RowJacobian* rows : {&C, &D})
    for (int row = 0; row < rows->rows(); ++row) {
      for (std::size_t k = 0; k < rows->dofs(row).size(); ++k) {
        const Index dof = rows->dofs(row)[k];
        if (dof >= n || rows->values(row)[k] == 0) continue;
        dofs.push_back(dof);
        values.push_back(rows->values(row)[k]);
      }
      starts.push_back(static_cast<Index>(dofs.size()));
    }
  const auto are_near = [&] {
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!(std::abs(values[k] - values_[k]) <= turned * largest_)) return false;
    return true;
  };
  if (n == n_ && starts == starts_ && dofs == dofs_ && are_near()) return false;
  largest_ = 0;
  for (const double value : values) largest_ = std::max(largest_, std::abs(value));
  n_ = n;
  starts_ = std::move(starts);
  dofs_ = std::move(dofs);
  values_ = std::move(values);
  find_places();
  return true;
}

void MotionCompliance::use_surface(std::vector<Index> dofs) {
  surface_ = std::move(dofs);
  find_places();
}

void MotionCompliance::find_places() {
  place_.assign(n_, -1);
  for (std::size_t i = 0; i < surface_.size(); ++i) place_[surface_[i]] = static_cast<Index>(i);
  const std::size_t rows = starts_.size() - 1;
  reaches_.assign(rows, 1);
  for (std::size_t row = 0; row < rows; ++row)
    for (Index k = starts_[row]; k < starts_[row + 1]; ++k)
      if (place_[dofs_[k]] < 0) reaches_[row] = 0;
  columns_S_.assign(rows, {});
  columns_M_.assign(rows, {});
  K_S_.resize(0, 0);
  K_M_.resize(0, 0);
}

bool MotionCompliance::reaches_all() const {
  return has_surface() && std::ranges::all_of(reaches_, [](std::uint8_t reaches) { return reaches != 0; });
}

const DenseMatrix& MotionCompliance::rows_of(SurfaceFactor& A, DenseMatrix& K) {
  if (K.rows() == static_cast<Index>(reaches_.size())) return K;
  std::vector<Index> places;
  places.reserve(dofs_.size());
  for (const Index dof : dofs_) places.push_back(place_[dof]);
  row_compliance(A.compliance(), starts_, places, values_, 1, K);
  return K;
}

bool MotionCompliance::reaches(int row) const { return reaches_[row] != 0; }

void MotionCompliance::append_dofs(int row, std::vector<Index>& dofs) const {
  dofs.insert(dofs.end(), dofs_.begin() + starts_[row], dofs_.begin() + starts_[row + 1]);
}

const Vector& MotionCompliance::column(SurfaceFactor& A, std::vector<Vector>& known, int row) {
  Vector& column = known[row];
  if (column.size() > 0) return column;
  const auto rows = static_cast<Index>(reaches_.size());
  column.setZero(rows);
  if (has_surface() && reaches(row)) {
    const DenseMatrix& of_surface = A.compliance();
    moved_.setZero(of_surface.rows());
    for (Index k = starts_[row]; k < starts_[row + 1]; ++k)
      moved_ += values_[k] * of_surface.col(place_[dofs_[k]]);
    for (Index i = 0; i < rows; ++i) {
      if (reaches_[i] == 0) continue;
      for (Index k = starts_[i]; k < starts_[i + 1]; ++k) column[i] += values_[k] * moved_[place_[dofs_[k]]];
    }
    return column;
  }
  force_.setZero(n_);
  for (Index k = starts_[row]; k < starts_[row + 1]; ++k) force_[dofs_[k]] += values_[k];
  solve(A, force_, moved_);
  for (Index i = 0; i < rows; ++i)
    for (Index k = starts_[i]; k < starts_[i + 1]; ++k) column[i] += values_[k] * moved_[dofs_[k]];
  return column;
}

}  // namespace jounce
