#pragma once

#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "params/dimension.h"
#include "params/value.h"

namespace jounce::params {

/// Type of a key's value.
enum class Type {
  boolean,
  integer,
  number,
  text,
  choice,     ///< one of a list of words
  name,       ///< the name of an entry of another table
  names,      ///< a list of such names
  numbers,    ///< a list of numbers
  integers,   ///< a list of integers
  function,   ///< a function of time: a number, an expression in t, or a table
  functions,  ///< a list of functions of time
  table,      ///< a table of keys
  tables      ///< a list of tables of keys
};

/// Admissible numbers: min <= x <= max, without the ends that are open.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool min_open = false;
  bool max_open = false;

  bool contains(double x) const;
  bool is_bounded() const;
};

/// Sizes of lists other than a fixed length.
inline constexpr int any_size = -1;
inline constexpr int dimension_sized = -2;  ///< model.dimension: 1, 2 or 3
inline constexpr int rotation_sized = -3;   ///< 1 in the plane, 3 in space

/// Declaration of one key of a deck, built fluently:
///     number("E", "Young's modulus").unit(dim::stress).positive().required()
/// A key is optional without default unless it says required() or by_default().
struct Key {
  std::string name;
  Type type = Type::number;
  std::string doc;  ///< one line, for the reference and for editors
  Dimension dimension;
  Range range;  ///< of a number, an integer, or each entry of a list
  bool is_required = false;
  std::optional<Value> fallback;     ///< default
  std::vector<std::string> choices;  ///< Type::choice
  std::string refers_to;  ///< kinds that a name may be of, e.g. "body|mesh"; "" = the component looks it up
  std::string variable = "t";  ///< of a function; t is the time
  int size = any_size;         ///< length of a list, or any_size, dimension_sized, rotation_sized
  std::vector<Key> keys;       ///< of a table or of each of its tables

  Key& unit(Dimension value);
  Key& positive();                              ///< x > 0
  Key& non_negative();                          ///< x >= 0
  Key& between(double min, double max);         ///< min <= x <= max
  Key& at_least(double min);                    ///< x >= min
  Key& at_most(double max);                     ///< x <= max
  Key& in(Range value);                         ///< any range, also open ones
  Key& required();                              ///< the deck has to give it
  Key& of_size(int length);                     ///< exact length of a list, dimension_sized or rotation_sized
  Key& one_of(std::vector<std::string> words);  ///< words of a choice
  Key& refers(std::string kinds);               ///< kinds that a name may be of
  Key& of_variable(std::string letter);         ///< variable of a function that is not a function of time

  /// Default. A number also serves as the constant of a function, a text as the expression of a function.
  /// std::logic_error when it does not fit the type, the words or the range declared before.
  Key& by_default(bool value);
  Key& by_default(int value);
  Key& by_default(double value);
  Key& by_default(const char* value);
  Key& by_default(std::string value);
  Key& by_default(std::initializer_list<double> value);
  Key& by_default(std::initializer_list<std::string> value);
  Key& by_default(std::vector<double> value);
  Key& by_default(std::vector<std::string> value);
};

Key boolean(std::string name, std::string doc);
Key integer(std::string name, std::string doc);
Key number(std::string name, std::string doc);
Key text(std::string name, std::string doc);
Key choice(std::string name, std::string doc, std::vector<std::string> words);
Key name_of(std::string name, std::string doc, std::string kinds = {});
Key names_of(std::string name, std::string doc, std::string kinds = {});
Key numbers(std::string name, std::string doc);
Key integers(std::string name, std::string doc);
Key function(std::string name, std::string doc);
Key functions(std::string name, std::string doc);
Key table(std::string name, std::string doc, std::vector<Key> keys);
Key tables(std::string name, std::string doc, std::vector<Key> keys);

/// What the key expects, in words: "a number in Pa greater than 0", "one of 'a', 'b'", "a list of 2 numbers
/// in m". `unit` is the unit's name ("" for pure numbers), `length` the length that size stands for
/// (any_size: open).
std::string expectation(const Key& key, const std::string& unit, int length);

}  // namespace jounce::params
