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

/// A contact or joint that begins to stick or to slip.
struct TransitionSum {
  std::string kind, name;
  std::size_t sticks = 0, slips = 0;
  double first = 0, last = 0;
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

/// Whether the deck gives a contact or a joint friction.
bool has_friction(const Result& result) {
  for (const char* const kind : {"contact", "joint"})
    for (const deck::Node* entry : list_at(result.deck, kind))
      for (const char* const key : {"friction", "friction_force", "friction_torque"}) {
        const deck::Node* value = at(*entry, key);
        if (value != nullptr && !(value->is_number() && value->number == 0)) return true;
      }
  return false;
}

std::string stick_and_slip(const Result& result) {
  if (!result.transitions && result.history && has_friction(result))
    return "<p>This result does not record when contacts and joints begin to stick or to slip: run the deck "
           "with <code>output.transitions = true</code> to record it.</p>\n";
  if (!result.transitions) return {};
  const std::vector<Result::Transition>& transitions = *result.transitions;
  std::vector<TransitionSum> sums;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::vector<Row> rows, sum_rows;
  for (const Result::Transition& now : transitions) {
    const auto [place, is_new] = places.emplace(std::pair(now.kind, now.name), sums.size());
    if (is_new) sums.push_back({now.kind, now.name, 0, 0, now.time, now.time});
    TransitionSum& sum = sums[place->second];
    ++(now.event == "slip" ? sum.slips : sum.sticks);
    sum.last = now.time;
    rows.push_back({number_cell(now.time),
                    {now.kind},
                    {now.name},
                    {now.event},
                    number_cell(now.slip_velocity),
                    number_cell(now.friction),
                    number_cell(now.impulse)});
  }
  std::stable_sort(sums.begin(), sums.end(), [](const TransitionSum& a, const TransitionSum& b) {
    return a.sticks + a.slips > b.sticks + b.slips;
  });
  for (const TransitionSum& sum : sums)
    sum_rows.push_back({{sum.kind},
                        {sum.name},
                        number_cell(static_cast<double>(sum.sticks)),
                        number_cell(static_cast<double>(sum.slips)),
                        number_cell(sum.first),
                        number_cell(sum.last)});
  const std::string heading = fmt::format("<h3>Sticking and slipping: {}</h3>\n", transitions.size());
  if (transitions.empty()) return heading + "<p>Nothing began to stick or to slip while it was closed.</p>\n";
  return heading +
         listed("Contacts and joints that begin to stick or to slip",
                {"", "name", "begins to stick", "begins to slip", "first at t", "last at t"}, sum_rows,
                "transitions.csv") +
         listed("When they begin to stick or to slip",
                {"t", "", "name", "begins to", "slip velocity", "friction impulse", "normal impulse"}, rows,
                "transitions.csv");
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
      {"Steps repeated with a shorter size, for the error or an impact", whole(statistic("refused"))},
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
