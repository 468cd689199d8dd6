#include "contact_problem/body_joints.h"

#include <cmath>

namespace jounce::contact_problem {
namespace {

constexpr double kDependent = 1e-12;  ///< square of what is left of a row, relative to the row

/// B_i . B_j of two rows between the same bodies.
double row_product(const BodyProblem& problem, Index i, Index j) {
  const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
  const BodyProblem::JointRow &x = problem.joints[a], &y = problem.joints[b];
  double sum = problem.joint_tails.product(a, b).value();
  for (std::size_t k = 0; k < x.B.size(); ++k) sum += x.B[k] * y.B[k];
  return sum;
}

}  // namespace

JointGroup::JointGroup(const BodyProblem& problem, Index first, int count) : first_(first), rows_(count) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i; ++j) {
      double sum = row_product(problem, first + i, first + j);
      for (int k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
      at(i, j) = sum * inverse_[j];
    }
    const double whole = row_product(problem, first + i, first + i);
    double rest = whole;
    for (int k = 0; k < i; ++k) rest -= at(i, k) * at(i, k);
    if (!(rest > kDependent * whole)) continue;
    at(i, i) = std::sqrt(rest);
    inverse_[i] = 1 / at(i, i);
  }
}

double JointGroup::solve(const BodyProblem& problem, double* lambda, double* w) const {
  const BodyProblem::JointRow* const joints = problem.joints.data();
  const bool has_tails = !problem.joint_tails.empty();
  BodyPair bodies(w, joints[first_].bodies);
  double x[kRows], square = 0;
  for (int i = 0; i < rows_; ++i) {
    x[i] = bodies.dot(joints[first_ + i].B.data()) + problem.c[first_ + i];
    if (has_tails) problem.joint_tails.add_velocity(static_cast<std::size_t>(first_ + i), w, x + i);
    square += x[i] * x[i];
  }
  for (int i = 0; i < rows_; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= at(i, k) * x[k];
    x[i] *= inverse_[i];
  }
  for (int i = rows_; i-- > 0;) {
    for (int k = i + 1; k < rows_; ++k) x[i] -= at(k, i) * x[k];
    x[i] *= inverse_[i];
  }
  for (int i = 0; i < rows_; ++i) {
    lambda[first_ + i] -= x[i];
    bodies.add(joints[first_ + i].B.data(), -x[i]);
  }
  bodies.store(w, joints[first_].bodies);
  for (int i = 0; has_tails && i < rows_; ++i) {
    const double change = -x[i];
    problem.joint_tails.add_impulse(static_cast<std::size_t>(first_ + i), &change, w);
  }
  return square;
}

std::vector<JointGroup> group_joints(const BodyProblem& problem) {
  std::vector<JointGroup> groups;
  const std::size_t n = problem.joints.size();
  for (std::size_t first = 0; first < n;) {
    std::size_t last = first + 1;
    while (last < n && last - first < JointGroup::kRows &&
           problem.joints[last].bodies == problem.joints[first].bodies)
      ++last;
    groups.emplace_back(problem, static_cast<Index>(first), static_cast<int>(last - first));
    first = last;
  }
  return groups;
}

}  // namespace jounce::contact_problem
