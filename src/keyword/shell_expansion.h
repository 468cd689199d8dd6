#pragma once

#include <array>

#include "keyword/shell_section.h"

namespace jounce::keyword {

/// The line through the thickness of one or more shells, or of one membrane, at a node.
struct ShellStation {
  ShellSection section;
  double thickness = 0;
  bool is_membrane = false;
  bool has_middle = false;  ///< a corner of an element of second order
  Vector3 normal = Vector3::Zero();
  std::array<int, 3> nodes = {-1, -1, -1};  ///< bottom, middle (-1: none), top; n goes from bottom to top
  int elements = 0;                         ///< number of elements

  std::vector<int> all() const {
    return has_middle ? std::vector<int>{nodes[0], nodes[1], nodes[2]} : std::vector<int>{nodes[0], nodes[2]};
  }
};
/// By node of the shells.
using ShellStations = std::map<int, std::vector<ShellStation>>;

/// Makes solids of shells and membranes, as CalculiX does: S3 and M3D3 to C3D6, S4 to C3D8I (M3D4 to C3D8),
/// S4R and M3D4R to C3D8R, S6 and M3D6 to C3D15, S8 and M3D8 to C3D20, S8R and M3D8R to C3D20R, of the same
/// numbers, with new nodes below and above those of the element at X - t n (1/2 + o) and X + t n (1/2 - o)
/// and at the corners of elements of second order in the middle, with the thickness t, the offset o over t
/// and the normal n, x_,xi x x_,eta at the node. Side 1 of a solid is the bottom, 2 the top, 3 and so on are
/// the edges.
///
/// Shells of equal thickness and offset share the nodes where their normals enclose no more than 20 degrees
/// with that of the lowest element number; the normal is the mean. Normals of *NORMAL come first, and are
/// shared within half a degree. Membranes share no nodes.
///
/// Pressures on shells become pressures on side 1, loads on edges (EDNOR1, ...) over the thickness at the
/// first node pressures on sides 3 and so on. Throws params::InputError for what has no counterpart: S4 in
/// steps with NLGEOM.
ShellStations expand_shells(Input& input);

}  // namespace jounce::keyword
