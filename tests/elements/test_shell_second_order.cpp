// Shells of second order: no motions without energy, directors, deck messages, one element against finer
// ones.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <fstream>

#include "../support/differences.h"
#include "elements/shell.h"
#include "shell_sheet.h"

namespace jounce {
namespace {

using namespace test;

constexpr const char* kFlat = "[0, 0, 0, 3, 0.4, 0, 2.4, 2.5, 0, -0.3, 1.6, 0]";

/// Eigenvalues of the stiffness over the largest one.
Eigen::VectorXd stiffness_spectrum(const Model& model) {
  DenseMatrix K = dense(model.system.nv(), [&](MatrixSink& sink) {
    shell_of(model).add_tangent(model.system.initial_state(), 0, 1, sink);
  });
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<DenseMatrix>(K).eigenvalues();
  return values / values[values.size() - 1];
}

/// Only the six rigid motions are without energy: of one element and of several, flat, warped and curved.
TEST(ShellSecondOrder, OnlyRigidMotionsHaveNoEnergy) {
  const std::vector<std::string> shapes = {
      kFlat, "[0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]",
      "[0.1, 0.2, 0, 2.4, 0, 0.5, 2.1, 1.4, -0.3, 0, 1.1, 0.4]",
      "[2, 0, 0, 2, 60, 0, 2, 60, 1.5, 2, 0, 1.5]\ncoordinates = \"cylindrical\""};
  for (const std::string& shape : shapes)
    for (const std::string cells : {"quadrilaterals", "triangles"})
      for (const std::string counts : {"[1, 1]", "[2, 2]"}) {
        SCOPED_TRACE(shape + cells + counts);
        const auto model = sheet({.corners = shape,
                                  .cells = cells,
                                  .counts = counts,
                                  .keys = "drilling = 1",
                                  .thickness = kShellH,
                                  .order = 2});
        const Eigen::VectorXd values = stiffness_spectrum(*model);
        EXPECT_LT(values.head<6>().cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_GT(values[6], 1e-4);
      }
}

/// The nodes of a cylinder have its normals: those of quadrilaterals where the elements lie on both sides
/// alike, other nodes as near as parabolas over 20 degrees come.
TEST(ShellSecondOrder, DirectorsAreNormals) {
  for (const std::string cells : {"quadrilaterals", "triangles"}) {
    const auto model = sheet({.corners = "[2, 0, 0, 2, 120, 0, 2, 120, 1.5, 2, 0, 1.5]\ncoordinates = "
                                         "\"cylindrical\"",
                              .cells = cells,
                              .counts = "[6, 2]",
                              .order = 2});
    const ShellCells& all = shell_of(*model).cells();
    for (std::size_t i = 0; i < all.nodes.size(); ++i) {
      const Vector3& X = all.places[static_cast<std::size_t>(all.nodes[i])];
      const double end = std::min(X.y(), 0.5 * X.y() + std::sqrt(0.75) * X.x());  // 0 on the straight sides
      const Vector3 normal = Vector3(X.x(), X.y(), 0) / 2;
      const bool is_alike = cells == "quadrilaterals" && std::abs(end) > 1e-9;
      EXPECT_GT(all.directors[i].dot(normal), is_alike ? 1 - 1e-12 : 1 - 2e-5);
    }
  }
}

/// A node a tenth along its side turns the element over at the corner beside it.
TEST(ShellSecondOrder, MiddleNodesFarFromTheMiddleAreRefused) {
  const std::string file = testing::TempDir() + "shell_far_middle.msh";
  std::ofstream(file)
      << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n"
         "5 0.1 0 0\n6 1 0.5 0\n7 0.5 1 0\n8 0 0.5 0\n$EndNodes\n$Elements\n1\n1 16 2 1 1 1 2 3 "
         "4 5 6 7 8\n$EndElements\n";
  try {
    build(
        "[[material]]\nname = \"m\"\nE = 1\nnu = 0\nrho = 1\n[[mesh]]\nname = \"l\"\ntype = \"gmsh\"\nfile = "
        "\"" +
            file +
            "\"\n[[element]]\nname = \"e\"\ntype = \"shell\"\nmesh = \"l\"\nmaterial = \"m\"\nthickness = "
            "1\n",
        3);
    ADD_FAILURE() << "accepted";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("or a middle node far from the middle of its side"),
              std::string::npos)
        << error.what();
  }
}

/// M of lumped masses is that of consistent ones, and no mass is zero or less.
TEST(ShellSecondOrder, ConsistentMassesHaveTheWeightOfLumpedOnes) {
  for (const std::string cells : {"quadrilaterals", "triangles"}) {
    const auto mass_of = [&](const std::string& mass) {
      const auto model = sheet({.cells = cells, .keys = "mass = \"" + mass + "\"", .order = 2});
      const State& state = model->system.initial_state();
      const DenseMatrix M =
          dense(model->system.nv(), [&](MatrixSink& sink) { shell_of(*model).add_mass(state, 1, sink); });
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<DenseMatrix>(M).eigenvalues().minCoeff(), 0) << mass;
      Vector along = Vector::Zero(state.v.size());
      for (const auto& dofs : shell_of(*model).cells().dofs) along[dofs[1]] = 1;
      Vector product = Vector::Zero(state.v.size());
      shell_of(*model).add_mass_product(state, along, 1, product);
      EXPECT_LT((product.head(M.rows()) - M * along.head(M.rows())).norm(), 1e-14);
      return along.dot(product);
    };
    const double area = 0.5 * (3 * 2.5 - 0.4 * 2.4 + (2.4 * 1.6 - 2.5 * -0.3));
    EXPECT_NEAR(mass_of("consistent"), 1.5 * 0.05 * area, 1e-12);
    EXPECT_NEAR(mass_of("lumped"), 1.5 * 0.05 * area, 1e-12);
  }
}

/// Weight does the work that the potential gives, of consistent masses too, whose sums of rows are negative
/// at corners.
TEST(ShellSecondOrder, PotentialOfWeightIsItsWork) {
  for (const std::string mass : {"consistent", "lumped"}) {
    const auto model = sheet({.keys = "mass = \"" + mass + "\"", .order = 2}, "", "[0, 0, -9.81]");
    const State state = model->system.initial_state();
    Vector f = Vector::Zero(state.v.size());
    model->system.force(state, f);
    for (const auto& dofs : shell_of(*model).cells().dofs) {
      const auto potential = [&](double by) {
        State moved = state;
        moved.q[dofs[2]] += by;
        Energies energies;
        shell_of(*model).add_energies(moved, Vector3(0, 0, -9.81), energies);
        return energies.gravity;
      };
      EXPECT_NEAR(potential(-1) - potential(0), f[dofs[2]], 1e-12) << mass;
    }
  }
}

/// Pressure on a plate: forces on its nodes add up to pressure times area, with both orders and shapes.
TEST(ShellSecondOrder, PressureActsOnTheFaces) {
  for (const auto& [cells, order] : shell_kinds()) {
    const auto model = sheet({.cells = cells, .order = order},
                             "[[load]]\nname = \"p\"\ntype = \"pressure\"\nsurface = \"l\"\npressure = 3\n");
    const State& state = model->system.initial_state();
    Vector f = Vector::Zero(state.v.size());
    model->system.force(state, f);
    Vector3 sum = Vector3::Zero();
    for (const auto& dofs : shell_of(*model).cells().dofs)
      for (int k = 0; k < 3; ++k) sum[k] += f[dofs[k]];
    const double area = 0.5 * (3 * 2.5 - 0.4 * 2.4 + (2.4 * 1.6 - 2.5 * -0.3));
    EXPECT_LT((sum - Vector3(0, 0, -3 * area)).norm(), 1e-12) << cells << order;
  }
}

/// Stresses of both faces and section forces are linear functions where the strains are, middle nodes as
/// well.
TEST(ShellSecondOrder, NodesHaveTheForcesOfTheirPlaces) {
  const double curvature = 1e-7, slope = 2e-7;  // kappa_11 = curvature + slope x
  const double D = kShellE * kShellH * kShellH * kShellH / (12 * (1 - kShellNu * kShellNu));
  for (const std::string cells : {"quadrilaterals", "triangles"}) {
    const auto model = sheet({.corners = "[0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]",
                              .cells = cells,
                              .counts = "[1, 1]",
                              .thickness = kShellH,
                              .order = 2});
    const State state = placed_shell(
        *model, [&](const Vector3& X) { return X; },
        [&](const Vector3& X) { return Vector3(0, curvature * X.x() + 0.5 * slope * X.x() * X.x(), 0); });
    const ShellElements& shell = shell_of(*model);
    for (const ElementQuantity& quantity : shell.quantities()) {
      const bool is_force = quantity.type == &shell_force_quantity();
      const double sign = quantity.type == &shell_top_stress_quantity() ? 1 : -1;
      const auto n = static_cast<std::size_t>(topology(shell.cells().shape).nodes);
      const std::size_t width = is_force ? 8 : 6;
      std::vector<double> values(width * n);
      quantity.at_nodes(state, 0, values);
      for (std::size_t a = 0; a < n; ++a) {
        const double x = shell.cells().places[static_cast<std::size_t>(shell.cells().cell(0)[a])].x();
        const double moment = D * (curvature + slope * x);
        const double expected = is_force ? moment : sign * moment * 6 / (kShellH * kShellH);
        EXPECT_NEAR(values[width * a + (is_force ? 3 : 0)], expected, 1e-4 * D * curvature) << cells << a;
      }
    }
  }
}

}  // namespace
}  // namespace jounce
