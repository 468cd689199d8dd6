#pragma once

#include "keyword/beam_section.h"

namespace jounce::keyword {

/// The section of one or more beams at a node: four corners, in the local directions (1, 2) at (-, +),
/// (-, -), (+, -), (+, +), and after them, where beams of second order end, the middles of the four sides
/// from one corner to the next.
struct BeamStation {
  const BeamSection* section = nullptr;
  bool has_sides = false;
  Vector3 tangent = Vector3::Zero(),
          direction = Vector3::Zero();  ///< t, n1: sums of unit vectors, then means
  std::vector<int> nodes;               ///< of the corners, then of the sides

  std::size_t size() const { return has_sides ? 8 : 4; }
};
/// By node of the beams.
using BeamStations = std::map<int, std::vector<BeamStation>>;

/// Ties the nodes of beams to those of their sections.
///
/// One station at a node: its displacement is the mean of the corners', 4 u = sum_i u_i, an equation; its
/// rotation, where something asks for it, is the corners' mean rotation (Input::beam_rotations); where it is
/// supported the middle of each side is the mean of its two corners, as in CalculiX 2.20. Several
/// stations make a knot (Input::beam_knots): one body that turns and stretches, along the local directions of
/// the first station where all lie in the plane across its beam, otherwise the same in all directions.
///
/// Supports, forces and equations on degrees of freedom 4 to 6 of nodes of beams are moved to degrees of
/// freedom 1 to 3 of the nodes for their rotations.
void tie_beam_nodes(Input& input, const BeamStations& stations);

}  // namespace jounce::keyword
