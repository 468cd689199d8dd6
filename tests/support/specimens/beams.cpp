#include "parts.h"

namespace jounce::test {

namespace {

const std::string kMaterial = scene::material({.E = 2.5, .nu = 0.2, .rho = 1.4});

std::string beam(const scene::Line& line, const std::string& type, const std::string& keys) {
  return kMaterial + scene::rectangle({.height = 0.7, .width = 0.4}) + scene::line_mesh(line) +
         scene::element({.name = "part", .type = type, .section = "s"}) + keys;
}

const scene::Line kFlat = {.from = {0.1, 0.2}, .to = {2.5, 1.9}, .elements = 2};
const scene::Line kDeep = {.from = {0.1, 0.2, -0.3}, .to = {2.5, 1.9, 1.4}, .elements = 2};

}  // namespace

void add_bars(Specimens& list) {
  const scene::Line lines[] = {{.from = {0.1}, .to = {3.3}, .elements = 3},
                               {.from = {0.1, 0.2}, .to = {2.5, 1.9}, .elements = 3},
                               {.from = {0.1, 0.2, -0.3}, .to = {2.5, 1.9, 1.4}, .elements = 3}};
  for (const scene::Line& line : lines)
    for (const char* const strain : {"small", "green-lagrange"})
      for (const char* const mass : {"consistent", "lumped"}) {
        const int dimension = static_cast<int>(line.from.size());
        list.push_back({"element", "bar", fmt::format("{}D {} {}", dimension, strain, mass), dimension,
                        kMaterial + scene::line_mesh(line) + scene::element({.name = "bars", .type = "bar"}) +
                            fmt::format(R"(area = 0.8
strain = "{}"
mass = "{}"
)",
                                        strain, mass)});
      }
}

void add_beams(Specimens& list) {
  list.push_back({"element", "euler-bernoulli", "", 2, beam(kFlat, "euler-bernoulli", "")});
  list.push_back({"element", "euler-bernoulli", "damped", 2,
                  beam(kFlat, "euler-bernoulli",
                       "rotary_inertia = false\ndamping_mass = 0.3\ndamping_stiffness = 0.2\n")});
}

/// Geometrically exact beams in the plane and in space.
void add_exact_beams(Specimens& list) {
  for (const std::string keys : {"", "damping = 0.3\nresidual_bending = false\n"}) {
    list.push_back({"element", "beam", "2D " + keys, 2, beam(kFlat, "beam", keys)});
    list.push_back(
        {"element", "beam", "3D " + keys, 3, beam(kDeep, "beam", "y_axis = [0.2, 0.1, 1]\n" + keys)});
  }
}

}  // namespace jounce::test
