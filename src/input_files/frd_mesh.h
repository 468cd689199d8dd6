#pragma once

#include <vector>

#include "io/frd_writer.h"
#include "keyword/input.h"

namespace jounce {

/// Nodes and elements of a result file: all that the format knows.
/// @param flat_elements  beams as lines, shells as surfaces, not as the solids that they are expanded into
/// @param nodes  gets the places of the nodes in Input::nodes, by ascending numbers
io::FrdMesh frd_mesh(const keyword::Input& input, bool flat_elements, std::vector<int>& nodes);

}  // namespace jounce
