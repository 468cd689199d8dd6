#include "integrators/event_driven/bracketing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jounce {

SignChange narrow_sign_change(const std::function<double(double)>& f, SignChange bracket, double f_positive,
                              double f_negative, double resolution) {
  constexpr int kMaxEvaluations = 200;
  // a is the newest argument, b the other end of the bracket, c the argument before a.
  double a = bracket.positive, f_a = f_positive;
  double b = bracket.negative, f_b = f_negative;
  double fraction = 0.5;
  for (int evaluation = 0; evaluation < kMaxEvaluations; ++evaluation) {
    const double width = std::abs(b - a);
    const double finest =
        resolution + 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
    if (width <= finest) break;
    const double margin = std::min(0.5, 0.5 * finest / width);
    const double x = a + std::clamp(fraction, margin, 1 - margin) * (b - a);
    if (x == a || x == b) break;
    const double f_x = f(x);
    if (!std::isfinite(f_x)) break;
    double c = a, f_c = f_a;
    if ((f_x < 0) != (f_a < 0)) {
      c = b;
      f_c = f_b;
      b = a;
      f_b = f_a;
    }
    a = x;
    f_a = f_x;

    // Inverse quadratic interpolation where it is monotonic within the bracket, else bisection.
    fraction = 0.5;
    const double xi = (a - b) / (c - b);
    const double phi = (f_a - f_b) / (f_c - f_b);
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
      fraction =
          f_a / (f_b - f_a) * f_c / (f_b - f_c) + (c - a) / (b - a) * f_a / (f_c - f_a) * f_b / (f_c - f_b);
    if (!std::isfinite(fraction)) fraction = 0.5;
  }
  if (f_a < 0) return {b, a};
  return {a, b};
}

}  // namespace jounce
