#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "shell.h"

// Words of a command line that are wrong.

namespace jounce::cli::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string refusal(const std::vector<std::string>& words) {
  testing::internal::CaptureStderr();
  printed(words, 2);
  return testing::internal::GetCapturedStderr();
}

/// Long options of a command, from its help.
std::set<std::string> options_of(const std::string& command) {
  const std::string help = printed({command, "--help"});
  std::set<std::string> names;
  const std::regex option("--[a-z][a-z-]+");
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at)
    names.insert(at->str());
  return names;
}

/// Every option of every command, with a letter left out, twice, or changed with its neighbour.
TEST(Arguments, TheOptionThatIsMeantIsNamed) {
  int tried = 0;
  for (const std::string& command : sub_commands()) {
    const std::set<std::string> options = options_of(command);
    for (const std::string& option : options)
      for (std::size_t i = 3; i + 1 < option.size(); i += 2) {
        std::string swapped = option, shorter = option, longer = option;
        std::swap(swapped[i], swapped[i + 1]);
        shorter.erase(i, 1);
        longer.insert(i, 1, option[i]);
        for (const std::string& wrong : {swapped, shorter, longer}) {
          if (options.contains(wrong)) continue;
          const std::string message = refusal({command, "x.toml", wrong, "value"});
          EXPECT_THAT(message, HasSubstr("jounce " + command + ": there is no option '" + wrong + "'"));
          EXPECT_THAT(message, HasSubstr("(did you mean '--")) << command << " " << wrong;
          EXPECT_THAT(message, Not(HasSubstr("not expected")));
          ++tried;
        }
      }
  }
  EXPECT_GT(tried, 400);
}

TEST(Arguments, OneDashTooFew) {
  EXPECT_THAT(refusal({"run", "x.toml", "-output", "r"}), HasSubstr("'-output' (did you mean '--output'?)"));
  EXPECT_THAT(refusal({"run", "x.toml", "--otuput=r"}), HasSubstr("'--otuput' (did you mean '--output'?)"));
  EXPECT_THAT(refusal({"run", "x.toml", "-z"}), HasSubstr("there is no option '-z'"));
}

TEST(Arguments, OptionsBehindTwoDashesAreNames) {
  EXPECT_THAT(refusal({"run", "--", "--otuput", "b"}), Not(HasSubstr("no option")));
}

TEST(Arguments, ADeckWithoutACommand) {
  EXPECT_THAT(refusal({JOUNCE_SOURCE_DIR "/inputs/pendulum.toml"}),
              HasSubstr("jounce run " JOUNCE_SOURCE_DIR "/inputs/pendulum.toml"));
}

}  // namespace
}  // namespace jounce::cli::test
