#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jounce::io {

class History;

/// A data file in a plot.
struct PlotFile {
  std::filesystem::path path;  ///< history.csv or a folder that holds one
  std::string label;  ///< in the legend; default: name of its folder, only when several files are drawn
  std::vector<std::string> columns;  ///< empty: PlotRequest::columns
  std::string x;                     ///< empty: PlotRequest::x
  bool is_reference = false;         ///< drawn in dark dashes or as points, label default "reference"
  const History* loaded = nullptr;   ///< content of the file where it has been read; else it is read
};

/// What `jounce plot` draws: every column (or expression of columns, without commas) of every file against x.
/// Columns of different units, up to four, are drawn in panels one above the other; paths (lengths over
/// lengths) to one scale.
struct PlotRequest {
  std::vector<PlotFile> files;
  std::vector<std::string> columns;  ///< at least one, unless every file has its own
  std::string x = "time";
  std::optional<std::pair<double, double>> x_range, y_range;
  std::string title;
  std::string x_label, y_label;  ///< default: column name with its unit; with y_label there is one panel
  bool log_x = false, log_y = false;
  int width = 1200, height = 700;
  bool is_vector = false;  ///< not of pixels; `plot` sets it by the ending of the picture
};

/// Draws what the ending of the name says (picture_format.h) by running gnuplot (package gnuplot-nox) as a
/// child process. The picture replaces `picture` atomically. Throws OutputError: unreadable file, unknown
/// column (with the nearest name), nothing to draw in the range, gnuplot missing (names the package) or
/// failing (with its message).
void plot(const PlotRequest& request, const std::filesystem::path& picture);

/// Where the horizontal axis of a picture lies: its ends, in parts of the width, and their values.
struct PlotAxis {
  double left = 0, right = 1;
  double low = 0, high = 1;
};
PlotAxis plot_axis(const PlotRequest& request);

/// The gnuplot script that `plot` feeds to gnuplot, data included. Same errors, except those of gnuplot.
/// @param picture  its name when it is finished
/// @param file     that it is written to
std::string plot_script(const PlotRequest& request, const std::filesystem::path& picture,
                        const std::filesystem::path& file);

}  // namespace jounce::io
