#include "contact_problem/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jounce::contact_problem {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw std::invalid_argument("contact problem: " + message);
}

void check_matrix(const BlockMatrix& W, const Problem& problem) {
  if (W.dimension != problem.dimension)
    refuse(
        fmt::format("W has blocks of side {}, the problem has dimension {}", W.dimension, problem.dimension));
  if (W.row_starts.back() != W.blocks() ||
      W.values.size() != W.columns.size() * static_cast<std::size_t>(W.dimension * W.dimension))
    refuse("the arrays of W do not fit each other");
  for (Index row = 0; row < W.contacts(); ++row) {
    const auto begin = W.columns.begin() + W.row_starts[row];
    const auto end = W.columns.begin() + W.row_starts[row + 1];
    if (std::adjacent_find(begin, end, std::greater_equal<>()) != end ||
        (begin != end && (*begin < 0 || *(end - 1) >= W.contacts())))
      refuse(fmt::format("the columns of block row {} of W are not ascending numbers of contacts", row));
    if (W.diagonal(row) < 0) refuse(fmt::format("W has no diagonal block for contact {}", row));
  }
  if (!std::all_of(W.values.begin(), W.values.end(), [](double x) { return std::isfinite(x); }))
    refuse("W has an entry that is not a finite number");
}

}  // namespace

void check(const Problem& problem) {
  if (problem.dimension != 2 && problem.dimension != 3)
    refuse(fmt::format("the dimension is {}, but must be 2 or 3", problem.dimension));
  if (problem.q.size() != problem.size())
    refuse(fmt::format("q has {} entries, {} contacts need {}", problem.q.size(), problem.contacts(),
                       problem.size()));
  if (!problem.q.allFinite()) refuse("q has an entry that is not a finite number");
  for (Index c = 0; c < problem.contacts(); ++c) {
    const double mu = problem.mu[c];
    if (!std::isfinite(mu) || mu < 0) refuse(fmt::format("mu of contact {} is {}, but must be >= 0", c, mu));
  }
  if (problem.is_formed())
    check_matrix(problem.W, problem);
  else if (problem.W.contacts() != 0)
    refuse(fmt::format("W has {} block rows for {} contacts", problem.W.contacts(), problem.contacts()));
  else if (problem.W_operator == nullptr)
    refuse("neither W nor an operator is given");
}

void velocities(const Problem& problem, const Vector& r, Vector& u) {
  if (problem.is_formed())
    problem.W.multiply(r, u);
  else
    problem.W_operator->apply(r, u);
  u += problem.q;
}

Problem formed(const Problem& problem) {
  if (problem.is_formed()) return problem;
  Problem result = problem;
  result.W_operator.reset();
  BlockMatrixBuilder builder(problem.dimension, problem.contacts());
  Vector unit = Vector::Zero(problem.size()), column;
  for (Index j = 0; j < problem.size(); ++j) {
    unit[j] = 1;
    problem.W_operator->apply(unit, column);
    unit[j] = 0;
    for (Index i = 0; i < problem.size(); ++i)
      if (column[i] != 0) builder.add(i, j, column[i]);
  }
  result.W = builder.build();
  return result;
}

std::vector<Mode> modes(const Problem& problem, const Vector& r, double threshold) {
  const int d = problem.dimension;
  std::vector<Mode> result(problem.mu.size(), Mode::open);
  Vector u;
  velocities(problem, r, u);
  double largest = 0;
  for (Index c = 0; c < problem.contacts(); ++c) largest = std::max(largest, r[d * c]);
  for (Index c = 0; c < problem.contacts(); ++c) {
    if (!(r[d * c] > threshold * largest)) continue;
    const double limit = problem.mu[c] * r[d * c];
    const bool is_on_cone = r.segment(d * c + 1, d - 1).norm() >= limit - threshold * (limit + r[d * c]);
    const bool moves = u.segment(d * c + 1, d - 1).norm() > threshold * problem.q.lpNorm<Eigen::Infinity>();
    result[c] = is_on_cone && moves ? Mode::slide : Mode::stick;
  }
  return result;
}

}  // namespace jounce::contact_problem
