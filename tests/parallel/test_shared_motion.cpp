// The motion path of nsga-ggl with shared forces and tangents, and shells that ranks share, against every
// rank with all elements. Alone and on four ranks.

#include <gtest/gtest.h>

#include "../support/cube_against_walls.h"
#include "../support/scene.h"
#include "whole_and_shared.h"

namespace jounce::test {
namespace {

TEST(SharedMotion, PartsOfTheTangentMakeTheSameSteps) {
  const std::string rough = scene::point_plane(
      {.name = "wall", .points = "cube.z_min", .through = {0, 0, 0}, .normal = {0, 0, 1}, .friction = 0.3});
  for (const char* const damping :
       {"element.body.damping_stiffness=0", "element.body.damping_stiffness=1e-3"}) {
    SCOPED_TRACE(damping);
    const std::vector<std::string> set = {"integrator.type=nsga-ggl", "integrator.solver=motion",
                                          "element.body.strain=green-lagrange",
                                          "element.body.formulation=full", damping};
    WholeAndShared pair(kCube + rough, set, set, Sharing::forces);
    compare_steps(pair, 25, {1e-10, 1e-8, 1e-8});
    expect_the_same_on_all_ranks(pair);
  }
}

TEST(SharedMotion, IsOfferedToLargeModels) {
  const std::vector<std::string> set = {"integrator.type=nsga-ggl", "integrator.solver=motion",
                                        "element.body.strain=green-lagrange"};
  EXPECT_EQ(DeckRun(kCube + std::string(kWall), set).integrator->sharing(), Sharing::none);
  std::vector<std::string> large = set;
  large.emplace_back("mesh.cube.counts=[15, 15, 15]");
  EXPECT_EQ(DeckRun(kCube + std::string(kWall), large).integrator->sharing(), Sharing::forces);
}

/// A plate of triangles that falls on one of quadrilaterals; both yield.
std::string plates() {
  return scene::gravity({0, 0, -9.81}) +
         scene::material({.name = "metal", .type = "plastic", .E = 70e9, .nu = 0.33, .rho = 2700}) +
         "yield_stress = [100e6, 200e6]\nplastic_strain = [0, 0.5]\n" +
         scene::sheet_mesh(
             {.name = "low", .corners = {0, 0, 0, 0.2, 0, 0, 0.2, 0.2, 0, 0, 0.2, 0}, .counts = {6, 6}}) +
         scene::element(
             {.name = "low", .type = "shell", .mesh = "low", .material = "metal", .thickness = 1e-3}) +
         "strain = \"logarithmic\"\n" +
         scene::sheet_mesh(
             {.name = "high",
              .corners = {0.05, 0.05, 0.003, 0.15, 0.06, 0.003, 0.14, 0.15, 0.003, 0.04, 0.14, 0.003},
              .counts = {3, 3},
              .cells = "triangles"}) +
         scene::element(
             {.name = "high", .type = "shell", .mesh = "high", .material = "metal", .thickness = 2e-3}) +
         scene::held("low.boundary", {"x", "y", "z"}) + R"(
[[initial]]
on = "high"
velocity = [0, 0, -20]
[[contact]]
name = "hit"
type = "surfaces"
surface = "high"
against = "low"
friction = 0.2
[integrator]
end = 1
)";
}

const std::vector<std::vector<std::string>> kOrders = {{}, {"mesh.low.order=2", "mesh.high.order=2"}};

TEST(SharedShells, MakeTheSameStepsExplicitly) {
  for (std::vector<std::string> set : kOrders) {
    SCOPED_TRACE(set.size());
    set.insert(set.end(), {"integrator.type=half-explicit", "integrator.step=1e-6"});
    WholeAndShared pair(plates(), set, set);
    EXPECT_EQ(pair.shared.integrator->sharing(), Sharing::forces);
    compare_steps(pair, 250, {1e-10, 1e-6, 1e-7});
    const Energies a = pair.whole.system().energies(pair.whole.state),
                   b = pair.shared.system().energies(pair.shared.state);
    EXPECT_GT(a.plastic, 1e-3);
    EXPECT_NEAR(a.plastic, b.plastic, 1e-8 * a.plastic);
    EXPECT_NEAR(a.strain, b.strain, 1e-7 * a.strain);
    expect_the_same_on_all_ranks(pair);
  }
}

TEST(SharedShells, MakeTheSameStepsImplicitly) {
  for (std::vector<std::string> set : kOrders) {
    SCOPED_TRACE(set.size());
    set.insert(set.end(), {"integrator.type=moreau-jean", "integrator.step=1e-5"});
    WholeAndShared pair(plates(), set, set, Sharing::matrices);
    compare_steps(pair, 20, {1e-10, 1e-6, 1e-7});
    expect_the_same_on_all_ranks(pair);
  }
}

}  // namespace
}  // namespace jounce::test
