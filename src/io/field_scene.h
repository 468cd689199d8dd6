#pragma once

#include <string>
#include <vector>

#include "io/drawn_faces.h"
#include "io/field_picture.h"

namespace jounce::io {

/// The coloured pieces of a field picture, as data of gnuplot: rows "x y colour", a blank line after each.
class FieldScene {
 public:
  explicit FieldScene(const FieldPicture& picture);

  bool is_empty() const { return faces_.empty() && lines_.empty() && points_.empty(); }
  const View& view() const { return view_; }
  /// What is drawn reaches from first to second.
  ValueRange x() const { return x_; }
  ValueRange y() const { return y_; }
  ValueRange values() const { return values_; }  ///< both NaN where no value is a number

  /// Polygons, those farther away first, each followed by its edges where it is not tiny.
  /// @param colours range of the colours @param pixel width of one
  std::string polygons(ValueRange colours, double pixel) const;
  std::string lines(ValueRange colours) const;
  std::string points(ValueRange colours) const;

 private:
  struct Vertex {
    double x, y, value;
  };
  using Polygon = std::vector<Vertex>;
  struct Face {
    Polygon outline;
    std::vector<Polygon> parts;  ///< convex, values linear in each
    std::vector<Polygon> edges;  ///< two ends each
    double light;                ///< 1 where it is not darkened
  };

  Vertex vertex(std::int64_t node, std::size_t cell) const;
  std::vector<std::uint8_t> shown_cells() const;
  void add_face(const DrawnFace& face);
  void add_lines(const DrawnMesh& drawn);
  bool cut_to_box(Polygon& polygon) const;
  static ValueRange limits(const Polygon& polygon);
  static int band_of(double value, ValueRange colours);
  void include(const Polygon& polygon);
  static void append_bands(const Polygon& part, double light, ValueRange colours, std::string& text);
  static void append_edges(const Face& face, double width, std::string& text);

  const FieldPicture& picture_;
  View view_;
  std::vector<Face> faces_;
  std::vector<Polygon> lines_;
  Polygon points_;
  ValueRange x_, y_, values_;
};

}  // namespace jounce::io
