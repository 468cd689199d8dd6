#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/html.h"
#include "report/sections.h"

// Impacts, changes between sticking and sliding, cut steps; what the solver did.

namespace jounce::report {
namespace {

struct ContactSum {
  std::string contact;
  std::size_t count = 0;
  double impulse = 0, largest = 0, fastest = 0, lost = 0, first = 0, last = 0;
};

std::vector<ContactSum> sums_of(const std::vector<Result::Event>& events) {
  std::vector<ContactSum> sums;
  std::map<std::string, std::size_t> places;
  for (const Result::Event& event : events) {
    const auto [place, is_new] = places.emplace(event.contact, sums.size());
    if (is_new) sums.push_back({event.contact, 0, 0, 0, 0, 0, event.time, event.time});
    ContactSum& sum = sums[place->second];
    ++sum.count;
    sum.impulse += event.impulse;
    sum.largest = std::max(sum.largest, event.impulse);
    sum.fastest = std::max(sum.fastest, -event.before);
    sum.lost += event.energy_lost;
    sum.last = event.time;
  }
  std::stable_sort(sums.begin(), sums.end(),
                   [](const ContactSum& a, const ContactSum& b) { return a.impulse > b.impulse; });
  return sums;
}

std::string impacts(const Result& result) {
  if (result.events.empty()) return {};
  std::vector<Row> contacts, rows;
  for (const ContactSum& sum : sums_of(result.events))
    contacts.push_back({{sum.contact},
                        number_cell(static_cast<double>(sum.count)),
                        number_cell(sum.impulse),
                        number_cell(sum.largest),
                        number_cell(sum.fastest),
                        number_cell(sum.lost),
                        number_cell(sum.first),
                        number_cell(sum.last)});
  for (const Result::Event& event : result.events)
    rows.push_back({number_cell(event.time),
                    {event.contact},
                    number_cell(event.impulse),
                    number_cell(event.before),
                    number_cell(event.after),
                    number_cell(event.energy_lost)});
  return fmt::format("<h3>Impacts: {}</h3>\n", result.events.size()) +
         listed("Contacts with impacts",
                {"contact", "impacts", "sum of impulses", "largest", "fastest approach", "energy lost",
                 "first at t", "last at t"},
                contacts, "events.csv") +
         listed("Impacts", {"t", "contact", "impulse", "velocity before", "velocity after", "energy lost"},
                rows, "events.csv");
}

/// Slip velocities below this part of the largest count as sticking.
constexpr double kStick = 1e-9;

/// Columns of slip velocities that belong together: components of one contact.
std::map<std::string, std::vector<std::string>> slip_columns(const Result& result) {
  std::map<std::string, std::vector<std::string>> columns;
  const std::string quantity = "slip_velocity of ";
  for (const auto& [name, meaning] : result.meaning)
    if (meaning.starts_with(quantity) && result.history->has(name))
      columns[meaning.substr(quantity.size())].push_back(name);
  return columns;
}

std::string stick_and_slip(const Result& result) {
  if (!result.history || !result.history->has("time")) return {};
  const io::History& history = *result.history;
  const std::vector<double>& time = history.column("time");
  std::vector<std::pair<double, Row>> changes;
  for (const auto& [contact, columns] : slip_columns(result)) {
    std::vector<double> speed(history.size(), 0.0);
    for (const std::string& column : columns) {
      const std::vector<double>& values = history.column(column);
      for (std::size_t i = 0; i < speed.size(); ++i) speed[i] = std::hypot(speed[i], values[i]);
    }
    const double largest = speed.empty() ? 0 : *std::max_element(speed.begin(), speed.end());
    for (std::size_t i = 1; i < speed.size(); ++i) {
      const bool slid = speed[i - 1] > kStick * largest, slides = speed[i] > kStick * largest;
      if (slid != slides)
        changes.push_back(
            {time[i], {number_cell(time[i]), {contact}, {slides ? "begins to slide" : "sticks"}}});
    }
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Row> rows;
  for (auto& change : changes) rows.push_back(std::move(change.second));
  return listed("Changes between sticking and sliding (of the slip velocities in the history)",
                {"t", "contact", ""}, std::move(rows), "history.csv");
}

std::string cuts(const Result& result) {
  std::vector<Row> rows;
  for (const deck::Node* cut : list_at(result.record, "cut"))
    rows.push_back({number_cell(number_at(*cut, "time")),
                    number_cell(number_at(*cut, "size")),
                    {text_at(*cut, "reason")}});
  if (rows.empty()) return {};
  const double all = number_at(result.record, "statistics.cuts");
  std::string text = listed("Steps that did not converge", {"from t", "size", "why"}, rows, "run.toml");
  if (all > static_cast<double>(rows.size()))
    text += fmt::format("<p>The first {} of {:.0f}.</p>\n", rows.size(), all);
  return text;
}

std::string whole(double value) { return std::isnan(value) ? "" : fmt::format("{:.0f}", value); }

double largest(const io::History& history, const char* column) {
  if (!history.has(column) || history.size() == 0) return NAN;
  const auto& values = history.column(column);
  return *std::max_element(values.begin(), values.end());
}

}  // namespace

std::string event_section(const Result& result) {
  return section("Events",
                 impacts(result) + stick_and_slip(result) + cuts(result) + convergence_tables(result));
}

std::string solver_section(const Result& result, Figures& figures) {
  const bool has_ended = text_at(result.record, "status") != "running";
  const auto statistic = [&](const char* name) {
    return has_ended ? number_at(result.record, std::string("statistics.") + name) : NAN;
  };
  const double steps = statistic("steps"), iterations = statistic("iterations"),
               wall = statistic("wall_seconds");
  std::vector<std::pair<std::string, std::string>> rows = {
      {"Steps", whole(steps)},
      {"Cuts of the step", whole(statistic("cuts"))},
      {"Steps taken again, shorter, for the error or an impact", whole(statistic("refused"))},
      {"Iterations", steps > 0 ? fmt::format("{:.0f}, {:.2f} a step", iterations, iterations / steps) : ""},
      {"Factorisations", whole(statistic("factorisations"))},
      {"Time for a step", steps > 0 ? fmt::format("{:.3g} ms", 1e3 * wall / steps) : ""}};
  std::string pictures;
  if (result.history && result.history->size() > 1) {
    const io::History& history = *result.history;
    rows.emplace_back("Rows of the history", fmt::format("{}", history.size()));
    rows.emplace_back("Most iterations in a step", whole(largest(history, "newton_iterations")));
    rows.emplace_back("Most contacts with a force", whole(largest(history, "active_contacts")));
    const auto add = [&](const char* column, const char* caption) {
      if (!history.has(column)) return;
      const auto& values = history.column(column);  // the first row is the start, before any step
      if (std::all_of(values.begin() + 1, values.end(), [&](double value) {
            return std::abs(value - values[1]) <= 1e-9 * std::abs(values[1]);
          }))
        return;
      io::PlotRequest request;
      request.files.push_back({result.folder / "history.csv", {}, {}, {}, false, &history});
      request.columns = {column};
      request.height = 260;
      pictures += figures.curves(request, caption);
    };
    add("newton_iterations", "Iterations of each step");
    add("active_contacts", "Contacts with a force");
    add("step_size", "Size of each step");
  }
  const std::string content = facts(rows);
  return section("Solver", content + grid(pictures));
}

}  // namespace jounce::report
