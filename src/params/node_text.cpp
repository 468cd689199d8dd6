#include "params/node_text.h"

#include "params/quote.h"

namespace jounce::params {

std::string to_toml(const Node& node) {
  switch (node.type) {
    case Node::Type::boolean:
      return node.boolean ? "true" : "false";
    case Node::Type::integer:
    case Node::Type::number:
      return to_text(node.number);
    case Node::Type::text:
      return quote(node.text);
    case Node::Type::date:
      return node.text;
    case Node::Type::array:
    case Node::Type::table:
      break;
  }
  std::string text;
  for (const Node& child : node.children)
    text +=
        (text.empty() ? "" : ", ") + (node.is(Node::Type::table) ? child.key + " = " : "") + to_toml(child);
  return node.is(Node::Type::table) ? "{" + text + "}" : "[" + text + "]";
}

}  // namespace jounce::params
