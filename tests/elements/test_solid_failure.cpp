// Deleted elements: what they leave behind, in batches and one by one.

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/solid_meshes.h"
#include "la/diagonal_sink.h"
#include "materials/multiplicative.h"
#include "materials/visco_plastic.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

/// Soft metal that fails at a plastic strain of 0.02.
std::shared_ptr<const Material> brittle() {
  ViscoPlastic::Options options;
  options.failure = FailureStrain{.table = {{0, 0.02}}};
  options.deletion = true;
  return std::make_shared<ViscoPlastic>(
      1.4, 200, 0.3, std::make_unique<JohnsonCook>(JohnsonCook::Constants{1, 0.5, 0.5}), options);
}

struct FailureCase {
  CellShape shape;
  SolidFormulation formulation;
  bool finite;
};

/// A patch whose first element is stretched until it fails.
struct BrokenScene {
  SolidCells cells;
  std::unique_ptr<SolidElements> block;
  State state;

  /// @param apart  keeps elements out of batches
  BrokenScene(const FailureCase& c, bool apart) : cells(patch(c.shape, 2, 0.05)) {
    SolidProperties p;
    p.material = c.finite ? std::make_shared<Multiplicative>(brittle()) : brittle();
    p.formulation = c.formulation;
    p.finite_strain = c.finite;
    p.in_batches = !apart;
    block = make_solid("s", cells, p, 0);
    state = rest(cells);
    const auto size = static_cast<std::size_t>(p.material->history_size() * block->n_points()) * cells.size();
    state.history.push_back({"s", std::make_shared<const std::vector<double>>(size, 0.0)});
  }
  void accept() {
    const auto next = std::make_shared<std::vector<double>>(state.history[0].committed().size());
    Vector f = Vector::Zero(state.q.size());
    block->add_final_force(state, *next, f);
    state.history[0].values = next;
    state.history[0].time = state.t;
  }
  /// Stretches the first element, and all nodes a little.
  void stretch() {
    const auto d = static_cast<std::size_t>(topology(cells.shape).dimension);
    for (std::size_t i = 0; i < cells.points.size(); ++i) state.q[static_cast<Index>(i * d)] *= 1.002;
    state.q[static_cast<Index>(static_cast<std::size_t>(cells.cell(0)[0]) * d)] -= 0.3;
    state.t = 3;
  }
  Energies energies() const {
    Energies sum;
    block->add_energies(state, Vector3::Zero(), sum);
    return sum;
  }
};

std::vector<FailureCase> failure_cases() {
  std::vector<FailureCase> list;
  for (const bool finite : {false, true}) {
    for (const CellShape shape : {triangle3, triangle6, tetrahedron4, tetrahedron10, wedge6, hexahedron20})
      list.push_back({shape, SolidFormulation::full, finite});
    for (const CellShape shape : {quadrilateral4, hexahedron8})
      for (const auto formulation :
           {SolidFormulation::full, SolidFormulation::reduced, SolidFormulation::b_bar})
        list.push_back({shape, formulation, finite});
  }
  return list;
}

TEST(SolidFailure, MovesTheStoredEnergyToTheLossesAndLeavesNoForce) {
  for (const FailureCase& c : failure_cases())
    for (const bool apart : {false, true}) {
      if (apart && c.formulation == SolidFormulation::b_bar && c.finite) continue;  // takes no damping
      SCOPED_TRACE(std::string(topology(c.shape).name) + " " +
                   std::to_string(static_cast<int>(c.formulation)) + (c.finite ? " finite" : " small") +
                   (apart ? " apart" : ""));
      BrokenScene s(c, apart);
      s.stretch();
      const Energies before = s.energies();
      EXPECT_EQ(before.failure, 0);
      ASSERT_EQ(s.block->deleted(s.state).count, 0u);
      s.accept();
      const Energies after = s.energies();
      ASSERT_TRUE(s.block->is_deleted(s.state, 0));
      const DeletedElements deleted = s.block->deleted(s.state);
      EXPECT_LT(deleted.count, s.cells.size());
      EXPECT_EQ(deleted.first, 3);
      EXPECT_GT(after.failure, 0);
      EXPECT_NEAR(after.strain + after.failure, before.strain, 1e-12 * before.strain);
      EXPECT_NEAR(after.plastic, before.plastic, 1e-12 * before.plastic);
      // Whatever its nodes do, turned inside out as well, it has neither force nor stress, and is not
      // crushed.
      for (const int node : s.cells.cell(0)) {
        bool alone = true;
        for (std::size_t i = 1; i < s.cells.size(); ++i) {
          const auto other = s.cells.cell(i);
          alone &= s.block->is_deleted(s.state, i) || std::ranges::find(other, node) == other.end();
        }
        if (!alone) continue;
        const int d = topology(c.shape).dimension;
        const Vector f = force(*s.block, s.state);
        for (int k = 0; k < d; ++k) EXPECT_EQ(f[node * d + k], 0);
        for (int k = 0; k < d; ++k) s.state.q[node * d + k] *= -3;
        EXPECT_EQ(force(*s.block, s.state), f);
        EXPECT_EQ(s.block->find_inverted(s.state), s.cells.size());
      }
      std::array<Voigt, 27> stress;
      s.block->point_stresses(s.state, 0, stress);
      EXPECT_EQ(stress[0], Voigt::Zero());
      const int first = 0;
      ElementBounds bounds;
      s.block->bounds(s.state, {&first, 1}, {&bounds, 1});
      EXPECT_EQ(bounds.stiffness, 0);
      // It stays as it is.
      const double failure = after.failure;
      s.state.t = 4;
      s.accept();
      EXPECT_EQ(s.block->deleted(s.state).first, 3);
      EXPECT_GE(s.energies().failure, failure);
    }
}

TEST(SolidFailure, TangentIsThatOfTheForces) {
  for (const FailureCase& c : failure_cases()) {
    SCOPED_TRACE(topology(c.shape).name);
    BrokenScene s(c, false);
    s.stretch();
    s.accept();
    ASSERT_TRUE(s.block->is_deleted(s.state, 0));
    const Index n = s.state.q.size();
    DenseMatrix K = DenseMatrix::Zero(n, n);
    DenseSink sink(K);
    s.block->add_tangent(s.state, 0, 1, sink);
    for (const int node : s.cells.cell(0)) {
      bool alone = true;
      for (std::size_t i = 1; i < s.cells.size(); ++i) {
        const auto other = s.cells.cell(i);
        alone &= s.block->is_deleted(s.state, i) || std::ranges::find(other, node) == other.end();
      }
      const int d = topology(c.shape).dimension;
      if (alone) {
        EXPECT_TRUE(K.middleRows(node * d, d).isZero(0));
      }
    }
    Vector M = Vector::Zero(n), rest = M;
    s.block->add_mass_product(s.state, Vector::Ones(n), 1, M);
    BrokenScene whole(c, false);
    whole.block->add_mass_product(whole.state, Vector::Ones(n), 1, rest);
    EXPECT_EQ(M, rest) << "masses stay";
  }
}

}  // namespace
}  // namespace jounce
