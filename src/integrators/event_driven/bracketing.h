#pragma once

#include <functional>

namespace jounce {

/// Two neighbouring arguments between which a function changes sign.
struct SignChange {
  double positive = 0;  ///< argument with f >= 0
  double negative = 0;  ///< argument with f < 0
};

/// Narrows a sign change of f down to neighbouring arguments, by inverse quadratic interpolation safeguarded
/// by bisection (T. R. Chandrupatla, Advances in Engineering Software 28 (1997) 145-149). Needs f(positive)
/// >= 0 > f(negative); works for functions with jumps as well. Ends at |positive - negative| <= resolution +
/// a few units of round-off, or at the bracket so far when f is not finite.
SignChange narrow_sign_change(const std::function<double(double)>& f, SignChange bracket, double f_positive,
                              double f_negative, double resolution);

}  // namespace jounce
