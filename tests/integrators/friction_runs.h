#pragma once

#include <string>
#include <vector>

#include "../support/deck_run.h"

namespace jounce::test {

/// A deck with the values of a scheme; where these do not say otherwise, nsga-ggl with steps of 1e-2.
inline DeckRun run_of(const std::string& deck, const std::vector<std::string>& scheme,
                      std::vector<std::string> set) {
  set.insert(set.end(), scheme.begin(), scheme.end());
  return DeckRun(deck + R"(
[integrator]
type = "nsga-ggl"
step = 1e-2
end = 1
)",
                 set);
}

}  // namespace jounce::test
