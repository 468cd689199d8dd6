#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// ADJUST of *CONTACT PAIR: moves slave nodes onto the master surface before anything is computed, without
/// strain. ADJUST=distance takes the nodes that are not farther from it than that, or beneath it; ADJUST=set
/// those of a set, however far. A node moves to the closest point of the master's faces, each as plane
/// triangles between its nodes (in the plane: lines), if its foot is on one of them. Throws
/// params::InputError.
void adjust_surfaces(Input& input);

}  // namespace jounce::keyword
