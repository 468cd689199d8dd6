#include "run/convergence_table.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace jounce {
namespace {

constexpr std::array<const char*, FieldResiduals::kFields> kHeads = {"motion",    "joint g",   "joint v",
                                                                     "contact g", "contact v", "friction"};

void append_residual(std::string& text, double residual) {
  if (std::isnan(residual))
    text.append(11, ' ');
  else
    fmt::format_to(std::back_inserter(text), "{:>11.3g}", residual);
}

void append_count(std::string& text, int count, int width) {
  if (count == ConvergenceLog::kUnknown)
    text.append(static_cast<std::size_t>(width), ' ');
  else
    fmt::format_to(std::back_inserter(text), "{:>{}}", count, width);
}

}  // namespace

std::string ConvergenceTable::begin(const ConvergenceFile::Attempt& attempt) {
  is_shown_.fill(false);
  has_heads_ = false;
  return fmt::format("step {} to t = {:.9g} {} by {:.6g}\n", attempt.step, attempt.time, time_unit_,
                     attempt.size);
}

std::string ConvergenceTable::row(const ConvergenceLog& log, const ConvergenceLog::Row& row) {
  std::string text;
  bool has_all_heads = has_heads_;
  for (std::size_t i = 0; i < kHeads.size(); ++i) {
    if (is_shown_[i] || std::isnan(row.fields[i])) continue;
    is_shown_[i] = true;
    has_all_heads = false;
  }
  if (!has_all_heads) {
    has_heads_ = true;
    text += "  iteration   residual";
    for (std::size_t i = 0; i < kHeads.size(); ++i)
      if (is_shown_[i]) fmt::format_to(std::back_inserter(text), "{:>11}", kHeads[i]);
    text += "  closed  changes\n";
  }
  fmt::format_to(std::back_inserter(text), "  {:>9}", row.iteration);
  append_residual(text, row.residual);
  for (std::size_t i = 0; i < kHeads.size(); ++i)
    if (is_shown_[i]) append_residual(text, row.fields[i]);
  append_count(text, row.active, 8);
  append_count(text, row.changes, 9);
  const std::string_view name = log.name(row);
  if (!name.empty()) fmt::format_to(std::back_inserter(text), "  {}", name);
  if (*row.stage != '\0') fmt::format_to(std::back_inserter(text), "  ({})", row.stage);
  return text + '\n';
}

std::string ConvergenceTable::end(const ConvergenceFile::Attempt& attempt) const {
  if (attempt.accepted) return {};
  return attempt.converged ? "  too long for its error or impact\n" : "  does not converge\n";
}

}  // namespace jounce
