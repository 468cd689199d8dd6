#include "io/animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "io/atomic_file.h"
#include "io/csv.h"
#include "io/gnuplot.h"
#include "io/output_error.h"
#include "io/picture_format.h"
#include "version.h"

namespace jounce::io {
namespace {

namespace fs = std::filesystem;

/// Frames within the interval, thinned out evenly; the last one stays.
std::vector<std::size_t> chosen_frames(const FieldFile& file, const AnimationRequest& request) {
  std::vector<std::size_t> within;
  for (std::size_t k = 0; k < file.times().size(); ++k)
    if (file.times()[k] >= request.from.value_or(-HUGE_VAL) &&
        file.times()[k] <= request.to.value_or(HUGE_VAL))
      within.push_back(k);
  if (within.empty())
    throw OutputError(file.path(), fmt::format("'{}' has no frame in this interval", file.path().string()));
  const auto most = static_cast<std::size_t>(std::max(request.most_frames, 1));
  if (within.size() <= most) return within;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < most; ++i)
    chosen.push_back(within[most == 1 ? within.size() - 1 : i * (within.size() - 1) / (most - 1)]);
  return chosen;
}

void widen(ValueRange& range, ValueRange by) {
  if (by.first < range.first) range.first = by.first;
  if (by.second > range.second) range.second = by.second;
}

/// The pictures of all frames with common colours and a common window.
class Pictures {
 public:
  Pictures(const FieldFile& file, const AnimationRequest& request)
      : file_(file), request_(request), frames_(chosen_frames(file, request)) {
    for (const std::size_t frame : frames_) {
      const FieldScript script = field_picture_script(prepare_picture(file, request, frame).complete());
      if (script.text.empty()) continue;  // nothing is there yet
      widen(range_, script.range);
      widen(window_[0], script.window[0]);
      widen(window_[1], script.window[1]);
    }
    if (window_[0].first > window_[0].second)
      throw OutputError(file.path(), fmt::format("there is nothing to draw in '{}'", file.path().string()));
  }

  std::size_t count() const { return frames_.size(); }
  ValueRange range() const { return range_; }
  std::string script(std::size_t i) const {
    const PreparedPicture prepared = prepare_picture(file_, request_, frames_[i]);
    FieldPicture picture = prepared.complete();
    if (!picture.range && range_.first < range_.second) picture.range = range_;
    picture.window = window_;
    if (!request_.title.empty()) picture.title += ", " + prepared.time;
    // An empty frame keeps its place in time.
    const std::string text = field_picture_script(picture).text;
    return "reset\n" +
           (text.empty() ? std::string("unset border\nunset tics\nplot [0:1][0:1] -1 notitle\n") : text);
  }

 private:
  const FieldFile& file_;
  const AnimationRequest& request_;
  std::vector<std::size_t> frames_;
  ValueRange range_ = {HUGE_VAL, -HUGE_VAL};
  std::array<ValueRange, 2> window_ = {ValueRange{HUGE_VAL, -HUGE_VAL}, ValueRange{HUGE_VAL, -HUGE_VAL}};
};

void write_gif(const Pictures& pictures, int width, int height, double pause, const fs::path& target) {
  run_gnuplot(target, [&](const fs::path& temporary) {
    const int hundredths = std::max(2, static_cast<int>(std::lround(100 * pause)));
    std::string text = terminal_text(
        fmt::format("set terminal gif animate delay {} loop 0 noenhanced size {},{} font 'DejaVu "
                    "Sans,11' background '#ffffff'\n",
                    hundredths, width, height),
        temporary);
    for (std::size_t i = 0; i < pictures.count(); ++i) text += pictures.script(i);
    return text;
  });
}

/// Pictures into a folder of their own, which ffmpeg joins.
void write_mp4(const Pictures& pictures, int width, int height, double pause, const fs::path& target) {
  if (std::system("command -v ffmpeg > /dev/null 2>&1") != 0)
    throw OutputError(target, fmt::format("cannot write '{}': the program ffmpeg was not found; install the "
                                          "package ffmpeg (apt-get install ffmpeg), or use .gif",
                                          target.string()));
  fs::path folder = temporary_name(target);
  folder += ".frames";
  fs::create_directories(folder);
  const auto quoted = [](const std::string& argument) {
    std::string text = "'";
    for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
  };
  try {
    for (std::size_t i = 0; i < pictures.count(); ++i)
      run_gnuplot(folder / fmt::format("{:06}.png", i), [&](const fs::path& temporary) {
        return terminal_text(picture_terminal("frame.png", width, height, 11), temporary) +
               pictures.script(i);
      });
    fs::path joined = folder / "joined.mp4";
    const std::string command = fmt::format(
        "ffmpeg -y -loglevel error -framerate {:.6g} -i {} -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -pix_fmt "
        "yuv420p -metadata comment={} {} < /dev/null > {} 2>&1",
        1 / pause, quoted(folder / "%06d.png"), quoted(version_line()), quoted(joined),
        quoted(folder / "log"));
    if (std::system(command.c_str()) != 0)
      throw OutputError(target, fmt::format("cannot write '{}': ffmpeg failed: {}", target.string(),
                                            read_text(folder / "log")));
    replace_file(joined, target, false);
  } catch (...) {
    fs::remove_all(folder);
    throw;
  }
  fs::remove_all(folder);
}

}  // namespace

Animated animate(const FieldFile& file, const AnimationRequest& request) {
  Animated animated;
  const Pictures pictures(file, request);
  const PreparedPicture first = prepare_picture(file, request, 0);
  animated.name = first.name;
  animated.unit = first.unit;
  animated.range = first.picture.range.value_or(pictures.range());
  animated.frames = pictures.count();
  animated.file = picture_file(file, request, first.name, ".gif");
  const int width = first.picture.width, height = first.picture.height;
  const double pause = request.seconds > 0 ? request.seconds / static_cast<double>(pictures.count()) : 0.05;
  const std::string ending = animated.file.extension().string();
  if (ending == ".gif")
    write_gif(pictures, width, height, pause, animated.file);
  else if (ending == ".mp4")
    write_mp4(pictures, width, height, pause, animated.file);
  else
    throw OutputError(animated.file,
                      fmt::format("'{}': animations are .gif or .mp4 files", animated.file.string()));
  return animated;
}

}  // namespace jounce::io
