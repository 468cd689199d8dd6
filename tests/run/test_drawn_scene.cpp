#include <gmock/gmock.h>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "io/field_file.h"
#include "math/rotation.h"
#include "program.h"

// Shapes, sections and joints in field files: where they are at a time follows from the field `orientation`.

namespace jounce::test {
namespace {

using testing::ElementsAre;

class DrawnScene : public testing::Test {
 protected:
  io::FieldFile fields_of(const std::string& deck) {
    write(folder / "deck.toml", deck);
    const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return io::FieldFile(folder / "r/fields.vtkhdf");
  }
  /// Place in fixed axes of what lies at `place` in axes of a point.
  static Vector3 fixed(const io::FieldFile& file, std::size_t frame, int point,
                       const std::array<double, 3>& place) {
    const std::size_t at = 3 * static_cast<std::size_t>(point);
    const std::vector<double> points = file.points(frame), turns = file.values("orientation", frame);
    const Vector3 v = Vector3::Map(&turns[at]);
    const Quaternion q(std::sqrt(1 - v.squaredNorm()), v.x(), v.y(), v.z());
    return Vector3::Map(&points[at]) + q * Vector3::Map(place.data());
  }
  TemporaryFolder folder;
};

constexpr double kPi = std::numbers::pi;

// A body that begins turned by 0.3 about z and turns with 2 rad/s: the box at (1, 0, 0) of its axes is at the
// angle 0.3 + 2 t.
TEST_F(DrawnScene, ShapesTurnWithTheirBody) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 3
[[body]]
name = "b"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 5]
rotation = [0, 0, 0.3]
angular_velocity = [0, 0, 2]
[[shape]]
name = "head"
type = "box"
on = ["b"]
size = [0.2, 0.4, 0.6]
at = [1, 0, 0]
rotation = [0, 0, 0.5]
[[shape]]
name = "floor"
type = "plane"
[[contact]]
name = "c"
type = "bodies"
shapes = ["head", "floor"]
envelope = 0.1
[[contact]]
name = "wall"
type = "point-plane"
points = ["b"]
through = [-7, 0, 0]
normal = [2, 0, 0]
radius = 0.25
[integrator]
type = "nsga-ggl"
step = 0.01
end = 1
[output]
frames = 2
)toml");
  const io::SceneRecord scene = file.scene();
  ASSERT_EQ(scene.pieces.size(), 4u);
  EXPECT_EQ(scene.pieces[3].kind,
            io::SceneShape::sphere);  // the radius of the contact about the body's centre
  EXPECT_EQ(scene.pieces[3].radius, 0.25);
  EXPECT_THAT(scene.pieces[3].position, ElementsAre(0, 0, 0));
  const io::ScenePiece& box = scene.pieces[0].kind == io::SceneShape::box ? scene.pieces[0] : scene.pieces[1];
  EXPECT_EQ(box.kind, io::SceneShape::box);
  EXPECT_EQ(scene.names[box.name], "head");
  EXPECT_THAT(box.half, ElementsAre(0.1, 0.2, 0.3));
  for (std::size_t frame = 0; frame < 3; ++frame) {
    const double angle = 0.3 + 2 * file.times()[frame];
    const Vector3 centre = fixed(file, frame, box.point, box.position);
    EXPECT_NEAR((centre - Vector3(std::cos(angle), std::sin(angle), 5)).norm(), 0, 1e-6) << frame;
  }
  // The shape is turned by 0.5 against the body.
  EXPECT_NEAR(box.rotation[2], std::sin(0.25), 1e-12);
  EXPECT_NEAR(box.rotation[3], std::cos(0.25), 1e-12);
  const io::ScenePiece& wall = scene.pieces[2];
  EXPECT_EQ(wall.kind, io::SceneShape::plane);
  EXPECT_EQ(wall.point, -1);
  EXPECT_EQ(scene.names[wall.name], "wall");
  EXPECT_THAT(wall.position, ElementsAre(-7, 0, 0));
  const Quaternion q(wall.rotation[3], wall.rotation[0], wall.rotation[1], wall.rotation[2]);
  EXPECT_NEAR((q * Vector3::UnitZ() - Vector3::UnitX()).norm(), 0, 1e-12);
}

// A rod drawn by its two ends swings about a pin: the pin stays where it is, in axes of either end.
TEST_F(DrawnScene, JointsStayOnBodiesThatAreDrawnByTheirOutline) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 2
gravity = [0, -9.81]
[[body]]
name = "rod"
type = "rigid"
mass = 1
inertia = 0.1
position = [0.4, 0]
outline = [-0.5, 0, 0.5, 0]
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "rod"]
at = [0, 0]
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 0.3
[output]
frames = 3
)toml");
  const io::SceneRecord scene = file.scene();
  ASSERT_EQ(scene.joints.size(), 1u);
  const io::SceneJoint& pin = scene.joints[0];
  EXPECT_EQ(scene.names[pin.name], "pin");
  EXPECT_EQ(scene.names[pin.type], "revolute");
  EXPECT_EQ(pin.points[0], -1);
  EXPECT_THAT(pin.places[0], ElementsAre(0, 0, 0));
  ASSERT_GE(pin.points[1], 0);
  EXPECT_NEAR(pin.places[1][0], 0.1, 1e-12);  // from the end at -0.1
  for (std::size_t frame = 0; frame < 4; ++frame)
    EXPECT_NEAR(fixed(file, frame, pin.points[1], pin.places[1]).norm(), 0, 1e-9) << frame;
}

// A body that begins turned by 0.5 about z. What joins it to the ground has its axes there as the deck says.
TEST_F(DrawnScene, AxesOfJointsAreThoseOfTheDeck) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 3
[[body]]
name = "a"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [1, 0, 0]
rotation = [0, 0, 0.5]
[[body]]
name = "b"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [3, 0, 0]
rotation = [0.3, 0.4, 0]
[[joint]]
name = "cross"
type = "universal"
between = ["a", "b"]
at = [2, 0, 0]
axis = [0, 1, 0]
axis_b = [0, 0, 1]
[[joint]]
name = "hinge"
type = "revolute"
between = ["ground", "a"]
at = [1, 2, 0]
axis = [0, 1, 0]
[[element]]
name = "spiral"
type = "torsion-spring"
between = ["a", "ground"]
axis = [0, 1, 0]
stiffness = 1
[[element]]
name = "rubber"
type = "bushing"
between = ["ground", "b"]
at = [3, 1, 0]
stiffness = [1, 1, 1]
[[element]]
name = "jack"
type = "actuator"
between = ["ground", "b"]
coordinate = "distance"
force = "0"
[[element]]
name = "dashpot"
type = "spring"
between = ["a", "b"]
damping = 1
[[element]]
name = "coil"
type = "spring"
between = ["a", "b"]
stiffness = 1
[[joint]]
name = "blade"
type = "knife-edge"
between = ["ground", "b"]
across = [0, 0, 1]
[[contact]]
name = "rope"
type = "tether"
between = ["a", "b"]
length = 5
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1e-3
[output]
frames = 1
)toml");
  const io::SceneRecord scene = file.scene();
  const auto all = [&](const std::string& name) {
    std::vector<io::SceneJoint> found;
    for (const io::SceneJoint& joint : scene.joints)
      if (scene.names[joint.name] == name) found.push_back(joint);
    return found;
  };
  const auto axis = [&](const io::SceneJoint& joint) {
    const std::size_t side = io::symbol_side(scene.names[joint.type], joint.points);
    return Vector3(fixed(file, 0, joint.points[side], joint.axis) -
                   fixed(file, 0, joint.points[side], {0, 0, 0}));
  };
  ASSERT_EQ(all("cross").size(), 2u);
  EXPECT_NEAR((axis(all("cross")[0]) - Vector3::UnitY()).norm(), 0, 1e-7);
  EXPECT_NEAR((axis(all("cross")[1]) - Vector3::UnitZ()).norm(), 0, 1e-7);
  EXPECT_EQ(all("cross")[0].points[0], all("cross")[1].points[1]);
  ASSERT_EQ(all("hinge").size(), 1u);
  EXPECT_NEAR((axis(all("hinge")[0]) - Vector3::UnitY()).norm(), 0, 1e-7);
  ASSERT_EQ(all("spiral").size(), 1u);
  const io::SceneJoint spiral = all("spiral")[0];
  EXPECT_NEAR((fixed(file, 0, spiral.points[0], spiral.places[0]) - Vector3(1, 2, 0)).norm(), 0, 1e-7)
      << "at the hinge of the same two parts";
  ASSERT_EQ(all("rubber").size(), 1u);
  EXPECT_EQ(all("rubber")[0].points[0], -1);
  EXPECT_THAT(all("rubber")[0].places[0], ElementsAre(3, 1, 0));
  ASSERT_EQ(all("jack").size(), 1u);
  EXPECT_EQ(scene.names[all("jack")[0].type], "actuator distance");
  EXPECT_THAT(all("jack")[0].places[0], ElementsAre(0, 0, 0)) << "from the origin, not from the body";
  ASSERT_EQ(all("blade").size(), 1u) << "joints without a place whose first part is the ground";
  EXPECT_NEAR((axis(all("blade")[0]) - Vector3::UnitZ()).norm(), 0, 1e-7);
  EXPECT_EQ(all("rope").size(), 1u);
  EXPECT_THAT(scene.springs, ElementsAre("coil"));
  EXPECT_THAT(scene.dampers, ElementsAre("dashpot"));
}

// A disk that rolls has the disk and the plane that it rolls on.
TEST_F(DrawnScene, RollingWheelsAreDisks) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "disk"
type = "rigid-3d"
mass = 1
inertia = [2, 1, 1]
position = [0, 0, 0.5]
[[joint]]
name = "floor"
type = "rolling-wheel"
between = ["ground", "disk"]
axis = [1, 0, 0]
radius = 0.5
normal = [0, 0, 1]
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1e-3
[output]
frames = 1
)toml");
  const io::SceneRecord scene = file.scene();
  ASSERT_EQ(scene.pieces.size(), 2u);
  EXPECT_EQ(scene.pieces[0].kind, io::SceneShape::plane);
  EXPECT_EQ(scene.pieces[0].point, -1);
  EXPECT_EQ(scene.pieces[1].kind, io::SceneShape::cylinder);
  EXPECT_EQ(scene.pieces[1].point, 0);
  EXPECT_DOUBLE_EQ(scene.pieces[1].radius, 0.5);
  const auto& q = scene.pieces[1].rotation;
  EXPECT_NEAR((Quaternion(q[3], q[0], q[1], q[2]) * Vector3::UnitZ() - Vector3::UnitX()).norm(), 0, 1e-12);
}

// A cantilever along x, twisted by a moment about x: the section's y axis at the tip turns by T L / (G J).
TEST_F(DrawnScene, SectionsTurnWithTheNodesOfBeams) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 3
[[material]]
name = "m"
E = 2.6
nu = 0.3
rho = 1
[[section]]
name = "s"
type = "general"
area = 4
I_z = 3
I_y = 3
J = 5
[[mesh]]
name = "line"
type = "line"
from = [0, 0, 0]
to = [2, 0, 0]
elements = 2
[[element]]
name = "beam"
type = "beam"
mesh = "line"
material = "m"
section = "s"
y_axis = [0, 0, 1]
[[boundary]]
on = "line.start"
components = ["x", "y", "z", "rotation"]
[[load]]
name = "twist"
type = "torque"
on = "line.end"
torque = ["t", 0, 0]
[analysis]
type = "static"
step = 1
[output]
frames = 1
)toml");
  const io::SceneRecord scene = file.scene();
  ASSERT_EQ(scene.beams.size(), 2u);
  ASSERT_EQ(scene.sections.size(), 1u);
  EXPECT_EQ(scene.names[scene.sections[0].name], "beam");
  EXPECT_TRUE(scene.sections[0].is_round);
  EXPECT_NEAR(scene.sections[0].outline[0], 0.04,
              1e-12);  // sqrt(4 / pi) would be thicker than the beam is long
  const io::SceneBeam& last = scene.beams[1];
  EXPECT_THAT(last.points, ElementsAre(1, 2));
  const Quaternion q(last.rotation[3], last.rotation[0], last.rotation[1], last.rotation[2]);
  const Vector3 y = q * Vector3::UnitY();
  EXPECT_NEAR((y - Vector3::UnitZ()).norm(), 0, 1e-12);
  const std::size_t frame = file.times().size() - 1;
  const double angle = 2 / (1.0 * 5);  // G = 1
  const Vector3 tip = fixed(file, frame, 2, {0, 0, 0});
  const Vector3 turned = fixed(file, frame, 2, {y.x(), y.y(), y.z()}) - tip;
  EXPECT_NEAR((turned - Vector3(0, -std::sin(angle), std::cos(angle))).norm(), 0, 1e-6);
}

// An I section: 12 corners around its area, counter-clockwise.
TEST_F(DrawnScene, OutlinesHaveTheAreaOfTheSection) {
  const std::string model = R"toml(
[model]
dimension = 2
[[material]]
name = "m"
E = 1
nu = 0.3
rho = 1
[[mesh]]
name = "line"
type = "line"
from = [0, 0]
to = [2, 1]
elements = 1
[[element]]
name = "beam"
type = "beam"
mesh = "line"
material = "m"
section = "s"
[[boundary]]
on = "line.start"
components = ["x", "y", "angle"]
[analysis]
type = "static"
step = 1
[output]
frames = 1
[[section]]
name = "s"
)toml";
  const auto area = [&](const std::string& section) {
    const io::SceneRecord scene = fields_of(model + section).scene();
    const std::vector<double>& p = scene.sections.at(0).outline;
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); i += 2) {
      const std::size_t next = (i + 2) % p.size();
      sum += (p[i] * p[next + 1] - p[next] * p[i + 1]) / 2;
    }
    return sum;
  };
  EXPECT_NEAR(area("type = \"i\"\nheight = 0.4\nwidth = 0.3\nflange = 0.05\nweb = 0.02\n"),
              2 * 0.3 * 0.05 + 0.3 * 0.02, 1e-12);
  EXPECT_NEAR(area("type = \"rectangle\"\nheight = 0.4\nwidth = 0.3\n"), 0.12, 1e-12);
  EXPECT_NEAR(area("type = \"circle\"\ndiameter = 2\n"), 10 * std::sin(2 * kPi / 20), 1e-12);
}

// A motor turns a wheel by gears of ratio -1/2 at a distance of 0.3: radii 0.1 and 0.2, which touch; an inner
// gear of ratio 1/3 has 0.15 and 0.45. A rack with radius 0.05 touches its pinion. No contact looks at the
// box.
TEST_F(DrawnScene, GearsTouchOnTheirPitchCircles) {
  std::string deck = "[model]\ndimension = 3\n";
  const auto body = [&](const char* name, double x, const char* joint) {
    deck += fmt::format(
        "[[body]]\nname = \"{0}\"\ntype = \"rigid-3d\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [{1}, 0, "
        "0]\n"
        "[[joint]]\nname = \"{0}_joint\"\ntype = \"{2}\"\nbetween = [\"ground\", \"{0}\"]\nat = [{1}, 0, "
        "0]\naxis = "
        "[0, {3}, {4}]\n",
        name, x, joint, std::string(joint) == "prismatic" ? 1 : 0, std::string(joint) == "prismatic" ? 0 : 1);
  };
  body("motor", 0, "revolute");
  body("wheel", 0.3, "revolute");
  body("ring", 0.6, "revolute");
  body("rack", 1, "prismatic");
  deck += R"toml(
[[shape]]
name = "look"
type = "box"
on = ["motor"]
size = [0.2, 0.4, 0.6]
[[joint]]
name = "outer"
type = "gear"
joints = ["motor_joint", "wheel_joint"]
ratio = -0.5
[[joint]]
name = "inner"
type = "gear"
joints = ["wheel_joint", "ring_joint"]
ratio = 0.3333333333333333
[[joint]]
name = "lift"
type = "rack-and-pinion"
joints = ["motor_joint", "rack_joint"]
radius = 0.05
[integrator]
type = "nsga-ggl"
step = 0.01
end = 0.1
)toml";
  const io::FieldFile file = fields_of(deck);
  const io::SceneRecord scene = file.scene();
  ASSERT_EQ(scene.pieces.size(), 1u);
  EXPECT_EQ(scene.pieces[0].kind, io::SceneShape::box);
  struct Wheel {
    std::string name;
    double radius, rim_x;
  };
  std::vector<Wheel> wheels;
  for (const io::SceneJoint& joint : scene.joints) {
    const std::string& type = scene.names[joint.type];
    if (type != "gear" && type != "rack") continue;
    const Vector3 a = fixed(file, 0, joint.points[0], joint.places[0]),
                  b = fixed(file, 0, joint.points[1], joint.places[1]);
    if (type == "gear")
      wheels.push_back({scene.names[joint.name], (b - a).norm(), b.x()});
    else  // displacement = radius angle: it passes the pinion where that moves along +y
      EXPECT_NEAR(((a + b) / 2 - Vector3(0.05, 0, 0)).norm(), 0, 1e-9);
  }
  ASSERT_EQ(wheels.size(), 5u);
  const double radii[] = {0.1, 0.2, 0.15, 0.45, 0.05}, rims[] = {0.1, 0.1, 0.15, 0.15, 0.05};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(wheels[i].radius, radii[i], 1e-9) << i;
    EXPECT_NEAR(wheels[i].rim_x, rims[i], 1e-9) << i;
  }
}

// Of many nodes some are shown; they move with the mesh. Solids have no axial force.
TEST_F(DrawnScene, CouplingsOfNodesAreShown) {
  const io::FieldFile file = fields_of(R"toml(
[model]
dimension = 3
[[material]]
name = "m"
type = "linear-elastic"
E = 1e6
nu = 0.3
rho = 1000
[[mesh]]
name = "low"
type = "block"
from = [0, 0, 0]
to = [1, 1, 1]
counts = [2, 2, 2]
[[mesh]]
name = "high"
type = "block"
from = [0, 0, 1]
to = [1, 1, 2]
counts = [7, 7, 2]
[[element]]
name = "a"
type = "solid"
mesh = "low"
material = "m"
[[element]]
name = "b"
type = "solid"
mesh = "high"
material = "m"
[[joint]]
name = "glue"
type = "tie"
surface = "high.z_min"
to = "low.z_max"
[[joint]]
name = "half"
type = "symmetry"
planes = [{ on = "low.y_min", normal = [0, 1, 0] }]
[[boundary]]
on = "low.z_min"
components = ["x", "z"]
[integrator]
type = "nsga-ggl"
step = 0.01
end = 0.1
)toml");
  const io::SceneRecord scene = file.scene();
  std::map<std::string, std::set<int>> nodes;
  const std::vector<double> points = file.points(0);
  for (const io::SceneJoint& joint : scene.joints) {
    const std::string& name = scene.names[joint.name];
    EXPECT_EQ(joint.points[0], joint.points[1]);
    nodes[name].insert(joint.points[0]);
    const double* const x = &points[3 * static_cast<std::size_t>(joint.points[0])];
    EXPECT_NEAR(name == "glue" ? x[2] - 1 : x[1], 0, 1e-9) << name;
    if (name == "half") {
      EXPECT_THAT(joint.axis, ElementsAre(0, 1, 0));
    }
  }
  EXPECT_EQ(nodes["glue"].size(), 40u);  // of 64
  EXPECT_EQ(nodes["half"].size(), 9u);
  for (const io::Field& field : file.fields()) EXPECT_NE(field.name, "axial_force");
}

}  // namespace
}  // namespace jounce::test
