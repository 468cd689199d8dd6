#include "picture/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/colour_map.h"
#include "io/curves.h"
#include "io/gnuplot.h"

namespace jounce::picture {
namespace {

/// Of the numbers on axes and colour bar. Gnuplot's own writes 0.0000100.
constexpr const char* kFormat = "set format '%.6g'\n";

/// Around the model, in pixels; the colour bar stands in the right one.
struct Margins {
  double left, right, bottom, top;
};

/// A step of 1, 2 or 5 times a power of ten that divides a range into at most `parts`.
double round_step(Range range, double parts) {
  const double least = (range.second - range.first) / std::max(parts, 1.0);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

/// Where all values are the same but for round-off, their colour is that in the middle.
ColourScale colours_of(const io::PreparedPicture& picture, Range values) {
  if (picture.range) return {picture.range->first, picture.range->second};
  if (values.first > values.second) return {0, 1};
  const double largest = std::max(std::abs(values.first), std::abs(values.second));
  if (values.second - values.first > 1e-9 * largest) return {values.first, values.second};
  const double middle = (values.first + values.second) / 2;
  return largest > 0 ? ColourScale{middle - 0.1 * largest, middle + 0.1 * largest} : ColourScale{-1, 1};
}

/// Between the numbers beside the colour bar.
double bar_step(const ColourScale& colours, const io::PreparedPicture& picture) {
  return round_step({colours.low, colours.high}, picture.height / 60.0);
}

/// Room for colour bar, its numbers and its label, in pixels.
double bar_width(const ColourScale& colours, const io::PreparedPicture& picture) {
  const double step = bar_step(colours, picture);
  std::size_t widest = 0;
  for (double k = std::ceil(colours.low / step); k * step <= colours.high; ++k)
    widest = std::max(widest, fmt::format("{:.6g}", k * step).size());  // as kFormat has them
  return 98 + 8 * std::max(7.0, static_cast<double>(widest));
}

/// The range with some room on both sides; a line has no width, a point has none at all.
Range with_room(Range range, double size) {
  const double length = range.second - range.first;
  const double room = length > 0.02 * size ? 0.03 * length : 0.05 * size;
  return {range.first - room, range.second + room};
}

/// Directions of the axes, in the lower left corner.
std::string directions_text(const Camera& camera, const io::PreparedPicture& picture) {
  constexpr double length = 32, corner = 42, clear = 0.1;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const double x = camera.right[i], y = camera.up[i];
    if (std::hypot(x, y) < clear) continue;  // it points to who looks, or away
    const auto place = [&](double reach) {
      return fmt::format("screen {:.4f}, screen {:.4f}", (corner + reach * x) / picture.width,
                         (corner + reach * y) / picture.height);
    };
    text += fmt::format("set arrow from {} to {} head filled size screen 0.008,20 lc rgb '#404040' front\n",
                        place(0), place(length));
    text += fmt::format("set label '{}' at {} center textcolor rgb '#404040' front\n", "xyz"[i],
                        place(length + 12));
  }
  return text;
}

std::string axes_text(const Layout& layout, const io::PreparedPicture& picture) {
  return fmt::format(
      "set border 3 lc rgb '#808080'\n"
      "set xtics {:.9g} out nomirror textcolor rgb '#000000'\n"
      "set ytics {:.9g} out nomirror textcolor rgb '#000000'\n"
      "set xlabel {}\nset ylabel {}\n",
      round_step(layout.x, layout.width / 50.0), round_step(layout.y, layout.height / 45.0),
      io::gnuplot_string(io::with_unit("x", picture.length_unit)),
      io::gnuplot_string(io::with_unit("y", picture.length_unit)));
}

std::string colour_bar_text(const io::PreparedPicture& picture, const Layout& layout) {
  constexpr double kBottom = 30, kTop = 45;
  const double bottom = layout.has_axes ? 2 * kBottom : kBottom;
  return fmt::format(
      "set palette defined {}\nset cbrange [{:.9g}:{:.9g}]\nset cblabel {} offset 1.2\n"
      "set cbtics {:.9g} out nomirror textcolor rgb '#000000'\n"
      "set colorbox user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f}\n",
      io::gnuplot_palette(), layout.colours.low, layout.colours.high, io::gnuplot_string(picture.label),
      bar_step(layout.colours, picture), (layout.left + layout.width + 25.0) / picture.width,
      bottom / picture.height, 18.0 / picture.width, 1 - (bottom + kTop) / picture.height);
}

double half_of_title(const io::PreparedPicture& picture) {
  constexpr double kHalfLetter = 3.9, kRoom = 6;
  return kHalfLetter * static_cast<double>(picture.title.size()) + kRoom;
}

/// Smaller letters for a title that is wider than the picture; empty for others.
std::string title_font(const io::PreparedPicture& picture) {
  constexpr double kLetters = 11, kLeast = 6;  // of the terminals; what can be read
  const double part = picture.width / (2 * half_of_title(picture));
  return part >= 1 ? "" : fmt::format(" font 'DejaVu Sans,{:.1f}'", std::max(kLeast, kLetters * part));
}

/// Middle of the title, in pixels: above the model, where the picture is wide enough for it there.
double title_place(const io::PreparedPicture& picture, const Layout& layout) {
  const double half = half_of_title(picture), all = picture.width;
  if (2 * half > all) return all / 2;
  return std::clamp(layout.left + layout.width / 2.0, half, all - half);
}

}  // namespace

Layout layout_of(const io::PreparedPicture& picture, Range x, Range y, Range values, bool has_axes) {
  Layout layout;
  layout.has_axes = has_axes;
  layout.colours = colours_of(picture, values);
  const double right = bar_width(layout.colours, picture);
  const Margins margins = has_axes ? Margins{75, right, 60, 45} : Margins{10, right, 10, 45};
  const double far = std::max({std::abs(x.first), std::abs(x.second), std::abs(y.first), std::abs(y.second)});
  double size = std::max(x.second - x.first, y.second - y.first);
  if (size <= 1e-6 * far || size < 1e-300) size = far > 0 ? far : 1;  // one point
  x = with_room(x, size);
  y = with_room(y, size);
  const double free_width = picture.width - margins.left - margins.right;
  const double free_height = picture.height - margins.bottom - margins.top;
  const double clear = has_axes ? 0 : 50;  // for the directions in the corner; planes reach into it
  const double pixel =
      std::max((x.second - x.first) / (free_width - clear), (y.second - y.first) / (free_height - clear));
  const auto wide = [&](Range range, double room) {
    return has_axes ? std::max(1, static_cast<int>(std::lround((range.second - range.first) / pixel)))
                    : static_cast<int>(room);
  };
  layout.width = wide(x, free_width);
  layout.height = wide(y, free_height);
  layout.left = static_cast<int>(margins.left + (free_width - layout.width) / 2);
  layout.bottom = static_cast<int>(margins.bottom + (free_height - layout.height) / 2);
  const auto about = [&](Range range, int pixels) {
    const double middle = (range.first + range.second) / 2, half = pixel * pixels / 2;
    return has_axes && std::abs(2 * half - (range.second - range.first)) < pixel
               ? range
               : Range{middle - half, middle + half};
  };
  layout.x = about(x, layout.width);
  layout.y = about(y, layout.height);
  return layout;
}

std::string terminal_text(const std::string& terminal, const std::filesystem::path& file) {
  return fmt::format("{}set output {}\nset encoding utf8\n", terminal, io::gnuplot_string(file.string()));
}

std::string script_of(const io::PreparedPicture& picture, const Layout& layout, const Camera& camera,
                      const std::filesystem::path& pixels) {
  const double w = picture.width, h = picture.height;
  std::string text = fmt::format(
      "unset key\nset label {} at screen {:.5f}, screen {:.5f} center front{}\n"
      "set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n"
      "set tmargin at screen {:.6f}\nset xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n",
      io::gnuplot_string(picture.title), title_place(picture, layout) / w, 1 - 22.0 / h, title_font(picture),
      layout.left / w, (layout.left + layout.width) / w, layout.bottom / h,
      (layout.bottom + layout.height) / h, layout.x.first, layout.x.second, layout.y.first, layout.y.second);
  text += layout.has_axes ? axes_text(layout, picture)
                          : "unset border\nunset tics\n" + directions_text(camera, picture);
  text += kFormat + colour_bar_text(picture, layout);
  const double dx = (layout.x.second - layout.x.first) / layout.width,
               dy = (layout.y.second - layout.y.first) / layout.height;
  // Only what uses the palette brings the colour bar.
  return text + fmt::format(
                    "plot {} binary array=({},{}) origin=({:.12g},{:.12g}) dx={:.12g} dy={:.12g} "
                    "format='%uchar%uchar%uchar%uchar' using 1:2:3:4 with rgbalpha notitle, "
                    "NaN with points palette notitle\n",
                    io::gnuplot_string(pixels.string()), layout.width, layout.height, layout.x.first + dx / 2,
                    layout.y.first + dy / 2, dx, dy);
}

}  // namespace jounce::picture
