#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.h"

namespace jounce::cli {
namespace {

// What the shell does with the tables below: `value` names the option whose value is being typed, `given`
// counts the positional arguments before the cursor. Bash splits --option=value into three words.
constexpr const char* kBashHead = R"sh(# bash completion of {0}, written by `{0} completion bash`

_{0}_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }}
_{0}_files() {{ compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }}
_{0}_folders() {{ compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current"); }}
_{0}_decks() {{
  compopt -o filenames 2> /dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.toml' -- "$current"; compgen -f -X '!*.inp' -- "$current")
}}
_{0}_cases() {{ _{0}_words "$("${{COMP_WORDS[0]}}" verify --list 2> /dev/null | cut -d ' ' -f 1)"; }}

_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} command='' value='' left=0 given=0 i word
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${{COMP_WORDS[i]}}
    if [ "$word" = = ]; then left=1; continue; fi
    if [ "$left" -gt 0 ]; then left=$((left - 1)); continue; fi
    if [ -z "$command" ]; then
      case $word in -*) ;; *) command=$word ;; esac
      continue
    fi
    case "$command $word" in
)sh";

constexpr const char* kMiddle = R"sh(      *' '-*) ;;
      *) given=$((given + 1)) ;;
    esac
  done
  if [ "$current" = = ]; then current='' left=1; fi
  if [ "$left" -le 0 ]; then value=''; fi
  if [ -z "$command" ]; then
    _{0}_words {1}
    return
  fi
  case "$command $value" in
)sh";

std::string bash_action(const std::string& program, const Argument& argument) {
  switch (offer(argument)) {
    case Offer::choices:
      return fmt::format("_{}_words {}", program,
                         shell_quoted(fmt::format("{}", fmt::join(argument.choices, " "))));
    case Offer::decks:
      return fmt::format("_{}_decks", program);
    case Offer::folders:
      return fmt::format("_{}_folders", program);
    case Offer::files:
      return fmt::format("_{}_files", program);
    case Offer::cases:
      return fmt::format("_{}_cases", program);
    case Offer::nothing:
      break;
  }
  return ":";
}

/// "'run -o' | 'run --output'"
std::string pattern(const Command& command, const Argument& argument) {
  std::vector<std::string> names;
  for (const std::string& name : argument.names) names.push_back(shell_quoted(command.name + " " + name));
  return fmt::format("{}", fmt::join(names, " | "));
}

std::string option_names(const Command& command) {
  std::string names;
  for (const Argument& argument : command.arguments) {
    if (!argument.is_positional)
      names += fmt::format("{}{}", names.empty() ? "" : " ", fmt::join(argument.names, " "));
  }
  return names;
}

/// What is offered where no option waits for a value: options after a dash and behind the last argument, else
/// the argument whose turn it is.
std::string arguments_of(const std::string& program, const Command& command) {
  std::string text =
      fmt::format("    {})\n      case $current in -*) given=options ;; esac\n      case $given in\n",
                  shell_quoted(command.name + " "));
  int place = 0;
  for (const Argument& argument : command.arguments) {
    if (!argument.is_positional) continue;
    const std::string places = argument.is_list ? "[0-9]*" : std::to_string(place);
    text += fmt::format("        {}) {} ;;\n", places, bash_action(program, argument));
    ++place;
  }
  return text + fmt::format("        *) _{}_words {} ;;\n      esac\n      ;;\n", program,
                            shell_quoted(option_names(command)));
}

}  // namespace

std::string bash_completion(const Command& program) {
  std::string waiting, values, arguments, first = option_names(program);
  for (const Command& command : program.commands) {
    first += " " + command.name;
    for (const Argument& argument : command.arguments) {
      if (argument.is_positional || argument.value.empty()) continue;
      waiting +=
          fmt::format("      {}) value=$word left={} ;;\n", pattern(command, argument), argument.least);
      values +=
          fmt::format("    {}) {} ;;\n", pattern(command, argument), bash_action(program.name, argument));
    }
    arguments += arguments_of(program.name, command);
  }
  return fmt::format(kBashHead, program.name) + waiting +
         fmt::format(kMiddle, program.name, shell_quoted(first)) + values + arguments +
         fmt::format("  esac\n}}\n\ncomplete -F _{0} {0}\n", program.name);
}

}  // namespace jounce::cli
