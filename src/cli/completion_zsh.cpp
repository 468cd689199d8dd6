#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.h"

namespace jounce::cli {
namespace {

constexpr const char* kZshHead = R"sh(#compdef {0}
# zsh completion of {0}, written by `{0} completion zsh`

_{0}_cases() {{
  local -a cases
  cases=(${{${{(f)"$(_call_program cases $service verify --list 2> /dev/null)"}}%% *}})
  compadd -a cases
}}

_{0}() {{
  local context state line
  local -A opt_args
  _arguments -C \
{1}    '1:command:->command' \
    '*::argument:->argument'
  case $state in
    command)
      local -a commands
      commands=(
{2}      )
      _describe -t commands command commands
      ;;
    argument)
      case $words[1] in
)sh";

constexpr const char* kZshTail = R"sh(      esac
      ;;
  esac
}}

# Loaded by compinit from a folder of $fpath this file is the function itself; sourced, it tells compinit of it.
if [ "$funcstack[1]" = _{0} ]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)sh";

/// Brackets and colons of texts would end the parts of a specification.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const std::string& program, const Argument& argument) {
  switch (offer(argument)) {
    case Offer::choices:
      return fmt::format("({})", fmt::join(argument.choices, " "));
    case Offer::decks:
      return R"sh(_files -g "*.(toml|inp)(-.)")sh";
    case Offer::folders:
      return "_files -/";
    case Offer::files:
      return "_files";
    case Offer::cases:
      return fmt::format("_{}_cases", program);
    case Offer::nothing:
      break;
  }
  return " ";
}

/// One line of _arguments.
std::string specification(const std::string& program, const Argument& argument, int place) {
  const std::string what =
      fmt::format(":{}:{}", escaped(argument.is_positional ? argument.names[0] : argument.value),
                  zsh_action(program, argument));
  if (argument.is_positional) return shell_quoted((argument.is_list ? "*" : std::to_string(place)) + what);
  std::string values;
  for (int i = 0; i < argument.least; ++i) values += what;
  const std::string tail = shell_quoted(fmt::format("[{}]{}", escaped(argument.about), values));
  if (argument.names.size() == 1) {  // "*": may be given again
    return shell_quoted((argument.is_list ? "*" : "") + argument.names[0]) + tail;
  }
  const std::string others =
      argument.is_list ? "'*'" : shell_quoted(fmt::format("({})", fmt::join(argument.names, " ")));
  return fmt::format("{}{{{}}}{}", others, fmt::join(argument.names, ","), tail);
}

std::string specifications(const std::string& program, const Command& command, const std::string& indent) {
  std::string text;
  int place = 0;
  for (const Argument& argument : command.arguments) {
    if (argument.is_positional) ++place;
    text += indent + specification(program, argument, place) + " \\\n";
  }
  return text;
}

}  // namespace

std::string zsh_completion(const Command& program) {
  std::string commands, cases;
  for (const Command& command : program.commands) {
    commands += fmt::format("        {}\n", shell_quoted(command.name + ":" + escaped(command.about)));
    std::string specs = specifications(program.name, command, "            ");
    if (specs.size() > 2) specs.erase(specs.size() - 3);  // the last continuation
    cases += fmt::format("        {})\n          _arguments -s \\\n{}\n          ;;\n", command.name, specs);
  }
  return fmt::format(kZshHead, program.name, specifications(program.name, program, "    "), commands) +
         cases + fmt::format(kZshTail, program.name);
}

}  // namespace jounce::cli
