#pragma once

#include <string>
#include <string_view>

#include "io/plot.h"

namespace jounce::report {

/// Attributes of an element around a picture of curves from which the script of the page tells their values
/// at the pointer: the axis of the wide and of the narrow picture, names, units and numbers of the columns at
/// up to some hundred places.
std::string hover_data(const io::PlotRequest& request, const io::PlotAxis& wide, const io::PlotAxis& narrow);

/// The script of the page: a line at the pointer and the values of the curves there.
std::string_view hover_script();

}  // namespace jounce::report
