#include "contact_problem/shifted_system.h"

#include <numeric>

#include "contact_problem/scaled_problem.h"

namespace jounce::contact_problem {
namespace {

constexpr Index kSmall = 150;     ///< unknowns up to which the system is dense whatever its pattern
constexpr Index kLargest = 1500;  ///< largest dense system

void assemble(const Problem& own, MatrixSink& sink) {
  const auto d = static_cast<std::size_t>(own.dimension);
  std::vector<Index> rows(d), columns(d);
  for (Index row = 0; row < own.contacts(); ++row) {
    std::iota(rows.begin(), rows.end(), row * own.dimension);
    for (Index k = own.W.row_starts[row]; k < own.W.row_starts[row + 1]; ++k) {
      std::iota(columns.begin(), columns.end(), own.W.columns[k] * own.dimension);
      sink.add(rows, columns, own.W.block(k));
    }
  }
}

}  // namespace

ShiftedSystem::ShiftedSystem(const Problem& problem, const Vector& roots) : problem_(problem), roots_(roots) {
  if (!problem.is_formed()) return;
  const double contacts = problem.contacts();
  is_dense_ = problem.size() <= kSmall ||
              (problem.size() <= kLargest && problem.W.blocks() > kFullShare * contacts * contacts);
  const Problem own = scaled(problem, roots);
  if (is_dense_) {
    dense_ = own.W.dense();
    return;
  }
  PatternBuilder pattern(problem.size());
  assemble(own, pattern);
  pattern.build(matrix_);
  assemble(own, matrix_);
  rho_ = 0;
}

void ShiftedSystem::set_shift(double rho) {
  if (is_dense_) {
    DenseMatrix shifted = dense_;
    shifted.diagonal().array() += rho;
    lu_.compute(shifted);
  } else if (problem_.is_formed()) {
    const double change = rho - rho_;
    for (Index i = 0; i < matrix_.size(); ++i) matrix_.add({&i, 1}, {&i, 1}, &change);
    if (!solver_) solver_.emplace(MatrixKind::general);
    solver_->factor(matrix_);
  }
  rho_ = rho;
}

void ShiftedSystem::apply(const Vector& x, Vector& y) const {
  scratch_ = x;
  divide_contacts(problem_.dimension, roots_, scratch_);
  problem_.W_operator->apply(scratch_, y);
  divide_contacts(problem_.dimension, roots_, y);
  y += rho_ * x;
}

void ShiftedSystem::solve(const Vector& b, double tolerance, Vector& x) {
  if (is_dense_) {
    x = lu_.solve(b);
    return;
  }
  if (problem_.is_formed()) {
    solver_->solve(b, x);
    return;
  }
  if (x.size() != b.size()) x = Vector::Zero(b.size());
  Vector product;
  apply(x, product);
  Vector rest = b - product, direction = rest;
  double square = rest.squaredNorm();
  const double target = tolerance * tolerance * b.squaredNorm();
  for (Index i = 0; i < 10 * b.size() && square > target; ++i) {
    apply(direction, product);
    const double step = square / direction.dot(product);
    x += step * direction;
    rest -= step * product;
    const double next = rest.squaredNorm();
    direction = rest + (next / square) * direction;
    square = next;
  }
}

}  // namespace jounce::contact_problem
