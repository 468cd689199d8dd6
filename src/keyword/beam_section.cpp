#include "keyword/beam_section.h"

#include <fmt/format.h>

#include "math/axes.h"
#include "params/nearest.h"

namespace jounce::keyword {

BeamSection read_beam_section(const Card& card) {
  BeamSection section;
  section.card = &card;
  const std::string& kind = card.at("SECTION");
  section.is_round = kind.starts_with("CIRC");
  if (!section.is_round && !kind.starts_with("RECT"))
    throw params::InputError(
        card.where(), fmt::format("*BEAM SECTION with SECTION={} is not supported; RECT and CIRC are", kind),
        params::nearest(kind, {"RECT", "CIRC"}));
  if (card.data.empty())
    card.fail(0, "*BEAM SECTION: the sizes along the local directions 1 and 2 are missing");
  const DataLine& sizes = card.data[0];
  section.sizes[0] = card.number(sizes, 0);
  section.sizes[1] = card.number(sizes, 1, section.sizes[0]);
  for (const double size : section.sizes)
    if (!(size > 0))
      card.fail(sizes.line, fmt::format("*BEAM SECTION: the size {} must be greater than zero", size));
  for (std::size_t k = 2; k < sizes.fields.size(); ++k)
    if (!sizes.fields[k].empty()) card.fail(sizes.line, "*BEAM SECTION: one or two sizes are expected");
  for (std::size_t k = 0; k < 2; ++k)
    if (const std::string* offset = card.find(k == 0 ? "OFFSET1" : "OFFSET2"))
      section.offsets[k] = card.number({card.line, {*offset}}, 0);
  section.direction = {0, 0, -1};
  if (card.data.size() > 1)
    for (std::size_t k = 0; k < 3; ++k)
      section.direction[static_cast<Index>(k)] = card.number(card.data[1], k, 0.0);
  section.direction = in_range(section.direction);
  if (card.data.size() > 2)
    card.fail(card.data[2].line, "*BEAM SECTION: two lines are expected, sizes and the local direction 1");
  return section;
}

}  // namespace jounce::keyword
