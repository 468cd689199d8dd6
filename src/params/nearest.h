#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jounce::params {

/// Number of single-character insertions, deletions, replacements and exchanges of neighbours that turn a
/// into b (optimal string alignment); upper and lower case are equal.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to a misspelt name, or "" when none is near (distance above a third of its length).
/// A candidate that ends as ".wrong", or that `wrong` begins (at least three characters), is near as well.
/// The first of equals wins.
std::string nearest(std::string_view wrong, const std::vector<std::string>& candidates);

}  // namespace jounce::params
