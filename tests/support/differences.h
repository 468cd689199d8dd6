#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <sstream>

#include "model/system.h"

namespace jounce::test {

/// The n x n matrix that `fill` adds to a sink.
inline DenseMatrix dense(Index n, const std::function<void(MatrixSink&)>& fill) {
  DenseMatrix matrix = DenseMatrix::Zero(n, n);
  DenseSink sink(matrix);
  fill(sink);
  return matrix;
}

/// df/dx by central differences of fourth order; f returns a Vector. The relative error is about 1e-11 for
/// smooth functions whose coefficients and arguments are near 1.
template <class F>
DenseMatrix differences(const F& f, const Vector& x, double h = 1e-3) {
  DenseMatrix derivative;
  for (Index i = 0; i < x.size(); ++i) {
    const auto at = [&](double factor) {
      Vector moved = x;
      moved[i] += factor * h;
      return Vector(f(moved));
    };
    const Vector column = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
    if (i == 0) derivative.resize(column.size(), x.size());
    derivative.col(i) = column;
  }
  return derivative;
}

/// Passes when the largest difference is below `tolerance` times the largest entry (or 1).
template <class A, class B>
::testing::AssertionResult close(const A& computed, const B& expected, double tolerance = 1e-9) {
  const DenseMatrix &a = computed, &b = expected;
  if (a.rows() != b.rows() || a.cols() != b.cols())
    return ::testing::AssertionFailure()
           << a.rows() << " x " << a.cols() << " is not " << b.rows() << " x " << b.cols();
  if (a.size() == 0) return ::testing::AssertionSuccess();
  const double error = (a - b).cwiseAbs().maxCoeff();
  if (error <= tolerance * std::max(1.0, b.cwiseAbs().maxCoeff())) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "largest difference " << error << "\ncomputed\n"
                                       << a << "\nexpected\n"
                                       << b;
}

/// Repeatable random numbers.
class Random {
 public:
  explicit Random(unsigned seed = 1) : engine_(seed) {}
  double number(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }
  Vector vector(Index size, double from = -1, double to = 1) {
    Vector v(size);
    for (double& x : v) x = number(from, to);
    return v;
  }

 private:
  std::mt19937 engine_;
};

/// The same state with its configuration moved along the manifold: q o exp(increment). Derivatives by the
/// configuration are those by an increment from zero.
inline State moved(const System& system, State state, const Vector& increment) {
  system.manifold().retract(state.q, increment, state.q);
  return state;
}

/// A state near the initial one with random velocities, at a random time.
inline State random_state(const System& system, Random& random, double distance = 0.3) {
  State state = system.initial_state();
  state.t = random.number(0, 1);
  state = moved(system, state, random.vector(system.nv(), -distance, distance));
  state.v = random.vector(system.nv());
  return state;
}

/// The same state with another configuration or velocity.
inline State with_q(State state, const Vector& q) {
  state.q = q;
  return state;
}
inline State with_v(State state, const Vector& v) {
  state.v = v;
  return state;
}

}  // namespace jounce::test
