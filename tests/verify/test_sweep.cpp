#include "verify/sweep.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace jounce::verify {
namespace {

TEST(Sweep, IsOneRunWithoutVariables) {
  RunSpec spec;
  spec.name = "ggl";
  spec.set = {"integrator.step=1e-3"};
  const auto points = sweep_points(spec);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].name, "ggl");
  EXPECT_EQ(points[0].set, spec.set);
}

TEST(Sweep, CombinesVariablesAndFillsOverrides) {
  RunSpec spec;
  spec.name = "peak";
  spec.set = {"integrator.step={h}", "parameters.gap=10*{h}*(250+{phase})", "integrator.rho_inf=0.8"};
  spec.sweep = {{"h", {1e-3, 2e-3}}, {"phase", {0, 0.25, 0.5}}};
  const auto points = sweep_points(spec);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[4].name, "peak-h=0.002-phase=0.25");
  EXPECT_EQ(points[4].set[0], "integrator.step=0.002");
  EXPECT_EQ(points[4].set[1], "parameters.gap=10*0.002*(250+0.25)");
  EXPECT_EQ(points[4].set[2], "integrator.rho_inf=0.8");
  EXPECT_DOUBLE_EQ(points[4].variables.at("phase"), 0.25);
}

TEST(FittedOrder, IsExactForAPowerLaw) {
  EXPECT_NEAR(fitted_order({0.1, 0.05, 0.01}, {3e-2, 7.5e-3, 3e-4}), 2, 1e-12);
  EXPECT_NEAR(fitted_order({1, 2}, {5, 5}), 0, 1e-12);
}

TEST(FittedOrder, RefusesWhatHasNoSlope) {
  EXPECT_THROW(fitted_order({0.1}, {1}), std::runtime_error);
  EXPECT_THROW(fitted_order({0.1, 0.1}, {1, 2}), std::runtime_error);
  EXPECT_THROW(fitted_order({0.1, 0.2}, {0, 2}), std::runtime_error);
}

}  // namespace
}  // namespace jounce::verify
