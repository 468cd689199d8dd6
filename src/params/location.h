#pragma once

#include <string>

namespace jounce::params {

/// Place of a key, value or table in an input file. Lines and columns count from 1; line 0 means that
/// the whole of `file` is meant, which for a command line override reads "--set path.to.key".
struct Location {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const Location&) const = default;
};

/// "file:line:column", or only "file" when the line is unknown.
std::string to_string(const Location& where);

/// One mistake of an input file.
struct Diagnostic {
  Location where;
  std::string message;  ///< what is wrong and what was expected
  std::string hint;     ///< nearest valid name, empty when nothing is near

  bool operator==(const Diagnostic&) const = default;
};

/// "file:line:column: message (did you mean 'hint'?)"
std::string to_string(const Diagnostic& diagnostic);

}  // namespace jounce::params
