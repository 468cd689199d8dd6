#pragma once

#include <string>
#include <vector>

namespace jounce::test {

/// A deck that needs one feature, without [integrator] and [output].
struct Feature {
  std::string name;  ///< as the table of docs/user-guide.md calls it
  std::string deck;
  std::string integrator = {};  ///< lines of that table
};

/// The rows of the table "What goes with what".
std::vector<Feature> features();

}  // namespace jounce::test
