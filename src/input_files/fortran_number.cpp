#include "input_files/fortran_number.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce {

std::string fortran(double x, int decimals) {
  if (x == 0) return fmt::format("{:.{}f}E+00", 0.0, decimals);
  int exponent = static_cast<int>(std::floor(std::log10(std::abs(x)))) + 1;
  double mantissa = x / std::pow(10.0, exponent);
  if (std::abs(mantissa) >= 1 - 0.5 * std::pow(10.0, -decimals)) {
    mantissa /= 10;
    ++exponent;
  }
  return fmt::format("{:.{}f}E{}{:02}", mantissa, decimals, exponent < 0 ? '-' : '+', std::abs(exponent));
}

}  // namespace jounce
