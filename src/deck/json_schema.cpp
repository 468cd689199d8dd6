#include <fmt/format.h>

#include <cmath>

#include "deck/deck.h"
#include "deck/json_writer.h"
#include "params/units.h"

namespace jounce::deck {

using params::Component;
using params::Key;
using params::Kind;
using params::Schema;
using params::TimeFunction;
using params::Type;

namespace {

Json strings(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.add(text);
  return list;
}

Json types(std::initializer_list<const char*> names) {
  Json list = Json::array();
  for (const char* name : names) list.add(name);
  return list;
}

std::string description(const Key& key) {
  std::string text = key.doc;
  if (key.dimension != params::dim::none) text += fmt::format(" [{}]", params::describe(key.dimension));
  return text;
}

/// Bounds hold for numbers only; a text is an expression, whose value the reader checks.
void add_range(Json& json, const Key& key) {
  const params::Range& range = key.range;
  if (std::isfinite(range.min)) json.add(range.min_open ? "exclusiveMinimum" : "minimum", range.min);
  if (std::isfinite(range.max)) json.add(range.max_open ? "exclusiveMaximum" : "maximum", range.max);
}

Json number_schema(const Key& key, const char* type) {
  Json json = Json::object();
  json.add("type", types({type, "string"}));
  add_range(json, key);
  return json;
}

Json function_schema(const Key& key) {
  Json json = Json::object();
  json.add(
      "anyOf",
      Json::array().add(number_schema(key, "number")).add(Json::object().add("$ref", "#/$defs/time-table")));
  return json;
}

Json list_schema(const Key& key, Json item) {
  Json json = Json::object();
  json.add("type", "array").add("items", std::move(item));
  if (key.size >= 0) json.add("minItems", key.size).add("maxItems", key.size);
  if (key.size == params::dimension_sized) json.add("minItems", 1).add("maxItems", 3);
  if (key.size == params::rotation_sized) json.add("minItems", 1).add("maxItems", 3);
  return json;
}

Json object_schema(const std::vector<const Key*>& keys);

Json sub_table_schema(const Key& key) {
  std::vector<const Key*> keys;
  for (const Key& sub : key.keys) keys.push_back(&sub);
  return object_schema(keys);
}

Json default_json(bool value) { return Json(value); }
Json default_json(int value) { return Json(value); }
Json default_json(double value) { return Json(value); }
Json default_json(const std::string& value) { return Json(value); }
Json default_json(const TimeFunction& value) {
  if (value.is_constant()) return Json(value(0.0));
  const std::string quoted = value.to_toml();  // defaults are constants or expressions
  return Json(quoted.substr(1, quoted.size() - 2));
}
template <class T>
Json default_json(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.add(default_json(value));
  return list;
}

Json bare_schema(const Key& key) {
  const auto text = [] { return Json::object().add("type", "string"); };
  switch (key.type) {
    case Type::boolean:
      return Json::object().add("type", "boolean");
    case Type::integer:
      return number_schema(key, "integer");
    case Type::number:
      return number_schema(key, "number");
    case Type::text:
      return text();
    case Type::name:
      return text().add("minLength", 1);
    case Type::choice:
      return Json::object().add("enum", strings(key.choices));
    case Type::names:
      return list_schema(key, text().add("minLength", 1));
    case Type::numbers:
      return list_schema(key, number_schema(key, "number"));
    case Type::integers:
      return list_schema(key, number_schema(key, "integer"));
    case Type::function:
      return function_schema(key);
    case Type::functions:
      return list_schema(key, function_schema(key));
    case Type::table:
      return sub_table_schema(key);
    case Type::tables:
      return list_schema(key, sub_table_schema(key));
  }
  return Json::object();
}

Json key_schema(const Key& key) {
  Json json = bare_schema(key);
  json.add("description", description(key));
  if (key.fallback)
    json.add("default", std::visit([](const auto& value) { return default_json(value); }, *key.fallback));
  return json;
}

Json object_schema(const std::vector<const Key*>& keys) {
  Json properties = Json::object();
  std::vector<std::string> required;
  for (const Key* key : keys) {
    properties.add(key->name, key_schema(*key));
    if (key->is_required) required.push_back(key->name);
  }
  Json json = Json::object();
  json.add("type", "object").add("properties", std::move(properties));
  if (!required.empty()) json.add("required", strings(required));
  return json.add("additionalProperties", false);
}

/// One table of a kind, of a type when it has types.
Json table_schema(const Kind& kind, const Component* component) {
  Json properties = Json::object();
  std::vector<std::string> required;
  if (kind.is_list) {
    properties.add("name", Json::object()
                               .add("type", "string")
                               .add("minLength", 1)
                               .add("description", "name, unique among all " + kind.name + " entries"));
    if (kind.name_required) required.emplace_back("name");
  }
  if (component != nullptr) {
    properties.add("type", Json::object().add("const", component->type).add("description", component->doc));
    if (component->type != kind.default_type) required.emplace_back("type");
  }
  const auto add = [&](const std::vector<Key>& keys) {
    for (const Key& key : keys) {
      properties.add(key.name, key_schema(key));
      if (key.is_required) required.push_back(key.name);
    }
  };
  add(kind.keys);
  if (component != nullptr) add(component->keys);
  Json json = Json::object();
  if (component != nullptr) json.add("title", component->type);
  json.add("description", component != nullptr ? component->doc : kind.doc)
      .add("type", "object")
      .add("properties", std::move(properties));
  if (!required.empty()) json.add("required", strings(required));
  return json.add("additionalProperties", false);
}

Json kind_schema(const Kind& kind, const Schema& schema) {
  Json table = Json::object();
  if (kind.has_types) {
    Json alternatives = Json::array();
    for (const std::string& type : schema.types_of(kind.name)) {
      alternatives.add(Json::object().add("$ref", fmt::format("#/$defs/{}.{}", kind.name, type)));
    }
    table.add("type", "object").add("description", kind.doc).add("oneOf", std::move(alternatives));
  } else {
    table = table_schema(kind, nullptr);
  }
  if (!kind.is_list) return table;
  return Json::object().add("description", kind.doc).add("type", "array").add("items", std::move(table));
}

Json units_schema() {
  const params::Units si;
  Json properties = Json::object();
  const auto add = [&](const char* name, params::Dimension dimension, const std::string& standard) {
    properties.add(
        name, Json::object().add("enum", strings(params::unit_names(dimension))).add("default", standard));
  };
  add("length", params::dim::length, si.length);
  add("mass", params::dim::mass, si.mass);
  add("time", params::dim::time, si.time);
  return Json::object()
      .add("type", "object")
      .add("description", "base units of all numbers; they label the results, nothing is converted")
      .add("properties", std::move(properties))
      .add("additionalProperties", false);
}

Json time_table_schema() {
  const auto column = [](const char* doc) {
    return Json::object().add("type", "string").add("description", doc);
  };
  const auto numbers = [] {
    return Json::object()
        .add("type", "array")
        .add("items", Json::object().add("type", types({"number", "string"})))
        .add("minItems", 2);
  };
  Json file = Json::object();
  file.add("type", "object")
      .add("properties", Json::object()
                             .add("file", column("text file with columns, relative to the deck"))
                             .add("time", column("column of the times, by name or number; default 1"))
                             .add("column", column("column of the values, by name or number; default 2")))
      .add("required", types({"file"}))
      .add("additionalProperties", false);
  Json values = Json::object();
  values.add("type", "object")
      .add("properties", Json::object().add("times", numbers()).add("values", numbers()))
      .add("required", types({"times", "values"}))
      .add("additionalProperties", false);
  return Json::object()
      .add("description", "function of time by values: linear in between, constant outside")
      .add("oneOf", Json::array().add(std::move(file)).add(std::move(values)));
}

}  // namespace

std::string json_schema(const Schema& schema) {
  Json properties = Json::object();
  properties.add("title", Json::object().add("type", "string").add("description", "title of the analysis"));
  properties.add("units", units_schema());
  properties.add(
      "parameters",
      Json::object()
          .add("type", "object")
          .add("description", "named numbers for expressions; each is a number or an expression of others")
          .add("additionalProperties", Json::object().add("type", types({"number", "string"}))));
  Json definitions = Json::object();
  definitions.add("time-table", time_table_schema());
  std::vector<std::string> required;
  for (const Kind& kind : schema.kinds) {
    properties.add(kind.name, kind_schema(kind, schema));
    if (kind.is_required) required.push_back(kind.name);
    for (const Component& component : schema.components) {
      if (component.kind == kind.name)
        definitions.add(kind.name + "." + component.type, table_schema(kind, &component));
    }
  }
  Json json = Json::object();
  json.add("$schema", "https://json-schema.org/draft/2020-12/schema")
      .add("title", "Jounce input deck")
      .add("type", "object")
      .add("properties", std::move(properties));
  if (!required.empty()) json.add("required", strings(required));
  json.add("additionalProperties", false).add("$defs", std::move(definitions));
  return json.dump() + "\n";
}

}  // namespace jounce::deck
