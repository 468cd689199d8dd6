// Input files of Abaqus with the matrices that it exported for them.

#include <gtest/gtest.h>

#include <cmath>

#include "input_files.h"

namespace jounce {
namespace {

class AbaqusFiles : public testing::TestWithParam<const char*> {};

TEST_P(AbaqusFiles, GiveTheMatricesOfAbaqus) {
  const std::string name = GetParam();
  const auto data = test::shared_data("abaqus-elements");
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no matrices in " << data;
  const io::test::TemporaryFolder folder;
  const RunReport report = test::run_file(data / (name + ".inp"), folder / "out");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const char* kind : {"_STIF1.mtx", "_MASS1.mtx"}) {
    const auto kept = test::read_matrix(data / (name + kind)),
               own = test::read_matrix(folder / "out" / (name + kind));
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
