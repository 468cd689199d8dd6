#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/case.h"

namespace jounce::verify {

/// One run of a sweep: its own name, the overrides with the variables filled in, and their values.
struct SweepPoint {
  std::string name;
  std::vector<std::string> set;
  std::map<std::string, double> variables;
};

/// All combinations of the sweep variables, the last variable fastest; one point when there is none.
/// In the overrides {variable} is replaced by the value (shortest text that reads back exactly).
std::vector<SweepPoint> sweep_points(const RunSpec& run);

/// Exponent p of the least-squares line log(error) = p log(size) + constant. Throws std::runtime_error for
/// fewer than two points, or an error or size that is not positive.
double fitted_order(const std::vector<double>& sizes, const std::vector<double>& errors);

}  // namespace jounce::verify
