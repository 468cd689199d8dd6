#pragma once

#include <vector>

#include "elements/shell.h"

namespace jounce {

/// Directors of the corners of all cells, one cell after another, with those of cells[0] first: the mean of
/// the normals of the elements at the node, each with the angle of the element there, among those whose
/// normals are at most `angle` (rad) apart from that of the corner's own element (turned over where the
/// elements beside it run the other way round). Edges that are sharper stay sharp.
/// Precondition: all corners have a normal.
void set_directors(std::vector<ShellCells>& cells, double angle);

}  // namespace jounce
