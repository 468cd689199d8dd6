#include "io/field_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/colour_map.h"

namespace jounce::io {
namespace {

constexpr int kBands = 64;                  // colours; the eye sees no steps
constexpr std::size_t kMostGraded = 40000;  // faces; of more each is smaller than a few pixels
constexpr int kLineParts = 8;               // of one colour each
constexpr double kEdgeWidth = 0.8;          // pixels
// Edges of faces of 4 to 12 pixels fade, those of smaller ones would hide them.
constexpr double kSmallestOutlined = 4, kFullyOutlined = 12;
constexpr int kGrey = 0xaaaaaa, kEdge = 0x303030;

/// The part of a convex polygon where side(vertex), linear in its numbers, is not negative.
template <class Polygon, class Side>
Polygon cut(const Polygon& polygon, const Side& side) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = side(a), at_b = side(b);
    if (at_a >= 0) kept.push_back(a);
    if ((at_a < 0) != (at_b < 0)) {
      const double t = at_a / (at_a - at_b);
      kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.value + t * (b.value - a.value)});
    }
  }
  return kept;
}

double fraction(double value, ValueRange range) {
  return std::clamp((value - range.first) / (range.second - range.first), 0.0, 1.0);
}

int colour_of(double fraction, double light) {
  if (std::isnan(fraction)) return kGrey;
  const int colour = map_colour(fraction);
  int dimmed = 0;
  for (const int shift : {16, 8, 0})
    dimmed |= static_cast<int>(std::lround(((colour >> shift) & 255) * light)) << shift;
  return dimmed;
}

template <class Polygon>
double area_of(const Polygon& polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return std::abs(sum) / 2;
}

template <class Polygon>
void append(std::string& text, const Polygon& polygon, int colour) {
  for (const auto& v : polygon) text += fmt::format("{:.7g} {:.7g} {}\n", v.x, v.y, colour);
  text += '\n';
}

}  // namespace

FieldScene::FieldScene(const FieldPicture& picture)
    : picture_(picture),
      view_(picture.mesh->points),
      x_(HUGE_VAL, -HUGE_VAL),
      y_(HUGE_VAL, -HUGE_VAL),
      values_(HUGE_VAL, -HUGE_VAL) {
  const DrawnMesh drawn(*picture.mesh, view_, shown_cells());
  for (const DrawnFace& face : drawn.faces)
    // What is turned away lies behind a face that is not.
    if (!face.is_of_solid || face.normal.dot(view_.towards) > 0) add_face(face);
  add_lines(drawn);
  if (values_.first > values_.second) values_ = {NAN, NAN};
}

std::vector<std::uint8_t> FieldScene::shown_cells() const {
  const FieldMesh& mesh = *picture_.mesh;
  std::vector<std::uint8_t> shown(picture_.present.begin(), picture_.present.end());
  if (!picture_.box || view_.is_plane) return shown;
  shown.resize(mesh.cell_count(), 1);
  for (std::size_t cell = 0; cell < shown.size(); ++cell) {
    const auto first = mesh.offsets[cell], end = mesh.offsets[cell + 1];
    Vector3 middle = Vector3::Zero();
    for (auto k = first; k < end; ++k)
      middle += Vector3::Map(&mesh.points[3 * static_cast<std::size_t>(mesh.connectivity[k])]);
    middle /= static_cast<double>(std::max<std::int64_t>(1, end - first));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const ValueRange range = (*picture_.box)[axis];
      const double x = middle[static_cast<Index>(axis)];
      if (x < range.first || x > range.second) shown[cell] = 0;
    }
  }
  return shown;
}

FieldScene::Vertex FieldScene::vertex(std::int64_t node, std::size_t cell) const {
  const auto i = static_cast<std::size_t>(node);
  const Vector3 x = Vector3::Map(&picture_.mesh->points[3 * i]);
  const double value = picture_.values[picture_.on_points ? i : cell];
  return {view_.right.dot(x), view_.up.dot(x), std::isfinite(value) ? value : NAN};
}

void FieldScene::add_face(const DrawnFace& face) {
  const bool is_second_order = face.middles.size() == face.corners.size();
  Polygon outline;
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    outline.push_back(vertex(face.corners[k], face.cell));
    if (is_second_order) outline.push_back(vertex(face.middles[k], face.cell));
  }
  // Shape functions at the middle: of corners 1/n, in the second order (1 - b n)/n where b is that of the
  // middles, 4/9 in a triangle and 1/2 in a quadrilateral.
  Vertex middle{0, 0, 0};
  const auto n = static_cast<double>(face.corners.size());
  const double of_middle = !is_second_order ? 0 : face.corners.size() == 3 ? 4.0 / 9 : 0.5;
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const double share = is_second_order && k % 2 == 1 ? of_middle : 1 / n - of_middle;
    middle.x += share * outline[k].x;
    middle.y += share * outline[k].y;
    middle.value += share * outline[k].value;
  }
  Face drawn{outline,
             {},
             {},
             view_.is_plane || face.normal.isZero() ? 1 : 0.8 + 0.2 * std::abs(face.normal.dot(view_.light))};
  const auto add = [&](Polygon polygon) {
    if (cut_to_box(polygon) && polygon.size() > 2) drawn.parts.push_back(std::move(polygon));
  };
  if (outline.size() == 3) add(outline);
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const Vertex &a = outline[k], &b = outline[(k + 1) % outline.size()];
    if (outline.size() > 3) add({a, b, middle});
    Polygon edge = {a, b};
    if (cut_to_box(edge) && edge.size() > 1) drawn.edges.push_back({edge[0], edge[1]});
  }
  if (drawn.parts.empty() || !cut_to_box(drawn.outline)) return;
  for (const Polygon& part : drawn.parts) include(part);
  faces_.push_back(std::move(drawn));
}

void FieldScene::add_lines(const DrawnMesh& drawn) {
  for (const DrawnLine& line : drawn.lines)
    for (std::size_t k = 0; k + 1 < line.nodes.size(); ++k) {
      Polygon ends = {vertex(line.nodes[k], line.cell), vertex(line.nodes[k + 1], line.cell)};
      if (!cut_to_box(ends) || ends.size() < 2) continue;
      include(ends);
      lines_.push_back({ends[0], ends[1]});
    }
  for (const DrawnLine& point : drawn.points) {
    Polygon single = {vertex(point.nodes.front(), point.cell)};
    if (!cut_to_box(single)) continue;
    include(single);
    points_.push_back(single.front());
  }
}

/// @return whether anything is left. In space the box chooses cells, see shown_cells.
bool FieldScene::cut_to_box(Polygon& polygon) const {
  if (!picture_.box || !view_.is_plane) return true;
  const ValueRange x = (*picture_.box)[0], y = (*picture_.box)[1];
  polygon = cut(polygon, [&](const Vertex& v) { return v.x - x.first; });
  polygon = cut(polygon, [&](const Vertex& v) { return x.second - v.x; });
  polygon = cut(polygon, [&](const Vertex& v) { return v.y - y.first; });
  polygon = cut(polygon, [&](const Vertex& v) { return y.second - v.y; });
  return !polygon.empty();
}

/// Smallest and largest value; NaN when one is.
ValueRange FieldScene::limits(const Polygon& polygon) {
  ValueRange range(HUGE_VAL, -HUGE_VAL);
  for (const Vertex& v : polygon) {
    if (std::isnan(v.value)) return {NAN, NAN};
    range = {std::min(range.first, v.value), std::max(range.second, v.value)};
  }
  return range;
}

void FieldScene::include(const Polygon& polygon) {
  const auto widen = [](ValueRange& range, double x) {
    range = {std::fmin(range.first, x), std::fmax(range.second, x)};  // these pass over NaN
  };
  for (const Vertex& v : polygon) {
    widen(x_, v.x);
    widen(y_, v.y);
    widen(values_, v.value);
  }
}

/// Number of the colour of a value.
int FieldScene::band_of(double value, ValueRange colours) {
  return std::min(kBands - 1, static_cast<int>(fraction(value, colours) * kBands));
}

void FieldScene::append_bands(const Polygon& part, double light, ValueRange colours, std::string& text) {
  const auto [low, high] = limits(part);
  if (std::isnan(low)) return append(text, part, kGrey);
  const int first = band_of(low, colours), last = band_of(high, colours);
  const double height = (colours.second - colours.first) / kBands;
  for (int band = first; band <= last; ++band) {
    Polygon piece = part;
    const double from = colours.first + band * height, to = from + height;
    if (band > first) piece = cut(piece, [&](const Vertex& v) { return v.value - from; });
    if (band < last) piece = cut(piece, [&](const Vertex& v) { return to - v.value; });
    if (piece.size() > 2) append(text, piece, colour_of((band + 0.5) / kBands, light));
  }
}

/// Narrow polygons: gnuplot would stroke lines after all polygons, and those of hidden faces as well.
void FieldScene::append_edges(const Face& face, double width, std::string& text) {
  for (const Polygon& edge : face.edges) {
    const double dx = edge[1].x - edge[0].x, dy = edge[1].y - edge[0].y, length = std::hypot(dx, dy);
    if (!(length > 0)) continue;
    const double nx = -dy / length * width / 2, ny = dx / length * width / 2;
    append(text,
           Polygon{{edge[0].x + nx, edge[0].y + ny, 0},
                   {edge[1].x + nx, edge[1].y + ny, 0},
                   {edge[1].x - nx, edge[1].y - ny, 0},
                   {edge[0].x - nx, edge[0].y - ny, 0}},
           kEdge);
  }
}

std::string FieldScene::polygons(ValueRange colours, double pixel) const {
  std::string text;
  const bool is_graded = faces_.size() <= kMostGraded;
  for (const Face& face : faces_) {
    Polygon all;
    for (const Polygon& part : face.parts) all.insert(all.end(), part.begin(), part.end());
    const auto [low, high] = limits(all);
    const double middle = is_graded ? low : (low + high) / 2;
    if (std::isnan(low))
      append(text, face.outline, kGrey);
    else if (!is_graded || band_of(low, colours) == band_of(high, colours))
      append(text, face.outline, colour_of((band_of(middle, colours) + 0.5) / kBands, face.light));
    else
      for (const Polygon& part : face.parts) append_bands(part, face.light, colours, text);
    const double size = std::sqrt(area_of(face.outline)) / pixel;
    const double strength = (size - kSmallestOutlined) / (kFullyOutlined - kSmallestOutlined);
    if (strength > 0) append_edges(face, kEdgeWidth * std::min(strength, 1.0) * pixel, text);
  }
  return text;
}

std::string FieldScene::lines(ValueRange colours) const {
  std::string text;
  for (const Polygon& line : lines_) {
    const auto at = [&](int i) {
      const double t = static_cast<double>(i) / kLineParts;
      const Vertex &a = line[0], &b = line[1];
      return Vertex{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.value + t * (b.value - a.value)};
    };
    for (int i = 0; i < kLineParts; ++i) {
      const Polygon ends = {at(i), at(i + 1)};
      const double mean = (ends[0].value + ends[1].value) / 2;
      append(text, ends, colour_of(std::isnan(mean) ? mean : fraction(mean, colours), 1));
    }
  }
  return text;
}

std::string FieldScene::points(ValueRange colours) const {
  std::string text;
  for (const Vertex& v : points_)
    append(text, Polygon{v}, colour_of(std::isnan(v.value) ? v.value : fraction(v.value, colours), 1));
  return text;
}

}  // namespace jounce::io
