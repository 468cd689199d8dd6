#include <fmt/format.h>

#include <algorithm>

#include "report/html.h"
#include "report/sections.h"

// The last iterations of steps that did not converge.

namespace jounce::report {
namespace {

constexpr std::size_t kIterations = 12;  ///< shown of an attempt

/// Columns of convergence.csv that are shown, with their heads. Residuals are over their limits.
constexpr struct {
  const char *name, *head;
  bool is_text = false;
} kColumns[] = {{"stage", "stage", true},
                {"iteration", "iteration"},
                {"residual", "residual"},
                {"motion", "motion"},
                {"joint_position", "joints g"},
                {"joint_velocity", "joints v"},
                {"contact_position", "contacts g"},
                {"contact_velocity", "contacts v"},
                {"friction", "friction"},
                {"active", "closed"},
                {"changes", "changes"},
                {"changed", "first that changed", true}};

std::string table_of(const Result::Attempt& attempt, const std::vector<std::string>& names) {
  const std::size_t first = attempt.rows.size() > kIterations ? attempt.rows.size() - kIterations : 0;
  std::vector<std::string> head;
  std::vector<Row> rows(attempt.rows.size() - first);
  for (const auto& column : kColumns) {
    const auto at =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), column.name) - names.begin());
    if (at == names.size()) continue;
    const bool is_empty = std::all_of(attempt.rows.begin() + static_cast<std::ptrdiff_t>(first),
                                      attempt.rows.end(), [&](const auto& row) { return row[at].empty(); });
    if (is_empty) continue;
    head.emplace_back(column.head);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string& text = attempt.rows[first + i][at];
      rows[i].push_back({text, !column.is_text});
    }
  }
  return table(head, rows);
}

}  // namespace

std::string convergence_tables(const Result& result) {
  if (result.attempts.empty()) return {};
  std::string text =
      "<h3>Last iterations of steps that did not converge</h3>\n<p>Residuals are divided by the limits of "
      "the convergence test: all must fall below 1; g are positions, v velocities. Changes are those of "
      "contacts that open or close, stick or slide; where they go on for ever, the contact named is to "
      "blame. All attempts are in convergence.csv.</p>\n";
  for (const Result::Attempt& attempt : result.attempts)
    text += folded(
        fmt::format("to t = {:.9g}, size {:.6g}: {} lines", attempt.time, attempt.size, attempt.rows.size()),
        table_of(attempt, result.attempt_columns), &attempt == &result.attempts.back());
  return text;
}

}  // namespace jounce::report
