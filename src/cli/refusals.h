#pragma once

namespace CLI {  // of CLI11 NOLINT(readability-identifier-naming)
class App;
}

namespace jounce::cli {

// What is wrong with a command line, in words that name what is meant. Both print it and return the exit
// status; -1 where there is nothing to say.

/// A first word that is no sub-command: CLI11 would only say that one is missing.
int refuse_command(const CLI::App& app, int argc, char** argv);
/// An option that the sub-command does not have.
int refuse_words(const CLI::App& app, int argc, char** argv);

}  // namespace jounce::cli
