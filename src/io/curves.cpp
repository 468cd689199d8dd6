#include "io/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>

#include "io/history_reader.h"
#include "io/output_error.h"
#include "params/formula.h"

namespace jounce::io {
namespace {

using Points = Curve::Points;

std::filesystem::path data_file(const std::filesystem::path& path) {
  return std::filesystem::is_directory(path) ? path / "history.csv" : path;
}

std::string folder_name(const std::filesystem::path& file) {
  const auto folder = std::filesystem::absolute(file).lexically_normal().parent_path().filename().string();
  return folder.empty() ? file.stem().string() : folder;
}

struct CurveColumn {
  std::vector<double> values;
  std::string unit;
};

/// A column, or the value of an expression of columns.
CurveColumn column(const History& history, const std::string& name) {
  const bool is_expression = name.find_first_of("+-*/^(") != std::string::npos;
  if (history.has(name) || !is_expression) return {history.column(name), history.unit(name)};
  try {
    const params::Formula formula(name, history.names());
    std::map<std::string, const std::vector<double>*> columns;
    std::set<std::string> units;
    for (const std::string& used : formula.used()) {
      columns[used] = &history.column(used);
      units.insert(history.unit(used));
    }
    const bool is_sum = name.find_first_of("*/^(") == std::string::npos;
    return {formula.evaluate(columns, history.size()), is_sum && units.size() == 1 ? *units.begin() : ""};
  } catch (const std::runtime_error& error) {
    throw OutputError(history.path(), fmt::format("{}: {}", history.path().string(), error.what()));
  }
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

/// Legend entry: the column, the file, or both, as far as they tell the curves apart.
std::string legend(const PlotFile& file, const std::string& column, bool several_columns,
                   bool several_files) {
  std::string label = file.label;
  if (label.empty() && file.is_reference) label = "reference";
  if (label.empty() && several_files) label = folder_name(data_file(file.path));
  if (label.empty()) return column;
  return several_columns ? column + ", " + label : label;
}

}  // namespace

std::size_t Curve::size() const {
  return std::accumulate(parts.begin(), parts.end(), std::size_t{0},
                         [](std::size_t sum, const Points& points) { return sum + points.size(); });
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

Curves read_curves(const PlotRequest& request) {
  Curves curves;
  std::set<std::string> all_columns;
  for (const PlotFile& file : request.files) {
    const auto& columns = file.columns.empty() ? request.columns : file.columns;
    if (!file.is_reference) all_columns.insert(columns.begin(), columns.end());
  }
  const auto is_result = [](const PlotFile& file) { return !file.is_reference; };
  const bool several_files = std::count_if(request.files.begin(), request.files.end(), is_result) > 1;
  // An SVG, which every point makes longer, is drawn about as wide as it says.
  const std::size_t runs =
      static_cast<std::size_t>(std::max(request.width, 100)) * (request.is_vector ? 1 : 2);
  for (const PlotFile& file : request.files) {
    std::optional<History> read;
    const History& history = file.loaded != nullptr ? *file.loaded : read.emplace(data_file(file.path));
    const std::string& x_name = file.x.empty() ? request.x : file.x;
    const CurveColumn x = column(history, x_name);
    if (curves.x_name.empty()) curves.x_name = x_name, curves.x_unit = x.unit;
    for (const std::string& name : file.columns.empty() ? request.columns : file.columns) {
      const CurveColumn y = column(history, name);
      Curve& curve = curves.list.emplace_back();
      curve.parts = drawable(request, x.values, y.values);
      for (Points& points : curve.parts) points = thinned_out(points, runs);
      curve.name = name;
      curve.unit = y.unit;
      curve.is_reference = file.is_reference;
      curve.label = legend(file, name, all_columns.size() > 1, several_files);
    }
  }
  if (curves.list.empty()) throw OutputError({}, "nothing to plot: name at least one file and one column");
  const bool empty = std::all_of(curves.list.begin(), curves.list.end(),
                                 [](const Curve& curve) { return curve.parts.empty(); });
  if (empty) {
    const auto file = data_file(request.files.front().path);
    throw OutputError(file, fmt::format("nothing to plot: '{}' has no values in the requested range (or none "
                                        "that a logarithmic axis can show)",
                                        file.string()));
  }
  return curves;
}

}  // namespace jounce::io
