#pragma once

#include <vector>

namespace jounce {

/// Force of a spring over its elongation e, positive in tension: F = k e, or a table (e_i, F_i) that is
/// linear between its points and constant outside. The energy is the integral of F from 0 to e.
class ForceLaw {
 public:
  explicit ForceLaw(double stiffness) : stiffness_(stiffness) {}
  /// At least two points, elongations rising.
  ForceLaw(std::vector<double> elongations, std::vector<double> forces);

  bool is_linear() const { return elongations_.empty(); }
  double force(double e) const;
  double slope(double e) const;  ///< dF/de; at a point of the table that of the stiffer piece beside it
  double energy(double e) const;

 private:
  /// Number of table points at or below e.
  std::size_t piece(double e) const;
  double integral(double e) const;  ///< of the table from its first point to e

  double stiffness_ = 0;
  std::vector<double> elongations_, forces_;
  std::vector<double> integrals_;  ///< from the first point to each
};

}  // namespace jounce
