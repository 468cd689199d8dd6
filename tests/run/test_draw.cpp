#include <gmock/gmock.h>

#include <cmath>

#include "../support/scene.h"
#include "program.h"

// `jounce draw`, run as a user does.

namespace jounce::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// Two squares that are pulled to 1.5 times their length in two load steps: xx = 500 Pa of them.
const std::string kPull =
    R"(
title = "Pull"
[model]
dimension = 2
)" + scene::material({.E = 1000, .nu = 0, .rho = 1}) +
    scene::block_mesh({.name = "strip", .from = {0, 0}, .to = {2, 1}, .counts = {2, 1}}) + R"(
[[element]]
name = "strip"
type = "solid"
mesh = "strip"
material = "m"
)" + scene::held("strip.x_min", {"x", "y"}) +
    scene::held("strip.x_max", {"x"}) + R"(
motion = "t"
[analysis]
type = "static"
step = 0.5
[output]
frames = 2
)";

class Draw : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    write(*folder_ / "pull.toml", kPull);
    const Outcome outcome = jounce(folder_->path(), {"run", "pull.toml", "-q", "-o", "pull"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  static void TearDownTestSuite() { delete folder_; }

  static Outcome draw(const Arguments& arguments) {
    return jounce(folder_->path(), Arguments{"draw"} + arguments);
  }
  static void expect_refused(const Arguments& arguments, const std::string& message) {
    const Outcome outcome = draw(arguments);
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
  static std::string path(const std::string& name) { return (*folder_ / name).string(); }

  static TemporaryFolder* folder_;
};
TemporaryFolder* Draw::folder_ = nullptr;

/// What the program gives to gnuplot, from a program of that name that keeps it.
class DrawScript : public Draw {
 protected:
  DrawScript() {
    std::filesystem::create_directory(path("bin"));
    write(
        path("bin/gnuplot"),
        "#!/bin/sh\ncat \"$1\" > script\necho x > \"$(sed -n \"s/^set output '\\(.*\\)'/\\1/p\" script)\"\n");
    std::filesystem::permissions(path("bin/gnuplot"), std::filesystem::perms::owner_all);
    setenv("PATH", (path("bin") + ":" + path_before_).c_str(), 1);
  }
  void TearDown() override { setenv("PATH", path_before_.c_str(), 1); }
  /// Script of the picture with these arguments.
  std::string script(const Arguments& arguments) {
    const Outcome outcome = draw(Arguments{"pull", "-o", "p.png"} + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return read(path("script"));
  }

 private:
  std::string path_before_ = std::getenv("PATH");
};

TEST_F(Draw, ListsFieldsAndFrames) {
  const Outcome outcome = draw({"pull", "--list"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("stress +Pa +points +xx yy zz xy yz xz mises pressure\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("displacement +m +points +x y z magnitude\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("body +- +cells"));
  EXPECT_THAT(outcome.out, ContainsRegex("\nparts: [a-z]+"));
  EXPECT_THAT(outcome.out, ContainsRegex("frame 0 +t = 0 s\nframe 1 +t = 0.5 s\nframe 2 +t = 1 s\n"));
}

TEST_F(Draw, DrawsTheStressOfTheLastFrame) {
  const Outcome outcome = draw({"pull"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "stress mises from 500 to 500 Pa, t = 1 s\npull/stress_mises.png\n");
  EXPECT_EQ(read(path("pull/stress_mises.png")).substr(1, 3), "PNG");
  EXPECT_THAT(
      draw({"pull", "--field", "displacement", "--component", "x", "--time", "0.6", "-o", "p.png"}).out,
      HasSubstr("displacement x from 0 to 0.5 m, t = 0.5 s"));
  EXPECT_THAT(draw({"pull/fields.vtkhdf", "--field", "von_mises_stress", "--frame", "1"}).out,
              HasSubstr("von_mises_stress from 250 to 250 Pa, t = 0.5 s\npull/von_mises_stress.png"));
}

TEST_F(DrawScript, TitleLabelAndSize) {
  std::string text = script({"--component", "xx", "--size", "400", "300"});
  EXPECT_THAT(text, HasSubstr("size 400,300"));
  EXPECT_THAT(text, HasSubstr("'Pull, t = 1 s'"));
  EXPECT_THAT(text, HasSubstr("set cblabel 'stress xx [Pa]'"));
  EXPECT_THAT(text, HasSubstr("set xlabel 'x [m]'"));
  text = script({"--title", "Mine", "--range", "-10", "1000"});
  EXPECT_THAT(text, HasSubstr("'Mine'"));
  EXPECT_THAT(text, HasSubstr("set cbrange [-10:1000]"));
}

TEST_F(DrawScript, DisplacementsAreMagnified) {
  // The strip reaches to 2 + scale * 1; 3 % of room on both sides.
  EXPECT_THAT(script({}), HasSubstr("set xrange [-0.09:3.09]"));
  EXPECT_THAT(script({"--scale", "0"}), HasSubstr("set xrange [-0.06:2.06]"));
  EXPECT_THAT(script({"--scale", "10"}), HasSubstr("set xrange [-0.36:12.36]"));
}

TEST_F(DrawScript, ABoxOfFourOrSixNumbers) {
  EXPECT_THAT(script({"--box", "0", "0", "1", "0.5"}), HasSubstr("set xrange [-0.03:1.03]"));
  EXPECT_THAT(script({"--box", "0", "0", "-1", "2", "0.5", "1"}), HasSubstr("set xrange [-0.06:2.06]"));
}

TEST_F(Draw, RefusesWhatIsNotThere) {
  expect_refused({"nowhere"}, "there is no 'nowhere'");
  std::filesystem::create_directory(path("empty"));
  expect_refused({"empty"}, "there are no field results in 'empty'");
  expect_refused({"pull/history.csv"}, "pull/history.csv");
  expect_refused({"pull", "--field", "stres"}, "has no field 'stres' (did you mean 'stress'?); there are");
  expect_refused({"pull", "--component", "mise"},
                 "no component 'mise' (did you mean 'mises'?); there are xx");
  expect_refused({"pull", "--field", "body", "--component", "x"}, "is one number");
  expect_refused({"pull", "--frame", "3"}, "there is no frame 3; there are frames 0 to 2");
  expect_refused({"pull", "--frame", "-1"}, "there is no frame -1");
  expect_refused({"pull", "--frame", "1", "--time", "1"}, "excludes");
  expect_refused({"pull", "--range", "2", "1"}, "must rise");
  expect_refused({"pull", "--box", "0", "0", "0", "1"}, "x must rise");
  expect_refused({"pull", "--box", "0", "0", "0", "1", "1"}, "4 or 6 numbers");
  expect_refused({"pull", "--box", "7", "7", "8", "8"}, "nothing to draw in the box");
}

TEST_F(Draw, RefusesARunThatHasNoFrames) {
  ASSERT_EQ(
      jounce(folder_->path(), {"run", "pull.toml", "-q", "--set", "output.frames=0", "-o", "bare"}).status,
      0);
  expect_refused({"bare"}, "output.frames = 0");
}

TEST_F(Draw, ModesAreNamed) {
  const Outcome modes = jounce(folder_->path(), {"modes", kInputs + "free_block_modes.toml", "-n", "8",
                                                 "--set", "parameters.n=1", "-o", "modes"});
  ASSERT_EQ(modes.status, 0) << modes.err;
  const Outcome outcome = draw({"modes", "--time", "7", "--scale", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ContainsRegex("shape magnitude from .*, mode 7\nmodes/shape_magnitude.png"));
}

}  // namespace
}  // namespace jounce::test
