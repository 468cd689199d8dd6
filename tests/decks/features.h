#pragma once

#include <string>
#include <vector>

namespace jounce::test {

/// A deck that needs one feature, without [integrator] and [output].
struct Feature {
  std::string name;  ///< as the table of docs/user-guide.md calls it
  std::string deck;
  std::string integrator = {};  ///< lines of that table
  /// Column of the history that grows above `at_least` within 0.012 s, where the feature acts.
  std::string acts = {};
  double at_least = 0;
  std::string held = {};  ///< what a static analysis needs besides: supports
};

/// The rows of the table "What goes with what".
std::vector<Feature> features();

}  // namespace jounce::test
