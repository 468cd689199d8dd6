#include "cli/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "cli/commands.h"
#include "version.h"

namespace jounce::cli {
namespace {

// What the declarations of the options do not say; {0} is the version.
constexpr const char* kManHead = R"(.\" Written by `jounce man`.
.TH JOUNCE 1 "" "jounce {0}" "User Commands"
.SH NAME
jounce \- finite element dynamics with contact
.SH SYNOPSIS
)";

const char* const kDescription = R"(.SH DESCRIPTION
.B jounce
computes how structures and mechanisms move when they hit things.
An input deck, a text file in TOML or an input file of Abaqus or CalculiX
.RI ( .inp ),
describes the model and the analysis;
a run leaves a folder of tables (CSV) and fields (VTKHDF, XDMF) for pictures and ParaView.
.SH OPTIONS
)";

constexpr const char* kManTail = R"(.SH ENVIRONMENT
.TP
.B JOUNCE_DATA
Folder that holds
.I inputs
and
.I verification
for
.BR "jounce verify" .
.TP
.B PETSC_OPTIONS
Options of PETSc, for large linear solves.
.SH EXAMPLES
.TP
.B jounce run inputs/elastic_bar.toml \-o results/bar
Run a deck.
.TP
.B jounce run deck.toml \-\-set integrator.step=1e\-4
Run it with another step.
.TP
.B jounce plot results/bar \-y contact_force
Draw a column of its history.
.TP
.B mpiexec \-n 4 jounce run pile.toml
Share the contacts of many bodies among four ranks.
.SH SEE ALSO
.BR mpiexec (1),
.BR gnuplot (1),
.BR paraview (1)
.PP
The documentation that comes with the program explains decks, results and theory.
)";

/// Text for roff: backslashes, dashes, and quotes and dots that would begin a request.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

/// With a capital letter and a stop.
std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

/// "\fB\-o\fR, \fB\-\-output\fR \fIFOLDER\fR"
std::string heading(const Argument& argument) {
  if (argument.is_positional)
    return fmt::format("\\fI{}\\fR{}", roff(argument.names[0]), argument.is_list ? " ..." : "");
  std::vector<std::string> names;
  for (const std::string& name : argument.names) names.push_back("\\fB" + roff(name) + "\\fR");
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  for (int i = 0; i < argument.least; ++i) text += " \\fI" + roff(argument.value) + "\\fR";
  return text;
}

/// The text of the argument, what values it may have, and what it is by default.
std::string explanation(const Argument& argument) {
  std::vector<std::string> notes;
  if (!argument.choices.empty()) notes.push_back(fmt::format("one of {}", fmt::join(argument.choices, ", ")));
  if (!argument.range.empty()) notes.push_back(argument.range);
  if (!argument.default_value.empty()) notes.push_back("default " + argument.default_value);
  if (argument.is_required && !argument.is_positional) notes.emplace_back("required");
  std::string text = argument.about;
  if (!notes.empty()) text += fmt::format(" ({})", fmt::join(notes, "; "));
  return roff(text);
}

/// Every sub-command has it: the page says so once.
bool is_help(const Argument& argument) { return argument.names.back() == "--help"; }

std::string entries(const Command& command, bool with_help) {
  std::string text;
  for (const Argument& argument : command.arguments) {
    if (!with_help && is_help(argument)) continue;
    text += fmt::format(".TP\n{}\n{}\n", heading(argument), explanation(argument));
  }
  return text;
}

/// ".B jounce run" with what the sub-command must have.
std::string synopsis(const std::string& program, const Command& command) {
  std::string text = fmt::format("\\fB{} {}\\fR", program, roff(command.name)), options;
  bool has_options = false;
  for (const Argument& argument : command.arguments) {
    if (argument.is_positional) {
      const std::string name = heading(argument);
      text += argument.is_required ? " " + name : " [" + name + "]";
    } else if (!argument.is_required) {
      has_options = has_options || !is_help(argument);
    } else {
      Argument shortest = argument;
      shortest.names.resize(1);
      options += " " + heading(shortest);
    }
  }
  return text + options + (has_options ? " [\\fIoptions\\fR]\n" : "\n");
}

}  // namespace

std::string man_page(const Command& program, const std::string& version) {
  std::string text = fmt::format(kManHead, version), commands = ".SH COMMANDS\n";
  for (const Command& command : program.commands) {
    text += (&command == &program.commands.front() ? "" : ".br\n") + synopsis(program.name, command);
    commands +=
        fmt::format(".SS {}\n{}.PP\n{}\n{}", roff(program.name + " " + command.name),
                    synopsis(program.name, command), roff(sentence(command.about)), entries(command, false));
  }
  text += kDescription + entries(program, true) + commands;
  if (!program.footer.empty()) text += ".SH EXIT STATUS\n" + roff(program.footer) + "\n";
  return text + kManTail;
}

int man_command(const Command& program) {
  if (const std::vector<std::string> missing = undocumented(program); !missing.empty()) {
    fmt::print(stderr, "jounce man: no text for {}\n", fmt::join(missing, ", "));
    return kFailed;
  }
  fmt::print("{}", man_page(program, build_info().version));
  return kSuccess;
}

}  // namespace jounce::cli
