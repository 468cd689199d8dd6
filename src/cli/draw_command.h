#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::cli {

/// Arguments of `jounce draw`.
struct DrawArguments {
  std::filesystem::path result;  ///< result folder or file of fields
  bool list = false;
  std::string field, component;  ///< empty: the usual ones
  std::optional<int> frame;      ///< from 0; none: that nearest to `time`, else the last
  std::optional<double> time;
  double scale = 1;           ///< of displacements
  std::vector<double> range;  ///< of the colours, or empty
  std::vector<double> box;    ///< smallest x y [z], largest x y [z], or empty
  std::string title;          ///< empty: that of the deck with the time
  std::vector<int> size;      ///< width and height in pixels, or empty
  std::filesystem::path png;  ///< empty: the name of the field and its component beside the result
};

}  // namespace jounce::cli
