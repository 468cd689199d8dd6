#include "cli/completion.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "../io/temporary_folder.h"
#include "shell.h"

// The scripts are driven in the shells they are for.

namespace jounce::cli::test {
namespace {

using io::test::TemporaryFolder;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) list.push_back(line);
  return list;
}

/// A folder with the scripts, some decks, a folder and another file.
class Completion : public testing::Test {
 protected:
  Completion() {
    for (const std::string& shell : shells()) write("script." + shell, printed({"completion", shell}));
    std::filesystem::create_directory(folder_.path() / "old");
    for (const char* name : {"bar.toml", "beam plate.inp", "notes.txt"}) write(name, "");
    write("jounce", "#!/bin/sh\necho 'elastic_bar  ggl  3 figures'\necho 'incline  friction  2 figures'\n");
    std::filesystem::permissions(folder_.path() / "jounce", std::filesystem::perms::owner_all);
  }

  void write(const std::string& name, const std::string& text) {
    io::test::write((folder_.path() / name).string(), text);
  }

  std::string here() const { return "cd '" + folder_.path().string() + "' && "; }

  /// What bash offers behind these words of a command line; the last one is being typed. As in bash, = is a
  /// word.
  std::vector<std::string> bash(const std::vector<std::string>& words) {
    std::string line = "COMP_WORDS=(./jounce";
    for (const std::string& word : words) line += " " + shell_quoted(word);
    write("drive", fmt::format(R"(set -u
source script.bash
{})
COMP_CWORD={}
_jounce
[ ${{#COMPREPLY[@]}} -eq 0 ] || printf '%s\n' "${{COMPREPLY[@]}}"
)",
                               line, words.size()));
    return lines(output_of(here() + "bash --norc drive"));
  }

  std::vector<std::string> fish(const std::string& line) {
    std::vector<std::string> words = lines(output_of(
        here() +
        fmt::format(R"(PATH=.:$PATH HOME=$PWD fish -c "source script.fish; complete -C '{}'")", line)));
    for (std::string& word : words) word = word.substr(0, word.find('\t'));
    return words;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Completion, OfBashOffersSubCommandsAndOptions) {
  for (const std::string& name : sub_commands()) EXPECT_THAT(bash({""}), Contains(name));
  EXPECT_THAT(bash({"ver"}), ElementsAre("verify"));
  EXPECT_THAT(bash({"--v"}), ElementsAre("--version"));
  EXPECT_THAT(bash({"run", "--re"}), ElementsAre("--restart"));
  EXPECT_THAT(bash({"check", "--re"}), IsEmpty());
  EXPECT_THAT(bash({"run", "bar.toml", ""}), Contains("--quiet"));  // nothing else can follow
}

TEST_F(Completion, OfBashOffersChoices) {
  EXPECT_THAT(bash({"schema", "--format", ""}), ElementsAre("json", "markdown"));
  EXPECT_THAT(bash({"schema", "--format", "="}), ElementsAre("json", "markdown"));
  EXPECT_THAT(bash({"schema", "--format", "=", "m"}), ElementsAre("markdown"));
  EXPECT_THAT(bash({"completion", ""}), UnorderedElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(bash({"solve-contact", "--solver", "adm"}), ElementsAre("admm"));
}

TEST_F(Completion, OfBashOffersDecksFoldersFilesAndCases) {
  EXPECT_THAT(bash({"run", ""}), UnorderedElementsAre("bar.toml", "beam plate.inp", "old"));
  EXPECT_THAT(bash({"run", "-q", "--set", "integrator.step", "=", "1", "ba"}), ElementsAre("bar.toml"));
  EXPECT_THAT(bash({"run", "bar.toml", "-o", ""}), ElementsAre("old"));
  EXPECT_THAT(bash({"run", "--set", ""}), IsEmpty());
  EXPECT_THAT(bash({"plot", "old", "n"}), ElementsAre("notes.txt"));
  EXPECT_THAT(bash({"plot", "old", "--size", "300", ""}), IsEmpty());
  EXPECT_THAT(bash({"plot", "old", "--size", "300", "200", "n"}), ElementsAre("notes.txt"));
  EXPECT_THAT(bash({"verify", "incline", "el"}), ElementsAre("elastic_bar"));
}

TEST_F(Completion, OfBashIsRegistered) {
  EXPECT_EQ(output_of(here() + "bash --norc -c 'source script.bash; complete -p jounce'"),
            "complete -F _jounce jounce\n");
}

TEST_F(Completion, OfFishOffersTheSame) {
  if (!exists("fish")) GTEST_SKIP() << "no fish here";
  for (const std::string& name : sub_commands()) EXPECT_THAT(fish("jounce "), Contains(name));
  EXPECT_THAT(fish("jounce run --re"), ElementsAre("--restart"));
  EXPECT_THAT(fish("jounce schema --format "), UnorderedElementsAre("json", "markdown"));
  EXPECT_THAT(fish("jounce run b"), AllOf(Contains("bar.toml"), Contains("beam plate.inp")));
  EXPECT_THAT(fish("jounce run "), Not(Contains("notes.txt")));
  EXPECT_THAT(fish("jounce run -o "), ElementsAre("old/"));
  EXPECT_THAT(fish("jounce verify el"), ElementsAre("elastic_bar"));
}

/// Types words and a tab into a zsh on a terminal of its own, and waits for what it makes of them.
TEST_F(Completion, OfZshCompletesWhatIsTyped) {
  if (!exists("zsh") || !exists("timeout")) GTEST_SKIP() << "no zsh here";
  write("_jounce", printed({"completion", "zsh"}));
  write("drive.zsh", R"sh(zmodload zsh/zpty
zpty z 'zsh -f -i'
zpty -w z 'PS1=; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; print rea""dy'
zpty -r z text '*ready*'
for line expected in 'jounce ver' 'verify' 'jounce schema --format m' 'markdown' 'jounce run ba' 'bar.toml' \
    'jounce run --rest' '--restart' 'jounce run x -o o' 'old'; do
  zpty -w -n z "$line"$'\t'
  zpty -r z text "*$expected*" && print "$line: $expected"
  zpty -w -n z $'\x15'
done
)sh");
  EXPECT_THAT(
      lines(output_of(here() + "timeout 30 zsh -f drive.zsh")),
      ElementsAre("jounce ver: verify", "jounce schema --format m: markdown", "jounce run ba: bar.toml",
                  "jounce run --rest: --restart", "jounce run x -o o: old"));
}

TEST_F(Completion, OfZshIsReadable) {
  if (!exists("zsh")) GTEST_SKIP() << "no zsh here";
  EXPECT_EQ(output_of(here() + "zsh -n script.zsh"), "");
  const std::string text = printed({"completion", "zsh"});
  for (const std::string& name : sub_commands())
    EXPECT_THAT(text, testing::HasSubstr("        " + name + ")\n"));
  EXPECT_THAT(text, testing::HasSubstr("'[json, or markdown for the deck reference]:TEXT:(json markdown)'"));
  EXPECT_THAT(text,
              testing::HasSubstr(
                  "{-o,--output}'[folder for results (default\\: DECK.results here)]:FOLDER:_files -/'"));
}

}  // namespace
}  // namespace jounce::cli::test
