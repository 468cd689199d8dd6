#include "params/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "params/expression.h"
#include "params/quote.h"

namespace jounce::params {

namespace {

Key make(std::string name, Type type, std::string doc) {
  Key key;
  key.name = std::move(name);
  key.type = type;
  key.doc = std::move(doc);
  return key;
}

bool is_integer(double value) { return std::floor(value) == value; }

[[noreturn]] void refuse_default(const Key& key) {
  throw std::logic_error(fmt::format("the default of the key '{}' does not fit its type", key.name));
}

std::string range_text(const Range& range, bool is_integer) {
  const auto bound = [&](double x) { return is_integer ? fmt::format("{:.0f}", x) : to_text(x); };
  const bool below = std::isfinite(range.min), above = std::isfinite(range.max);
  if (below && above && !range.min_open && !range.max_open) {
    return fmt::format(" from {} to {}", bound(range.min), bound(range.max));
  }
  std::string text;
  if (below) text = fmt::format(" {} {}", range.min_open ? "greater than" : "of at least", bound(range.min));
  if (above) {
    text += fmt::format("{} {} {}", below ? " and" : "", range.max_open ? "less than" : "at most",
                        bound(range.max));
  }
  return text;
}

/// "a material", "a body or mesh" from "material", "body|mesh"
std::string kinds_text(std::string kinds) {
  for (std::size_t bar = kinds.find('|'); bar != std::string::npos; bar = kinds.find('|')) {
    kinds.replace(bar, 1, kinds.find('|', bar + 1) == std::string::npos ? " or " : ", ");
  }
  const bool vowel = std::string_view("aeiou").find(kinds.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + kinds;
}

std::string count_text(int length, std::string_view one, std::string_view many) {
  if (length < 0) return fmt::format("a list of {}", many);
  return fmt::format("a list of {} {}", length, length == 1 ? one : many);
}

std::string words_text(const std::vector<std::string>& words) {
  return fmt::format("one of '{}'", fmt::join(words, "', '"));
}

}  // namespace

bool Range::contains(double x) const {
  return (min_open ? x > min : x >= min) && (max_open ? x < max : x <= max);
}

bool Range::is_bounded() const { return std::isfinite(min) || std::isfinite(max); }

Key& Key::unit(Dimension value) {
  dimension = value;
  return *this;
}

Key& Key::positive() {
  range.min = 0.0;
  range.min_open = true;
  return *this;
}

Key& Key::non_negative() { return at_least(0.0); }

Key& Key::between(double min, double max) {
  range = {min, max, false, false};
  return *this;
}

Key& Key::at_least(double min) {
  range.min = min;
  range.min_open = false;
  return *this;
}

Key& Key::at_most(double max) {
  range.max = max;
  range.max_open = false;
  return *this;
}

Key& Key::in(Range value) {
  range = value;
  return *this;
}

Key& Key::required() {
  is_required = true;
  return *this;
}

Key& Key::of_size(int length) {
  size = length;
  return *this;
}

Key& Key::one_of(std::vector<std::string> words) {
  choices = std::move(words);
  return *this;
}

Key& Key::refers(std::string kinds) {
  refers_to = std::move(kinds);
  return *this;
}

Key& Key::by_default(bool value) {
  if (type != Type::boolean) refuse_default(*this);
  fallback = value;
  return *this;
}

Key& Key::by_default(int value) {
  if (type != Type::integer) return by_default(static_cast<double>(value));
  if (!range.contains(value)) refuse_default(*this);
  fallback = value;
  return *this;
}

Key& Key::of_variable(std::string letter) {
  variable = std::move(letter);
  return *this;
}

Key& Key::by_default(double value) {
  if (!range.contains(value)) refuse_default(*this);
  if (type == Type::number) {
    fallback = value;
  } else if (type == Type::function) {
    fallback = TimeFunction(value);
  } else {
    refuse_default(*this);
  }
  return *this;
}

Key& Key::by_default(const char* value) { return by_default(std::string(value)); }

Key& Key::by_default(std::string value) {
  const bool is_word =
      type == Type::choice && std::find(choices.begin(), choices.end(), value) != choices.end();
  if (type == Type::function) {
    fallback = TimeFunction::expression(value, Scope());
  } else if (type == Type::text || type == Type::name || is_word) {
    fallback = std::move(value);
  } else {
    refuse_default(*this);
  }
  return *this;
}

Key& Key::by_default(std::initializer_list<double> value) { return by_default(std::vector<double>(value)); }

Key& Key::by_default(std::initializer_list<std::string> value) {
  return by_default(std::vector<std::string>(value));
}

Key& Key::by_default(std::vector<double> value) {
  if (type == Type::numbers) {
    fallback = std::move(value);
  } else if (type == Type::integers && std::all_of(value.begin(), value.end(), is_integer)) {
    fallback = std::vector<int>(value.begin(), value.end());
  } else if (type == Type::functions) {
    fallback = std::vector<TimeFunction>(value.begin(), value.end());
  } else {
    refuse_default(*this);
  }
  return *this;
}

Key& Key::by_default(std::vector<std::string> value) {
  if (type != Type::names) refuse_default(*this);
  fallback = std::move(value);
  return *this;
}

Key boolean(std::string name, std::string doc) {
  return make(std::move(name), Type::boolean, std::move(doc));
}
Key integer(std::string name, std::string doc) {
  return make(std::move(name), Type::integer, std::move(doc));
}
Key number(std::string name, std::string doc) { return make(std::move(name), Type::number, std::move(doc)); }
Key text(std::string name, std::string doc) { return make(std::move(name), Type::text, std::move(doc)); }
Key numbers(std::string name, std::string doc) {
  return make(std::move(name), Type::numbers, std::move(doc));
}
Key integers(std::string name, std::string doc) {
  return make(std::move(name), Type::integers, std::move(doc));
}
Key function(std::string name, std::string doc) {
  return make(std::move(name), Type::function, std::move(doc));
}
Key functions(std::string name, std::string doc) {
  return make(std::move(name), Type::functions, std::move(doc));
}

Key choice(std::string name, std::string doc, std::vector<std::string> words) {
  return make(std::move(name), Type::choice, std::move(doc)).one_of(std::move(words));
}

Key name_of(std::string name, std::string doc, std::string kinds) {
  return make(std::move(name), Type::name, std::move(doc)).refers(std::move(kinds));
}

Key names_of(std::string name, std::string doc, std::string kinds) {
  return make(std::move(name), Type::names, std::move(doc)).refers(std::move(kinds));
}

Key table(std::string name, std::string doc, std::vector<Key> keys) {
  Key key = make(std::move(name), Type::table, std::move(doc));
  key.keys = std::move(keys);
  return key;
}

Key tables(std::string name, std::string doc, std::vector<Key> keys) {
  Key key = make(std::move(name), Type::tables, std::move(doc));
  key.keys = std::move(keys);
  return key;
}

std::string expectation(const Key& key, const std::string& unit, int length) {
  const std::string in_unit = unit.empty() ? "" : " in " + unit;
  const std::string of_kind = key.refers_to.empty() ? "" : " of " + kinds_text(key.refers_to);
  switch (key.type) {
    case Type::boolean:
      return "true or false";
    case Type::integer:
      return "an integer" + range_text(key.range, true);
    case Type::number:
      return "a number" + in_unit + range_text(key.range, false);
    case Type::text:
      return "a text";
    case Type::choice:
      return words_text(key.choices);
    case Type::name:
      return of_kind.empty() ? "a name" : "the name" + of_kind;
    case Type::names:
      return count_text(length, "name", "names") + (of_kind.empty() ? "" : ", each" + of_kind);
    case Type::numbers:
      return count_text(length, "number", "numbers") + in_unit + range_text(key.range, false);
    case Type::integers:
      return count_text(length, "integer", "integers") + range_text(key.range, true);
    case Type::function:
      return "a number, an expression in " + key.variable + " or a table" + in_unit +
             range_text(key.range, false);
    case Type::functions:
      return count_text(length, "function of time", "functions of time") + in_unit;
    case Type::table:
      return "a table";
    case Type::tables:
      return "a list of tables";
  }
  return {};
}

}  // namespace jounce::params
