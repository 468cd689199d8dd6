#include "contact_problem/body_formed.h"

#include <algorithm>

#include "contact_problem/solvers.h"

namespace jounce::contact_problem {
namespace {

using Rows = Eigen::Map<const Eigen::Matrix<double, 12, 3>>;

/// Adds H_a^T H_b of two contacts; nothing where they have no body in common but the ground.
void add_block(const BodyProblem& problem, Index a, Index b, BlockMatrixBuilder& W) {
  const auto &A = problem.contacts[a], &B = problem.contacts[b];
  const Rows H_a(A.H.data()), H_b(B.H.data());
  SmallMatrix<3> block = SmallMatrix<3>::Zero();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (A.bodies[i] == B.bodies[j])
        block += H_a.middleRows<6>(6 * i).transpose() * H_b.middleRows<6>(6 * j);
  block += problem.contact_tails.product(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  if (a != b && block.isZero(0.0)) return;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) W.add(3 * a + row, 3 * b + column, block(row, column));
}

}  // namespace

bool can_be_formed(const BodySweeps& sweeps) {
  const BodyProblem& problem = sweeps.problem();
  return sweeps.law() != ContactLawKind::maximum_dissipation && problem.joints.empty() &&
         problem.shared == nullptr &&
         std::all_of(sweeps.contacts().begin(), sweeps.contacts().end(),
                     [](const BodyContact& contact) { return contact.inverse_normal != 0; });
}

double solve_formed(const BodySweeps& sweeps, double tolerance, BodyState& state) {
  const BodyProblem& problem = sweeps.problem();
  const auto count = static_cast<Index>(problem.contacts.size());
  Problem formed;
  formed.mu = problem.mu;
  formed.q.resize(3 * count);
  Vector beta;
  sweeps.relative_velocities(problem.w, formed.q, beta);
  BlockMatrixBuilder W(3, count);
  for (Index a = 0; a < count; ++a)
    for (Index b = 0; b < count; ++b) add_block(problem, a, b, W);
  formed.W = W.build();
  Options options;
  BodyState found = state;
  if (sweeps.law() == ContactLawKind::cone) {  // convex
    found.r = cone_complementarity(formed);
    if (!found.r.allFinite()) return sweeps.residual(state);
    sweeps.update_velocities(found);
    if (sweeps.residual(found) < sweeps.residual(state)) state = found;
    return sweeps.residual(state);
  }
  // The two residuals differ in what they are relative to. Much less than asked for may be less than the
  // round-off of W r, where masses differ much, and cost all that `solve` can try.
  const double size = formed.q.norm();
  const double relative = size > 0 ? std::min(1.0, sweeps.norm() / size) : 1.0;
  for (const double part : {0.5, 0.02}) {
    options.tolerance = part * relative * tolerance;
    const Result result = solve(formed, found.r, options);
    found.r = result.r;
    sweeps.update_velocities(found);
    const double after = sweeps.residual(found);
    if (after < sweeps.residual(state)) state = found;
    if (after <= tolerance || result.status != Status::solved) break;
  }
  return sweeps.residual(state);
}

}  // namespace jounce::contact_problem
