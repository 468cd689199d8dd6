#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "../io/temporary_folder.h"
#include "run/run.h"

namespace jounce::test {

/// A folder of files of other programs. They lie outside the repository (folder shared/data beside the
/// checkout); tests that need them are skipped without.
inline std::filesystem::path shared_data(const std::string& name) {
  return std::filesystem::path(JOUNCE_SOURCE_DIR) / ".." / "shared" / "data" / name;
}

/// Runs a file into a folder, silently.
inline RunReport run_file(const std::filesystem::path& file, const std::filesystem::path& output) {
  RunOptions options;
  options.deck = file;
  options.output = output;
  options.quiet = true;
  return run_deck(options);
}

/// Entries of a matrix in coordinate format by row and column.
inline std::map<std::pair<long, long>, double> read_matrix(const std::filesystem::path& file) {
  std::map<std::pair<long, long>, double> entries;
  std::ifstream stream(file);
  long row = 0, column = 0;
  for (double value = 0; stream >> row >> column >> value;) entries[{row, column}] = value;
  return entries;
}

}  // namespace jounce::test
