#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "mesh/script_tokens.h"

namespace jounce {

/// The rules of ScriptCheck for the text of one script.
class ScriptRules {
 public:
  /// A file that the script reads.
  struct Use {
    enum Kind { script, merged, data };
    Kind kind;
    std::string name;
    std::size_t at;
  };

  ScriptRules(std::filesystem::path file, std::string_view text);

  /// Throws MeshError with file and line.
  void apply();
  const std::vector<Use>& uses() const { return uses_; }
  [[noreturn]] void fail(std::size_t at, const std::string& message) const;

 private:
  void check_text() const;
  ScriptScanner read_from(std::size_t from);
  void note_traps(const ScriptScanner& scanner, const std::vector<ScriptToken>& tokens);
  bool may_stop_at(std::size_t word, std::size_t length) const;
  void check_layout() const;
  void check_end(const std::vector<ScriptToken>& tokens) const;
  void check_word(const std::vector<ScriptToken>& tokens, std::size_t i);
  void check_option(const std::vector<ScriptToken>& tokens, std::size_t i);
  void check_printf(const std::vector<ScriptToken>& tokens, std::size_t i) const;
  void read_file(const std::vector<ScriptToken>& tokens, std::size_t i, Use::Kind kind, bool in_brackets);
  [[noreturn]] void refuse(const ScriptToken& token, const std::string& what) const;

  std::filesystem::path file_;
  std::string_view text_;
  bool jumps_ = false;      ///< Gmsh may go on reading at the begin of another line
  bool confusing_ = false;  ///< Gmsh may not see where a comment begins when it skips
  std::optional<std::size_t> hanging_;
  std::vector<std::pair<std::size_t, std::size_t>> comments_;
  std::unordered_set<std::size_t> visited_;
  std::vector<Use> uses_;
};

}  // namespace jounce
