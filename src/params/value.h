#pragma once

#include <string>
#include <variant>
#include <vector>

#include "params/time_function.h"

namespace jounce::params {

/// Value of a key that is not a table.
using Value = std::variant<bool, int, double, std::string, std::vector<int>, std::vector<double>,
                           std::vector<std::string>, TimeFunction, std::vector<TimeFunction>>;

}  // namespace jounce::params
