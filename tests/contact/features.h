#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "contact/feature_rows.h"

namespace jounce::test {

inline constexpr const char* kOneStep = R"(
[integrator]
type = "nsga-ggl"
step = 1
end = 1
)";

/// A mesh of a script whose groups are "body" and "all", the whole of its boundary, which meets itself.
inline std::string surface_with_itself(const std::string& script) {
  return scene::gravity({0, 0, 0}) + scene::material({.E = 1e9, .nu = 0.3, .rho = 1000}) +
         fmt::format(R"(
[[mesh]]
name = "m"
type = "gmsh"
file = "{}"
[[element]]
name = "m"
type = "solid"
mesh = "m.body"
material = "m"
[[contact]]
name = "c"
type = "surfaces"
surface = "m.all"
against = "m.all"
)",
                     script) +
         kOneStep;
}

/// The same deck with more keys in its solids of the material "m".
inline std::string with_solid_keys(std::string text, const std::string& keys) {
  const std::string last = "material = \"m\"\n";
  for (std::size_t at = 0; (at = text.find(last, at)) != std::string::npos; at += last.size())
    text.insert(at + last.size(), keys);
  return text;
}

/// Name of a test for a scheme: without what names of tests may not have.
inline std::string scheme_name(const testing::TestParamInfo<std::string>& scheme) {
  std::string name = scheme.param;
  std::erase(name, '-');
  return name;
}

/// Rows of edges and corners of the first contact within an envelope.
inline std::vector<ContactRow> feature_rows(const DeckRun& run, double envelope) {
  std::vector<ContactRow> rows;
  run.system().contacts().all()[0]->search(run.state, SearchRange(envelope), 0, rows);
  std::erase_if(rows, [](const ContactRow& row) { return !FeatureRows::has(row); });
  return rows;
}

}  // namespace jounce::test
