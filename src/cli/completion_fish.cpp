#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.h"

namespace jounce::cli {
namespace {

constexpr const char* kFishHead = R"sh(# fish completion of {0}, written by `{0} completion fish`

function __{0}_decks
    __fish_complete_suffix .toml | string match -r '.*\.toml\b.*|.*/$'
    __fish_complete_suffix .inp | string match -r '.*\.inp\b.*'
end
function __{0}_cases
    command -q {0}; and {0} verify --list 2>/dev/null | string replace -r ' .*' ''
end

complete -c {0} -f
)sh";

/// In single quotes of fish, where a backslash escapes.
std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

/// Options of `complete` that say which values there are; @param flag -r for options, nothing for arguments.
std::string fish_action(const std::string& program, const Argument& argument, const std::string& flag) {
  switch (offer(argument)) {
    case Offer::choices:
      return fmt::format(" {}-f -a {}", flag,
                         fish_quoted(fmt::format("{}", fmt::join(argument.choices, " "))));
    case Offer::decks:
      return fmt::format(" {}-f -a '(__{}_decks)'", flag, program);
    case Offer::folders:
      return fmt::format(" {}-f -a '(__fish_complete_directories)'", flag);
    case Offer::cases:
      return fmt::format(" {}-f -a '(__{}_cases)'", flag, program);
    case Offer::files:
      return fmt::format(" {}-F", flag);
    case Offer::nothing:
      break;
  }
  return fmt::format(" {}-f", flag);
}

std::string line(const std::string& program, const std::string& condition, const Argument& argument) {
  std::string text = fmt::format("complete -c {} -n {}", program, fish_quoted(condition));
  if (argument.is_positional) return text + fish_action(program, argument, "") + "\n";
  for (const std::string& name : argument.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  text += " -d " + fish_quoted(argument.about);
  return text + (argument.value.empty() ? "" : fish_action(program, argument, "-r ")) + "\n";
}

}  // namespace

std::string fish_completion(const Command& program) {
  std::string text = fmt::format(kFishHead, program.name);
  for (const Argument& argument : program.arguments)
    text += line(program.name, "__fish_use_subcommand", argument);
  for (const Command& command : program.commands) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name, command.name,
                        fish_quoted(command.about));
  }
  for (const Command& command : program.commands) {
    for (const Argument& argument : command.arguments) {
      text += line(program.name, "__fish_seen_subcommand_from " + command.name, argument);
    }
  }
  return text;
}

}  // namespace jounce::cli
