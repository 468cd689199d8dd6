#include "model/triple_product.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numeric>

#include "../support/differences.h"

namespace jounce {
namespace {

using test::close;

struct Case {
  int dimension;
  std::vector<Vector3> initial;
};

/// A line in the plane and in space, and a plane.
std::vector<Case> cases() {
  return {{2, {{0, 0, 0}, {2, 1, 0}, {1, 0.5, 0}}},
          {3, {{0, 0, 0}, {2, 1, -1}, {1, 0.5, -0.5}}},
          {3, {{0, 0, 0}, {2, 1, -1}, {0, 1, 3}, {1, 1, 1}}}};
}

TripleProduct constraint(const Case& c) {
  std::vector<Index> dofs(c.initial.size() * static_cast<std::size_t>(c.dimension));
  std::iota(dofs.begin(), dofs.end(), 0);
  return {"c", c.dimension, dofs, c.initial};
}

State state(const Case& c, const Vector& q, const Vector& v) {
  State s;
  s.q = q;
  s.v = v;
  for (std::size_t i = 0; i < c.initial.size(); ++i)
    s.q.segment(static_cast<Index>(i) * c.dimension, c.dimension) += c.initial[i].head(c.dimension);
  return s;
}

Vector values(const Constraint& c, const State& s) {
  Vector g(c.rows());
  c.value(s, g.data());
  return g;
}

DenseMatrix jacobian(const Constraint& c, const State& s) {
  RowJacobian G;
  for (int k = 0; k < c.rows(); ++k) G.add_row(c.dofs());
  c.jacobian(s, 0, G);
  DenseMatrix dense = DenseMatrix::Zero(c.rows(), s.q.size());
  for (int k = 0; k < c.rows(); ++k)
    for (Index i = 0; i < s.q.size(); ++i) dense(k, i) = G.values(k)[i];
  return dense;
}

TEST(TripleProduct, ItsDerivativesAreThoseOfDifferences) {
  test::Random random;
  for (const Case& c : cases()) {
    const TripleProduct g = constraint(c);
    const auto n = static_cast<Index>(g.dofs().size());
    const Vector q = random.vector(n, -0.4, 0.4), v = random.vector(n), lambda = random.vector(g.rows());
    const State at = state(c, q, v);
    const DenseMatrix G = jacobian(g, at);
    EXPECT_TRUE(close(G, test::differences([&](const Vector& x) { return values(g, state(c, x, v)); }, q)));
    const DenseMatrix K =
        test::dense(n, [&](MatrixSink& sink) { g.add_reaction_gradient(at, lambda.data(), 1.7, sink); });
    EXPECT_TRUE(close(K, test::differences(
                             [&](const Vector& x) {
                               return Vector(1.7 * jacobian(g, state(c, x, v)).transpose() * lambda);
                             },
                             q)));
    const DenseMatrix D = test::dense(n, [&](MatrixSink& sink) {
                            g.add_velocity_gradient(at, 1.7, 0, sink);
                          }).topRows(g.rows());
    EXPECT_TRUE(
        close(D, test::differences(
                     [&](const Vector& x) { return Vector(1.7 * jacobian(g, state(c, x, v)) * v); }, q)));
  }
}

// Moved by h along a normal of the line or plane, P is h off.
TEST(TripleProduct, IsTheDistance) {
  for (const Case& c : cases()) {
    const TripleProduct g = constraint(c);
    Vector q = Vector::Zero(static_cast<Index>(g.dofs().size()));
    EXPECT_NEAR(values(g, state(c, q, q)).norm(), 0, 1e-15);
    const Vector3 u = c.initial[1];
    const Vector3 normal = c.dimension == 2        ? Vector3(-u.y(), u.x(), 0)
                           : c.initial.size() == 3 ? Vector3(u.cross(Vector3(0.3, -2, 1)))
                                                   : Vector3(u.cross(c.initial[2]));
    q.tail(c.dimension) = 0.03 * normal.normalized().head(c.dimension) + 5 * u.head(c.dimension);
    EXPECT_NEAR(values(g, state(c, q, q)).norm(), 0.03, 1e-14) << "free along the line";
  }
}

}  // namespace
}  // namespace jounce
