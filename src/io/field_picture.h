#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "io/field_writer.h"

namespace jounce::io {

/// Smallest and largest number.
using ValueRange = std::pair<double, double>;

/// Numbers on the points or cells of a mesh, and how they are drawn.
struct FieldPicture {
  const FieldMesh* mesh = nullptr;  ///< positions as they are drawn
  std::span<const double> values;   ///< one for each point, or one for each cell
  bool on_points = true;
  std::span<const std::uint8_t> present;  ///< 0 for cells that are not there; empty: all are
  std::string title;
  std::string label;                ///< beside the colour bar: name and unit
  std::string length_unit;          ///< of the axes, which are drawn in the plane
  std::optional<ValueRange> range;  ///< of the colours; unless given that of what is drawn
  /// Only this is drawn, in x, y, z from first to second: of a plane mesh exactly the part inside, in space
  /// the cells whose middle lies inside.
  std::optional<std::array<ValueRange, 3>> box;
  /// What the picture shows from left to right and from bottom to top; unless given what is drawn.
  std::optional<std::array<ValueRange, 2>> window;
  int width = 1000, height = 750;  ///< pixels
};

struct FieldScript {
  std::string text;  ///< for gnuplot, data included, without terminal and output; empty when nothing is drawn
  ValueRange range;  ///< of the values that are drawn; both NaN when nothing is
  std::array<ValueRange, 2> window;  ///< what is drawn reaches over
};

/// Makes the script of one picture, which gnuplot draws onto the terminal that is set. The view is that of
/// draw_cells. Values on points vary linearly over each triangle of a corner, the next one (or the middle of
/// an edge) and the middle of the face; each triangle is cut along lines of constant value into pieces of one
/// colour. In space what is turned away is left out, and the rest a little darker where it is turned away
/// from the light. Cells with a value that is not a number are grey.
FieldScript field_picture_script(const FieldPicture& picture);

/// Lines of gnuplot that open a terminal and name the file of its picture.
/// @param terminal  the command that sets it
std::string terminal_text(const std::string& terminal, const std::filesystem::path& file);

/// Draws what the ending of the name says (picture_format.h) by running gnuplot. @return the range of the
/// values that are drawn. Throws OutputError: nothing to draw, gnuplot missing (names the package) or
/// failing.
ValueRange draw_field(const FieldPicture& picture, const std::filesystem::path& png);

}  // namespace jounce::io
