#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "../specimens.h"

namespace jounce::test {

using Specimens = std::vector<Specimen>;

/// A table [[kind]] of the part under test between A and B.
std::string part_between(const std::string& kind, const std::string& type, const std::string& A,
                         const std::string& B, const std::string& keys);

/// The same specimen between all pairs of ground, centre, marker and particle that suit it, in the plane.
void add_pairs(Specimens& list, const std::string& kind, const std::string& type, const std::string& keys,
               bool has_point = true);

/// The same in space; a part that needs orientations has no particle.
void add_spatial_pairs(Specimens& list, const std::string& kind, const std::string& type,
                       const std::string& keys, bool has_point = true);

void add_alignments(Specimens& list);
void add_bars(Specimens& list);
void add_beams(Specimens& list);
void add_body_loads(Specimens& list);
void add_couplings(Specimens& list);
void add_exact_beams(Specimens& list);
void add_flexible(Specimens& list);
void add_gears(Specimens& list);
void add_grains(Specimens& list);
void add_heated_solids(Specimens& list);
void add_planar(Specimens& list);
void add_point_shapes(Specimens& list);
void add_self_contacts(Specimens& list);
void add_shell_contacts(Specimens& list);
void add_shapes(Specimens& list);
void add_shells(Specimens& list);
void add_solids(Specimens& list);
void add_spatial(Specimens& list);
void add_surface_contacts(Specimens& list);
void add_surface_loads(Specimens& list);
void add_user_functions(Specimens& list);

}  // namespace jounce::test
