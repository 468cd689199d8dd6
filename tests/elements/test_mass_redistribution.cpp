#include "elements/mass_redistribution.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "../support/differences.h"
#include "../support/solid_meshes.h"
#include "materials/hyperelastic.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

constexpr std::array kSolidShapes = {triangle3,     triangle6, quadrilateral4, quadrilateral8, tetrahedron4,
                                     tetrahedron10, wedge6,    wedge15,        hexahedron8,    hexahedron20};

/// Nodes with x = 1 or, in the upper part, y = 2: two sides of a block that meet in an edge.
std::vector<std::uint8_t> touching_nodes(const SolidCells& cells, bool two_sides) {
  const auto d = static_cast<std::size_t>(topology(cells.shape).dimension);
  std::vector<std::uint8_t> flags(cells.points.size());
  for (std::size_t node = 0; node < flags.size(); ++node)
    flags[node] = cells.places[node * d] < 1 + 1e-9 || (two_sides && cells.places[node * d + 1] > 2 - 1e-9);
  return flags;
}

struct MassVariant {
  bool lumped;
  double share, crossing;
};

template <class Check>
void for_all_masses(const Check& check) {
  for (const CellShape shape : kSolidShapes)
    for (const MassVariant& v : {MassVariant{false, 0, 0}, {true, 0, 0}, {false, 0.3, 0}, {false, 0, 2}}) {
      SCOPED_TRACE(std::string(topology(shape).name) + (v.lumped ? " lumped " : " consistent ") +
                   std::to_string(v.share) + (v.crossing > 0 ? " scaled" : ""));
      const SolidCells cells = patch(shape, 3, is_quadratic(shape) ? 0.06 : 0.12);
      SolidProperties p = elastic();
      p.lumped = v.lumped;
      p.least_crossing = v.crossing;
      p.contact_mass = v.share;
      p.alpha = 0.3;
      check(cells, p);
    }
}

/// 1, x, y, z at the nodes, each along one degree of freedom of every node.
DenseMatrix affine_motions(const SolidCells& cells) {
  const Index d = topology(cells.shape).dimension;
  const State state = rest(cells);
  DenseMatrix fields = DenseMatrix::Zero(state.q.size(), d + 1);
  for (Index node = 0; node < state.q.size() / d; ++node) {
    fields(node * d, 0) = 1;
    for (Index k = 0; k < d; ++k) fields(node * d, k + 1) = state.q[node * d + k];
  }
  return fields;
}

TEST(MassRedistribution, TotalMassCentreAndInertiaStay) {
  for_all_masses([](const SolidCells& cells, const SolidProperties& p) {
    for (const bool two_sides : {false, true}) {
      const auto block = solid(cells, p);
      const State state = rest(cells);
      const DenseMatrix before = mass(*block, state);
      ASSERT_EQ(block->redistribute_mass(touching_nodes(cells, two_sides)), -1);
      const DenseMatrix after = mass(*block, state);
      const DenseMatrix X = affine_motions(cells);
      EXPECT_GT((after - before).norm(), 0.1 * before.norm());
      EXPECT_TRUE(close(X.transpose() * after * X, X.transpose() * before * X, 1e-13));
    }
  });
}

TEST(MassRedistribution, NodesInContactKeepTheirShareAndOthersAreNotMassless) {
  for_all_masses([](const SolidCells& cells, const SolidProperties& p) {
    const auto block = solid(cells, p);
    const State state = rest(cells);
    const DenseMatrix before = mass(*block, state);
    const auto flags = touching_nodes(cells, true);
    block->redistribute_mass(flags);
    const DenseMatrix after = mass(*block, state);
    EXPECT_TRUE(close(after, after.transpose(), 1e-14));
    const Index d = topology(cells.shape).dimension;
    std::vector<Index> others;
    for (Index i = 0; i < after.rows(); ++i) {
      if (flags[i / d] == 0) {
        others.push_back(i);
        continue;
      }
      EXPECT_NEAR(after(i, i), p.contact_mass * before(i, i), 1e-14);
      if (p.contact_mass == 0) {
        EXPECT_EQ(after.row(i).norm(), 0);
      }
    }
    const Eigen::SelfAdjointEigenSolver<DenseMatrix> of_others(after(others, others).eval());
    EXPECT_GT(of_others.eigenvalues()[0], 0.005 * before.diagonal().minCoeff());
  });
}

TEST(MassRedistribution, ProductsEnergiesAndDampingAreThoseOfTheMatrix) {
  for_all_masses([](const SolidCells& cells, SolidProperties p) {
    for (const bool finite : {false, true}) {
      p.finite_strain = finite;
      if (finite) p.material = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
      const auto block = solid(cells, p), undamped = [&] {
        SolidProperties without = p;
        without.alpha = 0;
        return solid(cells, without);
      }();
      for (const auto* each : {&block, &undamped}) (*each)->redistribute_mass(touching_nodes(cells, false));
      EXPECT_EQ(block->shareable(), 0);
      State state = rest(cells);
      Random random(3);
      state.q += random.vector(state.q.size(), -0.02, 0.02);
      state.v = random.vector(state.q.size());
      const DenseMatrix M = mass(*block, state);
      Vector product = Vector::Zero(state.q.size());
      block->add_mass_product(state, state.v, 2, product);
      EXPECT_TRUE(close(product, 2 * M * state.v, 1e-13));
      EXPECT_TRUE(close(force(*block, state) - force(*undamped, state), -p.alpha * M * state.v, 1e-12));
      Energies energies;
      const Vector3 gravity(0.3, -0.7, 0.4);
      block->add_energies(state, gravity, energies);
      EXPECT_NEAR(energies.kinetic, 0.5 * state.v.dot(M * state.v), 1e-12);
      const Index d = topology(cells.shape).dimension;
      Vector field(state.q.size());
      for (Index i = 0; i < field.size(); ++i) field[i] = gravity[i % d];
      EXPECT_NEAR(energies.gravity, -field.dot(M * state.q), 1e-12 * std::abs(energies.gravity));
      EXPECT_NEAR(block->damping_product(state, state.v), p.alpha * state.v.dot(M * state.v), 1e-12);
    }
  });
}

TEST(MassRedistribution, OnAStraightMeshVelocitiesAreContinuedAlongTheLine) {
  const SolidCells cells = patch(quadrilateral4, 3, 0);
  const MassRedistribution T(cells, touching_nodes(cells, false), 0.25);
  Vector x(static_cast<Index>(cells.points.size()));
  for (Index i = 0; i < x.size(); ++i) {  // at x = 1, 5/3, 7/3, 3 the values 0, 1, 4, 9 times 1 + y
    const double at = 1.5 * (cells.places[2 * i] - 1);
    x[i] = at * at * (1 + cells.places[2 * i + 1]);
  }
  Vector carried = x;
  T.carry(carried);
  for (Index i = 0; i < x.size(); ++i) {
    const bool moves = T.moves(static_cast<int>(i));
    EXPECT_EQ(moves, cells.places[2 * i] == 1);
    const double line = 1 + cells.places[2 * i + 1];
    EXPECT_NEAR(carried[i], moves ? 0.5 * (2 * 1 - 4) * line : x[i], 1e-13);
    if (moves) {
      EXPECT_EQ(T.carriers(static_cast<int>(i)).size(), 2u);
    }
  }
  const Vector ones = Vector::Ones(x.size());
  Vector handed = ones;
  T.hand_over(handed);
  EXPECT_NEAR(handed.dot(x), ones.dot(carried), 1e-13);
}

TEST(MassRedistribution, ANodeWithoutAFreeElementIsNamed) {
  const SolidCells cells = patch(hexahedron8, 1, 0);
  const auto block = solid(cells, [] {
    SolidProperties p = elastic();
    p.contact_mass = 0;
    return p;
  }());
  const int node = block->redistribute_mass(touching_nodes(cells, false));
  ASSERT_GE(node, 0);
  EXPECT_EQ(cells.places[3 * node], 1);
}

}  // namespace
}  // namespace jounce
