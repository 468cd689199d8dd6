#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "params/location.h"

namespace jounce::deck {

/// A value of a TOML document with its place; the members of a table stand in the order of the document.
struct Node {
  enum class Type { boolean, integer, number, text, date, array, table };

  std::string key;             ///< name in the parent table, "" in arrays
  params::Location key_where;  ///< place of that name
  params::Location where;      ///< place of the value; of a table: its header
  Type type = Type::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0.0;         ///< also set for integers
  std::string text;            ///< also of dates
  std::vector<Node> children;  ///< entries of an array, members of a table

  bool is(Type t) const { return type == t; }
  bool is_number() const { return type == Type::integer || type == Type::number; }
  bool is_list_of_tables() const;

  const Node* find(std::string_view name) const;
  Node* find(std::string_view name);
};

/// "a number", "the text \"abc\"": what a value is, for messages.
std::string describe(const Node& node);

/// Parses a TOML document. Throws params::InputError at the first syntax error, or when tables are nested
/// deeper than any deck needs.
Node parse_toml(std::string_view text, const std::string& file_name);

/// Parses what stands behind an equals sign; whatever is no TOML value is taken as a text. All places are
/// `where`.
Node parse_value(std::string_view text, const params::Location& where);

}  // namespace jounce::deck
