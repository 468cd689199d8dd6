#pragma once

#include <string>
#include <vector>

#include "model/system.h"

namespace jounce {

/// Names of the motions in the span of `basis` (6 x n, orthonormal columns: translation, then rotation about
/// `centre` times `size`): along and about the axes where these are among them, otherwise along and about the
/// directions that are, rotations with a point of their axis.
std::vector<std::string> names_of_motions(const DenseMatrix& basis, const Vector3& centre, double size);

/// "translation along x, y and z, rotation about x" of names as above.
std::string listed_motions(const std::vector<std::string>& names);

/// "'block'", "'a', 'b' and 'c'", "a piece of 'mesh' at (0, 1, 0)" of nodes by their numbers in
/// dofs().places.
std::string name_of_nodes(const System& system, std::vector<int> nodes);

}  // namespace jounce
