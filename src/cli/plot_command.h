#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jounce::cli {

/// Arguments of `jounce plot`.
struct PlotArguments {
  std::vector<std::filesystem::path> results;  ///< result folders or history files
  std::vector<std::string> columns;
  std::string x = "time";
  std::filesystem::path png;             ///< empty: first column's name beside the first result
  std::filesystem::path reference;       ///< CSV drawn as a reference
  std::string title;                     ///< empty: that of the deck, when all results have the same
  std::string x_label, y_label;          ///< empty: the columns' names
  std::vector<int> size;                 ///< width and height in pixels, or empty
  std::vector<double> x_range, y_range;  ///< two values each, or empty
  bool log_x = false, log_y = false;
};

}  // namespace jounce::cli
