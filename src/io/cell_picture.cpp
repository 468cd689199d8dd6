#include "io/cell_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "io/gnuplot.h"
#include "la/types.h"
#include "mesh/cell_shape.h"

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
  if (part < static_cast<int>(palette.size())) return palette[static_cast<std::size_t>(part)];
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
  Scene(const FieldMesh& mesh, std::span<const double> parts) : mesh_(mesh), parts_(parts) {
    for (std::size_t i = 2; i < mesh.points.size(); i += 3)
      is_plane_ = is_plane_ && mesh.points[i] == mesh.points[2];
    if (is_plane_) {
      right_ = Vector3::UnitX();
      up_ = Vector3::UnitY();
      towards_ = light_ = Vector3::UnitZ();
    } else {
      towards_ = Vector3(0.5, -0.75, 0.45).normalized();
      right_ = Vector3::UnitZ().cross(towards_).normalized();
      up_ = towards_.cross(right_);
      light_ = Vector3(0.2, -0.5, 0.85).normalized();
    }
    for (std::size_t i = 0; i < mesh.cell_count(); ++i) take(i);
    for (const auto& [corners, face] : of_solids_)
      if (face.owners == 1) add_polygon(face.points, face.part);
    std::stable_sort(polygons_.begin(), polygons_.end(),
                     [](const Polygon& a, const Polygon& b) { return a.depth < b.depth; });
  }

  std::string polygons() const {
    std::string text;
    for (const Polygon& polygon : polygons_) text += polygon.text + '\n';
    return text;
  }
  /// Gnuplot strokes outlines after all faces: in space those of hidden faces would shine through.
  bool is_outlined() const { return is_plane_ && polygons_.size() <= kMostOutlined; }
  const std::string& lines() const { return lines_; }
  const std::string& points() const { return points_; }

 private:
  using Points = std::vector<std::int64_t>;
  struct Face {
    Points points;
    int part = 0, owners = 0;
  };
  struct Polygon {
    double depth;
    std::string text;
  };

  Vector3 point(std::int64_t i) const { return Vector3::Map(&mesh_.points[3 * static_cast<std::size_t>(i)]); }
  std::string row(std::int64_t i, int colour) const {
    const Vector3 x = point(i);
    return fmt::format("{:.6g} {:.6g} {}\n", right_.dot(x), up_.dot(x), colour);
  }

  void take(std::size_t cell) {
    const auto first = mesh_.connectivity.begin() + mesh_.offsets[cell];
    const Points nodes(first, mesh_.connectivity.begin() + mesh_.offsets[cell + 1]);
    const int part = static_cast<int>(parts_[cell]);
    const std::optional<CellShape> shape = find_shape_of(mesh_.types[cell]);
    if (nodes.size() == 1) {
      points_ += row(nodes[0], packed(colour_of(part), 1));
    } else if (mesh_.types[cell] == 4 || (shape && topology(*shape).dimension == 1)) {
      for (const std::int64_t node : nodes) lines_ += row(node, packed(colour_of(part), 1));
      lines_ += '\n';
    } else if (!shape || topology(*shape).dimension == 2) {
      add_polygon(Points(nodes.begin(), shape ? nodes.begin() + topology(*shape).corners : nodes.end()),
                  part);
    } else {
      for (const CellFace& side : topology(*shape).faces) {
        Points corners;
        for (int k = 0; k < topology(side.shape).corners; ++k)
          corners.push_back(nodes[static_cast<std::size_t>(side.nodes[static_cast<std::size_t>(k)])]);
        Points key = corners;
        std::sort(key.begin(), key.end());
        Face& face = of_solids_[key];
        face.points = corners;
        face.part = part;
        ++face.owners;
      }
    }
  }

  /// Of a VTK type; the sides of VTK's wedges are made of the same corners as those of ours.
  static std::optional<CellShape> find_shape_of(std::uint8_t vtk_type) {
    for (int k = 0; k < kCellShapes; ++k)
      if (topology(static_cast<CellShape>(k)).vtk_type == vtk_type) return static_cast<CellShape>(k);
    return std::nullopt;
  }

  void add_polygon(const Points& corners, int part) {
    Vector3 centre = Vector3::Zero(), normal = Vector3::Zero();
    for (const std::int64_t corner : corners) centre += point(corner) / static_cast<double>(corners.size());
    for (std::size_t k = 0; k < corners.size(); ++k)
      normal += (point(corners[k]) - centre).cross(point(corners[(k + 1) % corners.size()]) - centre);
    const double length = normal.norm();
    const double light = length > 0 ? 0.65 + 0.35 * std::abs(normal.dot(light_)) / length : 1;
    Polygon polygon{towards_.dot(centre), {}};
    for (const std::int64_t corner : corners) polygon.text += row(corner, packed(colour_of(part), light));
    polygons_.push_back(std::move(polygon));
  }

  const FieldMesh& mesh_;
  std::span<const double> parts_;
  bool is_plane_ = true;
  Vector3 right_, up_, towards_, light_;
  std::map<Points, Face> of_solids_;
  std::vector<Polygon> polygons_;
  std::string lines_, points_;
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
