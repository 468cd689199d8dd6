#pragma once

#include <vector>

#include "../support/deck_run.h"
#include "contact/feature_rows.h"

namespace jounce::test {

inline constexpr const char* kOneStep = R"(
[integrator]
type = "nsga-ggl"
step = 1
end = 1
)";

/// Rows of edges and corners of the first contact within an envelope.
inline std::vector<ContactRow> feature_rows(const DeckRun& run, double envelope) {
  std::vector<ContactRow> rows;
  run.system().contacts().all()[0]->search(run.state, SearchRange(envelope), 0, rows);
  std::erase_if(rows, [](const ContactRow& row) { return !FeatureRows::has(row); });
  return rows;
}

}  // namespace jounce::test
