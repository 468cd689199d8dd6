#include <gmock/gmock.h>

#include <cmath>

#include "../support/box_on_floor.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "io/field_file.h"
#include "io/history_reader.h"
#include "program.h"

// Fields as they are read back from the file, against values that are known.

namespace jounce::test {
namespace {

using testing::HasSubstr;

class FieldValues : public testing::Test {
 protected:
  /// Runs a deck and opens its fields.
  io::FieldFile fields_of(const std::string& deck) {
    write(folder / "deck.toml", deck);
    const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return io::FieldFile(folder / "r/fields.vtkhdf");
  }
  static std::vector<double> last(const io::FieldFile& file, const std::string& field) {
    return file.values(field, file.times().size() - 1);
  }
  static bool has(const io::FieldFile& file, const std::string& name) {
    for (const io::Field& field : file.fields())
      if (field.name == name) return true;
    return false;
  }
  /// Sums of the components over all points.
  static std::vector<double> sum(const std::vector<double>& values, std::size_t components) {
    std::vector<double> total(components, 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) total[i % components] += values[i];
    return total;
  }
  TemporaryFolder folder;
};

/// A cube of two hexahedra pulled along x by sigma = 6, with s(p) = 4 + 40 p: p = (6 - 4) / 40, E = 100.
const std::string kPlasticCube = R"toml(
[model]
dimension = 3
[[material]]
name = "m"
type = "plastic"
E = 100
nu = 0.25
rho = 3
yield_stress = [4, 8]
plastic_strain = [0, 0.1]
)toml" + solid_block("b", "[0, 0, 0]", "[2, 1, 1]", "[2, 1, 1]") +
                                 R"toml(
[[boundary]]
on = "b.x_min"
components = ["x"]
[[boundary]]
on = "b.y_min"
components = ["y"]
[[boundary]]
on = "b.z_min"
components = ["z"]
[[load]]
name = "pull"
type = "traction"
surface = "b.x_max"
traction = ["t < 1 ? 6 * t : 6 * (2 - t)", 0, 0]
[[history]]
name = "p"
quantity = "plastic_strain"
of = "b.x_max"
[analysis]
type = "static"
step = 0.1
end = 2
[output]
frames = 2
)toml";

TEST_F(FieldValues, PlasticStrainIsThatOfTheHardeningCurveAndStays) {
  const io::FieldFile file = fields_of(kPlasticCube);
  ASSERT_EQ(file.times().size(), 3u);
  for (const double p : file.values("plastic_strain", 0)) EXPECT_EQ(p, 0);
  for (const std::size_t frame : {1u, 2u})  // loaded, and unloaded
    for (const double p : file.values("plastic_strain", frame)) EXPECT_NEAR(p, 0.05, 1e-9) << frame;
  const io::History history(folder / "r/history.csv");
  EXPECT_EQ(history.column("p")[0], 0);
  EXPECT_EQ(history.column("p")[6], 0);  // 3.6 < 4
  EXPECT_NEAR(history.column("p")[9], (5.4 - 4) / 40, 1e-9);
  EXPECT_NEAR(history.column("p").back(), 0.05, 1e-9);
}

TEST_F(FieldValues, PlasticStrainIsNowhereWithoutPlasticity) {
  std::string deck = kPlasticCube;
  deck.replace(deck.find(R"(type = "plastic")"), 16, "");
  deck.replace(deck.find("yield_stress"),
               std::string("yield_stress = [4, 8]\nplastic_strain = [0, 0.1]").size(), "");
  const std::size_t column = deck.find("[[history]]");
  const std::string without = deck.substr(0, column) + deck.substr(deck.find("[analysis]"));
  EXPECT_FALSE(has(fields_of(without), "plastic_strain"));
  write(folder / "wrong.toml", deck);
  const Outcome outcome = jounce(folder.path(), {"check", "wrong.toml"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no solid element of a plastic material has a node in 'b.x_max'"));
}

/// A box on an incline of slope 1/2 (gravity is turned), mu = 0.8: it sticks. Beside it a ball of radius 0.3
/// far up.
const std::string kBodies = R"toml(
[model]
dimension = 3
gravity = [5, 0, -10]
)toml" + box_on_floor() + R"toml(
[[body]]
name = "ball"
type = "rigid-3d"
mass = 1
inertia = [0.036, 0.036, 0.036]
position = [0, 3, 50.3]
rotation = [0, 0, 0.5]
[[body]]
name = "pin"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [0, 9, 50]
[[shape]]
name = "hide"
type = "sphere"
on = ["ball"]
radius = 0.3
[[contact]]
name = "touch"
type = "bodies"
shapes = ["skin", "hide", "floor"]
envelope = 0.01
friction = 0.8
[[history]]
name = "gap"
quantity = "gap"
of = "touch:hide|floor"
[[history]]
name = "least"
quantity = "gap"
of = "touch"
[integrator]
type = "impulse-velocity"
step = 1e-3
end = 0.02
contact_tolerance = 1e-12
[output]
frames = 2
)toml";

TEST_F(FieldValues, ForcesOfContactsOnBodiesAreVectors) {
  const io::FieldFile file = fields_of(kBodies);
  const std::vector<double> normal = last(file, "normal_force"), friction = last(file, "friction_force"),
                            points = file.points(file.times().size() - 1), sums = last(file, "contact_force");
  ASSERT_EQ(sums.size(), 3u);
  const std::vector<double> box_normal(normal.begin(), normal.begin() + 3),
      box_friction(friction.begin(), friction.begin() + 3);
  EXPECT_NEAR(box_normal[0], 0, 1e-8);
  EXPECT_NEAR(box_normal[1], 0, 1e-8);
  EXPECT_NEAR(box_normal[2], 20, 1e-8);     // m g_z
  EXPECT_NEAR(box_friction[0], -10, 1e-8);  // m g_x
  EXPECT_NEAR(box_friction[1], 0, 1e-8);
  EXPECT_NEAR(box_friction[2], 0, 1e-8);
  EXPECT_NEAR(sums[0], 20, 1e-8);
  for (std::size_t i = 3; i < normal.size(); ++i) EXPECT_EQ(normal[i], 0);
  for (std::size_t i = 3; i < friction.size(); ++i) EXPECT_EQ(friction[i], 0);
  EXPECT_EQ(sums[1], 0);
  EXPECT_NEAR(points[2], 0.1, 1e-9);
}

TEST_F(FieldValues, BodiesHaveSizesShapesAndOrientations) {
  const io::FieldFile file = fields_of(kBodies);
  EXPECT_EQ(last(file, "shape_kind"), (std::vector<double>{3, 1, 0}));
  const std::vector<double> radius = last(file, "radius");
  EXPECT_NEAR(radius[0], std::sqrt(0.3 * 0.3 + 0.2 * 0.2 + 0.1 * 0.1), 1e-14);
  EXPECT_NEAR(radius[1], 0.3, 1e-14);
  EXPECT_EQ(radius[2], 0);
  const std::vector<double> half = last(file, "half_size");
  const std::vector<double> expected = {0.3, 0.2, 0.1, 0.3, 0.3, 0.3, 0, 0, 0};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(half[i], expected[i], 1e-14) << i;
  const std::vector<double> turn = last(file, "orientation");
  const std::vector<double> turned = {0, 0, 0, 0, 0, std::sin(0.25), 0, 0, 0};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(turn[i], turned[i], 1e-9) << i;
}

TEST_F(FieldValues, GapsAreDistancesFromTheFirstRowOn) {
  fields_of(kBodies);
  const io::History history(folder / "r/history.csv");
  EXPECT_NEAR(history.column("gap")[0], 50, 1e-9);
  EXPECT_NEAR(history.column("gap").back(), 50 - 0.5 * 10 * 0.02 * 0.02, 0.003);
  for (const double gap : history.column("gap")) EXPECT_TRUE(std::isfinite(gap));
  for (const double gap : history.column("least")) EXPECT_NEAR(gap, 0, 1e-9);
}

/// Of different sizes, and turned at random.
TEST_F(FieldValues, GrainsHaveTheirOwnRadiiAndOrientations) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 3
[[body]]
name = "balls"
type = "grains"
radius = 0.25
size_spread = 0.5
orientation = "random"
density = 1000
counts = [2, 1, 1]
spacing = [1, 1, 1]
position = [0, 0, 1]
[[shape]]
name = "floor"
type = "plane"
[[contact]]
name = "touch"
type = "bodies"
shapes = ["balls", "floor"]
envelope = 0.01
[[history]]
name = "gap"
quantity = "gap"
of = "touch:balls[1]|floor"
[[history]]
name = "w"
quantity = "quaternion"
of = "balls[1]"
component = "w"
[[history]]
name = "z"
quantity = "quaternion"
of = "balls[1]"
component = "z"
[integrator]
type = "impulse-velocity"
step = 0.01
end = 0.1
[output]
frames = 1
)toml");
  const io::History history(folder / "r/history.csv");
  const std::vector<double> radius = last(file, "radius"), turn = last(file, "orientation");
  ASSERT_EQ(radius.size(), 2u);
  EXPECT_NE(radius[0], radius[1]);
  EXPECT_NEAR(radius[1], 1 - history.column("gap").back(), 1e-12);  // there is no gravity
  EXPECT_EQ(last(file, "shape_kind"), (std::vector<double>{1, 1}));
  EXPECT_NEAR(turn[5], history.column("z").back(), 1e-12);
  const double w = history.column("w").back();
  EXPECT_NEAR(turn[3] * turn[3] + turn[4] * turn[4] + turn[5] * turn[5], 1 - w * w, 1e-12);
  EXPECT_LT(w, 0.999);
}

/// A square that lies on another: normal forces on the nodes of both sides are equal and opposite, and
/// balance the load; friction does so with the shear.
TEST_F(FieldValues, ForcesOfContactsOnNodesBalance) {
  const io::FieldFile file = fields_of(std::string(R"(
[model]
dimension = 2
)" + scene::material({.E = 1000, .nu = 0, .rho = 1})) +
                                       solid_block("low", "[0, 0]", "[3, 1]", "[3, 1]") +
                                       solid_block("high", "[1, 1]", "[2, 2]", "[2, 2]") +
                                       R"toml(
[[boundary]]
on = "low.y_min"
components = ["x", "y"]
[[boundary]]
on = "high.y_max"
components = ["x"]
motion = "1e-4*t"
[[load]]
name = "press"
type = "traction"
surface = "high.y_max"
traction = [0, -2]
[[contact]]
name = "seat"
type = "surfaces"
surface = "high.y_min"
against = "low.y_max"
friction = 0.5
[analysis]
type = "static"
step = 0.5
[output]
frames = 1
)toml");
  const std::vector<double> normal = last(file, "normal_force"), friction = last(file, "friction_force");
  const std::size_t low = 3 * 4 * 2;  // numbers of the points of `low`, 4 x 2
  const std::vector<double> on_low = sum({normal.begin(), normal.begin() + low}, 3),
                            on_high = sum({normal.begin() + low, normal.end()}, 3),
                            drag_low = sum({friction.begin(), friction.begin() + low}, 3),
                            drag_high = sum({friction.begin() + low, friction.end()}, 3);
  EXPECT_NEAR(on_high[1], 2, 1e-6);
  EXPECT_NEAR(on_low[1], -2, 1e-6);
  EXPECT_NEAR(on_low[0] + on_high[0], 0, 1e-9);
  EXPECT_NEAR(drag_low[0] + drag_high[0], 0, 1e-9);
  EXPECT_LT(drag_high[0], -1e-3);  // the upper one is pulled along x
  EXPECT_LT(std::abs(drag_high[0]), 0.5 * 2 + 1e-6);
}

/// A flexible bar of solid elements, pulled along its axis by 6 an area; its frame is turned by 90 degrees
/// about z and fixed: yy is 6, everything else 0.
const std::string kFlexible = R"toml(
[model]
dimension = 3
[[material]]
name = "m"
E = 100
nu = 0
rho = 3
)toml" + solid_block("grid", "[0, 0, 0]", "[4, 1, 1]", "[4, 1, 1]") +
                              R"toml(
[[body]]
name = "rod"
type = "flexible"
mesh = "grid"
supports = ["x_min"]
rigid_faces = ["x_max"]
position = [1, 2, 3]
rotation = [0, 0, 1.5707963267948966]
[[joint]]
name = "hold"
type = "fixed"
between = ["ground", "rod"]
at = [1, 2, 3]
[[load]]
name = "pull"
type = "force"
on = "rod.x_max"
force = [0, "t < 1 ? 6 * t : 6", 0]
[integrator]
type = "generalized-alpha"
rho_inf = 0
step = 0.5
end = 100
[output]
frames = 1
)toml";

TEST_F(FieldValues, FlexibleBodiesOfSolidsHaveCellsAndStresses) {
  const io::FieldFile file = fields_of(kFlexible);
  const io::FieldMesh& mesh = file.mesh();
  ASSERT_GE(mesh.cell_count(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(mesh.types[i], 12);  // hexahedra
    EXPECT_EQ(mesh.offsets[i + 1] - mesh.offsets[i], 8);
  }
  for (const double s : file.values("stress", 0)) EXPECT_NEAR(s, 0, 1e-12);
  const std::vector<double> stress = last(file, "stress"), mises = last(file, "von_mises_stress");
  const std::size_t nodes = 5 * 4;
  for (std::size_t i = 0; i < nodes; ++i) {
    EXPECT_NEAR(stress[6 * i + 1], 6, 1e-3) << i;  // yy: the frame's x axis is along y
    for (const std::size_t k : {0u, 2u, 3u, 4u, 5u}) EXPECT_NEAR(stress[6 * i + k], 0, 1e-3) << i << ' ' << k;
    EXPECT_NEAR(mises[i], 6, 1e-3);
  }
  const std::vector<double> moved = last(file, "displacement");
  double tip = 0;
  for (std::size_t i = 0; i < nodes; ++i) tip = std::max(tip, moved[3 * i + 1]);
  EXPECT_NEAR(tip, 4 * 6.0 / 100, 1e-4);
  const Outcome picture = jounce(folder.path(), {"draw", "r", "-o", "p.png"});
  EXPECT_EQ(picture.status, 0) << picture.err;
  EXPECT_THAT(picture.out, HasSubstr("stress mises from"));
}

}  // namespace
}  // namespace jounce::test
