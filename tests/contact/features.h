#pragma once

#include <fmt/format.h>

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

/// Rows of edges and corners of the first contact within an envelope.
inline std::vector<ContactRow> feature_rows(const DeckRun& run, double envelope) {
  std::vector<ContactRow> rows;
  run.system().contacts().all()[0]->search(run.state, SearchRange(envelope), 0, rows);
  std::erase_if(rows, [](const ContactRow& row) { return !FeatureRows::has(row); });
  return rows;
}

}  // namespace jounce::test
