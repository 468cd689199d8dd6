#pragma once

#include "keyword/input.h"

namespace jounce::keyword {

/// *SHELL SECTION, *MEMBRANE SECTION. The middle of the solids lies at X - o t n, with the offset o, the
/// thickness t and the normal n.
struct ShellSection {
  const Card* card = nullptr;
  double thickness = 0;  ///< 0: that of the nodes
  double offset = 0;
};

/// Throws params::InputError for thicknesses that are not greater than zero.
ShellSection read_shell_section(const Card& card);

/// Layers of *SHELL SECTION, COMPOSITE, from the bottom on: thickness, (an unused field,) material,
/// orientation. Throws params::InputError.
std::vector<Section> read_layers(const Card& card);

/// *NODAL THICKNESS: a node or set and its thickness.
void read_nodal_thickness(const Card& card, Input& input);
/// *NORMAL: an element, a node and the normal of the shell there, of any length.
void read_normals(const Card& card, Input& input);

}  // namespace jounce::keyword
