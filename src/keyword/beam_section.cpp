#include "keyword/beam_section.h"

#include <fmt/format.h>

#include <optional>

#include "math/axes.h"
#include "params/nearest.h"

namespace jounce::keyword {

namespace {

double positive(const Card& card, std::size_t k, std::optional<double> or_else = {}) {
  const double size = card.number(card.data[0], k, or_else);
  if (!(size > 0))
    card.fail(card.data[0].line, fmt::format("*{}: the size {} must be greater than zero", card.name, size));
  return size;
}

void expect_sizes(const Card& card, std::size_t most, const char* what) {
  const DataLine& sizes = card.data[0];
  for (std::size_t k = most; k < sizes.fields.size(); ++k)
    if (!sizes.fields[k].empty()) card.fail(sizes.line, fmt::format("*{}: {} expected", card.name, what));
}

void read_sizes(const Card& card, BeamSection& section) {
  section.sizes[0] = positive(card, 0);
  section.sizes[1] = positive(card, 1, section.sizes[0]);
  expect_sizes(card, 2, "one or two sizes are");
}

/// PIPE: outer radius and thickness. BOX: sizes along the directions 1 and 2, thicknesses of the walls at
/// +1, +2, -1, -2; those that are not given are the first one.
void read_hollow_sizes(const Card& card, BeamSection& section) {
  const bool is_pipe = card.at("SECTION") == "PIPE";
  if (is_pipe) {
    section.hollow = {positive(card, 0), positive(card, 1)};
    section.sizes = {2 * section.hollow[0], 2 * section.hollow[0]};
    expect_sizes(card, 2, "an outer radius and a thickness are");
    if (section.hollow[1] > section.hollow[0])
      card.fail(card.data[0].line, fmt::format("*{}: the wall {} is thicker than the outer radius {}",
                                               card.name, section.hollow[1], section.hollow[0]));
    return;
  }
  section.sizes = {positive(card, 0), positive(card, 1)};
  section.hollow = {section.sizes[0], section.sizes[1], positive(card, 2)};
  for (std::size_t k = 3; k < 6; ++k) section.hollow.push_back(positive(card, k, section.hollow[2]));
  expect_sizes(card, 6, "two sizes and four thicknesses are");
  for (std::size_t k = 0; k < 2; ++k)
    if (section.hollow[2 + k] + section.hollow[4 + k] > section.sizes[k])
      card.fail(card.data[0].line, fmt::format("*{}: the walls {} and {} overlap", card.name, k + 1, k + 3));
}

}  // namespace

BeamSection read_beam_section(const Card& card) {
  BeamSection section;
  section.card = &card;
  const std::string& kind = card.at("SECTION");
  section.is_round = kind.starts_with("CIRC");
  section.is_hollow = kind == "PIPE" || kind == "BOX";
  if (!section.is_round && !section.is_hollow && !kind.starts_with("RECT"))
    throw params::InputError(
        card.where(),
        fmt::format("*{} with SECTION={} is not supported; RECT, CIRC, PIPE and BOX are", card.name, kind),
        params::nearest(kind, {"RECT", "CIRC", "PIPE", "BOX"}));
  if (card.data.empty())
    card.fail(0, fmt::format("*{}: the sizes along the local directions 1 and 2 are missing", card.name));
  if (section.is_hollow)
    read_hollow_sizes(card, section);
  else
    read_sizes(card, section);
  for (std::size_t k = 0; k < 2; ++k)
    if (const std::string* offset = card.find(k == 0 ? "OFFSET1" : "OFFSET2"))
      section.offsets[k] = card.number({card.line, {*offset}}, 0);
  section.direction = {0, 0, -1};
  if (card.data.size() > 1)
    for (std::size_t k = 0; k < 3; ++k)
      section.direction[static_cast<Index>(k)] = card.number(card.data[1], k, 0.0);
  section.direction = in_range(section.direction);
  if (card.data.size() > 2)
    card.fail(card.data[2].line,
              fmt::format("*{}: two lines are expected, sizes and the local direction 1", card.name));
  return section;
}

}  // namespace jounce::keyword
