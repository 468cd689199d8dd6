#include "io/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "io/gnuplot.h"
#include "io/history_writer.h"
#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

double number_after(const std::string& text, const std::string& words) {
  const auto place = text.find(words);
  return place == std::string::npos ? NAN : std::stod(text.substr(place + words.size()));
}

/// A folder with two runs and a reference file.
class PlotTest : public testing::Test {
 protected:
  PlotTest() {
    for (const char* run : {"run_a", "run_b"}) {
      std::filesystem::create_directory(folder_ / run);
      HistoryWriter writer(folder_ / run / "history.csv",
                           {{"time", "s", ""}, {"gap", "m", ""}, {"force", "N", ""}, {"impulse", "N s", ""}});
      for (int i = 0; i < 100; ++i) writer.row(std::vector{0.1 * i, 5.0 - 0.1 * i, 3.0 * i, 1.0});
    }
    test::write(folder_ / "exact.csv", "time,force\n0,0\n9.9,297\n");
  }
  PlotRequest request(std::vector<std::string> names) const {
    PlotRequest request;
    request.files = {PlotFile{folder_ / "run_a", {}, {}, {}, false}};
    request.columns = std::move(names);
    return request;
  }
  std::string script(const PlotRequest& request) const {
    return plot_script(request, folder_ / "p.png", folder_ / "p.png");
  }

  TemporaryFolder folder_;
};

TEST_F(PlotTest, DrawsAPng) {
  plot(request({"gap"}), folder_ / "p.png");
  const std::string png = read(folder_ / "p.png");
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_THAT(png, HasSubstr(std::string("Software\0jounce ", 16)));
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x04\xb0\0\0\x02\xbc", 8));  // 1200 x 700
  EXPECT_GT(png.size(), 5000u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p.png.tmp"));
}

TEST_F(PlotTest, DrawsAnSvgWhereTheNameSaysSo) {
  plot(request({"gap"}), folder_ / "p.svg");
  const std::string svg = read(folder_ / "p.svg");
  EXPECT_THAT(svg, HasSubstr("<svg"));
  EXPECT_THAT(svg, HasSubstr(R"(viewBox="0 0 1200 700")"));
  EXPECT_THAT(svg, HasSubstr("gap [m]"));
  EXPECT_THAT(script(request({"gap"})), HasSubstr("set terminal pngcairo"));
}

TEST_F(PlotTest, NarrowPicturesHaveTicsWithRoomForTheirNumbers) {
  PlotRequest narrow = request({"gap"});
  EXPECT_THAT(script(narrow), Not(HasSubstr("set xtics")));
  narrow.width = 360;
  EXPECT_EQ(number_after(script(narrow), "set xtics "), 2);  // 0, 2, ..., 8
  narrow.x_range = {0, 0.0099};
  EXPECT_EQ(number_after(script(narrow), "set xtics "), 0.005);
  PlotRequest wide = request({"gap"});
  wide.width = 580;
  wide.x_range = {0, 1.6e-5};  // 1.2e-05 and 1.4e-05 would run into each other
  EXPECT_DOUBLE_EQ(number_after(script(wide), "set xtics "), 5e-6);
  wide.x_range = {0, 4.5e-3};  // gnuplot's own are at 0.0005, 0.001, ...
  EXPECT_DOUBLE_EQ(number_after(script(wide), "set xtics "), 1e-3);
}

TEST_F(PlotTest, PartsOfADecadeHaveTics) {
  PlotRequest part = request({"gap"});
  part.log_x = true;
  part.x_range = {0.3, 4};
  EXPECT_THAT(script(part), HasSubstr("set xtics (1e-1,2e-1,5e-1,1e0,2e0,5e0)"));
  part.x_range = {1e-3, 4};
  EXPECT_THAT(script(part), Not(HasSubstr("set xtics")));
}

TEST_F(PlotTest, OddNamesNeedNoCare) {
  const std::string name = R"(it's "50 %" $HOME `id` \n_x^2.png)";
  PlotRequest odd = request({"gap"});
  odd.title = R"(it's "50 %" $HOME `id` \n_x^2
next)";
  odd.files[0].label = odd.title;
  odd.files.push_back(odd.files[0]);
  plot(odd, folder_ / name);
  EXPECT_GT(std::filesystem::file_size(folder_ / name), 5000u);
}

TEST_F(PlotTest, OneColumnHasItsUnitOnTheAxisAndNoLegend) {
  const std::string text = script(request({"gap"}));
  EXPECT_THAT(text, HasSubstr("set ylabel 'gap [m]'"));
  EXPECT_THAT(text, HasSubstr("set xlabel 'time [s]'"));
  EXPECT_THAT(text, HasSubstr("unset key"));
}

TEST_F(PlotTest, ColumnsOfDifferentUnitsAreDrawnInPanels) {
  const std::string text = script(request({"gap", "force"}));
  EXPECT_THAT(text, HasSubstr("set ylabel 'gap [m]'"));
  EXPECT_THAT(text, HasSubstr("set ylabel 'force [N]'"));
  EXPECT_THAT(text, HasSubstr("set xlabel ''"));
  EXPECT_THAT(text, HasSubstr("set xlabel 'time [s]'"));
  plot(request({"gap", "force", "time", "impulse"}), folder_ / "p.png");
  PlotRequest one = request({"gap", "force"});
  one.y_label = "both";
  const std::string single = script(one);
  EXPECT_THAT(single, HasSubstr("title 'gap [m]'"));
  EXPECT_THAT(single, HasSubstr("title 'force [N]'"));
  EXPECT_THAT(single, HasSubstr("set ylabel 'both'"));
}

TEST_F(PlotTest, ExpressionsOfColumns) {
  const std::string text = script(request({"gap + gap", "2*force"}));
  EXPECT_THAT(text, HasSubstr("\n0 10\n"));
  EXPECT_THAT(text, HasSubstr("\n0.1 6\n"));
  EXPECT_THAT(text, HasSubstr("set ylabel 'gap + gap [m]'"));
  EXPECT_THAT(text, HasSubstr("set ylabel '2*force'"));
  EXPECT_THAT(message_of<OutputError>([&] { script(request({"gap - forse"})); }),
              HasSubstr("expression 'gap - forse': 'forse' is not known"));
  EXPECT_THAT(message_of<OutputError>([&] { script(request({"gap - "})); }),
              HasSubstr("expression 'gap - '"));
}

TEST_F(PlotTest, TicsAreRoundAndAtLeastTwo) {
  EXPECT_THAT(script(request({"gap"})), HasSubstr("set ytics 2\n"));  // -4.9 to 5: at most eight intervals
  PlotRequest flat = request({"gap"});
  flat.height = 200;
  EXPECT_THAT(script(flat), HasSubstr("set ytics 5\n"));  // -5.3 to 5.4: -5, 0, 5
  flat.y_range = {5.4, 5.2};
  EXPECT_THAT(script(flat), HasSubstr("set yrange [5.4:5.2]\nset ytics 0.05\n"));
  plot(flat, folder_ / "p.png");
  EXPECT_THAT(script(request({"impulse"})), HasSubstr("set yrange [0.999999:1.000001]"));  // constant
  plot(request({"impulse"}), folder_ / "p.png");
}

TEST_F(PlotTest, LongLabelsGoIntoTheLegend) {
  PlotRequest low = request({"gap", "force", "impulse"});
  low.height = 300;
  EXPECT_THAT(script(low), HasSubstr("set ylabel '[N s]'"));
  low.height = 1000;
  EXPECT_THAT(script(low), HasSubstr("set ylabel 'impulse [N s]'"));
}

TEST_F(PlotTest, PathsAreDrawnToOneScale) {
  PlotRequest path = request({"gap"});
  path.x = "gap - 1";
  path.width = 1000;
  path.height = 600;
  // The gap goes from 5 to -4.9: 10.692 with 4 % on both sides, on 600 - 16 - 70 pixels.
  const std::string text = script(path);
  EXPECT_THAT(text, HasSubstr("set yrange [-5.296:5.396]"));
  EXPECT_THAT(text, HasSubstr("set xrange [-6.296:4.396]"));
  EXPECT_NEAR(number_after(text, "set rmargin at screen ") - number_after(text, "set lmargin at screen "),
              0.514, 2e-5);
  path.x_range = {0.0, 1.0};
  EXPECT_THAT(script(path), HasSubstr("set xrange [0:1]"));
  EXPECT_THAT(script(request({"gap"})), HasSubstr("set xrange [*:*] noextend"));
}

TEST_F(PlotTest, SeveralFilesAndAReference) {
  PlotRequest several = request({"force"});
  several.files.push_back({folder_ / "run_b/history.csv", {}, {}, {}, false});
  several.files.push_back({folder_ / "exact.csv", {}, {}, {}, true});
  const std::string text = script(several);
  EXPECT_THAT(text, HasSubstr("title 'run_a'"));
  EXPECT_THAT(text, HasSubstr("title 'run_b'"));
  EXPECT_THAT(text, HasSubstr("title 'reference'"));
  EXPECT_THAT(text, HasSubstr("set ylabel 'force [N]'"));
  plot(several, folder_ / "p.png");
}

TEST_F(PlotTest, RangesAndLogarithms) {
  PlotRequest ranged = request({"gap"});
  ranged.x_range = {2.0, 3.0};
  ranged.y_range = {0.5, 5.5};
  ranged.log_y = true;
  std::string text = script(ranged);
  EXPECT_THAT(text, HasSubstr("set xrange [2:3]"));
  EXPECT_THAT(text, HasSubstr("set yrange [0.5:5.5]"));
  EXPECT_THAT(text, HasSubstr("set logscale y"));
  EXPECT_THAT(text, HasSubstr("\n2.5 2.5\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n4 1\n")));
  plot(ranged, folder_ / "p.png");
  ranged.x_range = {6.0, 7.0};  // the gap is negative there
  EXPECT_THAT(message_of<OutputError>([&] { script(ranged); }), HasSubstr("nothing to plot"));
}

TEST_F(PlotTest, LongHistoriesKeepTheirPeaks) {
  std::filesystem::create_directory(folder_ / "long");
  {
    HistoryWriter writer(folder_ / "long/history.csv", {{"time", "s", ""}, {"x", "m", ""}});
    for (int i = 0; i < 100000; ++i) writer.row(std::vector{1.0 * i, i == 54321 ? 77.0 : 0.0});
  }
  PlotRequest request;
  request.files = {PlotFile{folder_ / "long", {}, {}, {}, false}};
  request.columns = {"x"};
  const std::string text = script(request);
  EXPECT_THAT(text, HasSubstr("\n54321 77\n"));
  EXPECT_LT(text.size(), 300000u);
}

TEST_F(PlotTest, OtherAxisAndLabels) {
  PlotRequest other = request({"force"});
  other.x = "gap";
  other.y_label = "F in N";
  const std::string text = script(other);
  EXPECT_THAT(text, HasSubstr("set xlabel 'gap [m]'"));
  EXPECT_THAT(text, HasSubstr("set ylabel 'F in N'"));
  EXPECT_THAT(text, HasSubstr("\n5 0\n"));
}

TEST_F(PlotTest, Errors) {
  EXPECT_THAT(message_of<OutputError>([&] { script(request({"forse"})); }),
              HasSubstr("did you mean 'force'?"));
  EXPECT_THAT(message_of<OutputError>([&] { script(request({})); }), HasSubstr("nothing to plot"));
  PlotRequest missing = request({"gap"});
  missing.files[0].path = folder_ / "none.csv";
  EXPECT_THAT(message_of<OutputError>([&] { script(missing); }), HasSubstr("No such file"));
  EXPECT_THAT(message_of<OutputError>([&] { plot(request({"gap"}), folder_ / "exact.csv/p.png"); }),
              HasSubstr("Not a directory"));
}

TEST_F(PlotTest, FailureOfGnuplotIsReported) {
  const std::string message = message_of<OutputError>(
      [&] { run_gnuplot(folder_ / "p.png", [](const auto&) { return std::string("plot nonsense\n"); }); });
  EXPECT_THAT(message, HasSubstr("gnuplot failed"));
  EXPECT_THAT(message, HasSubstr("undefined variable: nonsense"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p.png.tmp"));
}

TEST_F(PlotTest, MissingGnuplotNamesThePackage) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const std::string message = message_of<OutputError>([&] { plot(request({"gap"}), folder_ / "p.png"); });
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("gnuplot-nox"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p.png"));
}

}  // namespace
}  // namespace jounce::io
