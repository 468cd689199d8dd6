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
  return "[[body]]\nname = \"" + name +
         "\"\ntype = \"rigid\"\nmass = 1\ninertia = 0.1\nposition = " + place(centre) +
         "[[joint]]\nname = \"" + pin + "\"\ntype = \"revolute\"\nbetween = [\"ground\", \"" + name +
         "\"]\nat = " + place(at);
}

const std::string kSecondRod = rod("b", "pin_b", 3, 3.5);
const std::string kRod = "[model]\ngravity = [0, -10]\n" + rod("a", "pin", 1, 0);

const std::string kTop = R"toml(
[model]
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "a"
type = "rigid-3d"
mass = 1
inertia = [0.1, 0.1, 0.05]
position = [0, 0.3, 1]
angular_velocity = [0, 0, 20]
)toml";

const std::string kMaterial = "[[material]]\nname = \"m\"\nE = 100\nnu = 0.2\nrho = 1\n";
const std::string kSection = "[[section]]\nname = \"s\"\ntype = \"rectangle\"\nheight = 0.1\nwidth = 0.1\n";
const std::string kLine =
    "[[mesh]]\nname = \"l\"\ntype = \"line\"\nfrom = [0, 0]\nto = [1, 0]\nelements = 6\n";
const std::string kClamp = "[[boundary]]\non = \"l.start\"\ncomponents = [\"x\", \"y\"]\n";
const std::string kWeight = "[model]\ngravity = [0, -10]\n";

std::string block(const std::string& name, const std::string& from, const std::string& to) {
  return "[[mesh]]\nname = \"" + name + "\"\ntype = \"block\"\nfrom = " + from + "\nto = " + to +
         "\ncounts = [2, 1]\n";
}

std::string solid(const std::string& mesh, const std::string& more = {}) {
  return "[[element]]\nname = \"e_" + mesh + "\"\ntype = \"solid\"\nmesh = \"" + mesh +
         "\"\nmaterial = \"m\"\n" + more;
}

/// What holds a part in a static analysis: springs along the axes.
std::string springs(const std::string& part, int dimension = 2) {
  std::string text;
  for (int i = 0; i < dimension; ++i)
    text += "[[element]]\nname = \"hold" + std::to_string(i) +
            "\"\ntype = \"spring\"\nbetween = [\"ground\", \"" + part +
            "\"]\nstiffness = 1e3\ndirection = [" + (i == 0 ? "1" : "0") + (i == 1 ? ", 1" : ", 0") +
            (dimension == 3 ? (i == 2 ? ", 1" : ", 0") : "") + "]\n";
  return text;
}

std::string turned() {
  return "[[element]]\nname = \"coil\"\ntype = \"torsion-spring\"\nbetween = [\"ground\", \"a\"]\nstiffness "
         "= 1e3\n";
}

/// What holds the orientation of a body in space.
const std::string kSoftSeat =
    "[[element]]\nname = \"seat\"\ntype = \"bushing\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, "
    "0]\nrotational_stiffness = [1e3, 1e3, 1e3]\n";

std::string clamped(const std::string& group, const std::string& components) {
  return "[[boundary]]\non = \"" + group + "\"\ncomponents = [" + components + "]\n";
}

/// Beams along the bars, which have no stiffness across their line.
const std::string kStiffener =
    kSection + clamped("l.start", "\"angle\"") +
    "[[element]]\nname = \"beams\"\ntype = \"beam\"\nmesh = \"l\"\nmaterial = \"m\"\nsection = \"s\"\n";

/// The strain energy of an element entry as a column of its own.
std::string strained(const std::string& element) {
  return "[[history]]\nname = \"bent\"\nquantity = \"strain_energy\"\nof = \"" + element + "\"\n";
}

const std::string kHigh = block("high", "[0, 0]", "[1, 0.5]");
const std::string kThrown =
    "[[boundary]]\non = \"high.x_min\"\ncomponents = [\"x\", \"y\"]\n[[initial]]\non = \"high\"\nvelocity = "
    "[0.5, 0]\n";
const std::string kHeld = "[[boundary]]\non = \"low.y_min\"\ncomponents = [\"x\", \"y\"]\n";
const std::string kTwo = kWeight + kMaterial + kHigh + block("low", "[-0.5, -0.5]", "[1.5, 0]") +
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
      {"bodies in space, joints",
       kTop + "[[joint]]\nname = \"tip\"\ntype = \"spherical\"\nbetween = [\"ground\", "
              "\"a\"]\nat = [0, 0, 0]\n",
       "", "", 0, kSoftSeat},
      {"nonholonomic joints",
       "[[body]]\nname = \"a\"\ntype = \"rigid\"\nmass = 1\ninertia = 0.1\nposition = [0, "
       "0]\nvelocity = [1, 0]\nangular_velocity = 1\n[[joint]]\nname = \"blade\"\ntype = "
       "\"knife-edge\"\nbetween = [\"ground\", \"a\"]\nacross = [0, 1]\n"},
      {"drivers",
       kRod + "[[joint]]\nname = \"drive\"\ntype = \"motion\"\nbetween = [\"ground\", \"a\"]\ncoordinate = "
              "\"angle\"\nmotion = \"t^2\"\n"},
      {"stops of joints", kRod + "lower = -0.0003\n", "", "active_contacts", 0.5, turned()},
      {"friction in joints", kRod + "friction = 0.3\nradius = 0.1\n", "", "dissipated_friction", 1e-6},
      {"gears",
       kRod + kSecondRod +
           "[[joint]]\nname = \"teeth\"\ntype = \"gear\"\njoints = [\"pin\", \"pin_b\"]\nratio = -1\n",
       "", "", 0, turned()},
      {"springs, dampers, bushings",
       kRod + kSecondRod +
           "[[element]]\nname = \"string\"\ntype = \"spring\"\nbetween = [\"a\", \"b\"]\nstiffness = "
           "100\ndamping = 1\n[[element]]\nname = \"bush\"\ntype = \"bushing\"\nbetween = [\"a\", "
           "\"b\"]\nat = [2, 0]\nstiffness = [100, 100]\nrotational_stiffness = [10]\n" +
           turned()},
      {"actuators",
       kRod + turned() +
           "[[element]]\nname = \"push\"\ntype = \"actuator\"\nbetween = [\"ground\", \"a\"]\nat = [0, "
           "0]\ncoordinate = \"angle\"\nforce = \"sin(t)\"\n"},
      {"restitution", kParticle + kFloor + "restitution = 0.5\n", "", "dissipated_impact", 0.5},
      {"friction", kParticle + kFloor + "friction = 0.3\n", "", "dissipated_friction", 1e-3, springs("p")},
      {"steps chosen by the error", kParticle + kFloor, "error_tolerance = 1e-6\nimpact_step = 2e-4\n",
       "dissipated_impact", 0.5},
      {"bars",
       kWeight + kMaterial + kLine + kClamp +
           "[[element]]\nname = \"e\"\ntype = \"bar\"\nmesh = \"l\"\nmaterial = \"m\"\narea = 1\nstrain "
           "= \"green-lagrange\"\n[[initial]]\non = \"l\"\nvelocity = [0.5, 0]\n" +
           strained("e"),
       "", "bent", 1e-3, kStiffener},
      {"beams",
       kWeight + kMaterial + kSection + kLine + kClamp +
           "[[element]]\nname = \"e\"\ntype = \"beam\"\nmesh = \"l\"\nmaterial = \"m\"\nsection = \"s\"\n" +
           strained("e"),
       "", "bent", 1e-9, clamped("l.start", "\"angle\"")},
      {"beams in space",
       "[model]\ndimension = 3\ngravity = [0, 0, -10]\n" + kMaterial + kSection +
           "[[mesh]]\nname = \"l\"\ntype = \"line\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nelements = "
           "2\n[[element]]\nname = \"e\"\ntype = \"beam\"\nmesh = \"l\"\nmaterial = \"m\"\nsection = "
           "\"s\"\ny_axis = [0, "
           "1, 0]\n[[boundary]]\non = \"l.start\"\ncomponents = [\"x\", \"y\", \"z\"]\n[[initial]]\non = "
           "\"l.end\"\nvelocity = [0, 0, 0.5]\n" +
           strained("e"),
       "", "bent", 1e-9, clamped("l.start", "\"rotation\"")},
      {"floating frames",
       kWeight + kMaterial + kSection + kLine +
           "[[element]]\nname = \"e\"\ntype = \"euler-bernoulli\"\nmesh = \"l\"\nmaterial = "
           "\"m\"\nsection = \"s\"\n[[body]]\nname = \"f\"\ntype = \"flexible\"\nmesh = "
           "\"l\"\nposition = [0, 0]\nsupports = [\"start\"]\n",
       "", "", 0,
       "[[joint]]\nname = \"wall\"\ntype = \"fixed\"\nbetween = [\"ground\", \"f\"]\nat = [0, 0]\n"},
      {"solids", kWeight + kMaterial + kHigh + solid("high") + kThrown + strained("e_high"), "", "bent",
       1e-3},
      {"nodes in contact without mass",
       kWeight + kMaterial +
           "[[mesh]]\nname = \"high\"\ntype = \"block\"\nfrom = [0, 0]\nto = [1, 1]\ncounts = [2, 3]\n" +
           solid("high", "contact_mass = 0\n") +
           "[[contact]]\nname = \"c\"\ntype = \"point-plane\"\npoints = [\"high.y_min\"]\nthrough = [0, "
           "0]\nnormal = [0, 1]\n",
       "", "active_contacts", 0.5, clamped("high.x_min", "\"x\", \"y\"")},
      {"solids in finite strain",
       kWeight + kMaterial + kHigh + solid("high", "strain = \"green-lagrange\"\n") + kThrown +
           strained("e_high"),
       "", "bent", 1e-3},
      {"plasticity",
       kWeight +
           "[[material]]\nname = \"m\"\ntype = \"plastic\"\nE = 100\nnu = 0.2\nrho = 1\nyield_stress = "
           "[0.1, 1]\nplastic_strain = [0, 0.1]\n" +
           kHigh + solid("high") + kThrown +
           "[[history]]\nname = \"stress\"\nquantity = \"stress\"\nof = \"high\"\ncomponent = \"mises\"\n",
       "", "stress", 0.11,
       "[[load]]\nname = \"lift\"\ntype = \"acceleration\"\nelements = [\"e_high\"]\nacceleration = [0, "
       "9.9]\n"},
      {"couplings",
       kWeight + kMaterial + kHigh + solid("high") +
           "[[marker]]\nname = \"face\"\non = \"high.x_max\"\ncoupling = \"averaging\"\n[[load]]\nname = "
           "\"f\"\ntype = \"force\"\non = \"face\"\nforce = [1, 0]\n",
       "", "", 0, clamped("high.x_min", "\"x\", \"y\"")},
      {"ties",
       kTwo + "[[joint]]\nname = \"glue\"\ntype = \"tie\"\nsurface = \"high.y_min\"\nto = \"low.y_max\"\n"},
      {"nodes against rigid shapes",
       kWeight + kMaterial + kHigh + solid("high") +
           "[[shape]]\nname = \"ball\"\ntype = \"sphere\"\nradius = 1\nat = [0.5, -1]\n[[contact]]\nname = "
           "\"c\"\ntype = \"point-shape\"\npoints = [\"high.y_min\"]\nshapes = [\"ball\"]\n",
       "", "active_contacts", 0.5, clamped("high.x_min", "\"x\", \"y\"")},
      {"contact of surfaces",
       kTwo + "[[contact]]\nname = \"c\"\ntype = \"surfaces\"\nsurface = "
              "\"high.y_min\"\nagainst = \"low.y_max\"\n[[initial]]\non = \"high\"\nvelocity = [0, -0.1]\n",
       "", "dissipated_impact", 1e-5, clamped("high.y_max", "\"x\", \"y\"")},
      {"contact of bodies",
       kGrains + "[[shape]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n[[contact]]\nname "
                 "= \"c\"\ntype = \"bodies\"\nshapes = [\"balls\", \"floor\"]\nenvelope = 0.02\n",
       "", "active_contacts", 0.5},
      {"bodies that come and go",
       kGrains +
           "spare = 2\n[[outflow]]\nname = \"out\"\ntype = \"half-space\"\nbodies = \"balls\"\nat = [0, 0, "
           "-1]\nnormal = [0, 0, -1]\n"},
      {"masses of your own",
       kParticle + "[[element]]\nname = \"m\"\ntype = \"user-mass\"\nfunction = \"added\"\npoints = "
                   "[\"p\"]\nparameters = [0.5, 0.1]\n",
       "", "", 0, springs("p")},
      {"functions of your own",
       with(kParticle, "[1, -2]", "[0.1, -2]") +
           "[[load]]\nname = \"f\"\ntype = \"user-force\"\nfunction = "
           "\"pull\"\npoints = [\"p\"]\n[[contact]]\nname = \"g\"\ntype = "
           "\"user-gap\"\nfunction = \"distance\"\npoints = [\"p\", "
           "\"ground\"]\nparameters = [0.005]\n",
       "", "dissipated_impact", 0.1},
  };
}

}  // namespace jounce::test
