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

/// Equations between the nodes of beams and those of their sections.
///
/// One station at a node: its displacement is the mean of the corners', 4 u = sum_i u_i. A rotation about a
/// unit vector a is, with p_i the place of corner i in the section and p_i' its part perpendicular to a,
///
///   4 theta_a = sum_i (a x p_i) . u_i / |p_i'|^2
///
/// and where rotations are supported the middles of the sides move as the mean of their two corners.
///
/// Several stations (a knot): one body with the displacement u of the node, a rotation theta, and a change of
/// size, with p_i = X_i - X
///
///   u_i = u + theta x p_i + s_1 (n1 . p_i) n1 + s_2 (n2 . p_i) n2   where all lie in the plane of n1 and n2
///   u_i = u + theta x p_i + s p_i                                   otherwise
///
/// Rotations are those of linear theory. Supports, forces and equations on degrees of freedom 4 to 6 of nodes
/// of beams are moved to degrees of freedom 1 to 3 of the nodes for their rotations.
void tie_beam_nodes(Input& input, const BeamStations& stations);

}  // namespace jounce::keyword
