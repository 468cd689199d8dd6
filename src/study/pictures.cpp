#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/atomic_file.h"
#include "io/output_error.h"
#include "io/plot.h"
#include "study/study.h"

namespace jounce::study {
namespace {

constexpr std::size_t kMostCurves = 14;  ///< of different colours and dashes

/// The name as that of a file.
std::string file_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

void draw_curves(Study& study, std::size_t q, const std::filesystem::path& folder, const std::string& title) {
  io::PlotRequest request;
  std::size_t left_out = 0;
  for (const VariantResult& result : study.results) {
    if (result.extents.empty()) continue;
    if (request.files.size() < kMostCurves)
      request.files.push_back({result.folder, result.variant.name, {}, {}, false});
    else
      ++left_out;
  }
  if (request.files.empty()) return;
  request.columns = {study.quantities[q]};
  request.title = title;
  request.y_label = study.units[q].empty() ? study.quantities[q]
                                           : fmt::format("{} [{}]", study.quantities[q], study.units[q]);
  io::plot(request, folder / (file_name(study.quantities[q]) + ".png"));
  if (left_out > 0 && q == 0)
    study.notes.push_back(
        fmt::format("the pictures show the first {} variants, not {} more", kMostCurves, left_out));
}

/// Label of a series: the values of the other keys.
std::string label_of(const Study& study, const std::vector<std::size_t>& series) {
  std::string label;
  const Variant& variant = study.results[series.front()].variant;
  for (std::size_t i = 0; i < study.variations.size(); ++i)
    if (i != study.refined)
      label += fmt::format("{}{}={}", label.empty() ? "" : ",", study.variations[i].key, variant.values[i]);
  return label;
}

/// Writes step and errors of a quantity in a series, and beside them a line with the slope of the nearest
/// whole order. @return that order; 0: no errors, -1: no such line
int write_errors(const Study& study, const std::vector<std::size_t>& series, std::size_t q,
                 const std::filesystem::path& file) {
  std::string text;
  double h_1 = NAN, e_1 = NAN, order = NAN;
  std::vector<std::pair<double, ErrorNorms>> points;
  for (const std::size_t k : series)
    for (const Convergence& found : study.results[k].errors) {
      if (found.quantity != q || !(found.error.max > 0)) continue;
      points.emplace_back(study.results[k].size, found.error);
      if (std::isnan(h_1)) h_1 = study.results[k].size, e_1 = found.error.max;
      if (!std::isnan(found.order_max)) order = found.order_max;
    }
  if (points.size() < 2) return 0;
  const int slope = order >= 0.5 && order < 8 ? static_cast<int>(std::lround(order)) : -1;
  text = "step,max norm,L2 norm,slope\n";
  for (const auto& [h, error] : points)
    text += fmt::format("{},{},{},{}\n", h, error.max, error.l2,
                        slope > 0 ? 0.5 * e_1 * std::pow(h / h_1, slope) : NAN);
  io::write_atomically(file, text);
  return slope;
}

void draw_errors(const Study& study, std::size_t q, const std::filesystem::path& folder,
                 const std::string& title) {
  io::PlotRequest request;
  const auto all = study.series();
  const std::string name = file_name(study.quantities[q]);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto file = folder / (all.size() == 1 ? fmt::format("error_{}.csv", name)
                                                : fmt::format("error_{}_{}.csv", name, i + 1));
    const int slope = write_errors(study, all[i], q, file);
    if (slope == 0) continue;
    const std::string label = label_of(study, all[i]);
    request.files.push_back({file, label, {"max norm", "L2 norm"}, "step", false});
    if (slope > 0 && all.size() == 1)
      request.files.push_back({file, fmt::format("order {}", slope), {"slope"}, "step", true});
  }
  if (request.files.empty()) return;
  request.title = title;
  request.log_x = request.log_y = true;
  const std::string& key = study.variations[study.refined].key;
  request.x_label = study.is_inverse ? "1/" + key : key;
  request.y_label = fmt::format("error of {}{}", study.quantities[q],
                                study.units[q].empty() ? "" : fmt::format(" [{}]", study.units[q]));
  io::plot(request, folder / fmt::format("error_{}.png", name));
}

}  // namespace

void draw_study(Study& study, const std::filesystem::path& folder, const std::string& title) {
  for (std::size_t q = 0; q < study.quantities.size(); ++q) {
    try {
      draw_curves(study, q, folder, title);
      draw_errors(study, q, folder, title);
    } catch (const io::OutputError& error) {
      study.notes.push_back(fmt::format("no picture of {}: {}", study.quantities[q], error.what()));
      if (std::string(error.what()).find("gnuplot") != std::string::npos) return;  // the same for all others
    }
  }
}

}  // namespace jounce::study
