#include <gmock/gmock.h>

#include <filesystem>

#include "../io/temporary_folder.h"
#include "shell.h"

// What `cmake --install` puts in place works there: the program with its data, and the library in a program
// of one's own.

namespace jounce::cli::test {
namespace {

using io::test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

/// An installed tree, made once for all tests.
class Install : public testing::Test {
 protected:
  static void SetUpTestSuite() {
#if defined(__SANITIZE_ADDRESS__)
    return;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return;
#endif
#endif
    tree_ = new TemporaryFolder;
    const std::string build = std::filesystem::path(JOUNCE_BINARY).parent_path().string();
    log_ = output_of("cmake --install " + build + " --prefix " + prefix());
  }
  static void TearDownTestSuite() {
    delete tree_;
    tree_ = nullptr;
  }
  void SetUp() override {
    if (tree_ == nullptr) GTEST_SKIP() << "a sanitizer build is not for use";
  }

  static std::string prefix() { return (*tree_ / "usr").string(); }
  static std::string in_tree(const std::string& command) {
    return output_of("cd " + tree_->path().string() + " && " + command);
  }

  static TemporaryFolder* tree_;
  static std::string log_;
};

TemporaryFolder* Install::tree_ = nullptr;
std::string Install::log_;

TEST_F(Install, PutsEveryKindOfFileInPlace) {
  for (const char* file :
       {"bin/jounce", "bin/jounce-ccx", "share/man/man1/jounce-ccx.1.gz", "lib/jounce/jounce_gmsh",
        "share/jounce/inputs/elastic_bar.toml", "share/jounce/meshes/latch.geo",
        "share/jounce/verification/elastic_bar/case.toml", "share/doc/jounce/LICENSE",
        "share/doc/jounce/LICENSE-BINARIES.md", "share/doc/jounce/docs/user-guide.md",
        "share/doc/jounce/docs/pictures/elastic_bar.png", "share/man/man1/jounce.1.gz",
        "share/bash-completion/completions/jounce", "share/zsh/vendor-completions/_jounce",
        "share/fish/vendor_completions.d/jounce.fish", "lib/cmake/jounce/jounceConfig.cmake",
        "include/jounce/run/run.h"})
    EXPECT_TRUE(std::filesystem::exists(prefix() + "/" + file)) << file << "\n" << log_;
  EXPECT_FALSE(std::filesystem::exists(prefix() + "/share/doc/jounce/copyright"));  // of packages only
}

TEST_F(Install, ProgramFindsItsDataAndItsReaderOfMeshes) {
  EXPECT_THAT(in_tree("usr/bin/jounce verify --list"), HasSubstr("elastic_bar"));
  EXPECT_THAT(in_tree("usr/bin/jounce check usr/share/jounce/inputs/cook_membrane.toml"),
              HasSubstr("970 degrees of freedom"));
}

#ifdef JOUNCE_PYTHON
TEST_F(Install, PythonModuleRunsItsExamples) {
  const std::string python = "PYTHONPATH=usr/lib/python3/dist-packages " JOUNCE_PYTHON " ";
  EXPECT_THAT(in_tree(python + "-c 'import jounce; print(jounce.__file__)'"),
              HasSubstr("usr/lib/python3/dist-packages/jounce"));
  EXPECT_THAT(in_tree(python + "usr/share/jounce/inputs/python/bowl.py; echo status $?"),
              HasSubstr("status 0"));
  EXPECT_THAT(
      in_tree(
          python +
          R"(-c 'import jounce; jounce.Run(jounce.Deck("usr/share/jounce/inputs/cook_membrane.toml")); print("meshed")')"),
      HasSubstr("meshed"));
}
#endif

// What users are told to build is all that is installed.
TEST_F(Install, MissesNothing) { EXPECT_THAT(log_, Not(HasSubstr("CMake Error"))); }

TEST_F(Install, LibraryServesAProgramOfOnesOwn) {
  const std::string source = std::string(JOUNCE_SOURCE_DIR) + "/docs/example-project";
  const std::string made = in_tree("cmake -G Ninja -S " + source +
                                   " -B example -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=" + prefix() +
                                   " && cmake --build example");
  EXPECT_THAT(in_tree("example/steps usr/share/jounce/inputs/elastic_bar.toml"),
              testing::AllOf(HasSubstr("step 4e-3: 375 steps, energy 500 J at the start"),
                             HasSubstr("step 1e-3: 1500 steps")))
      << made;
  EXPECT_THAT(in_tree("example/steps nothing.toml; echo status $?"),
              testing::AllOf(HasSubstr("nothing.toml"), HasSubstr("status 2")));
}

}  // namespace
}  // namespace jounce::cli::test
