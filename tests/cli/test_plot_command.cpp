#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/temporary_folder.h"
#include "shell.h"

namespace jounce::cli {
namespace {

namespace fs = std::filesystem;
using test::printed;
using testing::HasSubstr;

/// Two result folders of decks with titles, as far as pictures need them.
class PlotCommand : public testing::Test {
 protected:
  PlotCommand() : folder_("plot-command") {
    add_result("a", R"(A \"stiff\" bar)");
    add_result("b", "A soft bar");
  }
  void add_result(const std::string& name, const std::string& title) {
    fs::create_directory(path(name));
    std::ofstream(path(name + "/resolved.toml")) << R"(title = ")" << title << R"("
)";
    std::ofstream(path(name + "/history.csv")) << "time,gap,force\n0,1,0\n1,0.5,2\n2,0.25,3\n";
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string script(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void SetUp() override {
    if (!test::exists("gnuplot")) GTEST_SKIP() << "no gnuplot here";
  }

  io::TemporaryFolder folder_;
};

TEST_F(PlotCommand, DrawsBesideTheResultAndSaysWhere) {
  EXPECT_EQ(printed({"plot", path("a"), "-y", "gap,force"}), path("a/gap.png") + "\n");
  EXPECT_GT(fs::file_size(path("a/gap.png")), 1000U);
}

TEST_F(PlotCommand, TakesHistoryFilesReferencesAndTheNameOfThePicture) {
  std::ofstream(path("exact.csv")) << "time,force\n0,0\n2,4\n";
  EXPECT_EQ(printed({"plot", path("a/history.csv"), path("b"), "-y", "force", "--reference",
                     path("exact.csv"), "-o", path("both.svg"), "--size", "400", "300", "--x-range", "0",
                     "1.5", "--y-range", "-1", "5"}),
            path("both.svg") + "\n");
  EXPECT_THAT(script("both.svg"), HasSubstr(R"(width="400" height="300")"));
}

TEST_F(PlotCommand, TakesTheTitleOfTheDeckWhenAllResultsShareIt) {
  printed({"plot", path("a"), "-y", "gap", "-o", path("one.svg")});
  EXPECT_THAT(script("one.svg"), HasSubstr("stiff"));
  printed({"plot", path("a"), path("b"), "-y", "gap", "-o", path("two.svg")});
  EXPECT_THAT(script("two.svg"), testing::Not(HasSubstr("soft bar")));
  printed({"plot", path("a"), path("b"), "-y", "gap", "-o", path("own.svg"), "--title", "Two bars"});
  EXPECT_THAT(script("own.svg"), HasSubstr("Two bars"));
}

TEST_F(PlotCommand, RefusesAColumnThatIsNotThere) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(printed({"plot", path("a"), "-y", "forse"}, 2), "");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("force"));
  EXPECT_FALSE(fs::exists(path("a/forse.png")));
}

}  // namespace
}  // namespace jounce::cli
