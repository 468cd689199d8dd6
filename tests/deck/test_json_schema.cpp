#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "deck/deck.h"
#include "json_reader.h"
#include "sample_schema.h"

namespace jounce::deck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

JsonValue schema() { return JsonReader(json_schema(sample_schema())).read(); }

TEST(JsonSchema, DescribesTheTopLevel) {
  const JsonValue json = schema();
  EXPECT_EQ(json.at("$schema").text, "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(json.at("type").text, "object");
  EXPECT_FALSE(json.at("additionalProperties").boolean);
  EXPECT_THAT(json.at("required").texts(), ElementsAre("integrator"));
  for (const char* name : {"title", "units", "parameters"})
    EXPECT_TRUE(json.at("properties").has(name)) << name;
  for (const params::Kind& kind : sample_schema().kinds) {
    ASSERT_TRUE(json.at("properties").has(kind.name)) << kind.name;
    EXPECT_EQ(json.at("properties", kind.name, "type").text, kind.is_list ? "array" : "object") << kind.name;
    EXPECT_EQ(json.at("properties", kind.name, "description").text, kind.doc);
  }
}

TEST(JsonSchema, TypesAreAlternatives) {
  const JsonValue json = schema();
  const JsonValue& alternatives = json.at("properties", "contact", "items", "oneOf");
  ASSERT_EQ(alternatives.items.size(), 2u);
  EXPECT_EQ(alternatives.items[0].at("$ref").text, "#/$defs/contact.plane");
  for (const params::Component& component : sample_schema().components) {
    const JsonValue& table = json.at("$defs", component.kind + "." + component.type);
    EXPECT_EQ(table.at("properties", "type", "const").text, component.type);
    EXPECT_FALSE(table.at("additionalProperties").boolean);
    EXPECT_EQ(table.at("additionalProperties").type, JsonValue::Type::boolean);
    for (const params::Key& key : component.keys) {
      EXPECT_THAT(table.at("properties", key.name, "description").text, HasSubstr(key.doc));
    }
  }
}

TEST(JsonSchema, EveryReferenceHasADefinition) {
  const std::string text = json_schema(sample_schema());
  const JsonValue json = schema();
  int count = 0;
  for (std::size_t i = text.find("#/$defs/"); i != std::string::npos;
       i = text.find("#/$defs/", i + 1), ++count) {
    const std::size_t begin = i + 8;
    EXPECT_TRUE(json.at("$defs").has(text.substr(begin, text.find('"', begin) - begin)));
  }
  EXPECT_GT(count, 10);
}

TEST(JsonSchema, ListsRequiredKeys) {
  const JsonValue json = schema();
  EXPECT_THAT(json.at("$defs", "contact.plane", "required").texts(),
              ElementsAre("name", "type", "surface", "normal"));
  EXPECT_THAT(json.at("$defs", "material.elastic", "required").texts(),
              ElementsAre("name", "youngs_modulus"));
  EXPECT_THAT(json.at("$defs", "material.rigid", "required").texts(), ElementsAre("name", "type"));
  EXPECT_THAT(json.at("properties", "history", "items", "required").texts(), ElementsAre("quantity"));
}

TEST(JsonSchema, NumbersMayBeExpressionsAndHaveRanges) {
  const JsonValue json = schema();
  const JsonValue& modulus = json.at("$defs", "material.elastic", "properties", "youngs_modulus");
  EXPECT_THAT(modulus.at("type").texts(), ElementsAre("number", "string"));
  EXPECT_EQ(modulus.at("exclusiveMinimum").number, 0.0);
  EXPECT_FALSE(modulus.has("exclusiveMaximum"));
  EXPECT_THAT(modulus.at("description").text, HasSubstr("[stress]"));
  const JsonValue& rho = json.at("$defs", "integrator.nsga-ggl", "properties", "rho_inf");
  EXPECT_EQ(rho.at("minimum").number, 0.0);
  EXPECT_EQ(rho.at("maximum").number, 1.0);
  EXPECT_EQ(rho.at("default").number, 0.8);
  const JsonValue& frames = json.at("properties", "output", "properties", "frames");
  EXPECT_THAT(frames.at("type").texts(), ElementsAre("integer", "string"));
  EXPECT_EQ(frames.at("default").number, 200.0);
}

TEST(JsonSchema, HasChoicesListsFunctionsAndTables) {
  const JsonValue json = schema();
  const JsonValue& solver = json.at("$defs", "integrator.nsga-ggl", "properties", "solver");
  EXPECT_THAT(solver.at("enum").texts(), ElementsAre("auto", "monolithic", "sequential"));
  EXPECT_EQ(solver.at("default").text, "auto");
  const JsonValue& bodies = json.at("$defs", "contact.pair", "properties", "bodies");
  EXPECT_EQ(bodies.at("minItems").number, 2.0);
  EXPECT_EQ(bodies.at("maxItems").number, 2.0);
  EXPECT_EQ(bodies.at("items", "type").text, "string");
  const JsonValue& gravity = json.at("properties", "model", "properties", "gravity");
  EXPECT_EQ(gravity.at("minItems").number, 1.0);
  EXPECT_EQ(gravity.at("maxItems").number, 3.0);
  EXPECT_EQ(gravity.at("items", "anyOf").items.size(), 2u);
  const JsonValue& newton = json.at("$defs", "integrator.nsga-ggl", "properties", "newton");
  EXPECT_EQ(newton.at("properties", "iterations", "default").number, 20.0);
  EXPECT_FALSE(newton.at("additionalProperties").boolean);
  EXPECT_THAT(json.at("properties", "units", "properties", "length", "enum").texts(),
              testing::Contains("mm"));
}

TEST(DeckReference, HasASectionForEveryKindAndType) {
  const std::string text = deck_reference(sample_schema());
  const params::Schema sample = sample_schema();
  for (const params::Kind& kind : sample.kinds) {
    const std::string header = kind.is_list ? "[[" + kind.name + "]]" : "[" + kind.name + "]";
    EXPECT_THAT(text, HasSubstr("\n## `" + header + "`\n\n" + kind.doc + ".\n"));
  }
  for (const params::Component& component : sample.components) {
    EXPECT_THAT(text, HasSubstr(fmt::format(R"(
### `{}` `"{}"`
)",
                                            component.kind, component.type)));
  }
}

TEST(DeckReference, HasALineForEveryKey) {
  const std::string text = deck_reference(sample_schema());
  EXPECT_THAT(text, HasSubstr("| `youngs_modulus` | number | stress | > 0 | required | Young's modulus |"));
  EXPECT_THAT(
      text,
      HasSubstr("| `rho_inf` | number |  | >= 0, <= 1 | `0.8` | spectral radius at infinite frequency |"));
  EXPECT_THAT(text, HasSubstr(R"(| `solver` | `"auto"`, `"monolithic"`, `"sequential"` |  |  | `"auto"` |)"));
  EXPECT_THAT(text,
              HasSubstr("| `bodies` | list of names of body, 2 of them |  |  | required | the two bodies |"));
  EXPECT_THAT(text, HasSubstr("| `on` | list of names of body or mesh |"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "| `inertia` | list of numbers, 1 in the plane, 3 in space | moment of inertia |  | `[1]` |"));
  EXPECT_THAT(text, HasSubstr("Keys of `newton`:\n\n| key | type |"));
}

TEST(DeckReference, TablesHaveSixColumns) {
  const std::string text = deck_reference(sample_schema());
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("| ", 0) != 0) continue;
    int bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    EXPECT_EQ(bars, 7) << line;
  }
}

void expect_words(const std::string& dictionary, const std::vector<params::Key>& keys) {
  for (const params::Key& key : keys) {
    EXPECT_THAT(dictionary, HasSubstr(fmt::format(R"(
"{}"
)",
                                                  key.name)));
    expect_words(dictionary, key.keys);
  }
}

TEST(FuzzDictionary, HasAllKeysOfTheSampleSchema) {
  std::ifstream stream(JOUNCE_SOURCE_DIR "/tests/fuzz/deck.dict");
  const std::string dictionary(std::istreambuf_iterator<char>(stream), {});
  for (const params::Kind& kind : sample_schema().kinds) {
    EXPECT_THAT(dictionary, HasSubstr(fmt::format(R"(
"{}"
)",
                                                  kind.name)));
    expect_words(dictionary, kind.keys);
  }
  for (const params::Component& component : sample_schema().components) {
    EXPECT_THAT(dictionary, HasSubstr(fmt::format(R"(
"{}"
)",
                                                  component.type)));
    expect_words(dictionary, component.keys);
  }
}

}  // namespace
}  // namespace jounce::deck
