#include "io/field_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/colour_map.h"
#include "io/curves.h"
#include "io/field_scene.h"
#include "io/gnuplot.h"
#include "io/output_error.h"
#include "io/picture_format.h"

namespace jounce::io {
namespace {

/// Margins in pixels around the field; the colour bar stands in the right one.
struct Margins {
  double left, right, bottom, top;
};

/// Where the field lies in the picture: equal scales, in the middle of what the margins leave.
struct Frame {
  ValueRange x, y;      ///< shown
  double left, bottom;  ///< fractions of the picture
  double right, top;
  double pixel;  ///< width of one
};

Frame frame_of(const FieldScene& scene, const FieldPicture& picture, const Margins& margins) {
  Frame frame{scene.x(), scene.y(), 0, 0, 0, 0, 1};
  if (picture.window) frame.x = (*picture.window)[0], frame.y = (*picture.window)[1];
  double width = frame.x.second - frame.x.first, height = frame.y.second - frame.y.first;
  const double far = std::max(std::abs(frame.x.second), std::abs(frame.y.second));
  double size = std::max(width, height);
  if (size <= 1e-6 * far || size < 1e-300) size = far > 0 ? far : 1;  // one point
  const auto pad = [&](ValueRange& range, double length) {
    const double room = length > 0.02 * size ? 0.03 * length : 0.05 * size;  // a line has no width
    range = {range.first - room, range.second + room};
    return range.second - range.first;
  };
  width = pad(frame.x, width);
  height = pad(frame.y, height);
  const double free_width = picture.width - margins.left - margins.right;
  const double free_height = picture.height - margins.bottom - margins.top;
  frame.pixel = std::max(width / free_width, height / free_height);
  const double used_width = width / frame.pixel, used_height = height / frame.pixel;
  frame.left = (margins.left + (free_width - used_width) / 2) / picture.width;
  frame.right = frame.left + used_width / picture.width;
  frame.bottom = (margins.bottom + (free_height - used_height) / 2) / picture.height;
  frame.top = frame.bottom + used_height / picture.height;
  return frame;
}

/// Where all values are the same but for round-off, their colour is that in the middle.
ValueRange colours_of(const FieldPicture& picture, ValueRange values) {
  if (picture.range) return *picture.range;
  if (std::isnan(values.first)) return {0, 1};
  const double largest = std::max(std::abs(values.first), std::abs(values.second));
  if (values.second - values.first > 1e-9 * largest) return values;
  const double middle = (values.first + values.second) / 2;
  return largest > 0 ? ValueRange{middle - 0.1 * largest, middle + 0.1 * largest} : ValueRange{-1, 1};
}

/// Directions of the axes, in the lower left corner.
std::string axes_text(const View& view, const FieldPicture& picture) {
  constexpr double length = 32, corner = 42;  // pixels
  std::string text;
  const std::array<Vector3, 3> axes = {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = view.right.dot(axes[i]), y = view.up.dot(axes[i]);
    const auto place = [&](double reach) {
      return fmt::format("screen {:.4f}, screen {:.4f}", (corner + reach * x) / picture.width,
                         (corner + reach * y) / picture.height);
    };
    text += fmt::format("set arrow from {} to {} head filled size screen 0.008,20 lc rgb '#404040'\n",
                        place(0), place(length));
    text +=
        fmt::format("set label '{}' at {} center textcolor rgb '#404040'\n", "xyz"[i], place(length + 12));
  }
  return text;
}

/// A step of 1, 2 or 5 times a power of ten that divides a range into at most `parts`.
double round_step(ValueRange range, double parts) {
  const double least = (range.second - range.first) / std::max(parts, 1.0);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

std::string frame_text(const Frame& frame, const FieldPicture& picture, const View& view) {
  std::string text = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n"
      "set tmargin at screen {:.5f}\nset xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n",
      frame.left, frame.right, frame.bottom, frame.top, frame.x.first, frame.x.second, frame.y.first,
      frame.y.second);
  if (!view.is_plane) return text + "unset border\nunset tics\n" + axes_text(view, picture);
  const double width = (frame.right - frame.left) * picture.width,
               height = (frame.top - frame.bottom) * picture.height;
  return text + fmt::format(
                    "set border 3 lc rgb '#808080'\n"
                    "set xtics {:.9g} out nomirror textcolor rgb '#000000'\n"
                    "set ytics {:.9g} out nomirror textcolor rgb '#000000'\n"
                    "set xlabel {}\nset ylabel {}\n",
                    round_step(frame.x, width / 50), round_step(frame.y, height / 45),
                    gnuplot_string(with_unit("x", picture.length_unit)),
                    gnuplot_string(with_unit("y", picture.length_unit)));
}

/// Between the numbers beside the colour bar.
double bar_step(ValueRange colours, const FieldPicture& picture) {
  return round_step(colours, picture.height / 60.0);
}

/// Room for colour bar, its numbers and its label, in pixels.
double bar_width(ValueRange colours, const FieldPicture& picture) {
  const double step = bar_step(colours, picture);
  std::size_t widest = 0;
  for (double k = std::ceil(colours.first / step); k * step <= colours.second; ++k)
    widest = std::max(widest, fmt::format("{:.6g}", k * step).size());
  return 98 + 8 * std::max(7.0, static_cast<double>(widest));
}

std::string colour_bar_text(const FieldPicture& picture, ValueRange colours, const Margins& margins,
                            const Frame& frame) {
  return fmt::format(
      "set palette defined {}\nset cbrange [{:.9g}:{:.9g}]\nset cblabel {} offset 1.2\n"
      "set cbtics {:.9g} out nomirror textcolor rgb '#000000'\n"
      "set colorbox user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f}\n",
      gnuplot_palette(), colours.first, colours.second, gnuplot_string(picture.label),
      bar_step(colours, picture), frame.right + 25.0 / picture.width, margins.bottom / picture.height,
      18.0 / picture.width, 1 - (margins.bottom + margins.top) / picture.height);
}

}  // namespace

std::string terminal_text(const std::string& terminal, const std::filesystem::path& file) {
  return fmt::format("{}set output {}\nset encoding utf8\n", terminal, gnuplot_string(file.string()));
}

FieldScript field_picture_script(const FieldPicture& picture) {
  const FieldScene scene(picture);
  if (scene.is_empty()) return {{}, {NAN, NAN}, {}};
  const ValueRange colours = colours_of(picture, scene.values());
  const double right = bar_width(colours, picture);
  const Margins margins = scene.view().is_plane ? Margins{75, right, 60, 45} : Margins{30, right, 30, 45};
  const Frame frame = frame_of(scene, picture, margins);
  std::string text =
      fmt::format("unset key\nset label {} at screen {:.5f}, screen {:.5f} center\n",
                  gnuplot_string(picture.title), (frame.left + frame.right) / 2, 1 - 22.0 / picture.height);
  text += frame_text(frame, picture, scene.view()) + colour_bar_text(picture, colours, margins, frame);
  std::string plots;
  const auto add = [&](const char* name, const std::string& data, const char* style) {
    if (data.empty()) return;
    text += fmt::format("${} << END_OF_DATA\n{}END_OF_DATA\n", name, data);
    plots += fmt::format("${} using 1:2:3 {} notitle, ", name, style);
  };
  add("faces", scene.polygons(colours, frame.pixel),
      "with filledcurves closed fillstyle solid 1 noborder fillcolor rgb variable");
  add("lines", scene.lines(colours), "with lines lw 4 lc rgb variable");
  add("points", scene.points(colours), "with points pt 7 ps 1 lc rgb variable");
  // Only what uses the palette brings the colour bar.
  text += "plot " + plots + "NaN with points palette notitle\n";
  return {std::move(text), scene.values(), {scene.x(), scene.y()}};
}

ValueRange draw_field(const FieldPicture& picture, const std::filesystem::path& png) {
  ValueRange range;
  const std::string terminal = picture_terminal(png, picture.width, picture.height, 11);
  run_gnuplot(png, [&](const std::filesystem::path& temporary) {
    const FieldScript script = field_picture_script(picture);
    if (script.text.empty())
      throw OutputError(png, fmt::format("cannot draw '{}': there is nothing to draw{}", png.string(),
                                         picture.box ? " in the box" : ""));
    range = script.range;
    return terminal_text(terminal, temporary) + script.text;
  });
  return range;
}

}  // namespace jounce::io
