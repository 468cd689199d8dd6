#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "io/plot.h"

namespace jounce::io {

/// One line of a picture; it is interrupted between its parts.
struct Curve {
  using Points = std::vector<std::pair<double, double>>;

  std::vector<Points> parts;
  std::string name, unit, label;
  bool is_reference = false;

  std::size_t size() const;
};

/// The curves of a picture.
struct Curves {
  std::vector<Curve> list;
  std::string x_name, x_unit;
};

/// Reads what a request asks for. A column that the file does not have is an expression of columns if it can
/// be one ("x_1 - x_2"); its unit is theirs if all have the same and it is a sum. Points that cannot be drawn
/// are left out, and of more points than pixels those that do not show. Throws OutputError as `plot`.
Curves read_curves(const PlotRequest& request);

/// name [unit]
std::string with_unit(const std::string& name, const std::string& unit);

}  // namespace jounce::io
