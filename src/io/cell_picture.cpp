#include "io/cell_picture.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "io/drawn_faces.h"
#include "io/gnuplot.h"

namespace jounce::io {
namespace {

constexpr std::size_t kMostOutlined = 6000;  // polygons in the plane; the outlines of more would hide them
constexpr std::size_t kLongestLegend = 16;

struct Rgb {
  double red, green, blue;  ///< 0 to 255
};

Rgb colour_of(int part) {
  constexpr std::array<Rgb, 7> palette = {{{0, 114, 178},
                                           {230, 159, 0},
                                           {0, 158, 115},
                                           {204, 121, 167},
                                           {86, 180, 233},
                                           {213, 94, 0},
                                           {240, 228, 66}}};
  if (part < 0) return {170, 170, 170};
  if (part < static_cast<int>(palette.size())) return palette[part];
  // Hues as far apart as the golden ratio puts them.
  const auto channel = [&](double shift) {
    return 140 + 90 * std::cos(2 * M_PI * (0.6180339887498949 * part + shift));
  };
  return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

int packed(const Rgb& colour, double light) {
  const auto channel = [&](double x) { return static_cast<int>(std::lround(x * light)); };
  return channel(colour.red) << 16 | channel(colour.green) << 8 | channel(colour.blue);
}

/// Faces, lines and points of a mesh as they are drawn.
class Scene {
 public:
  Scene(const FieldMesh& mesh, std::span<const double> parts)
      : mesh_(mesh), view_(mesh.points), drawn_(mesh, view_) {
    for (const DrawnFace& face : drawn_.faces) {
      const double light = face.normal.isZero() ? 1 : 0.65 + 0.35 * std::abs(face.normal.dot(view_.light));
      polygons_ += block(face.corners, packed(colour_of(static_cast<int>(parts[face.cell])), light)) + '\n';
    }
    const auto plain = [&](const DrawnLine& line) {
      return block(line.nodes, packed(colour_of(static_cast<int>(parts[line.cell])), 1));
    };
    for (const DrawnLine& line : drawn_.lines) lines_ += plain(line) + '\n';
    for (const DrawnLine& point : drawn_.points) points_ += plain(point);
  }

  const std::string& polygons() const { return polygons_; }
  /// Gnuplot strokes outlines after all faces: in space those of hidden faces would shine through.
  bool is_outlined() const { return view_.is_plane && drawn_.faces.size() <= kMostOutlined; }
  const std::string& lines() const { return lines_; }
  const std::string& points() const { return points_; }

 private:
  std::string block(const std::vector<std::int64_t>& nodes, int colour) const {
    std::string rows;
    for (const std::int64_t node : nodes) {
      const Vector3 x = Vector3::Map(&mesh_.points[3 * static_cast<std::size_t>(node)]);
      rows += fmt::format("{:.6g} {:.6g} {}\n", view_.right.dot(x), view_.up.dot(x), colour);
    }
    return rows;
  }

  const FieldMesh& mesh_;
  View view_;
  DrawnMesh drawn_;
  std::string polygons_, lines_, points_;
};

}  // namespace

std::string part_colour(int part) { return fmt::format("#{:06x}", packed(colour_of(part), 1)); }

std::string cell_picture_script(const FieldMesh& mesh, std::span<const double> parts,
                                const std::string& title, const std::filesystem::path& png) {
  const Scene scene(mesh, parts);
  std::string text = fmt::format(
      "set terminal pngcairo noenhanced size 1000,750 font 'DejaVu Sans,13' background '#ffffff'\n"
      "set output {}\nset encoding utf8\nset title {}\nset size ratio -1\nunset border\nunset tics\n"
      "set key outside right top\nset offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n",
      gnuplot_string(png.string()), gnuplot_string(title));
  std::string plots;
  const auto add = [&](const char* name, const std::string& data, const std::string& style) {
    if (data.empty()) return;
    text += fmt::format("${} << END_OF_DATA\n{}END_OF_DATA\n", name, data);
    plots += fmt::format("{}${} using 1:2:3 {} notitle", plots.empty() ? "plot " : ", ", name, style);
  };
  add("faces", scene.polygons(),
      fmt::format("with filledcurves closed fillstyle solid 1 {} fillcolor rgb variable",
                  scene.is_outlined() ? "border lc rgb '#404040'" : "noborder"));
  add("lines", scene.lines(), "with lines lw 3 lc rgb variable");
  add("points", scene.points(), "with points pt 7 ps 1.2 lc rgb variable");
  std::set<int> numbers;
  for (const double part : parts) numbers.insert(static_cast<int>(part));
  if (!plots.empty() && numbers.size() <= kLongestLegend)
    for (const int part : numbers)
      plots += fmt::format(", keyentry with points pt 5 ps 2 lc rgb '{}' title '{}'", part_colour(part),
                           part < 0 ? "ground" : fmt::format("part {}", part));
  return text + plots + '\n';
}

void draw_cells(const FieldMesh& mesh, std::span<const double> parts, const std::string& title,
                const std::filesystem::path& png) {
  run_gnuplot(png, [&](const std::filesystem::path& picture) {
    return cell_picture_script(mesh, parts, title, picture);
  });
}

}  // namespace jounce::io
