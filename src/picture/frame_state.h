#pragma once

#include <cstdint>
#include <vector>

#include "io/field_file.h"
#include "math/rotation.h"

namespace jounce::picture {

/// Where everything is in a frame, and its values, by points and cells of the file.
struct FrameState {
  std::vector<double> points;         ///< 3 a point, displacements magnified
  std::vector<double> orientation;    ///< vector parts of quaternions, 3 a point; empty: nothing turns
  std::vector<std::uint8_t> cells;    ///< 0 for those that are not there or not wanted; empty: all are
  std::vector<std::uint8_t> present;  ///< the same of points
  std::vector<double> values;
  bool on_points = true;  ///< the values; else on cells

  Vector3 at(std::int64_t point) const { return Vector3::Map(&points[3 * static_cast<std::size_t>(point)]); }
  Quaternion turn(std::int64_t point) const;
  bool has_cell(std::int32_t cell) const {
    return cells.empty() || cells[static_cast<std::size_t>(cell)] != 0;
  }
  bool has_point(std::int64_t point) const {
    return point < 0 || present.empty() || present[static_cast<std::size_t>(point)] != 0;
  }
  /// Of a point that belongs to a cell.
  double value(std::int64_t point, std::int32_t cell) const {
    return values[static_cast<std::size_t>(on_points ? point : cell)];
  }
};

}  // namespace jounce::picture
