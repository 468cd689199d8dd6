#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keyword/translation.h"

namespace jounce::keyword {

/// A deck that is being written, with the groups of the mesh that its entries need.
class DeckText {
 public:
  explicit DeckText(const Input& input) : input_(input) {}

  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...);
  }
  /// Makes a group of nodes, unless there is one of this name, or of sides of elements. @return its name in
  /// the deck
  std::string node_group(const std::vector<int>& nodes, const std::string& name);
  std::string face_group(const std::vector<ElementFace>& faces, const std::string& name);

  const std::string& text() const { return text_; }
  /// The groups, as entries of [[mesh.groups]].
  std::string groups() const;

 private:
  const Input& input_;
  std::string text_;
  std::vector<NamedGroup> groups_;
};

/// A text as it stands between quotes in TOML.
std::string escaped(std::string_view text);
/// Axis of a displacement, 1 to 3.
inline char axis_of(int dof) { return "xyz"[dof - 1]; }

}  // namespace jounce::keyword
