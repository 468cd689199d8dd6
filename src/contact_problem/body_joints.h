#pragma once

#include <array>
#include <vector>

#include "contact_problem/body_problem.h"
#include "contact_problem/body_rows.h"

namespace jounce::contact_problem {

/// Consecutive joint rows between the same two bodies, at most six, solved together: B^T B = L L^T. A row
/// that depends on those before it takes no part.
class JointGroup {
 public:
  static constexpr int kRows = 6;

  /// @param first number of the first of the rows; `count` follow each other
  JointGroup(const BodyProblem& problem, Index first, int count);

  Index first() const { return first_; }
  int rows() const { return rows_; }

  /// lambda and w such that B^T w + c = 0. @return |B^T w + c|^2 before
  double solve(const BodyProblem& problem, double* lambda, double* w) const;

 private:
  double& at(int i, int j) { return L_[i * (i + 1) / 2 + j]; }
  double at(int i, int j) const { return L_[i * (i + 1) / 2 + j]; }

  Index first_;
  int rows_;
  std::array<double, 21> L_{};           ///< lower triangle, row by row
  std::array<double, kRows> inverse_{};  ///< of its diagonal; 0: the row takes no part
};

/// All joint rows in groups, in their order.
std::vector<JointGroup> group_joints(const BodyProblem& problem);

}  // namespace jounce::contact_problem
