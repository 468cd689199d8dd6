#include "parts.h"

namespace jounce::test {

namespace {

/// Two quadrilaterals, or four triangles, of a twisted sheet.
std::string shell(const std::string& name, const std::string& cells, int order, const std::string& material,
                  const std::string& keys) {
  return material +
         fmt::format(R"(
[[mesh]]
name = "l"
type = "sheet"
corners = [0.1, 0.2, 0, 2.4, 0, 0.5, 2.1, 1.4, -0.3, 0, 1.1, 0.4]
counts = [2, 1]
cells = "{}"
order = {}

[[element]]
name = "{}"
type = "shell"
mesh = "l"
)",
                     cells, order, name) +
         keys;
}

}  // namespace

void add_shells(Specimens& list) {
  const std::string elastic = scene::material({.E = 2.5, .nu = 0.2, .rho = 1.4});
  const std::string one = "material = \"m\"\nthickness = 0.3\n";
  for (const int order : {1, 2})
    for (const char* const cells : {"quadrilaterals", "triangles"}) {
      const auto add = [&](const std::string& material, const std::string& keys) {
        list.push_back({"element", "shell", fmt::format("{} {} {}", cells, order, keys), 3,
                        shell("part", cells, order, material, keys)});
      };
      add(elastic, one + "offset = 0.1\ndrilling = 0.7\n");
      add(elastic, one + "damping_mass = 0.3\ndamping_stiffness = 0.2\nmass = \"lumped\"\n");
      if (order == 1) add(elastic, one + "axis = [0.2, 1, 0]\nmembrane_shear = \"full\"\n");
    }
  // The node at the corner lies in both planes.
  list.push_back({"joint", "symmetry", "", 3, shell("plate", "quadrilaterals", 1, elastic, one) + R"(
[[joint]]
name = "part"
type = "symmetry"
planes = [{ on = "l.side_1", normal = [1, 0.2, -0.1] }, { on = "l.side_2", normal = [0.1, 1, 0.3] }]
)"});
  for (const char* const held : {"about", "across"})
    list.push_back({"joint", "rotation-support", held, 3,
                    shell("plate", "quadrilaterals", 1, elastic, one) + fmt::format(R"(
[[joint]]
name = "part"
type = "rotation-support"
on = "l.corner_1"
axis = [1, 0.2, -0.1]
held = "{}"
)",
                                                                                    held)});
}

}  // namespace jounce::test
