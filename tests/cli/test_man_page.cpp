#include "cli/man_page.h"

#include <gmock/gmock.h>

#include "../io/temporary_folder.h"
#include "shell.h"

namespace jounce::cli::test {
namespace {

using io::test::TemporaryFolder;
using testing::HasSubstr;

Command small_program() {
  Argument size, deck;
  size.names = {"--size"};
  size.value = "INT";
  size.least = 2;
  size.range = "1 - 9";
  size.default_value = "3";
  size.about = ".5 is no size, C:\\x neither";
  deck.names = {"deck"};
  deck.is_positional = deck.is_required = true;
  deck.value = "DECK";
  deck.about = "what to run";
  return {"jounce", "a program", "Exit status: 0 good.", {}, {{"run", "run a deck", "", {size, deck}, {}}}};
}

TEST(ManPage, HasWhatIsDeclared) {
  const std::string page = man_page(small_program(), "1.2.3");
  EXPECT_THAT(page, HasSubstr("jounce 1.2.3"));
  EXPECT_THAT(page, HasSubstr("\\fBjounce run\\fR \\fIdeck\\fR [\\fIoptions\\fR]"));
  EXPECT_THAT(page, HasSubstr("Run a deck."));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-size\\fR \\fIINT\\fR \\fIINT\\fR\n"
                              "\\&.5 is no size, C:\\ex neither (1 \\- 9; default 3)\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\nExit status: 0 good."));
}

TEST(ManPage, IsRefusedWhereATextIsMissing) {
  Command program = small_program();
  program.commands[0].arguments[0].about.clear();
  testing::internal::CaptureStderr();
  EXPECT_EQ(man_command(program), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "jounce man: no text for run --size\n");
}

TEST(ManPage, OfTheProgramHasEverySubCommand) {
  const std::string page = printed({"man"});
  const std::vector<std::string> names = sub_commands();
  EXPECT_GE(names.size(), 11u);
  for (std::string name : names) {
    if (const std::size_t dash = name.find('-'); dash != std::string::npos) name.insert(dash, R"(\)");
    EXPECT_THAT(page, HasSubstr(".SS jounce " + name + "\n"));
  }
}

TEST(ManPage, IsGoodRoff) {
  if (!exists("groff")) GTEST_SKIP() << "no groff here";
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "jounce.1").string();
  io::test::write(file, printed({"man"}));
  EXPECT_EQ(output_of("groff -man -ww -Tutf8 -z " + file), "");
  io::test::write(file, ".TH X 1\n.nonsense\n");  // this groff does tell
  EXPECT_NE(output_of("groff -man -ww -Tutf8 -z " + file), "");
}

}  // namespace
}  // namespace jounce::cli::test
