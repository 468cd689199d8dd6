#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce {

/// A piece of a script of Gmsh.
struct ScriptToken {
  enum class Kind { word, number, string, sign };
  Kind kind = Kind::sign;
  std::string_view text;  ///< of a string without its quotes
  std::size_t at = 0;     ///< place of its first character
  std::size_t end = 0;    ///< place behind its last one

  bool is_sign(std::string_view sign) const { return kind == Kind::sign && text == sign; }
};

/// Whether a word is among some.
inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Takes a script of Gmsh to pieces as Gmsh's scanner does: comments from // to the end of the line and
/// between /* and */, strings between " or ', words, numbers, signs.
class ScriptScanner {
 public:
  explicit ScriptScanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  /// The next piece; none at the end, and where a comment or a string has no end (`open`).
  std::optional<ScriptToken> next();
  /// Where the comment or string begins that has no end.
  std::optional<std::size_t> open() const { return open_; }
  std::size_t at() const { return at_; }

  /// A comment or string that goes over a line's end and does not begin the line.
  const std::vector<std::size_t>& hanging() const { return hanging_; }
  /// Where each comment begins and ends.
  const std::vector<std::pair<std::size_t, std::size_t>>& comments() const { return comments_; }

 private:
  bool skip_comment();
  ScriptToken token(ScriptToken::Kind kind, std::size_t length);
  std::size_t number_length() const;
  void note_lines(std::size_t from, std::size_t to, bool may_begin_line);

  std::string_view text_;
  std::size_t at_;
  std::optional<std::size_t> open_;
  std::vector<std::size_t> hanging_;
  std::vector<std::pair<std::size_t, std::size_t>> comments_;
};

}  // namespace jounce
