#include "contact_problem/residual.h"

#include <array>
#include <cmath>
#include <limits>

#include "contact_problem/cone.h"

namespace jounce::contact_problem {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

double trace_over_dimension(const Problem& problem, Index contact) {
  std::array<double, 9> storage{};
  const double* block = storage.data();
  if (problem.is_formed())
    block = problem.W.block(problem.W.diagonal(contact));
  else
    problem.W_operator->diagonal_block(contact, storage.data());
  double trace = 0;
  for (int i = 0; i < problem.dimension; ++i) trace += std::abs(block[(problem.dimension + 1) * i]);
  return trace / problem.dimension;
}

template <int D>
void project_all(const Problem& problem, Vector& r) {
  for (Index c = 0; c < problem.contacts(); ++c)
    r.segment<D>(D * c) = project_cone<D>(problem.mu[c], r.segment<D>(D * c));
}

}  // namespace

Residual::Residual(const Problem& problem)
    : problem_(problem), scales_(problem.contacts()), norm_(problem.q.norm()) {
  if (problem.contacts() == 0) return;
  for (Index c = 0; c < problem.contacts(); ++c) scales_[c] = trace_over_dimension(problem, c);
  const double mean = scales_.mean();
  for (double& w : scales_)
    if (!(w > kNoMotion * mean)) w = mean > 0 ? mean : 1.0;
}

template <int D>
double Residual::sum_of_squares(const Vector& r, const Vector& u) const {
  double sum = 0;
  for (Index c = 0; c < problem_.contacts(); ++c) {
    const double mu = problem_.mu[c], w = scales_[c];
    const SmallVector<D> x = w * r.segment<D>(D * c);
    const SmallVector<D> target = x - de_saxce<D>(mu, u.segment<D>(D * c));
    sum += (x - project_cone<D>(mu, target)).squaredNorm() + kEpsilon * kEpsilon * x.squaredNorm();
  }
  return sum;
}

double Residual::operator()(const Vector& r, const Vector& u) const {
  if (problem_.contacts() == 0) return 0;
  const double sum = problem_.dimension == 3 ? sum_of_squares<3>(r, u) : sum_of_squares<2>(r, u);
  if (sum == 0) return 0;
  return std::sqrt(sum) / (norm_ > 0 ? norm_ : u.norm());
}

double residual(const Problem& problem, const Vector& r) {
  Vector u;
  velocities(problem, r, u);
  return Residual(problem)(r, u);
}

void project(const Problem& problem, Vector& r) {
  if (problem.dimension == 3)
    project_all<3>(problem, r);
  else
    project_all<2>(problem, r);
}

}  // namespace jounce::contact_problem
