#include "params/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "params/quote.h"

namespace jounce::params {

Node::Node(bool value) : type(Type::boolean), boolean(value) {}
Node::Node(int value) : type(Type::integer), integer(value), number(value) {}
Node::Node(double value) : type(Type::number), number(value == 0 ? 0 : value) {}
Node::Node(const char* value) : Node(std::string(value)) {}
Node::Node(std::string value) : type(Type::text), text(std::move(value)) {}

Node Node::table(const Location& where) {
  Node table;
  table.where = table.key_where = where;
  return table;
}

bool Node::is_list_of_tables() const {
  return type == Type::array &&
         std::all_of(children.begin(), children.end(), [](const Node& n) { return n.is(Type::table); });
}

const Node* Node::find(std::string_view name) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const Node& n) { return n.key == name; });
  return found == children.end() ? nullptr : &*found;
}

Node* Node::find(std::string_view name) { return const_cast<Node*>(std::as_const(*this).find(name)); }

Node& Node::set(std::string name, Node value) {
  children.push_back(std::move(value.relocate(where)));
  children.back().key = std::move(name);
  return *this;
}

Node& Node::take(const Node& table) {
  children.insert(children.end(), table.children.begin(), table.children.end());
  return *this;
}

Node& Node::add_table(std::string_view name, const Location& place) {
  Node* list = find(name);
  if (list == nullptr) list = &set(std::string(name), std::vector<Node>()).children.back();
  return list->children.emplace_back().relocate(place);
}

Node& Node::relocate(const Location& place) {
  where = key_where = place;
  for (Node& child : children) child.relocate(place);
  return *this;
}

std::string describe(const Node& node) {
  constexpr std::size_t shown = 60;
  switch (node.type) {
    case Node::Type::boolean:
      return node.boolean ? "true" : "false";
    case Node::Type::integer:
      return fmt::format("{}", node.integer);
    case Node::Type::number:
      return to_text(node.number);
    case Node::Type::text: {
      if (node.text.size() > shown) return "a long text";
      return "the text " + quote(node.text);
    }
    case Node::Type::date:
      return "the date " + node.text;
    case Node::Type::array:
      return node.is_list_of_tables() && !node.children.empty() ? "a list of tables" : "a list";
    case Node::Type::table:
      return "a table";
  }
  return {};
}

}  // namespace jounce::params
