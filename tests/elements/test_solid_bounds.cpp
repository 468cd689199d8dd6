// What bounds explicit steps in one solid element, against its matrices.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "../support/differences.h"
#include "../support/solids.h"
#include "materials/hyperelastic.h"
#include "materials/logarithmic.h"
#include "materials/plastic.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

constexpr std::array kBoundedShapes = {triangle3,    triangle6,     quadrilateral4, quadrilateral8,
                                       tetrahedron4, tetrahedron10, wedge6,         wedge15,
                                       hexahedron8,  hexahedron20};

double largest(const DenseMatrix& K, const DenseMatrix& M) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(0.5 * (K + K.transpose()), M)
      .eigenvalues()
      .maxCoeff();
}

ElementBounds bounds_of(const SolidElements& block, const State& state, int element = 0) {
  ElementBounds found;
  block.bounds(state, {&element, 1}, {&found, 1});
  return found;
}

TEST(SolidBounds, AreTheLargestEigenvaluesOfDistortedElements) {
  Random random(3);
  for (const CellShape shape : kBoundedShapes)
    for (const bool lumped : {false, true})
      for (const bool finite : {false, true})
        for (const double scaled : {0.0, 3.0})
          for (const SolidFormulation formulation :
               {SolidFormulation::full, SolidFormulation::reduced, SolidFormulation::b_bar}) {
            SCOPED_TRACE(fmt::format("{} lumped {} finite {} scaled {} formulation {}", topology(shape).name,
                                     lumped, finite, scaled, static_cast<int>(formulation)));
            const SolidCells cells = one_cell(shape, 0.7);
            SolidProperties p = elastic();
            if (finite) p.material = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
            p.finite_strain = finite;
            p.lumped = lumped;
            p.least_crossing = scaled;
            p.formulation = formulation;
            p.alpha = 0.3;
            p.beta = finite && formulation == SolidFormulation::b_bar ? 0 : 0.2;
            SolidProperties undamped = p;
            undamped.alpha = undamped.beta = 0;
            const auto block = solid(cells, p), plain = solid(cells, undamped);
            State state = rest(cells);
            state.q += random.vector(state.q.size(), -0.05, 0.05);
            state.v = random.vector(state.q.size());
            const ElementBounds bounds = bounds_of(*block, state);
            const DenseMatrix M = mass(*block, state);
            const double lambda = largest(stiffness(*plain, state), M);
            EXPECT_NEAR(bounds.stiffness, lambda, 1e-9 * lambda);
            DenseMatrix C = DenseMatrix::Zero(M.rows(), M.cols());
            DenseSink sink(C);
            block->add_tangent(state, 1, 0, sink);
            const double damping = largest(C, M);
            EXPECT_NEAR(bounds.damping, damping, 1e-9 * damping);
          }
}

/// Metal that flows unloads elastically: the bound is that of the elastic body, not of the plastic tangent.
TEST(SolidBounds, OfMetalThatFlowsAreElastic) {
  const SolidCells cells = one_cell(hexahedron8, 0.3);
  SolidProperties p = elastic();
  p.finite_strain = true;
  p.lumped = true;
  p.material = std::make_shared<Logarithmic>(
      std::make_shared<Plastic>(1.4, 2.5, 0.3, std::vector<Plastic::Point>{{0, 1e-3}, {1, 2e-3}}));
  const auto block = make_solid("s", cells, p, 0);
  State state = rest(cells);
  const auto size = static_cast<std::size_t>(block->n_points() * p.material->history_size());
  state.history.push_back({"s", std::make_shared<const std::vector<double>>(size, 0.0)});
  const double before = bounds_of(*block, state).stiffness;
  Random random(8);
  state.q += random.vector(state.q.size(), -0.02, 0.02);
  const double flowing = largest(stiffness(*block, state), mass(*block, state));
  const auto next = std::make_shared<std::vector<double>>(size);
  block->update_history(state, *next);
  state.history[0].values = next;
  const double after = bounds_of(*block, state).stiffness;
  EXPECT_NEAR(after, before, 0.1 * before);
  EXPECT_LE(flowing, after * (1 + 1e-9));
}

/// Elements that are equal share what is found for the first; neither turning nor moving changes it.
double rate_of(const SolidElements& block, const State& state) {
  double rate = 0;
  block.stretch_rates(state, {&rate, 1});
  return rate;
}

TEST(SolidBounds, DoNotFeelRigidMotions) {
  SolidCells cells = one_cell(hexahedron8, 0.5);
  SolidProperties p = elastic();
  p.material = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
  p.finite_strain = true;
  p.lumped = true;
  const auto block = solid(cells, p);
  State state = rest(cells);
  const double before = bounds_of(*block, state).stiffness;
  const Matrix3 R = rotation_exponential(Vector3(0.7, -1.9, 0.4)).toRotationMatrix();
  const Vector3 omega(3, -2, 1);
  for (Index a = 0; a < 8; ++a) {
    const Vector3 x = R * state.q.segment<3>(3 * a);
    state.q.segment<3>(3 * a) = x + Vector3(10, 20, -5);
    state.v.segment<3>(3 * a) = omega.cross(x);
  }
  EXPECT_NEAR(bounds_of(*block, state).stiffness, before, 1e-10 * before);
  EXPECT_LT(rate_of(*block, state), 1e-12);
}

/// A uniform velocity gradient stretches as its symmetric part says.
TEST(SolidBounds, RatesOfStretching) {
  Random random(1);
  for (const CellShape shape : kBoundedShapes) {
    const SolidCells cells = one_cell(shape, 0.5);
    SolidProperties p = elastic();
    p.finite_strain = true;
    const auto block = solid(cells, p);
    State state = rest(cells);
    const int d = topology(shape).dimension;
    const DenseMatrix L = DenseMatrix::Random(d, d);
    for (Index a = 0; a < state.q.size(); a += d) state.v.segment(a, d) = L * state.q.segment(a, d);
    EXPECT_NEAR(rate_of(*block, state), (0.5 * (L + L.transpose())).norm(), 1e-12);
  }
}

TEST(SolidBounds, RatesOfBatchesAreThoseOfSingleElements) {
  for (std::size_t i = 0; i < 2 * kBoundedShapes.size(); ++i) {
    const CellShape shape = kBoundedShapes[i / 2];
    const SolidCells cells = one_cell(shape, 0.5);
    SolidProperties p = elastic();
    p.finite_strain = true;
    p.plane = i % 2 == 0 ? PlaneKind::strain : PlaneKind::axisymmetric;
    p.material = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
    const auto batch = solid(cells, p);
    p.in_batches = false;
    const auto single = solid(cells, p);
    State state = rest(cells);
    state.q += 0.03 * Vector::Random(state.q.size());
    state.v = Vector::Random(state.v.size());
    const double rate = rate_of(*single, state);
    EXPECT_NEAR(rate_of(*batch, state), rate, 1e-12 * rate);
    state.v[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(rate_of(*batch, state), HUGE_VAL);
    EXPECT_EQ(rate_of(*single, state), HUGE_VAL);
  }
}

}  // namespace
}  // namespace jounce
