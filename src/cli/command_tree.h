#pragma once

#include <string>
#include <vector>

namespace jounce::cli {

/// An option or a positional argument of a command, as the command line declares it.
struct Argument {
  std::vector<std::string> names;  ///< "-o", "--output"; the one name of a positional argument
  bool is_positional = false;
  std::string value;                 ///< what a value is: "DECK", "FOLDER", "INT", ...; empty: a flag
  int least = 0;                     ///< how many values it takes at least
  bool is_list = false;              ///< a positional argument that takes any number of values
  std::vector<std::string> choices;  ///< the values it may have; empty: any
  std::string range;                 ///< what numbers it may have, in words: "1 - 100"; empty: any
  std::string default_value;
  std::string about;
  bool is_required = false;
};

/// A command or sub-command with what it takes: all that help, man page and completion say of it.
struct Command {
  std::string name, about;
  std::string footer;  ///< about all sub-commands; of the program only
  std::vector<Argument> arguments;
  std::vector<Command> commands;
};

/// Takes a type text of CLI11 apart, the type and what its checks say: "TEXT:{json,markdown}",
/// "INT:INT in [1 - 100]".
void set_value(Argument& argument, const std::string& type);

/// What a shell can offer for a value.
enum class Offer { nothing, choices, decks, folders, files, cases };

/// By the choices and the name of the value. A value of any text may be a file: shells offer that by default.
Offer offer(const Argument& argument);

/// The sub-commands, options and arguments without text, "run --quiet"; also those of the sub-commands.
std::vector<std::string> undocumented(const Command& command);

}  // namespace jounce::cli
