#include "contact_problem/body_problem.h"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>

#include "contact_problem/body_formed.h"
#include "contact_problem/body_sweeps.h"

namespace jounce::contact_problem {
namespace {

template <class Count>
void expect_size(const char* what, Eigen::Index size, Count expected) {
  if (size != static_cast<Eigen::Index>(expected))
    throw std::invalid_argument(
        fmt::format("contact problem of bodies: {} has {} numbers, expected {}", what, size, expected));
}

void expect_finite(const char* what, const Vector& x) {
  if (!x.allFinite())
    throw std::invalid_argument(
        fmt::format("contact problem of bodies: {} has a number that is not finite", what));
}

void expect_bodies(const char* what, std::size_t number, const std::array<Index, 2>& bodies, Index count,
                   const double* rows, std::size_t size) {
  for (const Index body : bodies)
    if (body < 0 || body >= count)
      throw std::invalid_argument(
          fmt::format("contact problem of bodies: {} {} names body {} of {}", what, number, body, count));
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += std::abs(rows[i]);
  if (!std::isfinite(sum))
    throw std::invalid_argument(
        fmt::format("contact problem of bodies: {} {} has a number that is not finite", what, number));
  if (bodies[0] == bodies[1] && sum > 0)
    throw std::invalid_argument(
        fmt::format("contact problem of bodies: {} {} couples body {} with itself", what, number, bodies[0]));
}

template <int kRows>
void expect_tails(const char* what, const BodyTails<kRows>& tails, std::size_t size, Index count) {
  if (tails.size() > size)
    throw std::invalid_argument(fmt::format("contact problem of bodies: tails of {} {}s, expected {} at most",
                                            tails.size(), what, size));
  for (std::size_t i = 0; i < tails.size(); ++i)
    for (const auto& piece : tails.of(i)) {
      if (piece.body < 0 || piece.body >= count)
        throw std::invalid_argument(fmt::format(
            "contact problem of bodies: the tail of {} {} names body {} of {}", what, i, piece.body, count));
      for (const double value : piece.rows)
        if (!std::isfinite(value))
          throw std::invalid_argument(fmt::format(
              "contact problem of bodies: the tail of {} {} has a number that is not finite", what, i));
    }
}

BodySweeps prepared(const BodyProblem& problem, ContactLawKind law) {
  std::exception_ptr wrong;
  try {
    check(problem);
  } catch (const std::invalid_argument&) {
    wrong = std::current_exception();
  }
  const double failures = wrong ? 1 : 0;
  if (problem.shared != nullptr && problem.shared->sum(failures) > 0 && !wrong)
    throw std::invalid_argument("contact problem of bodies: wrong on another rank");
  if (wrong) std::rethrow_exception(wrong);
  return BodySweeps(problem, law);
}

BodyResult run(BodySweeps& sweeps, const BodyOptions& options, BodyState& state) {
  switch (options.method) {
    case BodyMethod::gauss_seidel:
      return gauss_seidel(sweeps, options, state);
    case BodyMethod::accelerated_gauss_seidel:
      return accelerated_gauss_seidel(sweeps, options, state);
    case BodyMethod::projected_gradient:
      return projected_gradient(sweeps, options, state);
    case BodyMethod::barzilai_borwein:
      return barzilai_borwein(sweeps, options, state);
  }
  return {};
}

constexpr int kBeforeForming = 1000;  ///< iterations of a small problem before its Delassus matrix is formed

}  // namespace

void check(const BodyProblem& problem) {
  const std::size_t contacts = problem.contacts.size(), joints = problem.joints.size();
  if (problem.w.size() % BodyProblem::kBody != 0)
    throw std::invalid_argument(fmt::format("contact problem of bodies: w has {} numbers, no multiple of {}",
                                            problem.w.size(), BodyProblem::kBody));
  expect_size("mu", static_cast<Eigen::Index>(problem.mu.size()), contacts);
  expect_size("s", problem.s.size(), 3 * contacts);
  expect_size("c", problem.c.size(), joints);
  expect_finite("w", problem.w);
  expect_finite("s", problem.s);
  expect_finite("c", problem.c);
  for (std::size_t c = 0; c < contacts; ++c) {
    if (!(problem.mu[c] >= 0) || !std::isfinite(problem.mu[c]))
      throw std::invalid_argument(
          fmt::format("contact problem of bodies: contact {} has mu = {}", c, problem.mu[c]));
    const auto& rows = problem.contacts[c];
    expect_bodies("contact", c, rows.bodies, problem.bodies(), rows.H.data(), rows.H.size());
  }
  for (std::size_t j = 0; j < joints; ++j)
    expect_bodies("joint row", j, problem.joints[j].bodies, problem.bodies(), problem.joints[j].B.data(),
                  problem.joints[j].B.size());
  expect_tails("contact", problem.contact_tails, contacts, problem.bodies());
  expect_tails("joint row", problem.joint_tails, joints, problem.bodies());
}

double residual(const BodyProblem& problem, ContactLawKind law, const Vector& r, const Vector& lambda,
                const Vector& w) {
  const BodySweeps sweeps = prepared(problem, law);
  expect_size("r", r.size(), problem.s.size());
  expect_size("lambda", lambda.size(), problem.c.size());
  expect_size("the velocity", w.size(), problem.w.size());
  return sweeps.residual({r, lambda, w});
}

BodyResult solve(const BodyProblem& problem, const BodyOptions& options, Vector& r, Vector& lambda,
                 Vector& w) {
  if (!(options.relaxation > 0) || !(options.relaxation < 2))
    throw std::invalid_argument(
        fmt::format("contact problem of bodies: relaxation {} is not between 0 and 2", options.relaxation));
  const bool is_gradient =
      options.method == BodyMethod::projected_gradient || options.method == BodyMethod::barzilai_borwein;
  if (is_gradient && options.law == ContactLawKind::maximum_dissipation)
    throw std::invalid_argument("projected gradients do not support maximum dissipation");
  BodySweeps sweeps = prepared(problem, options.law);
  BodyState state{std::move(r), std::move(lambda), std::move(w)};
  if (state.r.size() != problem.s.size() || !state.r.allFinite()) state.r = Vector::Zero(problem.s.size());
  if (state.lambda.size() != problem.c.size() || !state.lambda.allFinite())
    state.lambda = Vector::Zero(problem.c.size());
  BodyResult result;
  if (static_cast<Index>(problem.contacts.size()) <= options.formed_contacts && can_be_formed(sweeps)) {
    BodyOptions first = options;
    first.max_iterations = std::min(options.max_iterations, kBeforeForming);
    result = run(sweeps, first, state);
    if (!result.converged) {
      result.residual = solve_formed(sweeps, options.tolerance, state);
      result.converged = result.residual <= options.tolerance;
      if (options.watch) options.watch(result.iterations, result.residual);
    }
  }
  if (!result.converged && result.iterations < options.max_iterations) {
    BodyOptions rest = options;
    rest.max_iterations -= result.iterations;
    const int before = result.iterations;
    if (options.watch) rest.watch = [&](int iterations, double e) { options.watch(before + iterations, e); };
    result = run(sweeps, rest, state);
    result.iterations += before;
  }
  r = std::move(state.r);
  lambda = std::move(state.lambda);
  w = std::move(state.w);
  return result;
}

}  // namespace jounce::contact_problem
