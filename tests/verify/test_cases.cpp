#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "verify/case_reader.h"

namespace jounce::verify {
namespace {

namespace fs = std::filesystem;

// The cases that come with Jounce are complete: they can be read, and say what they claim.
TEST(Cases, CanBeReadAndHaveAReadme) {
  int cases = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(JOUNCE_SOURCE_DIR) / "verification")) {
    if (!entry.is_directory()) continue;
    SCOPED_TRACE(entry.path().filename().string());
    EXPECT_TRUE(fs::exists(entry.path() / "README.md"));
    Case read;
    ASSERT_NO_THROW(read = read_case(entry.path()));
    EXPECT_FALSE(read.title.empty());
    EXPECT_FALSE(read.checks.empty());
    // Something outside this program, or a law of mechanics, has its say in every case.
    EXPECT_TRUE(std::any_of(read.checks.begin(), read.checks.end(),
                            [](const auto& check) { return check.kind != "self-convergence"; }));
    for (const auto& check : read.checks) EXPECT_FALSE(check.source.empty()) << check.quantity;
    for (const auto& run : read.runs) {
      const fs::path beside = read.folder / run.deck;
      EXPECT_TRUE(fs::exists(beside) || fs::exists(fs::path(JOUNCE_SOURCE_DIR) / run.deck)) << run.deck;
    }
    ++cases;
  }
  EXPECT_GE(cases, 9);
}

}  // namespace
}  // namespace jounce::verify
