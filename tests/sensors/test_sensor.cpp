#include "sensors/sensor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "params/input_error.h"

namespace jounce::test {
namespace {

const std::string kPlane = R"(
[[body]]
name = "bob"
type = "rigid"
mass = 2
inertia = 0.5
position = [1, 2]
angle = 0.25
[[body]]
name = "ball"
type = "point-mass"
mass = 1
position = [4, 0.5]
[[marker]]
name = "tip"
on = "bob"
at = [0.5, 0]
[[element]]
name = "coil"
type = "spring"
between = ["ground", "ball"]
direction = [1, 0]
stiffness = 3
damping = 0.5
rest_length = 3.5
[[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "bob"]
at = [1, 1]
[[joint]]
name = "weld"
type = "fixed"
between = ["ground", "bob"]
at = [1, 1]
)" + scene::point_plane({.points = "ball", .through = {0, 0}, .normal = {0, 2}, .radius = 0.1}) +
                           R"(
[[contact]]
name = "wall"
type = "point-plane"
points = ["ball", "tip"]
through = [-1, 0]
normal = [1, 0]
[integrator]
step = 0.5
end = 1
)";

const char* const kBar = R"(
[model]
dimension = 1
[[material]]
name = "m"
E = 50
rho = 1
[[mesh]]
name = "bar"
type = "line"
from = [0]
to = [2]
elements = 4
[[element]]
name = "rod"
type = "bar"
mesh = "bar"
material = "m"
area = 0.1
[integrator]
step = 0.5
end = 1
)";

const char* const kDoor = R"(
[model]
dimension = 3
[[body]]
name = "door"
type = "rigid-3d"
mass = 2
inertia = [1, 1, 1]
position = [1, 0, 0]
[[body]]
name = "wheel"
type = "rigid-3d"
mass = 2
inertia = [1, 1, 1]
position = [0, 2, 0]
[[body]]
name = "slide"
type = "rigid-3d"
mass = 2
inertia = [1, 1, 1]
position = [0, 3, 0]
[[joint]]
name = "hinge"
type = "revolute"
between = ["ground", "door"]
at = [0, 0, 0]
axis = [0, 0, 1]
upper = 1
[[joint]]
name = "bearing"
type = "revolute"
between = ["ground", "wheel"]
at = [0, 2, 0]
axis = [1, 0, 0]
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "slide"]
at = [0, 3, 0]
axis = [1, 0, 0]
lower = -1
[[joint]]
name = "gear"
type = "gear"
joints = ["hinge", "bearing"]
ratio = 2
[[joint]]
name = "rack"
type = "rack-and-pinion"
joints = ["bearing", "guide"]
radius = 0.1
[[element]]
name = "closer"
type = "torsion-spring"
between = ["ground", "door"]
axis = [0, 0, 1]
stiffness = 3
[integrator]
step = 0.5
end = 1
)";

std::string entry(const std::string& quantity, const std::string& of, const std::string& component) {
  return fmt::format(R"(
[[history]]
name = "s"
quantity = "{}"
of = "{}"
)",
                     quantity, of) +
         (component.empty() ? ""
                            : fmt::format(R"(component = "{}"
)",
                                          component));
}

/// A model in a state of one's own, with what a step of size 0.5 is said to have done.
struct Observed {
  explicit Observed(const std::string& text, const std::vector<std::string>& overrides = {})
      : deck(text), set(overrides) {}

  Sensor sensor(const std::string& quantity, const std::string& of, const std::string& component = "") {
    read.push_back(std::make_unique<deck::Deck>(
        deck::read_deck_text(entry(quantity, of, component) + deck, "test.toml", deck_schema(), set)));
    models.push_back(deck::build_model(*read.back()));
    return make_sensor(*read.back()->entries("history")[0], *models.back(), read.back()->units());
  }
  double value(const std::string& quantity, const std::string& of, const std::string& component = "") {
    const Sensor s = sensor(quantity, of, component);
    return s.value({*models.back(), state, step, 0.5});
  }
  std::string unit(const std::string& quantity, const std::string& of, const std::string& component = "") {
    return sensor(quantity, of, component).unit;
  }
  /// "line:column: message (hint)" of the mistake.
  std::string mistake(const std::string& quantity, const std::string& of, const std::string& component = "") {
    try {
      sensor(quantity, of, component);
    } catch (const params::InputError& error) {
      EXPECT_EQ(error.diagnostics().size(), 1u);
      return params::to_string(error.diagnostics()[0]).substr(10);
    }
    return "no mistake";
  }

  std::string deck;
  std::vector<std::string> set;
  std::vector<std::unique_ptr<deck::Deck>> read;
  std::vector<std::unique_ptr<Model>> models;
  State state;
  StepResult step;
};

class SensorTest : public testing::Test {
 public:
  SensorTest() : plane(kPlane), bar(kBar) {
    plane.state.q = Vector(5);
    plane.state.q << 1.5, 1.0, M_PI / 2, 4.5, 0.25;
    plane.state.v = Vector(5);
    plane.state.v << 0.1, 0.2, 2.0, -1.0, -0.5;
    plane.step.rows = {{0, 0, nullptr}, {1, 1, nullptr}};  // the wall saw only its second point
    plane.step.impulse = Eigen::Vector2d(6, 7);
    plane.step.position_multiplier = Eigen::Vector2d(0.6, 0.7);
    plane.step.reaction = Vector(5);
    plane.step.reaction << 10, 20, 30, 40, 50;
  }
  Observed plane, bar;
};

TEST_F(SensorTest, Kinematics) {
  EXPECT_EQ(plane.value("position", "bob"), 1.5);  // x unless a component is given
  EXPECT_EQ(plane.value("position", "bob", "y"), 1.0);
  EXPECT_EQ(plane.value("displacement", "bob", "x"), 0.5);
  EXPECT_EQ(plane.value("displacement", "bob", "y"), -1.0);
  EXPECT_EQ(plane.value("velocity", "ball", "y"), -0.5);
  EXPECT_EQ(plane.value("angle", "bob"), M_PI / 2);
  EXPECT_EQ(plane.value("angular_velocity", "bob"), 2.0);
  // The tip is 0.5 above the centre now; it was at (1, 2) + 0.5 (cos 0.25, sin 0.25).
  EXPECT_NEAR(plane.value("position", "tip", "x"), 1.5, 1e-15);
  EXPECT_NEAR(plane.value("position", "tip", "y"), 1.5, 1e-15);
  EXPECT_NEAR(plane.value("displacement", "tip", "y"), 1.5 - 2 - 0.5 * std::sin(0.25), 1e-15);
  EXPECT_NEAR(plane.value("velocity", "tip", "x"), 0.1 - 0.5 * 2, 1e-15);
  EXPECT_NEAR(plane.value("velocity", "tip", "y"), 0.2, 1e-15);
  EXPECT_EQ(plane.value("angle", "tip"), M_PI / 2);
}

TEST_F(SensorTest, Contacts) {
  EXPECT_NEAR(plane.value("gap", "floor"), 0.15, 1e-15);
  EXPECT_NEAR(plane.value("gap_velocity", "floor"), -0.5, 1e-15);
  EXPECT_EQ(plane.value("contact_impulse", "floor"), 6);
  EXPECT_EQ(plane.value("contact_force", "floor"), 12);
  EXPECT_EQ(plane.value("position_multiplier", "floor"), 0.6);
  EXPECT_NEAR(plane.value("gap", "wall:ball"), 5.5, 1e-15);
  EXPECT_EQ(plane.value("contact_impulse", "wall:ball"), 0);  // beyond the search
  EXPECT_EQ(plane.value("contact_impulse", "wall"), plane.value("contact_impulse", "wall:tip")) << "the sum";
  EXPECT_EQ(plane.value("contact_force", "wall"), 2 * plane.value("contact_impulse", "wall"));
  EXPECT_EQ(plane.unit("contact_force", "wall"), plane.unit("contact_force", "wall:tip"));
  EXPECT_NEAR(plane.value("gap_velocity", "wall:ball"), -1.0, 1e-15);
  EXPECT_EQ(plane.value("contact_impulse", "wall:tip"), 7);
  EXPECT_EQ(plane.value("position_multiplier", "wall:tip"), 0.7);
  EXPECT_NEAR(plane.value("gap_velocity", "wall:tip"), -0.9, 1e-15);
}

TEST_F(SensorTest, Reactions) {
  EXPECT_EQ(plane.value("reaction", "pivot"), 10);
  EXPECT_EQ(plane.value("reaction", "pivot", "y"), 20);
  EXPECT_EQ(plane.value("reaction", "weld", "x"), 30);
  EXPECT_EQ(plane.value("reaction", "weld", "angle"), 50);
  plane.step.reaction.resize(0);  // before the first step
  EXPECT_EQ(plane.value("reaction", "weld", "angle"), 0);
}

TEST_F(SensorTest, ForcesOfElements) {
  EXPECT_NEAR(plane.value("spring_force", "coil"), 3 * (4.5 - 3.5) + 0.5 * (-1.0), 1e-15);
  bar.state.q = Vector(5);
  bar.state.q << 0, 0.5, 1.01, 1.5, 2.5;
  bar.state.v = Vector::Zero(5);
  EXPECT_NEAR(bar.value("axial_force", "rod"), 0, 1e-15);
  EXPECT_NEAR(bar.value("axial_force", "rod", "2"), 50 * 0.1 * 0.01 / 0.5, 1e-14);
  EXPECT_NEAR(bar.value("axial_force", "rod", "4"), 50 * 0.1 * 0.5 / 0.5, 1e-14);
  EXPECT_EQ(bar.value("displacement", "bar.end"), 0.5);
  EXPECT_EQ(bar.value("position", "bar.start"), 0);
}

TEST_F(SensorTest, Units) {
  Observed mm(kPlane, {"units.mass=t", "units.length=mm", "units.time=s"});
  EXPECT_EQ(mm.unit("position", "bob"), "mm");
  EXPECT_EQ(mm.unit("displacement", "bob"), "mm");
  EXPECT_EQ(mm.unit("velocity", "bob"), "mm/s");
  EXPECT_EQ(mm.unit("angle", "bob"), "rad");
  EXPECT_EQ(mm.unit("angular_velocity", "bob"), "rad/s");
  EXPECT_EQ(mm.unit("gap", "floor"), "mm");
  EXPECT_EQ(mm.unit("gap_velocity", "floor"), "mm/s");
  EXPECT_EQ(mm.unit("contact_impulse", "floor"), "N s");
  EXPECT_EQ(mm.unit("contact_force", "floor"), "N");
  EXPECT_EQ(mm.unit("reaction", "weld", "x"), "N");
  const params::Units tonnes{"t", "mm", "s"};
  EXPECT_EQ(mm.unit("reaction", "weld", "angle"), "N mm");
  EXPECT_EQ(mm.unit("spring_force", "coil"), "N");
  EXPECT_EQ(mm.unit("position_multiplier", "floor"), "t mm");
}

TEST_F(SensorTest, UnitsOfAngles) {
  Observed space(kDoor);
  EXPECT_EQ(space.unit("reaction", "hinge", "x"), "N");
  EXPECT_EQ(space.unit("reaction", "hinge", "tilt_1"), "N m");
  EXPECT_EQ(space.unit("reaction_moment", "hinge", "x"), "N m");
  EXPECT_EQ(space.unit("reaction", "gear", "mesh"), "N m");
  EXPECT_EQ(space.unit("reaction", "rack", "mesh"), "N");
  EXPECT_EQ(space.unit("spring_force", "closer"), "N m");
  EXPECT_EQ(space.unit("gap", "hinge"), "rad");
  EXPECT_EQ(space.unit("gap_velocity", "hinge"), "rad/s");
  EXPECT_EQ(space.unit("contact_impulse", "hinge"), "N m s");
  EXPECT_EQ(space.unit("contact_force", "hinge"), "N m");
  EXPECT_EQ(space.unit("position_multiplier", "hinge"), "kg m^2");
  EXPECT_EQ(space.unit("gap", "guide"), "m");
  EXPECT_EQ(space.unit("contact_impulse", "guide"), "N s");
}

TEST_F(SensorTest, NameAndDescription) {
  const Sensor s = plane.sensor("gap", "wall:tip");
  EXPECT_EQ(s.name, "s");
  EXPECT_EQ(s.description, "gap of wall:tip");
}

TEST_F(SensorTest, WrongNamesAreReportedAtTheirPlaceWithTheNearest) {
  EXPECT_EQ(plane.mistake("position", "bop"),
            "5:6: there is no body, marker or mesh group of one node named 'bop' (did you mean 'bob'?)");
  EXPECT_EQ(plane.mistake("gap", "flor"), "5:6: there is no contact named 'flor' (did you mean 'floor'?)");
  EXPECT_EQ(plane.mistake("gap", "wall:tp"),
            "5:6: there is no contact named 'wall:tp' (did you mean 'wall:tip'?)");
  EXPECT_EQ(
      plane.mistake("gap", "wall"),
      "5:6: contact 'wall' has 2 points; name one of them as contact:point (did you mean 'wall:ball'?)");
  EXPECT_EQ(plane.mistake("reaction", "pivto"),
            "5:6: there is no joint named 'pivto' (did you mean 'pivot'?)");
  EXPECT_EQ(plane.mistake("spring_force", "coli"),
            "5:6: there is no element named 'coli' with this quantity (did you mean 'coil'?)");
  EXPECT_EQ(plane.mistake("axial_force", "coil"), "5:6: there is no element named 'coil' with this quantity");
  EXPECT_EQ(bar.mistake("spring_force", "rod"), "5:6: there is no element named 'rod' with this quantity");
  EXPECT_EQ(bar.mistake("position", "bar"),
            "5:6: 'bar' is a mesh of 5 nodes, but a body, marker or mesh group of one node is required here "
            "(did you "
            "mean 'bar.start'?)");
}

TEST_F(SensorTest, WrongComponents) {
  EXPECT_EQ(plane.mistake("position", "bob", "z"),
            "6:13: 'z' is not a component of a vector in 2 dimensions");
  EXPECT_EQ(bar.mistake("position", "bar.end", "y"),
            "6:13: 'y' is not a component of a vector in 1 dimensions");
  EXPECT_EQ(plane.mistake("reaction", "pivot", "angle"), "6:13: joint 'pivot' has no row 'angle', but: x, y");
  EXPECT_EQ(plane.mistake("reaction", "weld", "angel"),
            "6:13: joint 'weld' has no row 'angel', but: x, y, angle (did you mean 'angle'?)");
  EXPECT_EQ(plane.mistake("angle", "ball"), "5:6: 'ball' has no angle");
  EXPECT_EQ(plane.mistake("angular_velocity", "ground"), "5:6: 'ground' has no angle");
  for (const char* const number : {"0", "5", "-1"})
    EXPECT_EQ(bar.mistake("axial_force", "rod", number), "6:13: 'rod' has the bars 1 to 4") << number;
  for (const char* const text : {"x", "2nd", "", "1.5", "99999999999999999999"})
    if (*text != '\0') {
      EXPECT_EQ(bar.mistake("axial_force", "rod", text),
                "6:13: the component of an axial force is the number of the bar, from 1")
          << text;
    }
}

TEST_F(SensorTest, MomentumIsThatOfTheModel) {
  EXPECT_EQ(plane.mistake("momentum", "bob", "x"),
            R"(5:6: a momentum is that of the whole model: use of = "model")");
}

}  // namespace
}  // namespace jounce::test
