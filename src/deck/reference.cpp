#include <fmt/format.h>

#include <cmath>

#include "deck/deck.h"
#include "params/expression.h"
#include "params/quote.h"
#include "params/units.h"

namespace jounce::deck {

using params::Component;
using params::Key;
using params::Kind;
using params::Schema;
using params::TimeFunction;
using params::Type;

namespace {

/// A text that may stand in a cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t i = text.find('|'); i != std::string::npos; i = text.find('|', i + 2))
    text.replace(i, 1, "\\|");
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i))
    text.replace(i, 1, " ");
  return text;
}

std::string sentence(const std::string& doc) { return doc.empty() || doc.back() == '.' ? doc : doc + "."; }

std::string size_text(const Key& key) {
  switch (key.size) {
    case params::any_size:
      return "";
    case params::dimension_sized:
      return ", as many as `model.dimension`";
    case params::rotation_sized:
      return ", 1 in the plane, 3 in space";
    default:
      return fmt::format(", {} of them", key.size);
  }
}

std::string kinds_text(std::string kinds) {
  for (std::size_t bar = kinds.find('|'); bar != std::string::npos; bar = kinds.find('|'))
    kinds.replace(bar, 1, " or ");
  return kinds.empty() ? "" : " of " + kinds;
}

std::string type_text(const Key& key) {
  switch (key.type) {
    case Type::boolean:
      return "boolean";
    case Type::integer:
      return "integer";
    case Type::number:
      return "number";
    case Type::text:
      return "text";
    case Type::choice:
      return fmt::format("`\"{}\"`", fmt::join(key.choices, "\"`, `\""));
    case Type::name:
      return "name" + kinds_text(key.refers_to);
    case Type::names:
      return "list of names" + kinds_text(key.refers_to) + size_text(key);
    case Type::numbers:
      return "list of numbers" + size_text(key);
    case Type::integers:
      return "list of integers" + size_text(key);
    case Type::function:
      return key.variable == "t" ? "function of time" : "function of `" + key.variable + "`";
    case Type::functions:
      return "list of functions of time" + size_text(key);
    case Type::table:
      return "table, see below";
    case Type::tables:
      return "list of tables, see below";
  }
  return {};
}

std::string range_text(const Key& key) {
  const params::Range& range = key.range;
  std::string text;
  if (std::isfinite(range.min))
    text = fmt::format("{} {}", range.min_open ? ">" : ">=", params::to_text(range.min));
  if (std::isfinite(range.max)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        range.max_open ? "<" : "<=", params::to_text(range.max));
  }
  return text;
}

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(int value) { return fmt::format("{}", value); }
std::string text_of(double value) { return params::to_text(value); }
std::string text_of(const std::string& value) { return params::quote(value); }
std::string text_of(const TimeFunction& value) { return value.to_toml(); }
template <class T>
std::string text_of(const std::vector<T>& values) {
  std::string text;
  for (const T& value : values) text += (text.empty() ? "" : ", ") + text_of(value);
  return "[" + text + "]";
}

std::string default_text(const Key& key) {
  if (key.is_required) return "required";
  if (!key.fallback) return "";
  return fmt::format("`{}`", std::visit([](const auto& value) { return text_of(value); }, *key.fallback));
}

std::string dimension_text(const Key& key) {
  return key.dimension == params::dim::none ? "" : params::describe(key.dimension);
}

/// Table of keys, followed by the tables of their sub-tables.
std::string key_table(const std::vector<const Key*>& keys) {
  if (keys.empty()) return "No keys of its own.\n\n";
  std::string text =
      "| key | type | unit | range | default | meaning |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const Key* key : keys) {
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key->name, cell(type_text(*key)),
                        dimension_text(*key), range_text(*key), cell(default_text(*key)), cell(key->doc));
  }
  text += "\n";
  for (const Key* key : keys) {
    if (key->keys.empty()) continue;
    std::vector<const Key*> sub_keys;
    for (const Key& sub : key->keys) sub_keys.push_back(&sub);
    text += fmt::format("Keys of `{}`:\n\n{}", key->name, key_table(sub_keys));
  }
  return text;
}

std::string key_table(const std::vector<Key>& keys) {
  std::vector<const Key*> pointers;
  for (const Key& key : keys) pointers.push_back(&key);
  return key_table(pointers);
}

std::string kind_section(const Kind& kind, const Schema& schema) {
  const std::string header = kind.is_list ? fmt::format("[[{}]]", kind.name) : fmt::format("[{}]", kind.name);
  std::string text = fmt::format("## `{}`\n\n{}\n\n", header, sentence(kind.doc));
  if (kind.is_list) {
    text += kind.name_required ? "Each entry has its own `name`." : "An entry may have a `name`.";
  }
  if (kind.has_types) {
    text += fmt::format("{}The `type` determines the keys", kind.is_list ? " " : "");
    text +=
        kind.default_type.empty() ? "." : fmt::format("; it is `\"{}\"` unless given.", kind.default_type);
  }
  if (kind.is_list || kind.has_types) text += "\n\n";
  if (!kind.keys.empty()) {
    if (kind.has_types) text += "Keys of all types:\n\n";
    text += key_table(kind.keys);
  }
  for (const Component& component : schema.components) {
    if (component.kind != kind.name) continue;
    if (!component.same_keys_as.empty()) {
      text += fmt::format("### `{}` `\"{}\"`\n\nKeys are those of `[{}]` `\"{}\"`.\n\n", kind.name,
                          component.type, component.same_keys_as, component.type);
      continue;
    }
    text += fmt::format("### `{}` `\"{}\"`\n\n{}\n\n{}", kind.name, component.type, sentence(component.doc),
                        key_table(component.keys));
  }
  return text;
}

}  // namespace

std::string deck_reference(const Schema& schema) {
  std::string text = fmt::format(
      "# Deck reference\n\n"
      "Written by `jounce schema --format markdown`; change the declarations of the keys, not this file.\n\n"
      "A deck is a TOML file. Every key is listed here; anything else in a deck is an error.\n\n"
      "## Values\n\n"
      "A number, also inside a list, may be written as a text with an expression over the parameters, such "
      "as\n"
      "`\"gap + L/2\"`. Expressions know `pi`, the operators `+ - * / ^`, comparisons, `&&`, `||`, "
      "`condition ? a : b`,\n"
      "and the functions {}.\n\n"
      "A function of time is a number, an expression in `t`, a table `{{ times = [...], values = [...] }}`, "
      "or a file\n"
      "`{{ file = \"load.csv\", time = \"time\", column = \"force\" }}`; `time` and `column` are names or "
      "numbers of columns and\n"
      "default to the first two. Tables are linear in between and constant outside.\n\n"
      "## Top level\n\n"
      "`title` is a text for reports.\n\n"
      "## `[units]`\n\n"
      "`length`, `mass` and `time` name the base units of all numbers (default m, kg, s). Nothing is "
      "converted; results\n"
      "carry the derived units.\n\n"
      "## `[parameters]`\n\n"
      "Each key is a name for expressions; its value is a number or an expression of other parameters, in "
      "any order.\n\n",
      fmt::join(params::function_names(), ", "));
  for (const Kind& kind : schema.kinds) text += kind_section(kind, schema);
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

}  // namespace jounce::deck
