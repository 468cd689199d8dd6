#include "contact_problem/scaled_problem.h"

namespace jounce::contact_problem {

void multiply_contacts(int dimension, const Vector& roots, Vector& x) {
  for (Index c = 0; c < roots.size(); ++c) x.segment(c * dimension, dimension) *= roots[c];
}

void divide_contacts(int dimension, const Vector& roots, Vector& x) {
  for (Index c = 0; c < roots.size(); ++c) x.segment(c * dimension, dimension) /= roots[c];
}

Problem scaled(const Problem& problem, const Vector& roots) {
  Problem result;
  result.dimension = problem.dimension;
  result.mu = problem.mu;
  result.q = problem.q;
  divide_contacts(problem.dimension, roots, result.q);
  result.W = problem.W;
  const Index area = problem.dimension * problem.dimension;
  for (Index row = 0; row < result.W.contacts(); ++row)
    for (Index k = result.W.row_starts[row]; k < result.W.row_starts[row + 1]; ++k) {
      const double factor = 1 / (roots[row] * roots[result.W.columns[k]]);
      for (Index i = 0; i < area; ++i) result.W.block(k)[i] *= factor;
    }
  return result;
}

}  // namespace jounce::contact_problem
