// The interface of CalculiX' program, as front ends start it.

#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "../io/temporary_folder.h"
#include "cli/ccx_command.h"
#include "shell.h"

namespace jounce::cli::test {
namespace {

using io::test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kDeck =
    "*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 0., 1., 0.\n4, 0., 0., 1.\n*ELEMENT, TYPE=C3D4, ELSET=E\n"
    "1, 1, 2, 3, 4\n*MATERIAL, NAME=M\n*ELASTIC\n100., 0.\n*SOLID SECTION, ELSET=E, MATERIAL=M\n*BOUNDARY\n"
    "1, 1, 3\n3, 1, 3\n4, 1, 3\n*STEP\n*STATIC\n*CLOAD\n2, 1, 1.\n*NODE FILE\nU\n*END STEP\n";

std::string program() { return std::filesystem::path(JOUNCE_BINARY).parent_path() / "jounce-ccx"; }

std::vector<std::string> words_of(std::vector<const char*> words) {
  return ccx_words(static_cast<int>(words.size()), words.data());
}

TEST(Ccx, ProgramsThatStartItAreUnderstood) {
  EXPECT_THAT(words_of({"/opt/jounce-ccx", "-i ", "Mesh"}),
              ElementsAre("/opt/jounce-ccx", "ccx", "-i", "Mesh"));
  EXPECT_THAT(words_of({"ccx", "-v"}), ElementsAre("ccx", "ccx", "-v"));
  EXPECT_THAT(words_of({"jounce", "ccx", "-i", " a "}), ElementsAre("jounce", "ccx", "-i", "a"));
  EXPECT_THAT(words_of({"jounce", "run", " a "}), ElementsAre("jounce", "run", " a "));
}

TEST(Ccx, SaysWhoItIs) {
  // FreeCAD looks for the word when it starts the program alone, and for the first number behind -v.
  EXPECT_THAT(output_of(program()), HasSubstr("CalculiX"));
  const std::string version = output_of(program() + " -v");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(version, found, std::regex("(\\d+).(\\d+)")));
  EXPECT_EQ(found[0], "2.20");
}

TEST(Ccx, LeavesResultsBesideTheJobAndNothingOnTheErrorStream) {
  const TemporaryFolder folder;
  io::test::write(folder / "Mesh.inp", kDeck);
  const std::string in = "cd " + folder.path().string() + " && ";
  EXPECT_EQ(output_of(in + program() + " '-i ' Mesh 2>&1 >/dev/null; echo status $?"), "status 0\n");
  for (const char* name : {"Mesh.frd", "Mesh.dat", "Mesh.sta", "Mesh.cvg"})
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  EXPECT_THAT(output_of(in + program() + " Mesh"), HasSubstr(" Job finished\n"));
  EXPECT_THAT(output_of(in + program() + " -i Mesh.inp"), HasSubstr(" Job finished\n"));
  EXPECT_THAT(output_of(in + JOUNCE_BINARY + " ccx -i Mesh"), HasSubstr(" Job finished\n"));
}

TEST(Ccx, ErrorsAreOnTheStandardOutputAndInTheStatus) {
  const TemporaryFolder folder;
  const std::string in = "cd " + folder.path().string() + " && ";
  const std::string missing = output_of(in + program() + " -i nothing 2>/dev/null; echo status $?");
  EXPECT_THAT(missing, HasSubstr(" *ERROR: "));
  EXPECT_THAT(missing, HasSubstr("nothing.inp"));
  EXPECT_THAT(missing, HasSubstr("status 2\n"));
  std::string loose = kDeck;
  loose.replace(loose.find("3, 1, 3\n4, 1, 3\n"), 16, "");  // rotations are free
  loose.replace(loose.find("2, 1, 1.\n"), 9, "2, 2, 1.\n");
  io::test::write(folder / "loose.inp", loose);
  const std::string singular = output_of(in + program() + " -i loose 2>/dev/null; echo status $?");
  EXPECT_THAT(singular, HasSubstr(" *ERROR: "));
  EXPECT_THAT(singular, HasSubstr("of all loads push there"));
  EXPECT_THAT(singular, HasSubstr("status 1\n"));
}

TEST(Ccx, PartsThatNothingHoldsNorPushesAreHeldAndNamed) {
  const TemporaryFolder folder;
  std::string loose = kDeck;
  loose.replace(loose.find("3, 1, 3\n4, 1, 3\n"), 16, "");
  io::test::write(folder / "loose.inp", loose);
  const std::string said =
      output_of("cd " + folder.path().string() + " && " + program() + " -i loose; echo status $?");
  EXPECT_THAT(said, HasSubstr(" note: t = 1 s: 3 rigid motions are free: rotation about x"));
  EXPECT_THAT(said, HasSubstr("status 0\n"));
}

}  // namespace
}  // namespace jounce::cli::test
