// The decks that input files of Abaqus and CalculiX stand for. KeywordRunTest::run runs each by itself.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "../keyword/cube.h"
#include "deck/build_model.h"
#include "keyword_run.h"
#include "registry.h"
#include "run/model_file.h"

namespace jounce {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using test::KeywordRunTest;

TEST(InputFiles, OfTheRepositoryAndTheirDecksRunAlike) {
  const std::filesystem::path source = JOUNCE_SOURCE_DIR;
  int count = 0, general = 0;
  for (const char* const part : {"inputs", "verification"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source / part)) {
      if (!is_keyword_file(entry.path()) || keyword::read_input(entry.path()).steps.empty()) continue;
      SCOPED_TRACE(entry.path());
      const io::test::TemporaryFolder folder;
      const RunReport report = test::run_file(entry.path(), folder / "out");
      EXPECT_EQ(report.exit_status, 0) << report.message;
      const auto& steps = keyword::read_input(entry.path()).steps;
      const bool is_general = std::any_of(steps.begin(), steps.end(), [](const keyword::Step& step) {
        return !step.perturbation && (step.procedure->name == "STATIC" || step.procedure->name == "DYNAMIC");
      });
      EXPECT_EQ(test::expect_its_deck_runs_alike(entry.path(), folder / "out"), is_general);
      general += is_general ? 1 : 0;
      ++count;
    }
  EXPECT_GT(count, 5);
  EXPECT_GT(general, 0);
}

// The text of a file is not needed again once it is read.
TEST_F(KeywordRunTest, TheMeshComesFromTheFileThatIsRead) {
  const std::filesystem::path file = folder_ / "a.inp";
  io::test::write(file, test::cube("*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*END STEP\n"));
  const auto input = std::make_shared<const keyword::Input>(keyword::read_input(file));
  std::filesystem::remove(file);
  const auto translation = keyword::translate(*input, keyword::general_steps(*input));
  const deck::Deck deck = deck_of(input, translation.deck(), {});
  EXPECT_EQ(deck::build_model(deck)->meshes[0].points.size(), 8u);
  const deck::Deck printed = deck::read_deck_text(deck.given_toml(), file.string(), deck_schema());
  EXPECT_THAT(io::test::message_of<params::InputError>([&] { deck::build_model(printed); }),
              HasSubstr("cannot be read"));
}

TEST_F(KeywordRunTest, NamesMayHaveQuotesBackslashesBlanksAndOtherLetters) {
  std::string text = test::cube(
      "*AMPLITUDE, NAME=\"A\\ ä\"\n0., 0., 1., 1.\n*STEP\n*STATIC\n*CLOAD, AMPLITUDE=\"A\\ ä\"\nTOP, 3, 1.\n"
      "*DSLOAD\nUPPER, P, 1.\n*DLOAD\nALL, GRAV, 0., 0., 0., 1.\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n");
  const auto rename = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  rename("NALL", "NODES");
  rename("STEEL", R"("ST\AHL" 'Ä' =)");
  rename("TOP", R"(T\"O" \P ö)");
  rename("UPPER", R"(\\UP"PER)");
  rename("ALL", R"("A \L" ñ)");
  const RunReport report =
      run("*HEADING\n\"C:\\n\" Gr\xF6\xDF"
          "e\n" +
          text);  // Latin-1
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_EQ(line("displacements", "5").size(), 3u);
  EXPECT_THAT(printed_, HasSubstr(R"(for set T\"O" \P ö )"));
  const std::string deck = io::test::read(folder_ / "out" / "a.toml");
  EXPECT_THAT(deck, HasSubstr(R"(title = "\"C:\\N\" GRößE")"));
  EXPECT_THAT(deck, HasSubstr(R"(material = "\"ST\\AHL\" 'Ä' =")"));
  EXPECT_THAT(deck, HasSubstr(R"(mesh = "m.\"A \\L\" ñ_C3D8")"));
}

// So it goes on from a checkpoint of the file's run; the file with another load does not count as the same.
TEST_F(KeywordRunTest, TheDeckOfAFileGoesOnFromItsCheckpoint) {
  io::test::write(folder_ / "a.inp",
                  test::cube("*STEP\n*DYNAMIC, DIRECT\n.01, .1\n*CLOAD\nTOP, 3, 1.\n*END STEP\n"));
  RunOptions options;
  options.deck = folder_ / "a.inp";
  options.output = folder_ / "out";
  options.quiet = true;
  options.overrides = {"output.checkpoint_every=6"};
  ASSERT_EQ(run_deck(options).exit_status, 0);
  std::string text = io::test::read(folder_ / "out" / "a.toml");
  EXPECT_THAT(text, HasSubstr("checkpoint_every = 6\n"));
  options.deck = folder_ / "out" / "b.toml";
  options.overrides.clear();
  options.output = folder_ / "b";
  options.restart = folder_ / "out" / "checkpoint.h5";
  io::test::write(options.deck, text);
  RunReport report = run_deck(options);
  EXPECT_EQ(report.exit_status, 0) << report.message;
  const std::size_t force = text.find("force = [0, 0, 1]");
  ASSERT_NE(force, std::string::npos) << text;
  io::test::write(options.deck, text.replace(force, 17, "force = [0, 0, 3]"));
  report = run_deck(options);
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("load.force_1.force: [0, 0, 1] -> [0, 0, 3]"));
}

// What the deck or the model refuses is told at the card that it comes from.
TEST_F(KeywordRunTest, MistakesThatTheDeckShowsHaveTheLinesOfTheirCards) {
  const std::string steps = "*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*END STEP\n";
  const auto line_of = [](const std::string& text, const std::string& card) {
    return fmt::format("a.inp:{}: ", 1 + std::count(text.begin(), text.begin() + text.find(card), '\n'));
  };
  const std::string wrong =
      test::cube("*STEP\n*STATIC\n*CONTROLS\n*END STEP\n", "*ELASTIC\n200., .6\n*DENSITY\n-2.\n");
  EXPECT_THAT(run(wrong).message, AllOf(HasSubstr(line_of(wrong, "*ELASTIC") + "'nu' must be"),
                                        HasSubstr(line_of(wrong, "*DENSITY") + "'rho' must be")));
  const std::string small = test::cube(steps, "*HYPERELASTIC, NEO HOOKE\n100., 0.\n");
  EXPECT_THAT(run(small).message, HasSubstr(line_of(small, "*SOLID SECTION") + "material 'STEEL'"));
  const std::string side = test::cube(
      "*ELEMENT, TYPE=C3D4, ELSET=MORE\n2, 1, 2, 3, 5\n*SOLID SECTION, ELSET=MORE, MATERIAL=STEEL\n" +
      steps.substr(0, 14) + "*DLOAD\n1, P1, 1.\n2, P5, 1.\n*END STEP\n");
  EXPECT_THAT(run(side).message, HasSubstr(line_of(side, "2, P5") + "element 2 of type C3D4 has no side 5"));
  std::string whole = test::cube(steps);
  const std::size_t at = whole.find("*MATERIAL"), end = whole.find("*DENSITY");
  io::test::write(folder_ / "m.inc", "** in a file of its own\n*MATERIAL, NAME=STEEL\n");
  EXPECT_THAT(run(whole.replace(at, end - at, "*INCLUDE, INPUT=m.inc\n")).message,
              HasSubstr("m.inc:2: material 'STEEL' needs *ELASTIC, *HYPERELASTIC"));
}

}  // namespace
}  // namespace jounce
