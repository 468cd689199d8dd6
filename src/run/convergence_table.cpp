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

std::string convergence_table(const ConvergenceLog& log, const ConvergenceFile::Attempt& attempt,
                              const std::string& time_unit) {
  const char* const outcome = attempt.accepted    ? ""
                              : attempt.converged ? ": too long for its error or impact"
                                                  : ": does not converge";
  std::string text = fmt::format("step {} to t = {:.9g} {} by {:.6g}{}\n", attempt.step, attempt.time,
                                 time_unit, attempt.size, outcome);
  if (log.rows().empty()) return text;
  std::array<bool, FieldResiduals::kFields> is_shown{};
  for (const ConvergenceLog::Row& row : log.rows())
    for (std::size_t i = 0; i < kHeads.size(); ++i) is_shown[i] |= !std::isnan(row.fields[i]);
  text += "  iteration   residual";
  for (std::size_t i = 0; i < kHeads.size(); ++i)
    if (is_shown[i]) fmt::format_to(std::back_inserter(text), "{:>11}", kHeads[i]);
  text += "  closed  changes\n";
  for (const ConvergenceLog::Row& row : log.rows()) {
    fmt::format_to(std::back_inserter(text), "  {:>9}", row.iteration);
    append_residual(text, row.residual);
    for (std::size_t i = 0; i < kHeads.size(); ++i)
      if (is_shown[i]) append_residual(text, row.fields[i]);
    append_count(text, row.active, 8);
    append_count(text, row.changes, 9);
    const std::string_view name = log.name(row);
    if (!name.empty()) fmt::format_to(std::back_inserter(text), "  {}", name);
    if (*row.stage != '\0') fmt::format_to(std::back_inserter(text), "  ({})", row.stage);
    text += '\n';
  }
  return text;
}

}  // namespace jounce
