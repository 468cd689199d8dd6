#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "verify/measures.h"

namespace jounce::verify {

namespace {

/// Rows of events.csv in the window, of the contact asked for (in the column `name`), with an impulse above
/// the threshold.
std::vector<std::size_t> selected(const MeasureInput& input, const CsvTable& events,
                                  const char* name = "contact") {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < events.rows(); ++row) {
    if (!input.contact.empty() && events.text(row, name) != input.contact) continue;
    if (!std::isnan(input.above) && !(events.number(row, "impulse") > input.above)) continue;
    const double time = events.number(row, "time");
    if (time < input.from || time > input.to) continue;
    rows.push_back(row);
  }
  return rows;
}

/// Time of the n-th line of transitions.csv that begins what is asked for.
double transition_time(const MeasureInput& input, const MeasureContext& context) {
  const CsvTable table(context.run.folder() / "transitions.csv");
  std::vector<std::size_t> rows = selected(input, table, "name");
  std::erase_if(rows, [&](std::size_t row) { return table.text(row, "event") != input.field; });
  const auto wanted = static_cast<std::size_t>(std::abs(input.event));
  if (wanted == 0 || wanted > rows.size())
    throw std::runtime_error(
        fmt::format("{} {} asked for, there are {}", input.field, input.event, rows.size()));
  return table.number(input.event > 0 ? rows[wanted - 1] : rows[rows.size() - wanted], "time");
}

}  // namespace

double event_value(const MeasureInput& input, const MeasureContext& context) {
  if (input.field == "stick" || input.field == "slip") return transition_time(input, context);
  const CsvTable& events = context.run.events();
  const auto rows = selected(input, events);
  const auto wanted = static_cast<std::size_t>(std::abs(input.event));
  if (wanted == 0 || wanted > rows.size()) {
    throw std::runtime_error(fmt::format("event {} asked for, there are {}", input.event, rows.size()));
  }
  return events.number(input.event > 0 ? rows[wanted - 1] : rows[rows.size() - wanted], input.field);
}

double event_count(const MeasureInput& input, const MeasureContext& context) {
  return static_cast<double>(selected(input, context.run.events()).size());
}

}  // namespace jounce::verify
