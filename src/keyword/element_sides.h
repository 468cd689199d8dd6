#pragma once

#include <vector>

#include "keyword/input.h"
#include "mesh/cell_shape.h"

namespace jounce::keyword {

/// The sides of an element on which something may act: of a shell the upper one alone.
std::vector<ElementFace> sides_of(const Input& input, int element);

/// The side of an element; null where it has none of this number. A shell has the lower side 1 (SNEG) and the
/// upper one 2 (SPOS), which are the shell itself.
const CellFace* find_side(const Input& input, const ElementFace& face);

/// Places in Input::nodes of the nodes of a side, in the order of its shape; none where there is no such
/// side.
std::vector<int> side_nodes(const Input& input, const ElementFace& face);

/// Throws params::InputError with the nearest name.
const Surface& find_surface(const Card& card, const Input& input, const std::string& name);

/// Nodes of a surface, of nodes or of sides of elements, in the order of their places; sides
/// that elements do not have are refused with the groups of the mesh. Throws params::InputError.
std::vector<int> nodes_of_surface(const Card& card, const Input& input, const std::string& name);

/// Area of a side, of a plane element its length, times its mean outward normal:
/// 1/2 sum_i x_i x x_{i+1} over its corners, (y_2 - y_1, x_1 - x_2, 0) of a line.
Vector3 area_vector(const Input& input, const ElementFace& face);

}  // namespace jounce::keyword
