#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../support/deck_run.h"

namespace jounce::test {

/// Tests that hold for every scheme of mixed timestepping; the parameter is its name.
class MixedScheme : public testing::TestWithParam<const char*> {
 protected:
  /// A deck without [integrator].
  static DeckRun run(const std::string& deck, std::vector<std::string> set = {}) {
    set.push_back(std::string("integrator.type=") + GetParam());
    set.push_back("integrator.tolerance=1e-14");
    return DeckRun(deck + "[integrator]\nstep = 1e-2\nend = 1\n", set);
  }
};

inline const auto kMixedSchemes =
    testing::Values("mixed-generalized-alpha", "mixed-bathe", "mixed-ed-alpha", "half-explicit");

inline std::string scheme_name(const testing::TestParamInfo<const char*>& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace jounce::test
