#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "scene.h"

namespace jounce::test {

/// A cube of linear solids, and what it may meet: for the ways of solving that serve such models.
inline const std::string kCube =
    R"(
[model]
dimension = 3
)" + scene::material({.name = "elastic", .E = 900, .nu = 0.3, .rho = 1}) +
    scene::block_mesh({.name = "cube", .from = {0, 0, 0.003}, .to = {1, 1, 1.003}, .counts = {3, 4, 3}}) + R"(
[[element]]
name = "body"
type = "solid"
mesh = "cube"
material = "elastic"
[[initial]]
on = "cube"
velocity = [0.2, 0.1, -1]
[integrator]
step = 2e-3
end = 1
)";

inline const std::string kWall =
    scene::point_plane({.name = "wall", .points = "cube.z_min", .through = {0, 0, 0}, .normal = {0, 0, 1}});

inline const char* const kMovedTop = R"toml(
[[boundary]]
on = "cube.z_max"
components = ["x", "z"]
motion = "0.003*sin(20*t)"
)toml";

inline std::vector<std::string> with_solver(std::vector<std::string> set, const std::string& solver) {
  set.push_back("integrator.solver=" + solver);
  return set;
}

struct CubeCase {
  std::string name, more;
  std::vector<std::string> set = {};

  friend void PrintTo(const CubeCase& c, std::ostream* out) { *out << c.name; }
};

inline std::vector<CubeCase> cube_cases() {
  const std::string wall = kWall;
  const std::string oblique =
      R"(
[[contact]]
name = "slope"
type = "point-plane"
points = ["cube.z_min"]
through = [0, 0, -0.05]
normal = [0.1, -0.05, 1]
)";
  const std::string side = scene::point_plane({.name = "side",
                                               .points = "cube.x_max",
                                               .through = {1.02, 0, 0},
                                               .normal = {-1, 0, 0},
                                               .restitution = 0.5});
  const std::string pressure =
      R"toml(
[[load]]
name = "push"
type = "pressure"
surface = "cube.y_max"
pressure = "5*cos(30*t)"
)toml";
  return {{"wall", wall},
          {"wall_with_restitution", wall, {"contact.wall.restitution=0.4"}},
          {"wall_and_lumped_mass", wall, {"element.body.mass=lumped"}},
          {"wall_and_gravity", wall, {"model.gravity=[0, 0, -20]"}},
          {"slope", oblique},
          {"wall_and_side", wall + side},
          {"wall_and_moved_end", wall + kMovedTop},
          {"wall_and_pressure", wall + pressure},
          {"nothing_to_hit", ""}};
}

}  // namespace jounce::test
