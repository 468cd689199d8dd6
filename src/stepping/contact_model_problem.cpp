#include "stepping/contact_model_problem.h"

#include <algorithm>
#include <array>

#include "contact_problem/solvers.h"

namespace jounce {
namespace {

constexpr int kSweeps = 300, kNewtonSteps = 60, kProximalSteps = 3000;
constexpr Index kFewContacts = 20;  ///< up to which everything is tried
constexpr double kTolerance = 4e-15, kGoodEnough = 1e-8;
/// A model of more conditions than motions has a solution only as far as it is exact: what is nearest to one
/// is a point from where the next model is better.
constexpr double kNearest = 1e-3;

/// Conditions of a contact by its rows in the problem; -1: a tangent that it does not have.
using Conditions = std::array<int, 3>;

Conditions conditions_of(const ModelContact& contact) {
  return {contact.normal, contact.tangents > 0 ? contact.first : -1,
          contact.tangents > 1 ? contact.first + 1 : -1};
}

/// Tangents that contacts of a problem in space lack have no velocity, and a block of their own.
contact_problem::Problem problem_of(const DenseMatrix& R, const Vector& y_0,
                                    const std::vector<ModelContact>& contacts, int d) {
  contact_problem::Problem problem;
  problem.dimension = d;
  const auto count = static_cast<Index>(contacts.size());
  problem.q.setZero(d * count);
  DenseMatrix W = DenseMatrix::Zero(d * count, d * count);
  for (Index i = 0; i < count; ++i) {
    const ModelContact& contact = contacts[i];
    problem.mu.push_back(contact.mu);
    const Conditions rows = conditions_of(contact);
    for (int a = 0; a < d; ++a) {
      const int row = rows[a];
      if (row < 0) {
        W(d * i + a, d * i + a) = std::max(R(contact.normal, contact.normal), 1e-300);
        continue;
      }
      problem.q[d * i + a] = y_0[row];
      for (Index j = 0; j < count; ++j) {
        const Conditions columns = conditions_of(contacts[j]);
        for (int b = 0; b < d; ++b)
          if (columns[b] >= 0) W(d * i + a, d * j + b) = R(row, columns[b]);
      }
    }
  }
  problem.W = contact_problem::block_matrix(W, d);
  return problem;
}

contact_problem::Result solved(const contact_problem::Problem& problem, const Vector& start) {
  using contact_problem::Method;
  contact_problem::Options options;
  options.tolerance = kTolerance;
  contact_problem::Result best;
  Vector from = start;
  for (const auto& [method, limit] : {std::pair{Method::gauss_seidel, kSweeps},
                                      {Method::newton, kNewtonSteps},
                                      {Method::proximal, kProximalSteps}}) {
    options.method = method;
    options.max_iterations = limit;
    contact_problem::Result result =
        method == Method::gauss_seidel ? contact_problem::gauss_seidel(problem, from, options)
        : method == Method::newton     ? contact_problem::semi_smooth_newton(problem, from, options)
                                       : contact_problem::proximal_point(problem, from, options);
    if (best.r.size() == 0 || result.residual < best.residual) best = std::move(result);
    const bool is_polished = method != Method::gauss_seidel;
    if (best.residual <= (is_polished ? kGoodEnough : kTolerance)) break;
    from = best.r;
  }
  if (best.residual <= kGoodEnough || problem.contacts() > kFewContacts) return best;
  options.method = Method::automatic;
  options.max_iterations = 0;
  contact_problem::Result result = contact_problem::solve(problem, best.r, options);
  return result.residual < best.residual ? result : best;
}

}  // namespace

bool solve_contact_model(const DenseMatrix& R, const Vector& y_0, const std::vector<ModelContact>& contacts,
                         Vector& c) {
  if (contacts.empty()) return true;
  int tangents = 0;
  for (const ModelContact& contact : contacts) tangents = std::max(tangents, contact.tangents);
  const int d = std::max(2, 1 + tangents);
  if (!R.allFinite() || !y_0.allFinite()) return false;
  const contact_problem::Problem problem = problem_of(R, y_0, contacts, d);
  Vector start = Vector::Zero(problem.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Conditions rows = conditions_of(contacts[i]);
    for (int a = 0; a < d; ++a)
      if (const int row = rows[a]; row >= 0) start[d * static_cast<Index>(i) + a] = c[row];
  }
  const contact_problem::Result result = solved(problem, start);
  if (result.r.size() != problem.size() || !(result.residual <= kNearest)) return false;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Conditions rows = conditions_of(contacts[i]);
    for (int a = 0; a < d; ++a)
      if (const int row = rows[a]; row >= 0) c[row] = result.r[d * static_cast<Index>(i) + a];
  }
  return true;
}

}  // namespace jounce
