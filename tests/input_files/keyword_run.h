#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "input_files.h"
#include "input_files/keyword_print.h"

namespace jounce::test {

/// Runs an input file of Abaqus or CalculiX and the deck that it stands for, and reads what it prints.
class KeywordRunTest : public ::testing::Test {
 protected:
  RunReport run(const std::string& text) {
    RunReport report = run_with(text, {});
    if (report.exit_status == 0) expect_its_deck_runs_alike(folder_ / "a.inp", folder_ / "out");
    return report;
  }
  /// Without a run of its deck.
  RunReport run_with(const std::string& text, RunOptions options) {
    options.deck = folder_ / "a.inp";
    options.output = folder_ / "out";
    options.quiet = true;
    io::test::write(options.deck, text);
    RunReport report = run_deck(options);
    printed_ = report.exit_status == 0 ? io::test::read(options.output / "a.dat") : "";
    return report;
  }
  /// Numbers of the first printed line after `title` that begins with `first`.
  std::vector<double> line(const std::string& title, const std::string& first, int skip = 0) const {
    std::size_t place = printed_.find(title);
    for (; skip > 0 && place != std::string::npos; --skip) place = printed_.find(title, place + 1);
    if (place == std::string::npos) return {};
    std::istringstream text(printed_.substr(place));
    for (std::string row; std::getline(text, row);) {
      std::istringstream words(row);
      std::string word;
      if (!(words >> word) || word != first) continue;
      std::vector<double> values;
      for (double value; words >> value;) values.push_back(value);
      return values;
    }
    return {};
  }

  io::test::TemporaryFolder folder_;
  std::string printed_;
};

}  // namespace jounce::test
