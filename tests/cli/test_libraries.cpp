#include <gmock/gmock.h>

#include "../io/temporary_folder.h"
#include "shell.h"

// What the program loads: PETSc with its eighty libraries, OpenBLAS, and what Open MPI takes at its start,
// when they are needed.

namespace jounce::cli::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The libraries that the dynamic linker has loaded when a command ends, one a line.
std::string loaded_by(const std::string& command) {
  return output_of("LD_DEBUG=files " JOUNCE_BINARY " " + command + " 2>&1 | grep 'calling init: '");
}

std::string input(const std::string& name) { return std::string(JOUNCE_SOURCE_DIR "/inputs/") + name; }

#ifdef JOUNCE_ON_DEMAND  // else the program is linked with them
TEST(Libraries, SmallModelsNeedFew) {
  const io::test::TemporaryFolder folder;
  const std::string run = "run -q " + input("bouncing_ball.toml") + " -o " + (folder / "results").string();
  for (const std::string& command : {std::string("--version"), run}) {
    const std::string files = loaded_by(command);
    EXPECT_THAT(files, HasSubstr("libstdc++")) << command;
    for (const char* const library : {"libpetsc", "libcholmod", "blas", "mca_"})
      EXPECT_THAT(files, Not(HasSubstr(library))) << command;
  }
  const std::string check =
      loaded_by("check " + input("pendulum.toml"));  // CHOLMOD counts the entries of factors
  EXPECT_THAT(check, HasSubstr("libstdc++"));
  for (const char* const library : {"libpetsc", "mca_"}) EXPECT_THAT(check, Not(HasSubstr(library)));
}
#endif

TEST(Libraries, LargeModelsLoadThem) {
  const io::test::TemporaryFolder folder;
  const std::string out = " -o " + (folder / "results").string();
  const std::string files =
      loaded_by("run -q " + input("rubber_block.toml") +
                " --set parameters.n=3 --set analysis.end=0.1 --set analysis.solver=iterative" + out);
  EXPECT_THAT(files, HasSubstr("libpetsc"));
  EXPECT_THAT(files, HasSubstr("mca_"));
  EXPECT_TRUE(std::filesystem::exists(folder / "results" / "history.csv"));
}

}  // namespace
}  // namespace jounce::cli::test
