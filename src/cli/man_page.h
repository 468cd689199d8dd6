#pragma once

#include <string>

#include "cli/command_tree.h"

namespace jounce::cli {

/// The manual page jounce(1) in roff (macros of man(7)). `version`: "0.1.0".
std::string man_page(const Command& program, const std::string& version);

/// Prints the page; the exit status. Fails and names them when commands or options have no text.
int man_command(const Command& program);

}  // namespace jounce::cli
