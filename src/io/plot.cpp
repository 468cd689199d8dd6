#include "io/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "io/gnuplot.h"
#include "io/history_reader.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

using Points = std::vector<std::pair<double, double>>;

/// One line of the picture; it is interrupted between its parts.
struct Curve {
  std::vector<Points> parts;
  std::string name, unit, label;
  bool is_reference = false;

  std::size_t size() const {
    return std::accumulate(parts.begin(), parts.end(), std::size_t{0},
                           [](std::size_t sum, const Points& points) { return sum + points.size(); });
  }
};

std::filesystem::path data_file(const std::filesystem::path& path) {
  return std::filesystem::is_directory(path) ? path / "history.csv" : path;
}

std::string folder_name(const std::filesystem::path& file) {
  const auto folder = std::filesystem::absolute(file).lexically_normal().parent_path().filename().string();
  return folder.empty() ? file.stem().string() : folder;
}

/// Points that can be drawn: finite, positive on logarithmic axes; the curve is interrupted where others lie
/// between them. Of the points outside the range of x only the nearest on each side stay, so that lines reach
/// the frame.
std::vector<Points> drawable(const PlotRequest& request, const std::vector<double>& x,
                             const std::vector<double>& y) {
  const auto range = request.x_range.value_or(std::pair(-HUGE_VAL, HUGE_VAL));
  const auto outside = [&](std::size_t i) {  // the whole neighbourhood on one side
    const double previous = x[i == 0 ? i : i - 1], next = x[std::min(i + 1, x.size() - 1)];
    return std::max({previous, x[i], next}) < range.first || std::min({previous, x[i], next}) > range.second;
  };
  std::vector<Points> parts;
  bool interrupted = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool drawn = std::isfinite(x[i]) && std::isfinite(y[i]) && !(request.log_x && x[i] <= 0.0) &&
                       !(request.log_y && y[i] <= 0.0) && !outside(i);
    if (drawn && interrupted) parts.emplace_back();
    if (drawn) parts.back().emplace_back(x[i], y[i]);
    interrupted = !drawn;
  }
  return parts;
}

/// Replaces runs of consecutive points narrower than a pixel by their first, lowest, highest and last point:
/// the picture stays the same, peaks included.
Points thinned_out(const Points& points, std::size_t runs) {
  if (points.size() <= 8 * runs) return points;
  Points kept;
  const auto lower = [](const auto& a, const auto& b) { return a.second < b.second; };
  for (std::size_t run = 0; run < runs; ++run) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(run * points.size() / runs);
    const auto end = points.begin() + static_cast<std::ptrdiff_t>((run + 1) * points.size() / runs);
    const auto [low, high] = std::minmax_element(begin, end, lower);
    kept.insert(kept.end(), {*begin, *std::min(low, high), *std::max(low, high), *(end - 1)});
  }
  return kept;
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

struct Picture {
  std::vector<Curve> curves;
  std::string x_label;
};

/// Legend entry: the column, the file, or both, as far as they tell the curves apart.
std::string legend(const PlotFile& file, const std::string& column, bool several_columns,
                   bool several_files) {
  std::string label = file.label;
  if (label.empty() && file.is_reference) label = "reference";
  if (label.empty() && several_files) label = folder_name(data_file(file.path));
  if (label.empty()) return column;
  return several_columns ? column + ", " + label : label;
}

Picture collect(const PlotRequest& request) {
  Picture picture;
  std::set<std::string> all_columns;
  for (const PlotFile& file : request.files) {
    const auto& columns = file.columns.empty() ? request.columns : file.columns;
    if (!file.is_reference) all_columns.insert(columns.begin(), columns.end());
  }
  const auto is_result = [](const PlotFile& file) { return !file.is_reference; };
  const bool several_files = std::count_if(request.files.begin(), request.files.end(), is_result) > 1;
  const std::size_t runs = static_cast<std::size_t>(std::max(request.width, 100)) * 2;
  for (const PlotFile& file : request.files) {
    const History history(data_file(file.path));
    const std::string& x_name = file.x.empty() ? request.x : file.x;
    const std::vector<double>& x = history.column(x_name);
    if (picture.x_label.empty()) picture.x_label = with_unit(x_name, history.unit(x_name));
    for (const std::string& column : file.columns.empty() ? request.columns : file.columns) {
      Curve& curve = picture.curves.emplace_back();
      curve.parts = drawable(request, x, history.column(column));
      for (Points& points : curve.parts) points = thinned_out(points, runs);
      curve.name = column;
      curve.unit = history.unit(column);
      curve.is_reference = file.is_reference;
      curve.label = legend(file, column, all_columns.size() > 1, several_files);
    }
  }
  if (picture.curves.empty()) throw OutputError({}, "nothing to plot: name at least one file and one column");
  const bool empty = std::all_of(picture.curves.begin(), picture.curves.end(),
                                 [](const Curve& curve) { return curve.parts.empty(); });
  if (empty) {
    const auto file = data_file(request.files.front().path);
    throw OutputError(
        file, fmt::format("nothing to plot: '{}' has no values in the range asked for (or none that a "
                          "logarithmic axis can show)",
                          file.string()));
  }
  return picture;
}

/// Label of the vertical axis; moves the units into the legend when the curves differ in them.
std::string y_label(std::vector<Curve>& curves) {
  std::set<std::string> names, units;
  for (const Curve& curve : curves) {
    if (curve.is_reference && curve.unit.empty()) continue;
    names.insert(curve.name);
    units.insert(curve.unit);
  }
  if (names.size() == 1) return with_unit(*names.begin(), *units.begin());
  if (units.size() == 1) return units.begin()->empty() ? "" : fmt::format("[{}]", *units.begin());
  for (Curve& curve : curves) curve.label = with_unit(curve.label, curve.unit);
  return "";
}

std::string range(const std::optional<std::pair<double, double>>& values) {
  return values ? fmt::format("[{}:{}]", values->first, values->second) : "[*:*]";
}

/// A style per curve: distinct colours, also for colour-blind eyes (palette of Okabe and Ito); references are
/// black.
std::string style(const Curve& curve, std::size_t number) {
  constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#555555"};
  constexpr std::size_t few_points = 60;
  if (curve.is_reference) {
    return curve.size() <= few_points ? "with linespoints pt 6 ps 1.3 dt (8,6) lw 2 lc rgb '#000000'"
                                      : "with lines dt (8,6) lw 2 lc rgb '#000000'";
  }
  const std::string line = fmt::format("lw 2 lc rgb '{}' dt {}", colours[number % 7], 1 + number / 7);
  return curve.size() <= few_points ? "with linespoints pt 7 ps 0.7 " + line : "with lines " + line;
}

}  // namespace

std::string plot_script(const PlotRequest& request, const std::filesystem::path& png) {
  Picture picture = collect(request);
  const std::string vertical = request.y_label.empty() ? y_label(picture.curves) : request.y_label;
  std::string script;
  auto out = std::back_inserter(script);
  fmt::format_to(out,
                 "set terminal pngcairo noenhanced size {},{} font 'DejaVu Sans,13' background '#ffffff'\n",
                 request.width, request.height);
  fmt::format_to(out, "set output {}\n", gnuplot_string(png.string()));
  script +=
      "set encoding utf8\nset border 3 lc rgb '#444444' lw 1\nset tics nomirror out scale 0.6\n"
      "set grid lt 1 lw 1 lc rgb '#dddddd', lt 1 lw 1 lc rgb '#dddddd'\n"
      "set lmargin 12\nset rmargin 4\nset offsets graph 0, graph 0, graph 0.03, graph 0.03\n";
  script += picture.curves.size() > 1
                ? "set key bmargin center horizontal Left reverse samplen 3 width 2 height 1.5\n"
                : "unset key\n";
  if (!request.title.empty()) {
    fmt::format_to(out, "set title {} font 'DejaVu Sans,16'\n", gnuplot_string(request.title));
  }
  fmt::format_to(out, "set xlabel {}\nset ylabel {}\n",
                 gnuplot_string(request.x_label.empty() ? picture.x_label : request.x_label),
                 gnuplot_string(vertical));
  fmt::format_to(out, "set xrange {}{}\nset yrange {}\n", range(request.x_range),
                 request.x_range ? "" : " noextend", range(request.y_range));
  if (request.log_x) script += "set logscale x\n";
  if (request.log_y) script += "set logscale y\nset format y '%g'\n";
  for (std::size_t i = 0; i < picture.curves.size(); ++i) {
    fmt::format_to(out, "$c{} << end_of_curve\n", i);
    for (const Points& points : picture.curves[i].parts) {
      for (const auto& [x, y] : points) fmt::format_to(out, "{} {}\n", x, y);
      script += '\n';
    }
    script += "end_of_curve\n";
  }
  std::size_t number = 0;
  const char* separator = "plot ";
  for (std::size_t i = 0; i < picture.curves.size(); ++i) {
    const Curve& curve = picture.curves[i];
    if (curve.parts.empty()) continue;
    fmt::format_to(out, "{}$c{} using 1:2 {} title {}", separator, i, style(curve, number),
                   gnuplot_string(curve.label));
    if (!curve.is_reference) ++number;
    separator = ", ";
  }
  script += "\nunset output\n";
  return script;
}

void plot(const PlotRequest& request, const std::filesystem::path& png) {
  run_gnuplot(png,
              [&request](const std::filesystem::path& picture) { return plot_script(request, picture); });
}

}  // namespace jounce::io
