#pragma once

#include <array>
#include <vector>

#include "elements/shell.h"

namespace jounce {

/// Two directions in the surface of a cell at one of its nodes, whose cross product is along the normal: of a
/// corner those of the sides that leave it.
std::array<Vector3, 2> directions_at(const ShellCells& cells, std::size_t cell, std::size_t node);

/// Directors of the nodes of all cells, one cell after another, with those of cells[0] first: the mean of the
/// normals of the elements at the node, each with the angle of the element there (pi at the middle of a
/// side), among those whose normals are at most `angle` (rad) apart from that of the node's own element
/// (turned over where the elements beside it run the other way round). Edges that are sharper stay sharp.
/// Precondition: all nodes have a normal.
void set_directors(std::vector<ShellCells>& cells, double angle);

}  // namespace jounce
