#include "verify/manual.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "../io/temporary_folder.h"
#include "params/input_error.h"
#include "verify/case_reader.h"
#include "verify/report.h"
#include "verify/verify.h"

namespace jounce::verify {
namespace {

using io::test::TemporaryFolder;
using testing::HasSubstr;

const char* const kCase = R"(title = "Ball | box"
[case]
group = "ggl"
claim = "it bounces *once*"
[[run]]
name = "ggl"
deck = "inputs/ball.toml"
[[value]]
name = "start"
type = "first"
of = "energy_total"
[[check]]
quantity = "largest |force|"
type = "max"
run = "ggl"
of = "contact_force"
reference = 300
kind = "analytic"
source = "E A v_0"
tolerance = 0.01
relative = true
why = "as printed"
[[check]]
quantity = "energy at the end"
type = "last"
run = "ggl"
of = "energy_total"
reference_value = "start"
relation = "at most"
kind = "invariant"
source = "property 3"
tolerance = 1e-9
why = "rounding"
long = true
)";

Figure figure(const std::string& quantity, double computed, double reference, bool pass) {
  Figure result;
  result.case_name = "ball";
  result.group = "ggl";
  result.quantity = quantity;
  result.kind = "analytic";
  result.computed = computed;
  result.reference = reference;
  result.tolerance = 3;
  result.pass = pass;
  return result;
}

/// A data folder with one case, its deck and a picture.
class Manual : public testing::Test {
 protected:
  Manual() {
    for (const char* folder : {"verification/ball", "inputs", "docs/pictures"})
      std::filesystem::create_directories(folder_ / folder);
    io::test::write(folder_ / "verification/ball/case.toml", kCase);
    io::test::write(folder_ / "inputs/ball.toml", "");
    io::test::write(folder_ / "docs/pictures/ball.png", "");
  }

  std::string manual(const std::string& results = {}) {
    VerifyOptions options;
    options.data = folder_.path();
    options.manual = true;
    if (!results.empty()) {
      options.results = folder_ / "figures.json";
      io::test::write(options.results, results);
    }
    std::ostringstream out;
    EXPECT_EQ(verify(options, out, [](const RunOptions&) -> RunReport { throw std::logic_error("no run"); }),
              0);
    return out.str();
  }

  TemporaryFolder folder_;
};

TEST_F(Manual, StatesClaimDecksFiguresAndSources) {
  const std::string text = manual();
  EXPECT_THAT(text, HasSubstr("2 figures of 1 cases"));
  EXPECT_THAT(text, HasSubstr("Without computed values"));
  EXPECT_THAT(text, HasSubstr("| analytic | 1 |"));
  EXPECT_THAT(text, HasSubstr("## ggl\n\n### Ball \\| box\n\nit bounces \\*once\\*\n"));
  EXPECT_THAT(text, HasSubstr("Case [ball](ball/case.toml), decks [ball.toml](../inputs/ball.toml)."));
  EXPECT_THAT(text, HasSubstr("![Ball \\| box](../docs/pictures/ball.png)"));
  EXPECT_THAT(text, HasSubstr("| largest \\|force\\| | 300 | 1 % (as printed) | analytic: E A v\\_0 |\n"));
  EXPECT_THAT(text, HasSubstr("| energy at the end (long) | at most value start | 1e-09 (rounding) |"));
}

TEST_F(Manual, ShowsAPictureBesideTheCase) {
  std::filesystem::remove(folder_ / "docs/pictures/ball.png");
  EXPECT_THAT(manual(), testing::Not(HasSubstr("![")));
  io::test::write(folder_ / "verification/ball/orders.png", "");
  EXPECT_THAT(manual(), HasSubstr("](ball/orders.png)"));
}

TEST_F(Manual, HasComputedValuesOfAnEarlierRun) {
  Figure broken = figure("energy at the end", not_given, not_given, false);
  broken.message = R"(the run failed:
"step 3")";
  const std::string text =
      manual(json_object(figure("largest |force|", 301.25, 300, true)) + "\n" + json_object(broken) + "\n");
  EXPECT_THAT(text, HasSubstr("2 have a computed value here, 1 of them fail"));
  EXPECT_THAT(text, HasSubstr("| largest \\|force\\| | 300 | 301.25 | 1 % (as printed) |"));
  EXPECT_THAT(text, HasSubstr(R"(**FAIL**: the run failed: "step 3")"));
  EXPECT_THAT(manual(json_object(figure("energy at the end", 7.5, 7.25, false)) + "\n"),
              HasSubstr("| at most 7.25 | 7.5 **FAIL** |"));
}

TEST_F(Manual, ReadsEveryFigureThatIsWritten) {
  Figure written = figure("a \"quoted\" \\ name", -1.25e-17, 0.1, true);
  written.tolerance = 2.5e-3;
  io::test::write(folder_ / "figures.json", json_object(written) + "\n");
  const RecordedFigures figures = read_figures(folder_ / "figures.json");
  ASSERT_EQ(figures.size(), 1u);
  const RecordedFigure& read = figures.at({"ball", "a \"quoted\" \\ name"});
  EXPECT_EQ(read.computed, -1.25e-17);
  EXPECT_EQ(read.reference, 0.1);
  EXPECT_EQ(read.tolerance, 2.5e-3);
  EXPECT_TRUE(read.pass);
}

TEST_F(Manual, RefusesWhatIsNoResult) {
  const auto message = [&](const std::string& text) {
    io::test::write(folder_ / "figures.json", text);
    try {
      read_figures(folder_ / "figures.json");
    } catch (const params::InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const std::string good = json_object(figure("a", 1, 1, true)) + "\n";
  EXPECT_EQ(message(good), "none");
  EXPECT_THAT(
      message(good + "case quantity\n"),
      HasSubstr("figures.json:2:1: this is not a line of `jounce verify --json`: expected '{' in column 1"));
  EXPECT_THAT(message(R"({"case": "x"}
)"),
              HasSubstr("'computed' is missing"));
  EXPECT_THAT(message(R"({"case": "x", "quantity": "y", "computed": many})"),
              HasSubstr("'computed' is no number"));
  EXPECT_THAT(message(R"({"case": "x)"), HasSubstr(R"(expected '"')"));
  EXPECT_THROW(read_figures(folder_ / "nowhere.json"), params::InputError);
}

}  // namespace
}  // namespace jounce::verify
