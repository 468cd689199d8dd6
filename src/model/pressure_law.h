#pragma once

#include <memory>
#include <vector>

namespace jounce {

/// Softened contact: the pressure p on surfaces that overlap by o (gap g = -o), a law that users give for
/// rough surfaces and coatings:
///
///   linear       p = k o                        for o > 0, else 0
///   table        linear between points (o_i, p_i), p = 0 below o_1; beyond the last p stays as it is
///   exponential  p = p_0 exp(o ln 100 / c_0)    at any o: 1 % of p_0 at a gap of c_0; beyond exp(30) linear
///
/// as in Abaqus and CalculiX (*SURFACE BEHAVIOR). A point is closed where p > 0.
class PressureLaw {
 public:
  struct Point {
    double overclosure, pressure;
  };
  static std::shared_ptr<const PressureLaw> linear(double stiffness);
  static std::shared_ptr<const PressureLaw> exponential(double pressure, double clearance);
  /// @param points  two or more, ascending in overclosure, not falling in pressure, which begins with 0
  static std::shared_ptr<const PressureLaw> table(std::vector<Point> points);

  /// Whether an overclosure makes a pressure; `tie` is the round-off of the gap.
  bool is_closed(double overclosure, double tie) const;
  /// Where the law is closed, and its continuation below: what Newton's method sees of a closed point.
  double pressure(double overclosure) const;
  double slope(double overclosure) const;

 private:
  const Point& segment(double overclosure, double& slope) const;

  double rate_ = 0, pressure_ = 0;  ///< exponential: ln 100 / c_0 and p_0
  std::vector<Point> points_;       ///< else
  double last_slope_ = 0;           ///< beyond the last point
};

}  // namespace jounce
