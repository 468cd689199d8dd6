#include "keyword/deck_tree.h"

namespace jounce::keyword {

using params::Node;

DeckTree::DeckTree(const Input& input, int dimension) : input_(input) {
  deck_.where = {input.file.string(), 0, 0};
  deck_.set("title", input.title.empty() ? input.file.string() : input.title);
  deck_.set("model", Node().set("dimension", dimension));
  Node& mesh = add("mesh", deck_.where);
  mesh.set("name", "m").set("type", "abaqus").set("file", input.file.filename().string());
  if (input.options.shells) mesh.set("shells", true);
}

Node& DeckTree::add_group(const std::string& name, const params::Location& where) {
  return deck_.find("mesh")->children.front().add_table("groups", where).set("name", name);
}

std::string DeckTree::node_group(const std::vector<int>& nodes, const std::string& name) {
  if (node_groups_.insert(name).second) {
    std::vector<int> numbers;
    for (const int node : nodes) numbers.push_back(input_.node_numbers[node]);
    add_group(name, deck_.where).set("nodes", numbers);
  }
  return "m." + name;
}

std::string DeckTree::node_group(int node) {
  return node_group({node}, fmt::format("node_{}", input_.node_numbers[node]));
}

Node DeckTree::terms(const std::vector<EquationTerm>& terms) {
  std::vector<Node> list;
  for (const EquationTerm& term : terms)
    list.emplace_back()
        .set("on", node_group(term.node))
        .set("component", axis_of(term.dof))
        .set("factor", term.factor);
  return list;
}

std::string DeckTree::face_group(const std::vector<ElementFace>& faces, const std::string& name,
                                 const params::Location& where) {
  std::vector<int> elements, sides;
  for (const ElementFace& face : faces) {
    elements.push_back(input_.elements[face.element].number);
    sides.push_back(face.face);
  }
  add_group(name, where).set("elements", elements).set("sides", sides);
  return "m." + name;
}

}  // namespace jounce::keyword
