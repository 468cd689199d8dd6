#pragma once

#include <string>

namespace jounce {

/// As Fortran's E format writes numbers with so many decimals, with a leading zero: 0.1000000E+01.
std::string fortran(double x, int decimals);

}  // namespace jounce
