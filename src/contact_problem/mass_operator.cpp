#include "contact_problem/mass_operator.h"

#include <algorithm>
#include <cassert>

namespace jounce::contact_problem {

MassOperator::MassOperator(const GlobalProblem& problem)
    : dimension_(problem.dimension),
      unknowns_(problem.unknowns),
      rows_(problem.dimension * static_cast<Index>(problem.mu.size())),
      H_(problem.H) {
  std::stable_sort(H_.begin(), H_.end(),
                   [](const Triplet& a, const Triplet& b) { return a.column < b.column; });
  column_starts_.assign(static_cast<std::size_t>(rows_) + 1, 0);
  for (const Triplet& entry : H_) {
    assert(entry.row >= 0 && entry.row < unknowns_ && entry.column >= 0 && entry.column < rows_);
    ++column_starts_[static_cast<std::size_t>(entry.column) + 1];
  }
  for (std::size_t i = 1; i < column_starts_.size(); ++i) column_starts_[i] += column_starts_[i - 1];
  const auto assemble = [&](MatrixSink& sink) {
    for (const Triplet& entry : problem.M) sink.add({&entry.row, 1}, {&entry.column, 1}, &entry.value);
  };
  PatternBuilder pattern(unknowns_);
  assemble(pattern);
  pattern.build(mass_);
  assemble(mass_);
  solver_.factor(mass_);
}

Vector MassOperator::body_velocities(const Vector& r, const Vector& f) const {
  force_ = f;
  for (const Triplet& entry : H_) force_[entry.row] += entry.value * r[entry.column];
  solver_.solve(force_, velocity_);
  return velocity_;
}

Vector MassOperator::relative_velocities(const Vector& v) const {
  Vector u = Vector::Zero(rows_);
  for (const Triplet& entry : H_) u[entry.column] += entry.value * v[entry.row];
  return u;
}

void MassOperator::apply(const Vector& r, Vector& u) const {
  u = relative_velocities(body_velocities(r, Vector::Zero(unknowns_)));
}

void MassOperator::diagonal_block(Index contact, double* block) const {
  const auto first = static_cast<std::size_t>(contact * dimension_);
  for (int j = 0; j < dimension_; ++j) {
    force_.setZero(unknowns_);
    const auto column = first + static_cast<std::size_t>(j);
    for (Index k = column_starts_[column]; k < column_starts_[column + 1]; ++k)
      force_[H_[k].row] += H_[k].value;
    solver_.solve(force_, velocity_);
    for (int i = 0; i < dimension_; ++i) {
      double sum = 0;
      const auto row = first + static_cast<std::size_t>(i);
      for (Index k = column_starts_[row]; k < column_starts_[row + 1]; ++k)
        sum += H_[k].value * velocity_[H_[k].row];
      block[i + j * dimension_] = sum;
    }
  }
}

Problem reduced(const GlobalProblem& problem) {
  Problem result;
  result.dimension = problem.dimension;
  result.mu = problem.mu;
  const auto mass = std::make_shared<MassOperator>(problem);
  result.q =
      mass->relative_velocities(mass->body_velocities(Vector::Zero(result.size()), problem.f)) + problem.w;
  result.W_operator = mass;
  return result;
}

}  // namespace jounce::contact_problem
