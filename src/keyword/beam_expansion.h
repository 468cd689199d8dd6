#pragma once

#include "keyword/beam_section.h"

namespace jounce::keyword {

/// The section of one or more beams at a node: four corners, in the local directions (1, 2) at (-, +),
/// (-, -), (+, -), (+, +), and after them, where beams of second order end, the middles of the four sides
/// from one corner to the next.
struct BeamStation {
  BeamSection section;
  bool has_sides = false;
  Vector3 tangent = Vector3::Zero(),
          direction = Vector3::Zero();  ///< t, n1: sums of unit vectors, then means
  std::vector<int> nodes;               ///< of the corners, then of the sides
  int elements = 0;                     ///< number of elements

  std::size_t size() const { return has_sides ? 8 : 4; }
};
/// By node of the beams.
using BeamStations = std::map<int, std::vector<BeamStation>>;

/// Makes solids of beam elements, as CalculiX does: B31 to C3D8I, B32 to C3D20 and B32R to C3D20R, of the
/// same numbers, with new nodes at the corners of the sections (and, with B32, at the middles of their
/// sides). Round sections have curved sides.
///
/// Beams of equal sections share the nodes of a section where their tangents and their local directions 1
/// enclose no more than 20 degrees; its directions are the means. Nodes where that is not so are knots. The
/// nodes of the beams stay, with equations between them and the sections' nodes (expansion_ties.h). Throws
/// params::InputError for what has no counterpart: B31 in steps with NLGEOM, round B31, B31R, pressures on
/// beams and surfaces of them.
BeamStations expand_beams(Input& input);

}  // namespace jounce::keyword
