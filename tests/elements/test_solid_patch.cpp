// Patch tests on distorted meshes of all shapes: boundary nodes follow an affine map, the others are found by
// solving; they follow it too, and the stress is the same everywhere.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "../support/solid_meshes.h"
#include "materials/hyperelastic.h"
#include "materials/plane_stress.h"

namespace jounce {
namespace {

using namespace test;
using enum CellShape;

struct Case {
  CellShape shape;
  SolidFormulation formulation;
  PlaneKind plane;
  bool finite;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const CellShape shape : {triangle3, triangle6, quadrilateral4, quadrilateral8, tetrahedron4,
                                tetrahedron10, wedge6, wedge15, hexahedron8, hexahedron20})
    for (const SolidFormulation formulation : {SolidFormulation::full, SolidFormulation::reduced,
                                               SolidFormulation::b_bar, SolidFormulation::incompatible})
      for (const PlaneKind plane : {PlaneKind::strain, PlaneKind::stress, PlaneKind::axisymmetric})
        for (const bool finite : {false, true}) {
          if (topology(shape).dimension == 3 && plane != PlaneKind::strain) continue;
          if (formulation == SolidFormulation::b_bar && plane == PlaneKind::stress) continue;
          if (formulation == SolidFormulation::incompatible && plane == PlaneKind::axisymmetric) continue;
          list.push_back({shape, formulation, plane, finite});
        }
  return list;
}

TEST(SolidPatch, AffineDisplacementsOfTheBoundaryMakeUniformStress) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(fmt::format("{} formulation {} plane {} {}", topology(c.shape).name,
                             static_cast<int>(c.formulation), static_cast<int>(c.plane),
                             c.finite ? "finite" : "small"));
    // Curved rings, tetrahedra and wedges make integrands of a degree beyond that of their rules.
    const bool curved = c.plane != PlaneKind::axisymmetric && c.shape != tetrahedron10 && c.shape != wedge15;
    const SolidCells cells = patch(c.shape, 2, is_quadratic(c.shape) && curved ? 0.08 : 0.2, curved);
    ASSERT_EQ(find_inverted(cells), cells.size());
    SolidProperties p = elastic();
    if (c.finite) p.material = std::make_shared<NeoHookean>(1.4, 0.9, 1.5);
    p.plane = c.plane;
    if (topology(c.shape).dimension == 2 && c.plane == PlaneKind::stress)
      p.material = std::make_shared<PlaneStress>(p.material);
    p.formulation = c.formulation;
    p.finite_strain = c.finite;
    const auto block = solid(cells, p);

    const Index d = topology(c.shape).dimension;
    Matrix3 H;
    H << 0.11, 0.07, -0.04, 0.05, -0.09, 0.06, 0.03, -0.05, 0.12;
    if (c.plane == PlaneKind::axisymmetric) H(0, 1) = H(1, 0) = 0;
    const State start = rest(cells);
    Vector exact = start.q;
    for (Index node = 0; node < exact.size() / d; ++node)
      exact.segment(node * d, d) += H.topLeftCorner(d, d) * start.q.segment(node * d, d);
    State state = start;
    state.q = exact;
    const auto inner = inner_nodes(cells);
    ASSERT_FALSE(inner.empty());
    std::vector<Index> dofs;
    for (const int node : inner)
      for (Index k = 0; k < d; ++k) dofs.push_back(node * d + k);
    for (const Index dof : dofs) state.q[dof] = start.q[dof];
    for (int iteration = 0; iteration < 30; ++iteration) {
      const Vector f = force(*block, state);
      const DenseMatrix K = stiffness(*block, state);
      const Vector step = K(dofs, dofs).partialPivLu().solve(f(dofs));
      state.q(dofs) += step;
      if (step.norm() < 1e-15) break;
    }
    EXPECT_LT((state.q - exact).cwiseAbs().maxCoeff(), 1e-12);
    std::array<Voigt, 27> stress;
    block->point_stresses(state, 0, stress);
    const Voigt first = stress[0];
    EXPECT_GT(first.norm(), 0.1);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      block->point_stresses(state, i, stress);
      for (int k = 0; k < block->n_points(); ++k) EXPECT_LT((stress[k] - first).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace jounce
