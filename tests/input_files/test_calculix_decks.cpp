// Decks of CalculiX's test suite against the values that its maintainers keep.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "input_files.h"

namespace jounce {
namespace {

using Tables = std::map<std::string, std::vector<std::vector<double>>>;

/// Printed numbers below each heading: what is printed, its set and time; or the table of eigenvalues.
/// `has_steps`: whether headings count by steps, whose numbers some kept files do not show.
Tables tables(const std::filesystem::path& file, bool has_steps = true) {
  Tables found;
  std::ifstream stream(file);
  std::string step, heading;
  for (std::string line; std::getline(stream, line);) {
    if (has_steps && line.find("S T E P") != std::string::npos) step = line;
    if (line.find(" for set ") != std::string::npos) heading = step + line;
    if (line.find("E I G E N V A L U E") != std::string::npos) heading = step + "eigenvalues";
    if (line.find("P A R T I C I P A T I O N") != std::string::npos)
      heading.clear();  // signs of modes are free
    std::istringstream words(line);
    std::vector<double> values;
    double value = 0;
    while (words >> value) values.push_back(value);
    if (!values.empty() && words.eof() && !heading.empty()) found[heading].push_back(values);
  }
  return found;
}

class CalculixDecks : public testing::TestWithParam<const char*> {};

TEST_P(CalculixDecks, AreWithinOnePerCent) {
  const std::string name = GetParam();
  const auto data = test::shared_data("calculix-decks");
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no decks in " << data;
  const io::test::TemporaryFolder folder;
  const RunReport report = test::run_file(data / (name + ".inp"), folder / "out");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  test::expect_its_deck_runs_alike(data / (name + ".inp"), folder / "out");
  const auto kept = tables(data / (name + ".dat.ref"));
  const bool has_steps = std::any_of(kept.begin(), kept.end(), [](const auto& table) {
    return table.first.find("S T E P") != std::string::npos;
  });
  const auto own = tables(folder / "out" / (name + ".dat"), has_steps);
  ASSERT_FALSE(kept.empty());
  for (const auto& [heading, rows] : kept) {
    ASSERT_EQ(own.count(heading), 1u) << heading;
    const auto& computed = own.at(heading);
    const bool is_total = heading.find("total") != std::string::npos;
    const bool is_modes = heading.find("eigenvalues") != std::string::npos;
    const std::size_t first = is_total ? 0 : heading.find("stresses") != std::string::npos ? 2 : 1;
    double scale = 0;
    for (const auto& row : rows)
      for (std::size_t k = first; k < row.size(); ++k) scale = std::max(scale, std::abs(row[k]));
    std::map<std::vector<double>, std::vector<double>> by_number;
    for (const auto& row : computed)
      by_number[{row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first)}] = row;
    for (const auto& row : rows) {
      const auto place = by_number.find({row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first)});
      for (std::size_t k = first; k < (is_modes ? 2 : row.size()); ++k) {
        // CalculiX prints zeros for numbers that no node has
        const double value = place == by_number.end() ? 0.0 : place->second.at(k);
        EXPECT_NEAR(value, row[k], 0.01 * (is_modes ? std::abs(row[k]) : scale))
            << heading << ", first " << row[0];
      }
    }
  }
}

// Statics with solids (equations, anisotropy, gravity, large displacements, rubber, contact, ties),
// frequencies, motion in modes and step by step. Of the others of the folder some
// keep no values, and in some contact differs by CalculiX's penalties; docs/user-guide.md lists them.
INSTANTIATE_TEST_SUITE_P(Suite, CalculixDecks,
                         testing::Values("achtel2", "achtel9", "achtelcas", "achtelg", "aniso", "b31",
                                         "beam8f", "beam8p_mpc", "beamdy1", "beamdy15", "beamdy17",
                                         "beamdy19", "beamdy3", "beamdy5", "beamdynamic2", "beamequset",
                                         "beamf2", "beamfsms", "beamimpdy1", "beamimpdy2", "beamlin",
                                         "beamnldye2", "beamnldyems", "beamnlmpc", "beamog", "beamptied7",
                                         "contact1", "contact4", "contact6", "dloadlin20f"),
                         [](const auto& deck) { return std::string(deck.param); });

/// Decks that keep no values, or whose contact differs by what CalculiX does and Jounce does not (a penalty,
/// a soft law of sticking, nodes without mass).
class OtherCalculixDecks : public testing::TestWithParam<const char*> {};

TEST_P(OtherCalculixDecks, RunToTheEnd) {
  const auto data = test::shared_data("calculix-decks");
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no decks in " << data;
  const io::test::TemporaryFolder folder;
  const auto file = data / (std::string(GetParam()) + ".inp");
  const RunReport report = test::run_file(file, folder / "out");
  EXPECT_EQ(report.exit_status, 0) << report.message;
  test::expect_its_deck_runs_alike(file, folder / "out");
}

INSTANTIATE_TEST_SUITE_P(Suite, OtherCalculixDecks,
                         testing::Values("anipla2", "anipla4", "anipla_nl_dy_exp", "beamcontact", "beamp2",
                                         "beamptied5", "contact1", "contact15lin", "contact17", "contact19",
                                         "contact4", "cubes"),
                         [](const auto& deck) { return std::string(deck.param); });

/// Frequencies with contact that sticks with a stiffness. CalculiX's solver for matrices that are not
/// symmetric does not sort them, so that they are compared in their order of size.
TEST(CalculixFrequencies, OfBeamsInSoftContact) {
  const auto data = test::shared_data("calculix-decks");
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no decks in " << data;
  const io::test::TemporaryFolder folder;
  const RunReport report = test::run_file(data / "beamptied5.inp", folder / "out");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto frequencies = [](const std::filesystem::path& file) {
    std::vector<double> values;
    for (const auto& [heading, rows] : tables(file))
      if (heading.find("eigenvalues") != std::string::npos)
        for (const auto& row : rows) values.push_back(row.at(1));
    std::sort(values.begin(), values.end());
    return values;
  };
  const auto kept = frequencies(data / "beamptied5.dat.ref"),
             own = frequencies(folder / "out" / "beamptied5.dat");
  ASSERT_EQ(kept.size(), 10U);
  ASSERT_EQ(own.size(), 10U);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_NEAR(own[i], kept[i], 0.01 * kept[i]) << i;
}

}  // namespace
}  // namespace jounce
