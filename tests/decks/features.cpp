#include <fmt/format.h>

#include "../support/scene.h"
#include "features.h"

namespace jounce::test {
namespace {

const std::string kParticle = R"toml(
[model]
gravity = [0, -10]
[[body]]
name = "p"
type = "point-mass"
mass = 1
position = [0, 0.01]
velocity = [1, -2]
)toml";

std::string with(std::string deck, const std::string& old, const std::string& now) {
  return deck.replace(deck.find(old), old.size(), now);
}

const std::string kFloor = R"toml(
[[contact]]
name = "floor"
type = "point-plane"
points = ["p"]
through = [0, 0]
normal = [0, 1]
)toml";

/// A rod on a pin.
std::string rod(const std::string& name, const std::string& pin, double centre, double at) {
  const auto place = [](double x) { return "[" + std::to_string(x) + ", 0]\n"; };
  return fmt::format(R"(
[[body]]
name = "{}"
type = "rigid"
mass = 1
inertia = 0.1
position = {}[[joint]]
name = "{}"
type = "revolute"
between = ["ground", "{}"]
at = {})",
                     name, place(centre), pin, name, place(at));
}

const std::string kSecondRod = rod("b", "pin_b", 3, 3.5);
const std::string kRod = "[model]\ngravity = [0, -10]\n" + rod("a", "pin", 1, 0);

const std::string kTop =
    scene::gravity({0, 0, -10}) + scene::rigid({.inertia = {0.1, 0.1, 0.05}, .position = {0, 0.3, 1}}) + R"(
angular_velocity = [0, 0, 20]
)";

const std::string kMaterial = R"(
[[material]]
name = "m"
E = 100
nu = 0.2
rho = 1
)";
const std::string kSection = R"(
[[section]]
name = "s"
type = "rectangle"
height = 0.1
width = 0.1
)";
const std::string kLine =
    R"(
[[mesh]]
name = "l"
type = "line"
from = [0, 0]
to = [1, 0]
elements = 6
)";
const std::string kClamp = R"(
[[boundary]]
on = "l.start"
components = ["x", "y"]
)";
const std::string kWeight = "[model]\ngravity = [0, -10]\n";

std::string solid(const std::string& mesh, const std::string& more = {}) {
  return fmt::format(R"(
[[element]]
name = "e_{}"
type = "solid"
mesh = "{}"
material = "m"
)",
                     mesh, mesh) +
         more;
}

/// What holds a part in a static analysis: springs along the axes.
std::string springs(const std::string& part, int dimension = 2) {
  std::string text;
  for (int i = 0; i < dimension; ++i)
    text += fmt::format(R"(
[[element]]
name = "hold{}"
type = "spring"
between = ["ground", "{}"]
stiffness = 1e3
direction = [{}{}{}]
)",
                        i, part, (i == 0 ? "1" : "0"), (i == 1 ? ", 1" : ", 0"),
                        (dimension == 3 ? (i == 2 ? ", 1" : ", 0") : ""));
  return text;
}

std::string turned() {
  return R"(
[[element]]
name = "coil"
type = "torsion-spring"
between = ["ground", "a"]
stiffness = 1e3
)";
}

/// What holds the orientation of a body in space.
const std::string kSoftSeat =
    R"(
[[element]]
name = "seat"
type = "bushing"
between = ["ground", "a"]
at = [0, 0, 0]
rotational_stiffness = [1e3, 1e3, 1e3]
)";

std::string clamped(const std::string& group, const std::string& components) {
  return fmt::format(R"(
[[boundary]]
on = "{}"
components = [{}]
)",
                     group, components);
}

/// Beams along the bars, which have no stiffness across their line.
const std::string kStiffener = kSection + clamped("l.start", R"("angle")") + R"(
[[element]]
name = "beams"
type = "beam"
mesh = "l"
material = "m"
section = "s"
)";

/// The strain energy of an element entry as a column of its own.
std::string strained(const std::string& element) {
  return fmt::format(R"(
[[history]]
name = "bent"
quantity = "strain_energy"
of = "{}"
)",
                     element);
}

const std::string kHigh =
    scene::block_mesh({.name = "high", .from = {0, 0}, .to = {1, 0.5}, .counts = {2, 1}});
const std::string kThrown =
    R"(
[[boundary]]
on = "high.x_min"
components = ["x", "y"]
[[initial]]
on = "high"
velocity = [0.5, 0]
)";
const std::string kHeld = R"(
[[boundary]]
on = "low.y_min"
components = ["x", "y"]
)";
const std::string kTwo =
    kWeight + kMaterial + kHigh +
    scene::block_mesh({.name = "low", .from = {-0.5, -0.5}, .to = {1.5, 0}, .counts = {2, 1}}) +
    solid("high") + solid("low") + kHeld;
const std::string kGrains = R"toml(
[model]
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "balls"
type = "grains"
radius = 0.1
density = 300
counts = [2, 1, 1]
spacing = [0.3, 0.3, 0.3]
position = [0, 0, 0.1]
)toml";

}  // namespace

std::vector<Feature> features() {
  return {
      {"joints in the plane", kRod, "", "", 0, turned()},
      {"bodies in space, joints", kTop + R"(
[[joint]]
name = "tip"
type = "spherical"
between = ["ground", "a"]
at = [0, 0, 0]
)",
       "", "", 0, kSoftSeat},
      {"nonholonomic joints",
       R"(
[[body]]
name = "a"
type = "rigid"
mass = 1
inertia = 0.1
position = [0, 0]
velocity = [1, 0]
angular_velocity = 1
[[joint]]
name = "blade"
type = "knife-edge"
between = ["ground", "a"]
across = [0, 1]
)"},
      {"drivers", kRod + R"(
[[joint]]
name = "drive"
type = "motion"
between = ["ground", "a"]
coordinate = "angle"
motion = "t^2"
)"},
      {"stops of joints", kRod + "lower = -0.0003\n", "", "active_contacts", 0.5, turned()},
      {"friction in joints", kRod + "friction = 0.3\nradius = 0.1\n", "", "dissipated_friction", 1e-6},
      {"gears", kRod + kSecondRod + R"(
[[joint]]
name = "teeth"
type = "gear"
joints = ["pin", "pin_b"]
ratio = -1
)",
       "", "", 0, turned()},
      {"springs, dampers, bushings", kRod + kSecondRod + R"(
[[element]]
name = "string"
type = "spring"
between = ["a", "b"]
stiffness = 100
damping = 1
[[element]]
name = "bush"
type = "bushing"
between = ["a", "b"]
at = [2, 0]
stiffness = [100, 100]
rotational_stiffness = [10]
)" + turned()},
      {"actuators", kRod + turned() + R"toml(
[[element]]
name = "push"
type = "actuator"
between = ["ground", "a"]
at = [0, 0]
coordinate = "angle"
force = "sin(t)"
)toml"},
      {"restitution", kParticle + kFloor + "restitution = 0.5\n", "", "dissipated_impact", 0.5},
      {"friction", kParticle + kFloor + "friction = 0.3\n", "", "dissipated_friction", 1e-3, springs("p")},
      {"steps chosen by the error", kParticle + kFloor, "error_tolerance = 1e-6\nimpact_step = 2e-4\n",
       "dissipated_impact", 0.5},
      {"bars", kWeight + kMaterial + kLine + kClamp + scene::element({.type = "bar"}) + R"(
area = 1
strain = "green-lagrange"
[[initial]]
on = "l"
velocity = [0.5, 0]
)" + strained("e"),
       "", "bent", 1e-3, kStiffener},
      {"beams",
       kWeight + kMaterial + kSection + kLine + kClamp + scene::element({.type = "beam", .section = "s"}) +
           strained("e"),
       "", "bent", 1e-9, clamped("l.start", R"("angle")")},
      {"beams in space",
       "[model]\ndimension = 3\ngravity = [0, 0, -10]\n" + kMaterial + kSection + R"(
[[mesh]]
name = "l"
type = "line"
from = [0, 0, 0]
to = [1, 0, 0]
elements = 2
)" + scene::element({.type = "beam", .section = "s"}) +
           R"(
y_axis = [0, 1, 0]
[[boundary]]
on = "l.start"
components = ["x", "y", "z"]
[[initial]]
on = "l.end"
velocity = [0, 0, 0.5]
)" + strained("e"),
       "", "bent", 1e-9, clamped("l.start", R"("rotation")")},
      {"floating frames", kWeight + kMaterial + kSection + kLine + R"(
[[element]]
name = "e"
type = "euler-bernoulli"
mesh = "l"
material = "m"
section = "s"
[[body]]
name = "f"
type = "flexible"
mesh = "l"
position = [0, 0]
supports = ["start"]
)",
       "", "", 0,
       R"(
[[joint]]
name = "wall"
type = "fixed"
between = ["ground", "f"]
at = [0, 0]
)"},
      {"solids", kWeight + kMaterial + kHigh + solid("high") + kThrown + strained("e_high"), "", "bent",
       1e-3},
      {"nodes in contact without mass", kWeight + kMaterial + R"(
[[mesh]]
name = "high"
type = "block"
from = [0, 0]
to = [1, 1]
counts = [2, 3]
)" + solid("high", "contact_mass = 0\n") + R"(
[[contact]]
name = "c"
type = "point-plane"
points = ["high.y_min"]
through = [0, 0]
normal = [0, 1]
)",
       "", "active_contacts", 0.5, clamped("high.x_min", R"("x", "y")")},
      {"solids in finite strain", kWeight + kMaterial + kHigh + solid("high", R"(strain = "green-lagrange"
)") + kThrown + strained("e_high"),
       "", "bent", 1e-3},
      {"plasticity",
       kWeight + scene::material({.type = "plastic", .E = 100, .nu = 0.2, .rho = 1}) + R"(
yield_stress = [0.1, 1]
plastic_strain = [0, 0.1]
)" + kHigh +
           solid("high") + kThrown + R"(
[[history]]
name = "stress"
quantity = "stress"
of = "high"
component = "mises"
)",
       "", "stress", 0.11,
       R"(
[[load]]
name = "lift"
type = "acceleration"
elements = ["e_high"]
acceleration = [0, 9.9]
)"},
      {"couplings", kWeight + kMaterial + kHigh + solid("high") + R"(
[[marker]]
name = "face"
on = "high.x_max"
coupling = "averaging"
[[load]]
name = "f"
type = "force"
on = "face"
force = [1, 0]
)",
       "", "", 0, clamped("high.x_min", R"("x", "y")")},
      {"ties", kTwo + R"(
[[joint]]
name = "glue"
type = "tie"
surface = "high.y_min"
to = "low.y_max"
)"},
      {"nodes against rigid shapes", kWeight + kMaterial + kHigh + solid("high") + R"(
[[shape]]
name = "ball"
type = "sphere"
radius = 1
at = [0.5, -1]
[[contact]]
name = "c"
type = "point-shape"
points = ["high.y_min"]
shapes = ["ball"]
)",
       "", "active_contacts", 0.5, clamped("high.x_min", R"("x", "y")")},
      {"contact of surfaces", kTwo + R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "high.y_min"
against = "low.y_max"
[[initial]]
on = "high"
velocity = [0, -0.1]
)",
       "", "dissipated_impact", 1e-5, clamped("high.y_max", R"("x", "y")")},
      {"contact of bodies", kGrains + R"(
[[shape]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[contact]]
name = "c"
type = "bodies"
shapes = ["balls", "floor"]
envelope = 0.02
)",
       "", "active_contacts", 0.5},
      {"inflow and outflow", kGrains + R"(
spare = 2
[[outflow]]
name = "out"
type = "half-space"
bodies = "balls"
at = [0, 0, -1]
normal = [0, 0, -1]
)"},
      {"masses of your own", kParticle + R"(
[[element]]
name = "m"
type = "user-mass"
function = "added"
points = ["p"]
parameters = [0.5, 0.1]
)",
       "", "", 0, springs("p")},
      {"functions of your own", with(kParticle, "[1, -2]", "[0.1, -2]") + R"(
[[load]]
name = "f"
type = "user-force"
function = "pull"
points = ["p"]
[[contact]]
name = "g"
type = "user-gap"
function = "distance"
points = ["p", "ground"]
parameters = [0.005]
)",
       "", "dissipated_impact", 0.1},
  };
}

}  // namespace jounce::test
