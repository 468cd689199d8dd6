// Shells in explicit steps: lumped masses and the longest step.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "../support/differences.h"
#include "elements/shell.h"
#include "integrators/mixed/step_limit.h"
#include "shell_sheet.h"

namespace jounce {
namespace {

using namespace test;

TEST(ShellExplicit, ExplicitElementFallsWithExactlyG) {
  for (const auto& [cells, order] : shell_kinds()) {
    const auto model =
        sheet({.cells = cells, .counts = "[1, 1]", .keys = "mass = \"lumped\"", .order = order}, "",
              "[0, 0, -9.81]");
    const State state = model->system.initial_state();
    Vector f = Vector::Zero(state.v.size());
    model->system.force(state, f);
    const DenseMatrix M =
        dense(model->system.nv(), [&](MatrixSink& sink) { shell_of(*model).add_mass(state, 1, sink); });
    EXPECT_EQ((M - DenseMatrix(M.diagonal().asDiagonal())).norm(), 0);
    EXPECT_GT(M.diagonal().minCoeff(), 0);
    double mass = 0;
    for (const auto& dofs : shell_of(*model).cells().dofs) {
      mass += M(dofs[2], dofs[2]);
      EXPECT_NEAR(f[dofs[2]] / M(dofs[2], dofs[2]), -9.81, order == 1 ? 1e-14 : 1e-13);
      for (int k = 3; k < 6; ++k) EXPECT_NEAR(f[dofs[k]], 0, 1e-17);
    }
    const double area = 0.5 * (3 * 2.5 - 0.4 * 2.4 + (2.4 * 1.6 - 2.5 * -0.3));
    EXPECT_NEAR(mass, 1.5 * 0.05 * area, 1e-12);
  }
}

/// Sees the largest block that is handed in: zeros beside a diagonal widen the matrices of a step.
struct LargestBlock : MatrixSink {
  void add(std::span<const Index> rows, std::span<const Index>, const double*) override {
    largest = std::max(largest, rows.size());
  }
  std::size_t largest = 0;
};

TEST(ShellExplicit, LumpedMassesHaveEntriesOnTheDiagonalAlone) {
  for (const auto& [cells, order] : shell_kinds()) {
    const auto model =
        sheet({.cells = cells, .counts = "[1, 1]", .keys = "mass = \"lumped\"", .order = order});
    LargestBlock sink;
    shell_of(*model).add_mass(model->system.initial_state(), 1, sink);
    EXPECT_EQ(sink.largest, 1);
  }
}

/// The longest stable step is 2 / omega of the element; of a thin square it is that of its membrane, which a
/// wave crosses, as the rotary inertia is scaled.
TEST(ShellExplicit, ScaledRotaryInertiaKeepsTheStepOfTheMembrane) {
  const std::string square = "[0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]";
  for (const auto& kind : shell_kinds()) {
    SCOPED_TRACE(kind.cells + std::to_string(kind.order));
    const auto step = [&](const std::string& keys) {
      const auto model = sheet(
          {.corners = square, .cells = kind.cells, .counts = "[1, 1]", .keys = keys, .order = kind.order});
      StepLimit limit(model->system);
      return limit.find(model->system.initial_state()).step;
    };
    const double c = std::sqrt(kShellE / (1.5 * (1 - kShellNu * kShellNu)));
    const double scaled = step("mass = \"lumped\""),
                 not_scaled = step("mass = \"lumped\"\nrotary_inertia = \"section\"");
    EXPECT_GT(scaled, (kind.order == 1 ? 0.5 : 0.25) / c);
    EXPECT_LT(scaled, 1.5 / c);
    // Triangles of three nodes have little stiffness in transverse shear, which is what shortens the others.
    const double most = kind.order == 2 ? 0.15 : kind.cells == "triangles" ? 0.6 : 0.1;
    EXPECT_LT(not_scaled, most * scaled);
  }
}

}  // namespace
}  // namespace jounce
