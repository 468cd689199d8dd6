#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "io/field_reader.h"
#include "verify/measures.h"

namespace jounce::verify {

namespace {

using Point = std::array<double, 3>;

/// Centres of the spheres that are there in the last frame.
std::vector<Point> spheres(const MeasureContext& context) {
  const io::LastFrame frame = io::read_last_frame(context.run.folder() / "fields.vtkhdf", "present");
  std::vector<Point> centres;
  for (std::size_t i = 0; i < frame.field.size(); ++i)
    if (frame.field[i] > 0.5)
      centres.push_back({frame.points[3 * i], frame.points[3 * i + 1], frame.points[3 * i + 2]});
  return centres;
}

/// Whether another sphere hides the middle of this one from above: it is higher, and less than a radius away
/// in the horizontal.
bool is_covered(const Point& x, const std::vector<Point>& all, double radius) {
  for (const Point& y : all)
    if (y[2] > x[2] && std::hypot(y[0] - x[0], y[1] - x[1]) < radius) return true;
  return false;
}

}  // namespace

/// Slope of a heap about the z axis in degrees, positive where it falls outwards: arctan of -b of the line
/// z = a + b rho of least squares through the centres of the spheres that no other covers, at the distances
/// rho from the axis in `between`.
double slope(const MeasureInput& input, const MeasureContext& context) {
  const std::vector<Point> all = spheres(context);
  double n = 0, sum_x = 0, sum_z = 0, sum_xx = 0, sum_xz = 0;
  for (const Point& x : all) {
    const double rho = std::hypot(x[0], x[1]);
    if (rho < input.between[0] || rho > input.between[1] || is_covered(x, all, input.radius)) continue;
    n += 1;
    sum_x += rho;
    sum_z += x[2];
    sum_xx += rho * rho;
    sum_xz += rho * x[2];
  }
  const double variance = n * sum_xx - sum_x * sum_x;
  if (n < 3 || !(variance > 0))
    throw std::runtime_error(
        fmt::format("a slope needs at least three spheres between the distances {} and {}; "
                    "there are {}",
                    input.between[0], input.between[1], n));
  return -std::atan((n * sum_xz - sum_x * sum_z) / variance) * 180 / std::numbers::pi;
}

}  // namespace jounce::verify
