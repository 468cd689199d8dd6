#pragma once

#include <string>
#include <vector>

#include "cli/command_tree.h"

namespace jounce::cli {

/// Shells that completion() knows.
std::vector<std::string> shells();

/// A script that makes the shell complete command lines of the program: sub-commands, options, their choices,
/// decks, folders, files and names of verification cases. Needs nothing but the shell itself.
std::string completion(const Command& program, const std::string& shell);

std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);
std::string fish_completion(const Command& program);

/// Prints completion(); the exit status.
int completion_command(const Command& program, const std::string& shell);

/// The text in single quotes, for bash and zsh.
std::string shell_quoted(const std::string& text);

}  // namespace jounce::cli
