#include "deck/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "deck/overrides.h"
#include "deck/time_table.h"
#include "params/expression.h"
#include "params/measure.h"
#include "params/nearest.h"
#include "params/quote.h"

namespace jounce::deck {

using params::ExpressionError;
using params::Key;
using params::Params;
using params::TimeFunction;
using params::Type;
using params::Value;

namespace {

/// The value of an expression: 15, the value of "5*3"
std::string computed(double value, const Node& node) {
  std::string expression = describe(node);
  if (expression.rfind("the text ", 0) == 0) expression.erase(0, 9);
  return fmt::format("{}, the value of {}", params::to_text(value), expression);
}

std::vector<const Key*> pointers(const std::vector<Key>& keys) {
  std::vector<const Key*> result;
  for (const Key& key : keys) result.push_back(&key);
  return result;
}

/// Keys of the table form of a function of time.
const std::vector<Key>& time_table_keys() {
  static const std::vector<Key> keys = {
      params::text("file", "text file with columns, relative to the deck"),
      params::text("time", "column of the times, by name or number").by_default("1"),
      params::text("column", "column of the values, by name or number").by_default("2"),
      params::numbers("times", "times, increasing").unit(params::dim::time),
      params::numbers("values", "values at these times; linear in between, constant outside")};
  return keys;
}

}  // namespace

std::string ValueReader::Label::text() const {
  return entry == 0 ? fmt::format("'{}'", key) : fmt::format("entry {} of '{}'", entry, key);
}

int ValueReader::length_of(const Key& key) const {
  if (key.size == params::dimension_sized)
    return context_.dimension > 0 ? context_.dimension : params::any_size;
  if (key.size == params::rotation_sized) {
    return context_.dimension > 0 ? (context_.dimension == 3 ? 3 : 1) : params::any_size;
  }
  return key.size;
}

std::string ValueReader::expected(const Key& key) const {
  return params::expectation(key, context_.units.name(key.dimension), length_of(key));
}

void ValueReader::refuse(const Key& key, const Node& node, const Label& label) const {
  refuse(key, node, label, describe(node));
}

void ValueReader::refuse(const Key& key, const Node& node, const Label& label, const std::string& got,
                         const std::string& hint) const {
  context_.diagnostics.add(node.where, fmt::format("{} must be {}, not {}", label.text(), expected(key), got),
                           hint);
}

void ValueReader::refuse_names(const Node& table, const std::vector<const Node*>& unknown,
                               std::vector<const Key*> missing, const std::vector<std::string>& known,
                               const std::string& title) const {
  const auto lack = [&](const Key& key) {
    return fmt::format("lacks the required key '{}': {}", key.name, expected(key));
  };
  const bool is_pair = unknown.size() == 1 && missing.size() == 1;
  for (const Node* member : unknown) {
    if (context_.diagnostics.full()) {
      context_.diagnostics.add({}, {});
      continue;
    }
    std::string hint = params::nearest(member->key, known);
    std::string message = fmt::format("unknown key '{}' in {}", member->key, title);
    if (!hint.empty()) {
      std::erase_if(missing, [&](const Key* key) { return key->name == hint; });
    } else if (is_pair) {
      message += ", which " + lack(*missing.front());
      missing.clear();
    } else if (!known.empty()) {
      message += fmt::format("; known keys: {}", fmt::join(known, ", "));
    }
    if (!hint.empty() && is_override(member->key_where)) hint = override_folder(member->key_where) + hint;
    context_.diagnostics.add(member->key_where, message, hint);
  }
  for (const Key* key : missing) context_.diagnostics.add(table.where, title + " " + lack(*key));
}

bool ValueReader::uses_broken_parameter(const std::string& expression) const {
  const auto names = params::names_in(expression);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return context_.parameters.broken.count(name) > 0; });
}

bool ValueReader::refuse_unit(const Key& key, const Node& node, const Label& label) const {
  const auto measure = params::measure_of(node.text);
  if (!measure) return false;
  for (const std::string& name : params::names_in(node.text))  // "2 h" may be twice the parameter h
    if (const auto known = context_.parameters.scope.names();
        std::find(known.begin(), known.end(), name) != known.end())
      return false;
  const std::string unit = context_.units.name(key.dimension);
  double number = measure->number;
  const bool converts =
      measure->known && measure->known->dimension == key.dimension && !(key.dimension == params::dim::none);
  if (converts) number *= measure->known->si / context_.units.si(key.dimension);
  const std::string advice = !unit.empty() && !converts
                                 ? fmt::format("; this key is in {}, by [units]", unit)
                                 : fmt::format("; write {:.12g}{}", number,
                                               unit.empty() ? "" : fmt::format(", which is in {}", unit));
  context_.diagnostics.add(node.where,
                           fmt::format("{} must be {}, and numbers must not have units here: {} has '{}'{}",
                                       label.text(), expected(key), describe(node), measure->unit, advice));
  return true;
}

std::optional<double> ValueReader::read_number(const Key& key, const Node& node, const Label& label) const {
  double value = node.number;
  if (node.is(Node::Type::text)) {
    if (uses_broken_parameter(node.text) || refuse_unit(key, node, label)) return std::nullopt;
    try {
      value = context_.parameters.scope.evaluate(node.text);
    } catch (const ExpressionError& error) {
      context_.diagnostics.add(
          node.where, fmt::format("{} must be {}, but {}", label.text(), expected(key), error.what()),
          error.hint());
      return std::nullopt;
    }
  } else if (!node.is_number()) {
    refuse(key, node, label);
    return std::nullopt;
  }
  if (!std::isfinite(value) || !key.range.contains(value)) {
    const bool is_computed = node.is(Node::Type::text);
    refuse(key, node, label, is_computed ? computed(value, node) : describe(node));
    return std::nullopt;
  }
  return value;
}

std::optional<int> ValueReader::read_integer(const Key& key, const Node& node, const Label& label) const {
  const std::optional<double> value = read_number(key, node, label);
  if (!value) return std::nullopt;
  // The value of an expression may be an integer up to round-off, as 0.3/0.1 is.
  const double rounded = std::round(*value);
  const double slack = node.is(Node::Type::text) ? 1e-12 * std::abs(rounded) : 0.0;
  const bool fits = std::abs(rounded) <= std::numeric_limits<int>::max();
  if (!fits || std::abs(*value - rounded) > slack) {
    refuse(key, node, label, params::to_text(*value) + (fits ? "" : ", which is too large"));
    return std::nullopt;
  }
  return static_cast<int>(rounded);
}

std::optional<std::string> ValueReader::read_word(const Key& key, const Node& node,
                                                  const Label& label) const {
  if (!node.is(Node::Type::text)) {
    refuse(key, node, label);
    return std::nullopt;
  }
  if (key.type == Type::choice &&
      std::find(key.choices.begin(), key.choices.end(), node.text) == key.choices.end()) {
    refuse(key, node, label, describe(node), params::nearest(node.text, key.choices));
    return std::nullopt;
  }
  if (key.type == Type::name) {
    if (node.text.empty()) {
      refuse(key, node, label);
      return std::nullopt;
    }
    if (!key.refers_to.empty())
      context_.references.push_back({node.text, key.refers_to, label.text(), node.where});
  }
  return node.text;
}

std::optional<TimeFunction> ValueReader::read_function(const Key& key, const Node& node,
                                                       const Label& label) const {
  if (node.is(Node::Type::text)) return read_expression(key, node, label);
  if (node.is(Node::Type::table)) return read_time_function_table(node, label);
  if (const auto value = read_number(key, node, label)) return TimeFunction(*value);
  return std::nullopt;
}

std::optional<TimeFunction> ValueReader::read_expression(const Key& key, const Node& node,
                                                         const Label& label) const {
  // "2 t" is no mass where functions of t are expected
  const bool may_be_unit = params::measure_of(node.text) && !key.variable.empty() &&
                           params::measure_of(node.text)->unit != key.variable;
  if (uses_broken_parameter(node.text) || (may_be_unit && refuse_unit(key, node, label))) return std::nullopt;
  try {
    TimeFunction function = TimeFunction::expression(node.text, context_.parameters.scope, key.variable);
    if (function.is_constant() && !key.range.contains(function(0.0))) {
      refuse(key, node, label, computed(function(0.0), node));
      return std::nullopt;
    }
    // Nobody knows the times of the run here, but what is never finite is a mistake.
    const auto samples = {0.0, 1e-6, 1e-3, 0.3, 1.0, 1e3};
    if (std::none_of(samples.begin(), samples.end(), [&](double t) { return std::isfinite(function(t)); })) {
      refuse(key, node, label, describe(node) + ", which is nowhere finite");
      return std::nullopt;
    }
    return TimeFunction::expression(
        node.text, context_.parameters.scope, key.variable,
        fmt::format("{}: {} of {}", params::to_string(node.where), label.text(), title_));
  } catch (const ExpressionError& error) {
    context_.diagnostics.add(node.where,
                             fmt::format("{} must be {}, but {}", label.text(), expected(key), error.what()),
                             error.hint());
    return std::nullopt;
  }
}

std::optional<TimeFunction> ValueReader::read_time_function_table(const Node& node,
                                                                  const Label& label) const {
  Params table("", "", "", node.where);
  read_table(node, pointers(time_table_keys()), {}, "the table of " + label.text(), table);
  const bool has_file = node.find("file") != nullptr;
  const bool has_values = node.find("times") != nullptr && node.find("values") != nullptr;
  const bool has_any_value = node.find("times") != nullptr || node.find("values") != nullptr;
  const bool has_columns = node.find("time") != nullptr || node.find("column") != nullptr;
  if (has_file ? has_any_value : (!has_values || has_columns)) {
    context_.diagnostics.add(
        node.where,
        fmt::format("{} must be a table with 'file' (and 'time', 'column'), or with 'times' and 'values'",
                    label.text()));
    return std::nullopt;
  }
  if (has_file ? !(table.given("file") && table.has("time") && table.has("column"))
               : !(table.given("times") && table.given("values"))) {
    return std::nullopt;  // reported by read_table
  }
  try {
    if (has_values) return TimeFunction::table(table.numbers("times"), table.numbers("values"));
    return read_time_table(context_.folder / table.text("file"), table.text("time"), table.text("column"));
  } catch (const std::runtime_error& error) {
    context_.diagnostics.add(node.where, fmt::format("{}: {}", label.text(), error.what()));
    return std::nullopt;
  }
}

template <class T>
std::optional<Value> ValueReader::read_list(const Key& key, const Node& node, Type item_type,
                                            std::optional<T> (ValueReader::*read)(const Key&, const Node&,
                                                                                  const Label&) const) const {
  const int length = length_of(key);
  const std::size_t count = node.children.size();
  if (!node.is(Node::Type::array)) {
    std::string got = describe(node);
    if (item_type == Type::name && node.is(Node::Type::text) && length < 2 && !got.starts_with("a long"))
      got += fmt::format(": write [{}]", params::quote(node.text));
    refuse(key, node, Label{key.name}, got);
    return std::nullopt;
  }
  const bool fits = length < 0 || count == static_cast<std::size_t>(length);
  if (length >= 0 && (key.size == params::dimension_sized || key.size == params::rotation_sized))
    context_.vectors.push_back(
        {key.name, node.where, key.size == params::dimension_sized, fits, count,
         fmt::format("'{}' must be {}, not a list of {}", key.name, expected(key), count)});
  else if (!fits)
    refuse(key, node, Label{key.name}, fmt::format("a list of {}", count));
  if (!fits) return std::nullopt;
  if (count == 0 && item_type == Type::name && key.is_required) {  // a part that would do nothing
    refuse(key, node, Label{key.name}, "an empty list");
    return std::nullopt;
  }
  Key item = key;
  item.type = item_type;
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i) {
    if (context_.diagnostics.full()) return std::nullopt;
    if (auto value = (this->*read)(item, node.children[i], Label{key.name, i + 1}))
      values.push_back(std::move(*value));
  }
  if (values.size() != count) return std::nullopt;
  return Value(std::move(values));
}

std::optional<Value> ValueReader::read_value(const Key& key, const Node& node) const {
  const Label label{key.name};
  const auto wrap = [](auto value) { return value ? std::optional<Value>(std::move(*value)) : std::nullopt; };
  switch (key.type) {
    case Type::boolean:
      if (node.is(Node::Type::boolean)) return Value(node.boolean);
      refuse(key, node, label);
      return std::nullopt;
    case Type::integer:
      return wrap(read_integer(key, node, label));
    case Type::number:
      return wrap(read_number(key, node, label));
    case Type::text:
    case Type::choice:
    case Type::name:
      return wrap(read_word(key, node, label));
    case Type::function:
      return wrap(read_function(key, node, label));
    case Type::names:
      return read_list<std::string>(key, node, Type::name, &ValueReader::read_word);
    case Type::numbers:
      return read_list<double>(key, node, Type::number, &ValueReader::read_number);
    case Type::integers:
      return read_list<int>(key, node, Type::integer, &ValueReader::read_integer);
    case Type::functions:
      return read_list<TimeFunction>(key, node, Type::function, &ValueReader::read_function);
    case Type::table:
    case Type::tables:
      break;  // read_sub_tables
  }
  return std::nullopt;
}

void ValueReader::read_sub_tables(const Key& key, const Node& node, const std::string& title,
                                  Params& into) const {
  const bool is_list = key.type == Type::tables;
  if (is_list ? !node.is_list_of_tables() : !node.is(Node::Type::table)) {
    const bool has_others = is_list && node.is(Node::Type::array);
    return refuse(key, node, Label{key.name}, has_others ? "a list of other values" : describe(node));
  }
  const auto read = [&](const Node& table, const std::string& name) {
    Params values(key.name, "", "", table.where);
    read_table(table, pointers(key.keys), {}, fmt::format("{} of {}", name, title), values);
    return values;
  };
  if (!is_list) return into.set_table(key.name, read(node, Label{key.name}.text()), node.where, true);
  std::vector<Params> entries;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    entries.push_back(read(node.children[i], fmt::format("entry {} of '{}'", i + 1, key.name)));
  }
  into.set_tables(key.name, std::move(entries), node.where, true);
}

bool ValueReader::set_default(const Key& key, Params& into) const {
  if (key.is_required) return false;
  if (key.type == Type::table) {
    Params table(key.name, "", "", into.where());
    for (const Key& sub : key.keys) {
      if (!set_default(sub, table)) return true;  // an optional table with required keys: absent
    }
    into.set_table(key.name, std::move(table), into.where(), false);
  } else if (key.type == Type::tables) {
    into.set_tables(key.name, {}, into.where(), false);
  } else if (key.fallback) {
    into.set(key.name, *key.fallback, into.where(), false);
  }
  return true;
}

void ValueReader::read_table(const Node& table, const std::vector<const Key*>& keys,
                             const std::vector<std::string>& others, const std::string& title,
                             Params& into) const {
  std::vector<std::string> known = others;
  for (const Key* key : keys) known.push_back(key->name);
  std::vector<const Node*> unknown;
  for (const Node& member : table.children)
    if (std::find(known.begin(), known.end(), member.key) == known.end()) unknown.push_back(&member);
  std::vector<const Key*> missing;
  for (const Key* key : keys) {
    const Node* member = table.find(key->name);
    if (member == nullptr) {
      if (!set_default(*key, into)) missing.push_back(key);
    } else if (key->type == Type::table || key->type == Type::tables) {
      read_sub_tables(*key, *member, title, into);
    } else {
      title_ = title;
      if (auto value = read_value(*key, *member)) into.set(key->name, std::move(*value), member->where, true);
    }
  }
  refuse_names(table, unknown, std::move(missing), known, title);
}

}  // namespace jounce::deck
