#include "cli/completion.h"

#include <fmt/format.h>

#include "cli/commands.h"

namespace jounce::cli {

std::vector<std::string> shells() { return {"bash", "zsh", "fish"}; }

std::string completion(const Command& program, const std::string& shell) {
  if (shell == "zsh") return zsh_completion(program);
  if (shell == "fish") return fish_completion(program);
  return bash_completion(program);
}

std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

int completion_command(const Command& program, const std::string& shell) {
  fmt::print("{}", completion(program, shell));
  return kSuccess;
}

}  // namespace jounce::cli
