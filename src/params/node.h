#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "params/location.h"

namespace jounce::params {

/// A value of a document with its place, not yet checked against a schema: read from TOML, or made from an
/// input file of another program. The members of a table stand in the order of the document.
struct Node {
  enum class Type { boolean, integer, number, text, date, array, table };

  std::string key;     ///< name in the parent table, "" in arrays
  Location key_where;  ///< place of that name
  Location where;      ///< place of the value; of a table: its header
  Type type = Type::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0.0;         ///< also set for integers
  std::string text;            ///< also of dates
  std::vector<Node> children;  ///< entries of an array, members of a table

  Node() = default;  ///< an empty table
  static Node table(const Location& where);
  Node(bool value);
  Node(int value);
  Node(double value);  ///< -0 becomes 0, as the text "-0" does in TOML
  Node(const char* value);
  Node(std::string value);
  template <class T>
  Node(const std::vector<T>& values) : type(Type::array), children(values.begin(), values.end()) {}

  bool is(Type t) const { return type == t; }
  bool is_number() const { return type == Type::integer || type == Type::number; }
  bool is_list_of_tables() const;

  const Node* find(std::string_view name) const;
  Node* find(std::string_view name);

  /// Adds a member to a table, at the place of the table. @return the table
  Node& set(std::string name, Node value);
  /// Adds copies of the members of another table, which keep their places. @return the table
  Node& take(const Node& table);
  /// Appends an empty table at `place` to the list `name` of a table, which is made where it is missing.
  /// @return the new table
  Node& add_table(std::string_view name, const Location& place);
  /// Gives the value, its name and all below the same place. @return the value
  Node& relocate(const Location& place);
};

/// "a number", "the text \"abc\"": what a value is, for messages.
std::string describe(const Node& node);

}  // namespace jounce::params
