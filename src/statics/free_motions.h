#pragma once

#include <string>
#include <vector>

#include "model/system.h"

namespace jounce {

/// An unconnected part of a model and its rigid motions that nothing holds.
struct FreePart {
  std::string name;                  ///< "'block'", of several meshes and bodies "'a', 'b' and 'c'"
  std::vector<std::string> motions;  ///< as one: "translation along x", "rotation about z through (1, 0, 0)"
  int inner = 0;                     ///< more, in which bodies and meshes of the part move against each other
  std::vector<Index> support;  ///< degrees of freedom that hold the motions as one, and no more, when held
  int count() const { return static_cast<int>(motions.size()) + inner; }
};

/// Rigid motions that cost no force at the initial state. Pieces are rigid bodies and what bars, beams and
/// solids join; B holds the rigid motions of all pieces as columns. They are free in the null space of
///
///   [ S B; G B; W B; D B; K_e B ]
///
/// with unit rows S of the prescribed degrees of freedom, joints G, directions W of contacts that are closed,
/// D of their friction (where asked for), and the stiffness K_e of every block by itself, so that the
/// round-off of a stiff one hides no soft spring. Rows are scaled to the sum of their absolute values; the
/// null space is that of singular values below 1e-6. Pieces that rows join are one part. Mechanisms of bars
/// are not rigid and not seen.
/// @param contacts  closed ones that hold like joints
std::vector<FreePart> free_motions(const System& system, const std::vector<ContactRow>& contacts,
                                   bool friction);

/// Contacts of the initial state that are closed to round-off.
std::vector<ContactRow> closed_at_start(const System& system);

/// "6 rigid motions are free: translation along x, y and z, rotation about x, y and z of the part 'block'", a
/// sentence for the first parts; empty where nothing is free.
std::string to_text(const std::vector<FreePart>& parts);

}  // namespace jounce
