// Shells of second order against finer ones of first order, in plastic bending and stretching.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/scene.h"
#include "elements/shell.h"
#include "statics.h"

namespace jounce {
namespace {

/// A quarter of a square plate of steel, whose edges are held but may turn, under pressure: it yields at both
/// faces and sags by two and a half times its thickness.
std::string pressed_plate(const std::string& cells, int count, int order) {
  return "[model]\ndimension = 3\n" +
         scene::material({.type = "plastic", .E = 200e9, .nu = 0.3, .rho = 7800}) +
         "yield_stress = [250e6, 350e6]\nplastic_strain = [0, 0.1]\n" +
         scene::sheet_mesh({.corners = {0, 0, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0},
                            .counts = {static_cast<double>(count), static_cast<double>(count)},
                            .cells = cells}) +
         fmt::format("order = {}\n", order) + scene::element({.type = "shell", .thickness = 0.01}) +
         scene::held("l.side_2", {"x", "y", "z"}) + scene::held("l.side_3", {"x", "y", "z"}) + R"(
[[joint]]
name = "symmetry"
type = "symmetry"
planes = [{ on = "l.side_1", normal = [0, 1, 0] }, { on = "l.side_4", normal = [1, 0, 0] }]
[[load]]
name = "p"
type = "pressure"
surface = "l"
pressure = "-8e5*t"
[analysis]
type = "static"
step = 0.1
)";
}

struct Pressed {
  double middle = 0, plastic = 0;

  Pressed(const std::string& cells, int count, int order) {
    test::Statics run(pressed_plate(cells, count, order));
    EXPECT_TRUE(run.run()) << cells << count;
    const ShellCells& all = shells_of(run.model->system.blocks()).front()->cells();
    for (std::size_t a = 0; a < all.points.size(); ++a)
      if (all.places[a].norm() < 1e-12) middle = run.state.q[all.dofs[a][2]];
    plastic = run.model->system.energies(run.state).plastic;
  }
};

/// First order with 32 elements a side and smaller steps has 0.0243745 m and 404.9 J.
TEST(StaticShells, PlasticPlatesOfSecondOrderAreFineOnesOfFirst) {
  const Pressed fine("quadrilaterals", 16, 1);
  EXPECT_NEAR(fine.middle, 0.0243745, 1e-3 * fine.middle);
  const Pressed eight("quadrilaterals", 4, 2), six("triangles", 4, 2);
  EXPECT_NEAR(eight.middle, fine.middle, 1e-3 * fine.middle);
  EXPECT_NEAR(eight.plastic, fine.plastic, 0.01 * fine.plastic);
  EXPECT_NEAR(six.middle, fine.middle, 5e-3 * fine.middle);
  EXPECT_NEAR(six.plastic, fine.plastic, 0.02 * fine.plastic);
}

}  // namespace
}  // namespace jounce
