#pragma once

#include <string>

namespace jounce::io {

/// Colour of a fraction between 0 (dark violet) and 1 (yellow), 0xrrggbb: the lightness grows evenly, also in
/// grey and for colour-blind eyes (viridis of S. van der Walt and N. Smith, 2015). Clamped.
int map_colour(double fraction);

/// The same map as the argument of gnuplot's `set palette defined`.
std::string gnuplot_palette();

}  // namespace jounce::io
