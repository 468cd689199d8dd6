#pragma once

#include <array>
#include <vector>

#include "keyword/input.h"

namespace jounce::keyword {

/// *BEAM SECTION, *BEAM GENERAL SECTION: rectangles, ellipses, pipes and boxes, about a line through the
/// nodes that may lie beside the centre.
///
/// Local directions at a node: t along the beam, n1 the given direction made perpendicular to t, n2 = t x n1.
/// The centre of the section lies at X - o_1 d_1 n1 - o_2 d_2 n2, with the offsets o and the sizes d along
/// n1 and n2.
struct BeamSection {
  const Card* card = nullptr;
  bool is_round = false;
  bool is_hollow = false;
  std::vector<double> hollow;          ///< section_sizes of the deck
  std::array<double, 2> sizes = {};    ///< d_1, d_2; diameters of round sections
  std::array<double, 2> offsets = {};  ///< o_1, o_2
  Vector3 direction = Vector3::Zero();

  bool has_shape_of(const BeamSection& other) const {
    return is_round == other.is_round && hollow == other.hollow && sizes == other.sizes &&
           offsets == other.offsets;
  }
};

/// Whether a section is one of beams.
inline bool is_of_beams(const Card& card) {
  return card.name == "BEAM SECTION" || card.name == "BEAM GENERAL SECTION";
}

/// Throws params::InputError for other kinds of section, and for sizes that are not greater than zero.
BeamSection read_beam_section(const Card& card);

}  // namespace jounce::keyword
