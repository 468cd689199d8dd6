#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "verify/case.h"

namespace jounce::verify {

/// What a line of `jounce verify --json` says of a figure. Numbers that were null are not_given.
struct RecordedFigure {
  double computed = not_given, reference = not_given, tolerance = not_given;
  bool pass = false;
  std::string message;
};

/// Figures by case and quantity.
using RecordedFigures = std::map<std::pair<std::string, std::string>, RecordedFigure>;

/// Reads the output of `jounce verify --json`. Throws params::InputError with file and line when it is none.
RecordedFigures read_figures(const std::filesystem::path& file);

}  // namespace jounce::verify
