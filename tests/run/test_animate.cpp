#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.h"

// `jounce animate`, run as a user does.

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// A particle that falls ten lengths in 20 frames.
constexpr const char* kFall = R"toml(
title = "Fall"
[model]
gravity = [0, -20]
[[body]]
name = "ball"
type = "point-mass"
mass = 1
position = [0, 10]
[output]
frames = 20
[integrator]
step = 0.01
end = 1
)toml";

/// Frames of a GIF, counted by its blocks, and the sum of their times in hundredths of a second; -1 when it
/// is none.
struct Gif {
  int width = 0, height = 0, frames = 0, hundredths = 0;
};

Gif read_gif(const std::string& text) {
  Gif gif;
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  if (text.substr(0, 6) != "GIF89a") return {-1, -1, -1, -1};
  gif.width = byte(6) + 256 * byte(7);
  gif.height = byte(8) + 256 * byte(9);
  const auto colours = [&](std::size_t flags) {
    return (byte(flags) & 0x80) != 0 ? 3U << ((byte(flags) & 7) + 1) : 0U;
  };
  std::size_t at = 13 + colours(10);
  const auto skip_blocks = [&] {
    while (byte(at) != 0) at += byte(at) + 1U;
    ++at;
  };
  while (at < text.size() && byte(at) != 0x3b) {
    if (byte(at) == 0x21) {
      if (byte(at + 1) == 0xf9) gif.hundredths += byte(at + 4) + 256 * byte(at + 5);
      at += 2;
      skip_blocks();
    } else if (byte(at) == 0x2c) {
      ++gif.frames;
      at += 10 + colours(at + 9) + 1;
      skip_blocks();
    } else {
      return {-1, -1, -1, -1};
    }
  }
  return gif;
}

class Animate : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    write(*folder_ / "fall.toml", kFall);
    const Outcome outcome = jounce(folder_->path(), {"run", "fall.toml", "-q", "-o", "fall"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  static void TearDownTestSuite() { delete folder_; }
  static Outcome animate(const Arguments& more) {
    return jounce(folder_->path(), Arguments{"animate", "fall", "--size", "400", "300"} + more);
  }
  static TemporaryFolder* folder_;
};
TemporaryFolder* Animate::folder_ = nullptr;

TEST_F(Animate, GifHasAllFramesAndLastsAsLongAsAsked) {
  const Outcome outcome =
      animate({"--field", "velocity", "--component", "y", "--seconds", "4.2", "-o", "v.gif"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("velocity y from -20 to 0"));
  EXPECT_THAT(outcome.out, HasSubstr("21 frames"));
  const Gif gif = read_gif(read(*folder_ / "v.gif"));
  EXPECT_EQ(gif.width, 400);
  EXPECT_EQ(gif.height, 300);
  EXPECT_EQ(gif.frames, 21);
  EXPECT_EQ(gif.hundredths, 420);
}

TEST_F(Animate, FramesAreChosenByTimeAndNumber) {
  const Outcome outcome = animate(
      {"--field", "displacement", "--component", "y", "--from", "0.25", "--to", "0.75", "--frames", "3"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("3 frames"));
  EXPECT_THAT(outcome.out, HasSubstr("displacement_y.gif"));
  EXPECT_EQ(read_gif(read(*folder_ / "fall/displacement_y.gif")).frames, 3);
}

/// A program called ffmpeg that keeps its arguments and how many pictures it was given.
class AnimateFilm : public Animate {
 protected:
  void stand_in(const std::string& script) {
    const std::filesystem::path bin = *folder_ / "bin";
    std::filesystem::create_directory(bin);
    write(bin / "ffmpeg", "#!/bin/sh\n" + script);
    std::filesystem::permissions(bin / "ffmpeg", std::filesystem::perms::owner_all);
    setenv("PATH", (bin.string() + ":" + path_before_).c_str(), 1);
  }
  void TearDown() override { setenv("PATH", path_before_.c_str(), 1); }
  std::string path_before_ = std::getenv("PATH");
};

TEST_F(AnimateFilm, PicturesOfAllFramesGoToFfmpeg) {
  const std::string seen = (*folder_ / "seen").string();
  stand_in(fmt::format(R"toml(for last; do :; done
ls "$(dirname "$last")"/*.png | wc -l > '{}'
echo "$@" >> '{}'
echo film > "$last"
)toml",
                       seen, seen));
  const Outcome outcome = animate({"--field", "velocity", "--frames", "5", "--seconds", "2", "-o", "v.mp4"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(read(*folder_ / "v.mp4"), "film\n");
  const std::vector<std::string> said = lines(seen);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(std::stoi(said[0]), 5);
  EXPECT_THAT(said[1], HasSubstr("-framerate 2.5 "));
  EXPECT_THAT(said[1], HasSubstr("-metadata comment=jounce "));
  EXPECT_FALSE(std::filesystem::exists(*folder_ / "v.mp4.tmp.frames"));
}

TEST_F(AnimateFilm, AFailureLeavesNothingBehind) {
  stand_in("echo no such codec >&2\nexit 1\n");
  const Outcome outcome = animate({"--frames", "2", "-o", "w.mp4"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("ffmpeg failed: no such codec"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_->path()))
    EXPECT_FALSE(entry.path().filename().string().starts_with("w.mp4")) << entry.path();
}

TEST_F(Animate, MistakesAreNamed) {
  EXPECT_THAT(animate({"-o", "v.avi"}).err, HasSubstr("animations are .gif, .mp4 or .webm files"));
  EXPECT_THAT(animate({"--view", "front"}).err, HasSubstr("--view: 'front' is none of iso"));
  EXPECT_THAT(animate({"--from", "7"}).err, HasSubstr("no frame in this interval"));
  EXPECT_THAT(animate({"--field", "velocty"}).err, HasSubstr("did you mean 'velocity'"));
  const Outcome nothing = jounce(folder_->path(), {"animate", "nowhere"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("there is no 'nowhere'"));
}

}  // namespace
}  // namespace jounce::test
