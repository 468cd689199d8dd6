#include "stepping/initial_state.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "la/diagonal_sink.h"
#include "la/linear_solver.h"
#include "stepping/failure_cause.h"
#include "stepping/scales.h"

namespace jounce {
namespace {

constexpr double kCounts = 1e-9;   ///< a violation beyond this part of its scale is a mistake of the deck
constexpr double kCloses = 1e-12;  ///< a projection has to come at least this close
constexpr int kIterations = 50;

void add_bordered_mass(const System& system, const State& state, const RowJacobian& G,
                       const std::vector<std::uint8_t>& dropped, double w, MatrixSink& sink) {
  const Index n = system.n_free();
  const Index b = G.rows();
  BlockSink mass(sink, {0, 0, n, n, 1.0});
  system.add_mass(state, w, mass);
  const double unit = 1;
  for (const Index dof : system.dofs().massless) mass.add({&dof, 1}, {&dof, 1}, &unit);
  BlockSink rows(sink, {n, 0, b, n, 1.0});
  BlockSink columns(sink, {0, n, n, b, 1.0});
  for (int i = 0; i < b; ++i) {
    if (!dropped.empty() && dropped[i] != 0) {
      const std::array<Index, 1> at = {n + i};
      const double one = 1;
      sink.add(at, at, &one);
      continue;
    }
    G.add_row_to(i, i, 1.0, rows);
    G.add_column_to(i, i, 1.0, columns);
  }
}

/// Of the diagonal; 1 where there is none.
double largest_mass(const System& system, const State& state) {
  Vector diagonal = Vector::Zero(system.nv());
  DiagonalSink sink(diagonal);
  system.add_mass(state, 1, sink);
  const double largest = system.n_free() > 0 ? diagonal.head(system.n_free()).maxCoeff() : 0;
  return largest > 0 ? largest : 1;
}

/// Solves the bordered system, whose mass is scaled to the size of the joints (redundant rows are found
/// beside small masses then, in any units), for a right-hand side of the joint rows; returns the change of
/// the free degrees of freedom, zero for the others.
Vector least_change(const System& system, const State& state, const RowJacobian& G, const Vector& missing,
                    const std::vector<std::uint8_t>& dropped) {
  const Index n = system.n_free();
  const Index b = system.joints().rows();
  const CsrMatrix matrix = bordered_mass(system, state, G, dropped, 1 / largest_mass(system, state));
  Vector right = Vector::Zero(n + b), solution;
  right.tail(b) = missing;
  LinearSolver solver(MatrixKind::general);
  solver.factor(matrix);
  solver.solve(right, solution);
  Vector change = Vector::Zero(system.nv());
  change.head(n) = solution.head(n);
  return change;
}

Vector velocity_error(const System& system, const State& state, const RowJacobian& G) {
  Vector g_t, rate;
  system.joints().rates(state, g_t);
  G.multiply(state.v, rate);
  return rate + g_t;
}

}  // namespace

CsrMatrix bordered_mass(const System& system, const State& state, const RowJacobian& G,
                        const std::vector<std::uint8_t>& dropped, double w) {
  PatternBuilder pattern(system.n_free() + G.rows());
  add_bordered_mass(system, state, G, dropped, w, pattern);
  CsrMatrix matrix;
  pattern.build(matrix);
  add_bordered_mass(system, state, G, dropped, w, matrix);
  return matrix;
}

Violation violation_of(const System& system, const State& state, double h) {
  Violation violation;
  if (system.joints().rows() == 0) return violation;
  Scales scales;
  scales.observe(system, state, Vector::Zero(system.nv()), h);
  Vector g;
  RowJacobian G;
  system.joints().values(state, g);
  system.joints().jacobian(state, G);
  const Vector rate = velocity_error(system, state, G);
  for (Index i = 0; i < g.size(); ++i) {
    const int row = static_cast<int>(i);
    violation.position_counts |= std::abs(g[i]) > kCounts * scales.row_coordinate(system, G, row);
    violation.velocity_counts |= std::abs(rate[i]) > kCounts * scales.row_velocity(system, G, row);
  }
  Index worst = 0;
  violation.position = g.cwiseAbs().maxCoeff(&worst);
  violation.position_joint = system.joints().name_of(static_cast<int>(worst));
  violation.velocity = rate.cwiseAbs().maxCoeff(&worst);
  violation.velocity_joint = system.joints().name_of(static_cast<int>(worst));
  return violation;
}

void project_initial_state(const System& system, State& state, double h) {
  if (system.joints().rows() == 0 || system.n_free() == 0) return;
  Scales scales;
  scales.observe(system, state, Vector::Zero(system.nv()), h);
  RowJacobian G;
  Vector g;
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0;; ++iteration) {
    system.joints().values(state, g);
    system.joints().jacobian(state, G);
    double worst = 0;
    Index worst_row = 0;
    for (Index i = 0; i < g.size(); ++i) {
      const double relative = std::abs(g[i]) / scales.row_coordinate(system, G, static_cast<int>(i));
      if (relative > worst || !std::isfinite(relative)) {
        worst = relative;
        worst_row = i;
      }
    }
    const bool stagnates = !(worst < 0.5 * last);
    if (worst <= 4 * std::numeric_limits<double>::epsilon() || (stagnates && worst <= kCloses)) break;
    if (!std::isfinite(worst) || iteration == kIterations) {
      const std::string joint = system.joints().name_of(static_cast<int>(worst_row));
      if (!std::isfinite(g[worst_row]))
        throw UnsatisfiedJoint(
            joint,
            fmt::format("joint '{}' cannot be evaluated at the initial positions: the numbers are too large",
                        joint));
      throw UnsatisfiedJoint(joint,
                             fmt::format("the initial positions do not satisfy the joints, and neither does "
                                         "any position nearby: joint '{}' remains violated by {:.3g}{}",
                                         joint, std::abs(g[worst_row]), describe_rivals(system, joint)));
    }
    last = worst;
    system.manifold().retract(state.q, least_change(system, state, G, -g, system.joints().velocity_rows()),
                              state.q);
  }
  system.accept(state);
  system.joints().jacobian(state, G);
  for (int pass = 0; pass < 2; ++pass)  // the second pass removes the rounding errors of the first
    state.v += least_change(system, state, G, -velocity_error(system, state, G), {});
  const Violation left = violation_of(system, state, h);
  if (left.velocity_counts)
    throw UnsatisfiedJoint(
        left.velocity_joint,
        fmt::format("no initial velocities satisfy the joints: joint '{}' remains violated by {:.3g}{}",
                    left.velocity_joint, left.velocity, describe_rivals(system, left.velocity_joint)));
}

}  // namespace jounce
