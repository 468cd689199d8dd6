#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "keyword/load_path.h"
#include "keyword/translation.h"

namespace jounce::keyword {

/// What holds or moves a degree of freedom of a node.
struct Support {
  StepValues values;
  std::vector<bool> acts;  ///< by step
  bool is_fixed = false;   ///< where it stands when it begins
  const Card* card = nullptr;
  int line = 0;

  bool is_always() const {
    return std::all_of(acts.begin(), acts.end(), [](bool a) { return a; });
  }
  /// The step that it begins in; 0 for the first one.
  std::size_t first_step() const {
    return static_cast<std::size_t>(std::find(acts.begin(), acts.end(), true) - acts.begin());
  }
  /// Not with the first step, or again after steps without it.
  bool begins_later() const {
    const auto end = std::find(acts.begin(), acts.end(), false);
    return std::find(end, acts.end(), true) != acts.end();
  }
  bool is_held() const {
    return std::all_of(values.begin(), values.end(), [](const auto& v) { return !v || v->value == 0; });
  }
};
/// Degree of freedom and node, and which support of it: one that ends may be followed by another.
struct SupportKey {
  int dof, node, number = 0;
  bool operator<(const SupportKey& other) const {
    if (dof != other.dof) return dof < other.dof;
    return node != other.node ? node < other.node : number < other.number;
  }
};
using Supports = std::map<SupportKey, Support>;

/// The supports of all steps of a file as a translation needs them. What steps that it does not run through
/// hold or move is held. Throws params::InputError for what has no counterpart.
Supports collect_supports(const Input& input, const Translation& translation);

}  // namespace jounce::keyword
