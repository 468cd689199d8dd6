#include "keyword/shell_section.h"

#include <fmt/format.h>

#include "keyword/mesh_cards.h"
#include "math/axes.h"

namespace jounce::keyword {
namespace {

double positive_thickness(const Card& card, const DataLine& line, std::size_t k) {
  const double thickness = card.number(line, k);
  if (!(thickness > 0))
    card.fail(line.line,
              fmt::format("*{}: the thickness {} must be greater than zero", card.name, thickness));
  return thickness;
}

double offset_of(const Card& card) {
  const std::string* given = card.find("OFFSET");
  if (given == nullptr) return 0;
  if (*given == "SPOS") return 0.5;
  if (*given == "SNEG") return -0.5;
  return card.number({card.line, {*given}}, 0);
}

}  // namespace

ShellSection read_shell_section(const Card& card) {
  ShellSection section{&card, 0, offset_of(card)};
  if (card.has("COMPOSITE")) {
    if (card.has("NODALTHICKNESS"))
      card.fail(0, fmt::format("*{}: the thickness of COMPOSITE is that of its layers", card.name));
    for (const DataLine& line : card.data) section.thickness += positive_thickness(card, line, 0);
    return section;
  }
  if (card.has("NODALTHICKNESS")) return section;
  if (card.data.empty()) card.fail(0, fmt::format("*{}: the thickness is missing", card.name));
  section.thickness = positive_thickness(card, card.data[0], 0);
  return section;
}

std::vector<Section> read_layers(const Card& card) {
  if (card.data.empty())
    card.fail(0, fmt::format("*{}, COMPOSITE: a line for each layer is missing", card.name));
  double total = 0, below = 0;
  for (const DataLine& line : card.data) total += positive_thickness(card, line, 0);
  std::vector<Section> layers;
  for (const DataLine& line : card.data) {
    const double above = below + card.number(line, 0);
    Section layer{&card, plain_name(card.at("ELSET")), card.text(line, 2),
                  std::array{2 * below / total - 1, 2 * above / total - 1}, line.line};
    if (line.fields.size() > 3) layer.orientation = line.fields[3];
    layers.push_back(std::move(layer));
    below = above;
  }
  layers.back().layer->back() = 1;
  return layers;
}

void read_nodal_thickness(const Card& card, Input& input) {
  for (const DataLine& line : card.data) {
    const double thickness = positive_thickness(card, line, 1);
    for (const int node : input.nodes_of(card, line.line, card.text(line, 0)))
      input.nodal_thickness[node] = thickness;
  }
}

void read_normals(const Card& card, Input& input) {
  for (const DataLine& line : card.data) {
    const Vector3 n =
        in_range(Vector3(card.number(line, 2), card.number(line, 3, 0.0), card.number(line, 4, 0.0)));
    if (!(n.norm() > 0)) card.fail(line.line, "*NORMAL: a direction of three components is expected");
    for (const int element : input.elements_of(card, line.line, card.text(line, 0))) {
      const Element& own = input.elements[element];
      if (!own.type->is_shell())
        card.fail(line.line,
                  fmt::format("*NORMAL: element {} of type {} is no shell", own.number, own.type->name));
      for (const int node : input.nodes_of(card, line.line, card.text(line, 1)))
        input.normals[{element, node}] = n.normalized();
    }
  }
}

}  // namespace jounce::keyword
