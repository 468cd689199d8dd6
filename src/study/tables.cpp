#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/csv.h"
#include "study/study.h"

namespace jounce::study {
namespace {

std::string cell(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

std::string status_of(const VariantResult& result) { return result.is_complete() ? "complete" : "failed"; }

const Convergence* error_of(const VariantResult& result, std::size_t quantity) {
  const auto found =
      std::find_if(result.errors.begin(), result.errors.end(),
                   [&](const Convergence& convergence) { return convergence.quantity == quantity; });
  return found == result.errors.end() ? nullptr : &*found;
}

using Lines = std::vector<std::vector<std::string>>;

/// Columns as wide as their longest text; the first `left` of them begin at the left.
std::string aligned(const Lines& lines, std::size_t left) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i)
      row += i < left ? fmt::format("{:<{}}  ", line[i], widths[i])
                      : fmt::format("{:>{}}  ", line[i], widths[i]);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string short_number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.6g}", value); }
std::string order_text(double value) { return std::isnan(value) ? "-" : fmt::format("{:.3f}", value); }

/// Errors of one quantity in one series; "" when there are none.
std::string convergence_table(const Study& study, const std::vector<std::size_t>& series, std::size_t q) {
  Lines lines = {
      {study.is_inverse ? "1/" + study.variations[study.refined].key : study.variations[study.refined].key,
       "max norm", "order", "L2 norm", "order"}};
  for (const std::size_t k : series) {
    const VariantResult& result = study.results[k];
    if (const Convergence* found = error_of(result, q))
      lines.push_back({short_number(result.size), fmt::format("{:.4e}", found->error.max),
                       order_text(found->order_max), fmt::format("{:.4e}", found->error.l2),
                       order_text(found->order_l2)});
  }
  if (lines.size() == 1) return {};
  std::string others;
  const Variant& variant = study.results[series.front()].variant;
  for (std::size_t i = 0; i < study.variations.size(); ++i)
    if (i != study.refined) others += fmt::format(", {} = {}", study.variations[i].key, variant.values[i]);
  return fmt::format("\nerror of {}{}{} against {}\n{}", study.quantities[q],
                     study.units[q].empty() ? "" : " [" + study.units[q] + "]", others,
                     study.reference == "finest" ? "the finest run" : study.reference, aligned(lines, 0));
}

}  // namespace

std::string study_csv(const Study& study) {
  std::string text = "variant";
  auto out = std::back_inserter(text);
  for (const Variation& variation : study.variations) text += "," + io::csv_cell(variation.key);
  text += ",status,exit_status,wall_seconds,steps,iterations,cuts";
  const bool has_errors = std::any_of(study.results.begin(), study.results.end(),
                                      [](const VariantResult& result) { return !result.errors.empty(); });
  for (const std::string& name : study.quantities) {
    for (const char* const what : {"_last", "_min", "_max"}) text += "," + io::csv_cell(name + what);
    if (has_errors)
      for (const char* const what : {"_error_max", "_order_max", "_error_l2", "_order_l2"})
        text += "," + io::csv_cell(name + what);
  }
  text += ",message\n";
  for (const VariantResult& result : study.results) {
    text += io::csv_cell(result.variant.name);
    for (const std::string& value : result.variant.values) text += "," + io::csv_cell(value);
    fmt::format_to(out, ",{},{},{:.3f},{},{},{}", status_of(result), result.status, result.wall_seconds,
                   cell(result.steps), cell(result.iterations), cell(result.cuts));
    for (std::size_t q = 0; q < study.quantities.size(); ++q) {
      const Extent extent = q < result.extents.size() ? result.extents[q] : Extent{NAN, NAN, NAN};
      fmt::format_to(out, ",{},{},{}", cell(extent.last), cell(extent.smallest), cell(extent.largest));
      if (!has_errors) continue;
      const Convergence* found = error_of(result, q);
      const Convergence none{q, {NAN, NAN}, NAN, NAN};
      const Convergence& convergence = found != nullptr ? *found : none;
      fmt::format_to(out, ",{},{},{},{}", cell(convergence.error.max), cell(convergence.order_max),
                     cell(convergence.error.l2), cell(convergence.order_l2));
    }
    text += "," + io::csv_cell(result.message) + "\n";
  }
  return text;
}

std::string study_table(const Study& study) {
  constexpr std::size_t most = 4;  // quantities that a terminal has room for
  const std::size_t shown = std::min(most, study.quantities.size());
  Lines lines(1);
  for (const Variation& variation : study.variations) lines[0].push_back(variation.key);
  for (const char* const name : {"status", "time [s]", "steps", "iterations"}) lines[0].emplace_back(name);
  for (std::size_t q = 0; q < shown; ++q)
    lines[0].push_back("last " + study.quantities[q] +
                       (study.units[q].empty() ? "" : " [" + study.units[q] + "]"));
  for (const VariantResult& result : study.results) {
    std::vector<std::string>& line = lines.emplace_back(result.variant.values);
    line.push_back(status_of(result));
    line.push_back(fmt::format("{:.3g}", result.wall_seconds));
    line.push_back(short_number(result.steps));
    line.push_back(short_number(result.iterations));
    for (std::size_t q = 0; q < shown; ++q)
      line.push_back(q < result.extents.size() ? short_number(result.extents[q].last) : "-");
  }
  std::string text = aligned(lines, study.variations.size() + 1);
  for (const VariantResult& result : study.results)
    if (!result.is_complete()) text += fmt::format("\n{} failed: {}\n", result.variant.name, result.message);
  for (const std::vector<std::size_t>& series : study.series())
    for (std::size_t q = 0; q < study.quantities.size(); ++q) text += convergence_table(study, series, q);
  return text;
}

}  // namespace jounce::study
