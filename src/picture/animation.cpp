#include "picture/animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "io/atomic_file.h"
#include "io/csv.h"
#include "io/gnuplot.h"
#include "io/output_error.h"
#include "io/picture_format.h"
#include "io/temporary_folder.h"
#include "picture/palette.h"
#include "version.h"

namespace jounce::picture {
namespace {

namespace fs = std::filesystem;

/// Frames within the interval, thinned out evenly; the last one stays.
std::vector<std::size_t> chosen_frames(const io::FieldFile& file, const AnimationRequest& request) {
  std::vector<std::size_t> within;
  for (std::size_t k = 0; k < file.times().size(); ++k)
    if (file.times()[k] >= request.from.value_or(-HUGE_VAL) &&
        file.times()[k] <= request.to.value_or(HUGE_VAL))
      within.push_back(k);
  if (within.empty())
    throw io::OutputError(file.path(),
                          fmt::format("'{}' has no frame in this interval", file.path().string()));
  const auto most = static_cast<std::size_t>(std::max(request.most_frames, 1));
  if (within.size() <= most) return within;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < most; ++i)
    chosen.push_back(within[most == 1 ? within.size() - 1 : i * (within.size() - 1) / (most - 1)]);
  return chosen;
}

/// The pictures of all frames with common colours and a common window, their pixels in files.
class Film {
 public:
  Film(const io::FieldFile& file, const AnimationRequest& request)
      : file_(file),
        request_(request),
        frames_(chosen_frames(file, request)),
        pictures_(file, request),
        folder_("animate") {
    for (const std::size_t frame : frames_) extent_.include(pictures_.extent(prepared(frame)));
    if (extent_.is_empty())
      throw io::OutputError(file.path(),
                            fmt::format("there is nothing to draw in '{}'", file.path().string()));
    layout_ = pictures_.layout(prepared(frames_.back()), extent_);
  }

  std::size_t count() const { return frames_.size(); }
  io::ValueRange range() const { return extent_.values; }

  /// Draws all frames, in so many colours; 0: in all.
  void draw(std::size_t colours) {
    Palette palette;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const Pixels pixels = pictures_.pixels(prepared(frames_[i]), layout_);
      if (colours > 0) palette.count(pixels);
      write_pixels(raw(i), pixels);
    }
    if (colours == 0) return;
    palette.choose(colours);
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const std::string text = io::read_text(raw(i));
      Pixels pixels(text.begin(), text.end());
      palette.apply(pixels);
      write_pixels(raw(i), pixels);
    }
  }
  std::string script(std::size_t i) const {
    io::PreparedPicture picture = prepared(frames_[i]);
    if (!request_.title.empty()) picture.title += ", " + picture.time;
    return "reset\n" + script_of(picture, layout_, pictures_.camera(), raw(i));
  }

 private:
  io::PreparedPicture prepared(std::size_t frame) const {
    return io::prepare_picture(file_, request_, frame);
  }
  fs::path raw(std::size_t i) const { return folder_.path() / fmt::format("{}", i); }

  const io::FieldFile& file_;
  const AnimationRequest& request_;
  std::vector<std::size_t> frames_;
  Pictures pictures_;
  io::TemporaryFolder folder_;
  Pictures::Extent extent_;
  Layout layout_;
};

void write_gif(Film& film, int width, int height, double pause, const fs::path& target) {
  constexpr std::size_t kColours = 200;  // of 256; letters and the colour bar need some
  film.draw(kColours);
  io::run_gnuplot(target, [&](const fs::path& temporary) {
    const int hundredths = std::max(2, static_cast<int>(std::lround(100 * pause)));
    std::string text = terminal_text(
        fmt::format("set terminal gif animate delay {} loop 0 noenhanced size {},{} font 'DejaVu "
                    "Sans,11' background '#ffffff'\n",
                    hundredths, width, height),
        temporary);
    for (std::size_t i = 0; i < film.count(); ++i) text += film.script(i);
    return text;
  });
}

std::string ffmpeg_options(const fs::path& target) {
  return target.extension() == ".webm" ? "-c:v libvpx-vp9 -crf 28 -b:v 0 -pix_fmt yuv420p"
                                       : "-pix_fmt yuv420p";
}

/// Pictures into a folder of their own, which ffmpeg joins.
void write_film(Film& film, int width, int height, double pause, const fs::path& target) {
  if (std::system("command -v ffmpeg > /dev/null 2>&1") != 0)
    throw io::OutputError(target,
                          fmt::format("cannot write '{}': the program ffmpeg was not found; install the "
                                      "package ffmpeg (apt-get install ffmpeg), or use .gif",
                                      target.string()));
  film.draw(0);
  fs::path folder = io::temporary_name(target);
  folder += ".frames";
  fs::create_directories(folder);
  const auto quoted = [](const std::string& argument) {
    std::string text = "'";
    for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
  };
  try {
    for (std::size_t i = 0; i < film.count(); ++i)
      io::run_gnuplot(folder / fmt::format("{:06}.png", i), [&](const fs::path& temporary) {
        return terminal_text(io::picture_terminal("frame.png", width, height, 11, false), temporary) +
               film.script(i);
      });
    const fs::path joined = (folder / "joined").concat(target.extension().string());
    const std::string command = fmt::format(
        "ffmpeg -y -loglevel error -framerate {:.6g} -i {} -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' {} "
        "-metadata comment={} {} < /dev/null > {} 2>&1",
        1 / pause, quoted(folder / "%06d.png"), ffmpeg_options(target), quoted(version_line()),
        quoted(joined), quoted(folder / "log"));
    if (std::system(command.c_str()) != 0)
      throw io::OutputError(target, fmt::format("cannot write '{}': ffmpeg failed: {}", target.string(),
                                                io::read_text(folder / "log")));
    io::replace_file(joined, target, false);
  } catch (...) {
    fs::remove_all(folder);
    throw;
  }
  fs::remove_all(folder);
}

}  // namespace

Animated animate(const io::FieldFile& file, const AnimationRequest& request) {
  Animated animated;
  const io::PreparedPicture first = io::prepare_picture(file, request, 0);
  animated.file = io::picture_file(file, request, first.name, ".gif");
  const std::string ending = animated.file.extension().string();
  const bool is_gif = ending == ".gif";
  if (!is_gif && ending != ".mp4" && ending != ".webm")
    throw io::OutputError(
        animated.file, fmt::format("'{}': animations are .gif, .mp4 or .webm files", animated.file.string()));
  if (request.transparent)
    throw io::OutputError(animated.file, "--transparent is for pictures: films have a white ground");
  Film film(file, request);
  animated.name = first.name;
  animated.unit = first.unit;
  animated.range = first.range.value_or(film.range());
  animated.frames = film.count();
  const double pause = request.seconds > 0 ? request.seconds / static_cast<double>(film.count()) : 0.05;
  (is_gif ? write_gif : write_film)(film, first.width, first.height, pause, animated.file);
  return animated;
}

}  // namespace jounce::picture
