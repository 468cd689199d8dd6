#include "version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(Version, names_program_and_revision) {
  EXPECT_THAT(
      version_line(),
      testing::MatchesRegex("jounce 0\\.1\\.0 \\([0-9a-f]+(-dirty)?\\)|jounce 0\\.1\\.0 \\(unknown\\)"));
}

TEST(Version, knows_every_library_version) {
  ASSERT_FALSE(build_info().libraries.empty());
  for (const auto& [name, version] : build_info().libraries) {
    EXPECT_FALSE(name.empty());
    EXPECT_THAT(version, testing::MatchesRegex("[0-9]+\\.[0-9.]+")) << name;
  }
}

TEST(Version, text_lists_compiler_and_libraries) {
  const std::string text = version_text();
  EXPECT_THAT(text, testing::StartsWith(version_line()));
  EXPECT_THAT(text, testing::HasSubstr(build_info().compiler));
  EXPECT_THAT(text, testing::HasSubstr("PETSc 3."));
}

TEST(Version, comment_marks_every_line) {
  const std::string comment = version_comment("# ");
  EXPECT_THAT(comment, testing::StartsWith("# " + version_line() + "\n# " + build_info().compiler));
  EXPECT_THAT(comment, testing::MatchesRegex("(# [^\n]+\n)+"));
}

}  // namespace
}  // namespace jounce
