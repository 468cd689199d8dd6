#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "keyword/translation.h"

namespace jounce::keyword {

/// The deck that an input file stands for while it is made: entries at the places of their cards, and the
/// groups of the mesh that the entries need.
class DeckTree {
 public:
  DeckTree(const Input& input, int dimension);

  /// Appends an entry to [[kind]]. The reference holds until the next one of this kind.
  params::Node& add(std::string_view kind, const params::Location& where) {
    return deck_.add_table(kind, where);
  }
  /// Makes a group of nodes, unless there is one of this name, or of sides of elements, which `where` asks
  /// for. @return its name in the deck
  std::string node_group(const std::vector<int>& nodes, const std::string& name);
  std::string face_group(const std::vector<ElementFace>& faces, const std::string& name,
                         const params::Location& where);
  /// The group of one node.
  std::string node_group(int node);
  /// Terms of an equation.
  params::Node terms(const std::vector<EquationTerm>& terms);

  params::Node take() && { return std::move(deck_); }

 private:
  params::Node& add_group(const std::string& name, const params::Location& where);

  const Input& input_;
  params::Node deck_;
  std::set<std::string> node_groups_;
};

/// Axis of a displacement, 1 to 3.
inline std::string axis_of(int dof) { return {"xyz"[dof - 1]}; }
/// The first `count` components of a vector.
inline std::vector<double> as_list(const Vector3& vector, int count = 3) {
  return {vector.data(), vector.data() + count};
}

}  // namespace jounce::keyword
