// Input files of Abaqus with the matrices that it exported for them. They lie outside the repository (folder
// shared/data beside the checkout); without them the test says so.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "../io/temporary_folder.h"
#include "run/run.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

fs::path data_folder() { return fs::path(JOUNCE_SOURCE_DIR) / ".." / "shared" / "data" / "abaqus-elements"; }

std::map<std::pair<long, long>, double> matrix(const fs::path& file) {
  std::map<std::pair<long, long>, double> entries;
  std::ifstream stream(file);
  long row = 0, column = 0;
  for (double value = 0; stream >> row >> column >> value;) entries[{row, column}] = value;
  return entries;
}

class AbaqusFiles : public testing::TestWithParam<const char*> {};

TEST_P(AbaqusFiles, GiveTheMatricesOfAbaqus) {
  const std::string name = GetParam();
  if (!fs::is_directory(data_folder())) GTEST_SKIP() << "no matrices in " << data_folder();
  const io::test::TemporaryFolder folder;
  RunOptions options;
  options.deck = data_folder() / (name + ".inp");
  options.output = folder / "out";
  options.quiet = true;
  const RunReport report = run_deck(options);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const char* kind : {"_STIF1.mtx", "_MASS1.mtx"}) {
    const auto kept = matrix(data_folder() / (name + kind)), own = matrix(folder / "out" / (name + kind));
    ASSERT_FALSE(kept.empty()) << kind;
    double scale = 0;
    for (const auto& [place, value] : kept) scale = std::max(scale, std::abs(value));
    for (const auto& [place, value] : kept) {
      const auto entry = own.find(place);
      EXPECT_NEAR(entry == own.end() ? 0.0 : entry->second, value, 1e-6 * scale)
          << kind << ' ' << place.first << ' ' << place.second;
    }
    for (const auto& [place, value] : own)
      if (kept.count(place) == 0) {
        EXPECT_NEAR(value, 0, 1e-6 * scale) << kind << ' ' << place.first << ' ' << place.second;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, AbaqusFiles, testing::Values("blockC3D4", "blockC3D8", "blockC3D20"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace jounce
