#include "parts.h"

namespace jounce::test {

namespace {

std::string two_cells(int dimension) {
  return scene::block_mesh(
      dimension == 2
          ? scene::Block{.name = "l", .from = {4, 0.2}, .to = {9, 2.9}, .counts = {2, 1}}
          : scene::Block{.name = "l", .from = {4, 0.2, 0}, .to = {9, 2.9, 2.5}, .counts = {2, 1, 1}});
}

std::string solid(const std::string& name, int dimension) {
  return scene::material({.E = 2.5, .nu = 0.2, .rho = 0.4}) + two_cells(dimension) +
         scene::element({.name = name});
}

const std::string kFinite = R"(strain = "green-lagrange"
)";

}  // namespace

/// Solids of two large cells.
void add_solids(Specimens& list) {
  const auto add = [&](int dimension, const std::string& keys) {
    list.push_back({"element", "solid", keys, dimension, solid("part", dimension) + keys});
  };
  const std::string damped = "damping_mass = 0.3\ndamping_stiffness = 0.2\n";
  for (const char* const kind : {"strain", "stress", "axisymmetric"}) {
    const std::string plane = fmt::format(R"(plane = "{}"
)",
                                          kind);
    add(2, plane);
    add(2, plane + kFinite);
    add(2, plane + kFinite + damped + R"(formulation = "reduced"
)");
  }
  add(3, "");
  add(3, kFinite);
  add(3, damped + R"(formulation = "incompatible"
mass = "lumped"
)");
  for (const int dimension : {2, 3})
    add(dimension, kFinite + damped + R"(formulation = "incompatible"
)");
}

/// Loads on the surfaces of solids.
void add_surface_loads(Specimens& list) {
  for (const char* const on : {"x_min", "y_max"})
    for (const char* const follower : {"false", "true"})
      for (const int dimension : {2, 3})
        list.push_back({"load", "pressure", fmt::format("{} {} {}D", on, follower, dimension), dimension,
                        solid("e", dimension) +
                            (dimension == 2 ? R"(plane = "axisymmetric"
)"
                                            : "") +
                            fmt::format(R"(
[[load]]
name = "part"
type = "pressure"
surface = "l.{}"
follower = {}
pressure = "1 + t"
)",
                                        on, follower)});
  const auto traction = [&](int dimension, const std::string& keys, const std::string& value) {
    list.push_back({"load", "traction", fmt::format("{}D", dimension), dimension,
                    solid("e", dimension) + keys +
                        fmt::format(R"(
[[load]]
name = "part"
type = "traction"
surface = "l.x_max"
traction = {}
)",
                                    value)});
  };
  traction(2, "thickness = 0.7\n", R"(["1 + t", 0.3])");
  traction(3, "", R"(["1 + t", 0.3, -0.2])");
}

/// Solids with nodes of different temperatures.
void add_heated_solids(Specimens& list) {
  const auto add = [&](int dimension, const std::string& material, const std::string& keys) {
    list.push_back({"load", "temperature", fmt::format("{}D {} {}", dimension, material, keys), dimension,
                    R"(
[[material]]
name = "m"
rho = 0.4
reference_temperature = 1
)" + material + two_cells(dimension) +
                        scene::element({.name = "part"}) + keys + R"(
[[load]]
name = "hot"
type = "temperature"
on = "l.x_min"
temperature = 3
[[load]]
name = "cold"
type = "temperature"
on = "l.x_max"
temperature = -2
initial = 0.5
)"});
  };
  const std::string elastic = "E = 2.5\nnu = 0.2\nexpansion = [0.05]\n",
                    along = "E = 2.5\nnu = 0.2\nexpansion_along = [0.05, 0.02, -0.03]\n",
                    varying =
                        R"(
type = "thermoelastic"
E = [2.5, 2, 1.1]
nu = [0.2, 0.1, 0.3]
temperature = [-1, 1, 4]
expansion = [0.03, 0.06]
expansion_temperature = [-3, 5]
)",
                    rubber = R"(
type = "neo-hookean"
E = 2.5
nu = 0.2
expansion = [0.05]
)";
  const std::string full = R"(formulation = "full"
)",
                    logarithmic = R"(strain = "logarithmic"
)",
                    damped = "damping_stiffness = 0.2\n";
  for (const char* const kind : {"strain", "stress", "axisymmetric"}) {
    const std::string plane = fmt::format(R"(plane = "{}"
)",
                                          kind);
    for (const std::string& material : {elastic, varying})
      for (const std::string& strain : {std::string(), kFinite, logarithmic})
        add(2, material, plane + strain);
    add(2, rubber, plane + kFinite);
  }
  add(3, elastic, R"(formulation = "incompatible"
)" + damped);
  add(3, rubber, kFinite + R"(formulation = "incompatible"
)");
  add(3, along, "axes = [1, 0.3, 0.2, 0, 1, 0]\n");
  add(3, along, "axes = [1, 0.3, 0.2, 0, 1, 0]\n" + kFinite);
  add(3, varying, kFinite + full + damped);
  add(3, varying, R"(formulation = "reduced"
)");
}

}  // namespace jounce::test
