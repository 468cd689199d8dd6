#include "parts.h"

namespace jounce::test {

namespace {

void add_bodies(Specimens& list) {
  list.push_back({"body", "point-mass", "", 2, two_bodies});
  list.push_back({"body", "rigid", "", 2, two_bodies});
  list.push_back({"body", "rigid-3d", "", 3, two_spatial_bodies});
  for (const auto& [dimension, position] : {std::pair(1, "[1]"), std::pair(3, "[1, 2, 3]")})
    list.push_back({"body", "point-mass", fmt::format("{}D", dimension), dimension,
                    fmt::format(R"(
[[body]]
name = "p"
type = "point-mass"
mass = 2
position = {}
)",
                                position)});
}

}  // namespace

Specimens specimens() {
  Specimens list;
  add_user_functions(list);
  add_bodies(list);
  add_bars(list);
  add_beams(list);
  add_exact_beams(list);
  add_flexible(list);
  add_solids(list);
  add_shells(list);
  add_surface_loads(list);
  add_heated_solids(list);
  add_surface_contacts(list);
  add_point_shapes(list);
  add_self_contacts(list);
  add_shell_contacts(list);
  add_planar(list);
  add_gears(list);
  add_alignments(list);
  add_body_loads(list);
  add_couplings(list);
  add_spatial(list);
  add_shapes(list);
  add_grains(list);
  return list;
}

}  // namespace jounce::test
