#include "keyword/deck_text.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace jounce::keyword {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) >= 32) result += c;
  }
  return result;
}

std::string DeckText::node_group(const std::vector<int>& nodes, const std::string& name) {
  if (std::none_of(groups_.begin(), groups_.end(), [&](const NamedGroup& g) { return g.name == name; })) {
    NamedGroup& group = groups_.emplace_back();
    group.name = name;
    for (const int node : nodes) group.nodes.push_back(input_.node_numbers[static_cast<std::size_t>(node)]);
  }
  return "m." + name;
}

std::string DeckText::face_group(const std::vector<ElementFace>& faces, const std::string& name) {
  NamedGroup& group = groups_.emplace_back();
  group.name = name;
  for (const ElementFace& face : faces) {
    group.elements.push_back(input_.elements[static_cast<std::size_t>(face.element)].number);
    group.sides.push_back(face.face);
  }
  return "m." + name;
}

std::string DeckText::groups() const {
  std::string text;
  for (const NamedGroup& group : groups_) {
    text += fmt::format("[[mesh.groups]]\nname = \"{}\"\n", group.name);
    if (group.elements.empty())
      text += fmt::format("nodes = [{}]\n", fmt::join(group.nodes, ", "));
    else
      text += fmt::format("elements = [{}]\nsides = [{}]\n", fmt::join(group.elements, ", "),
                          fmt::join(group.sides, ", "));
  }
  return text;
}

}  // namespace jounce::keyword
