#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "../io/temporary_folder.h"
#include "../support/petsc_environment.h"
#include "run_deck.h"

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

/// Runs the deck that the run of an input file left in `results`: its history is the same, byte for byte. A
/// file with linear steps alone leaves a deck without an analysis: @return false
inline bool expect_its_deck_runs_alike(const std::filesystem::path& file,
                                       const std::filesystem::path& results) {
  const io::test::TemporaryFolder folder;
  const std::filesystem::path place = results / file.stem().concat(".toml");
  const std::string deck = io::test::read(place);
  const auto has = [&](const char* table) { return deck.find(table) != std::string::npos; };
  if (!has("\n[analysis]") && !has("\n[integrator]") && !has("\n[[step]]")) return false;
  const RunReport report = run_file(place, folder / "out");
  EXPECT_EQ(report.exit_status, 0) << report.message;
  const std::string history = io::test::read(results / "history.csv");
  EXPECT_FALSE(history.empty());
  EXPECT_TRUE(io::test::read(folder / "out" / "history.csv") == history) << deck;
  return true;
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
