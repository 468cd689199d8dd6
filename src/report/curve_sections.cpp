#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "params/quote.h"
#include "report/html.h"
#include "report/sections.h"

// Curves of the history: energies, constraints, contacts and whatever else the deck asked for.

namespace jounce::report {
namespace {

constexpr int kHeight = 330;
constexpr std::size_t kMostCurves = 7;  ///< in a picture: as many as there are colours
constexpr std::size_t kMostPictures = 24;

const std::vector<std::string>& ledger_columns() {
  static const std::vector<std::string> names = {"time",
                                                 "step_size",
                                                 "energy_kinetic",
                                                 "energy_potential",
                                                 "energy_strain",
                                                 "energy_hourglass",
                                                 "energy_total",
                                                 "energy_carried",
                                                 "work_external",
                                                 "dissipated_impact",
                                                 "dissipated_friction",
                                                 "dissipated_damping",
                                                 "dissipated_plastic",
                                                 "dissipated_failure",
                                                 "deleted_elements",
                                                 "dissipated_numerical",
                                                 "max_constraint_position",
                                                 "max_constraint_velocity",
                                                 "max_penetration",
                                                 "newton_iterations",
                                                 "active_contacts"};
  return names;
}

/// Those that the history has and that are not zero all the time.
std::vector<std::string> busy(const io::History& history, const std::vector<std::string>& names) {
  std::vector<std::string> kept;
  for (const std::string& name : names) {
    if (!history.has(name)) continue;
    const auto& values = history.column(name);
    if (std::any_of(values.begin(), values.end(), [](double value) { return value != 0; }))
      kept.push_back(name);
  }
  return kept;
}

io::PlotRequest request_of(const Result& result, std::vector<std::string> columns) {
  io::PlotRequest request;
  request.files.push_back({result.folder / "history.csv", {}, {}, {}, false, &*result.history});
  request.columns = std::move(columns);
  request.height = kHeight;
  return request;
}

std::string draw(const Result& result, Figures& figures, std::vector<std::string> columns,
                 const std::string& caption, bool is_log = false) {
  if (columns.empty() || result.history->size() < 2) return {};
  std::string more;
  if (columns.size() > kMostCurves) {
    more = fmt::format(" (the first {} of {} columns)", kMostCurves, columns.size());
    columns.resize(kMostCurves);
  }
  const int names = static_cast<int>(columns.size());  // a row of the legend each, where it is narrow
  io::PlotRequest request = request_of(result, std::move(columns));
  request.height += 20 * std::max(0, names - 2);
  request.log_y = is_log;
  return figures.curves(request, caption + more);
}

/// First, last, smallest and largest value of columns.
std::string value_table(const io::History& history, const std::vector<std::string>& names) {
  std::vector<Row> rows;
  const auto& time = history.column("time");
  for (const std::string& name : names) {
    const auto& values = history.column(name);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const auto when = [&](auto place) { return number_cell(time[place - values.begin()]); };
    rows.push_back({{name},
                    {history.unit(name)},
                    number_cell(values.front()),
                    number_cell(values.back()),
                    number_cell(*low),
                    when(low),
                    number_cell(*high),
                    when(high)});
  }
  return table({"column", "unit", "first", "last", "smallest", "at t", "largest", "at t"}, rows);
}

/// What the balance of the columns leaves, which is round-off, and what the scheme takes in it, or in statics
/// the error of the work.
std::string balance_text(const io::History& history, bool is_static) {
  const std::vector<std::pair<const char*, double>> parts = {
      {"energy_total", 1},       {"energy_carried", -1},     {"work_external", -1},
      {"dissipated_impact", 1},  {"dissipated_friction", 1}, {"dissipated_damping", 1},
      {"dissipated_plastic", 1}, {"dissipated_failure", 1},  {"dissipated_numerical", 1}};
  if (!history.has("energy_total") || !history.has("dissipated_numerical")) return {};
  std::vector<double> rest(history.size(), 0.0);
  double largest = 0, taken = 0;
  for (const auto& [name, sign] : parts) {
    if (!history.has(name)) continue;
    const std::vector<double>& values = history.column(name);
    const bool is_numerical = std::string_view(name) == "dissipated_numerical";
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const double change = values[i] - values.front();
      rest[i] += sign * change;
      double& most = is_numerical ? taken : largest;
      most = std::max(most, std::abs(change));
    }
  }
  if (history.has("energy_kinetic"))
    for (const double value : history.column("energy_kinetic")) largest = std::max(largest, value);
  if (!(largest > 0)) return {};
  double unclosed = 0;
  for (const double value : rest) unclosed = std::max(unclosed, std::abs(value));
  const std::string unit = history.unit("energy_total").empty() ? "" : " " + history.unit("energy_total");
  return fmt::format(
      "<p>The balance closes with {}: at most {:.3g}{}, {:.2g} % of the largest "
      "energy or work. With it the columns sum up to {:.1g}{}.</p>\n",
      is_static ? "the error of the work, summed up over the load steps by the trapezoidal rule"
                : "energy dissipated or added by the scheme, the remainder of the balance",
      taken, params::markup_text(unit), 100 * taken / largest, unclosed, params::markup_text(unit));
}

std::string energy_section(const Result& result, Figures& figures) {
  const io::History& history = *result.history;
  const std::vector<std::string> energies =
      busy(history, {"energy_kinetic", "energy_potential", "energy_total", "energy_carried", "work_external",
                     "dissipated_impact", "dissipated_friction", "dissipated_damping", "dissipated_plastic",
                     "dissipated_failure"});
  if (energies.empty()) return {};
  std::string text = draw(result, figures, energies, "Energies, and work since the start");
  const bool is_static = text_at(result.record, "analysis") == "static";
  const std::vector<std::string> numerical = busy(history, {"dissipated_numerical"});
  if (!is_static) {
    text += draw(result, figures, numerical,
                 "The remainder of the balance: energy dissipated by the scheme since the start");
  }
  std::vector<std::string> all = energies;
  all.insert(all.end(), numerical.begin(), numerical.end());
  return section("Energies", balance_text(history, is_static) + grid(text) + value_table(history, all));
}

/// A sentence about a penetration that run.toml tells of.
std::string penetration_text(const Result& result, const std::string& which, const char* what) {
  const std::string table = "penetration." + which + ".";
  const double depth = number_at(result.record, table + "depth");
  if (!std::isfinite(depth)) return {};
  return fmt::format("<p>{}: {:.3g} in contact '{}' at t = {:.6g}, {:.2g} times the {}.</p>\n", what, depth,
                     params::markup_text(text_at(result.record, table + "contact")),
                     number_at(result.record, table + "time"), number_at(result.record, table + "share"),
                     params::markup_text(text_at(result.record, table + "of")));
}

std::string constraint_section(const Result& result, Figures& figures) {
  const io::History& history = *result.history;
  const std::vector<std::string> columns =
      busy(history, {"max_constraint_position", "max_constraint_velocity"});
  const std::vector<std::string> penetration = busy(history, {"max_penetration"});
  const std::string text =
      draw(result, figures, columns, "Largest violation of the joints: |g| and |G v + g_t|", true) +
      draw(result, figures, penetration, "Largest penetration", true);
  std::vector<std::string> all = columns;
  all.insert(all.end(), penetration.begin(), penetration.end());
  std::string content = grid(text) + (all.empty() ? "" : value_table(history, all));
  const bool has_contacts = !list_at(result.deck, "contact").empty();
  content += penetration_text(result, "largest", "Deepest penetration of the run");
  content += penetration_text(result, "at_end", "Deepest penetration at the end");
  if (has_contacts && penetration.empty()) content += "<p>No contact point ever penetrates.</p>\n";
  return section("Constraints", content);
}

/// "gap" of "gap of floor".
std::string quantity_of(const Result& result, const std::string& column) {
  const auto found = result.meaning.find(column);
  return found == result.meaning.end() ? "" : found->second.substr(0, found->second.find(" of "));
}

struct Group {
  std::string quantity, unit;
  std::vector<std::string> columns;
};

/// Columns of one quantity and unit belong on one pair of axes.
std::vector<Group> groups_of(const Result& result) {
  const auto& known = ledger_columns();
  std::vector<Group> groups;
  for (const std::string& name : result.history->names()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string quantity = quantity_of(result, name), unit = result.history->unit(name);
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.quantity == quantity && group.unit == unit;
    });
    if (same == groups.end())
      groups.push_back({quantity, unit, {name}});
    else
      same->columns.push_back(name);
  }
  return groups;
}

bool is_of_contacts(const std::string& quantity) {
  static const std::set<std::string> names = {"gap",
                                              "gap_velocity",
                                              "contact_force",
                                              "contact_impulse",
                                              "contact_pressure",
                                              "friction_force",
                                              "friction_moment",
                                              "slip_velocity",
                                              "position_multiplier"};
  return names.count(quantity) > 0;
}

std::string quantity_section(const Result& result, Figures& figures, const std::vector<Group>& groups,
                             bool of_contacts) {
  std::string text;
  std::vector<std::string> all;
  std::size_t drawn = 0;
  for (const Group& group : groups) {
    if (is_of_contacts(group.quantity) != of_contacts) continue;
    std::string name = group.quantity.empty() ? "columns" : group.quantity;
    std::replace(name.begin(), name.end(), '_', ' ');
    if (drawn < kMostPictures)
      text +=
          draw(result, figures, group.columns, group.unit.empty() ? name : name + " [" + group.unit + "]");
    ++drawn;
    all.insert(all.end(), group.columns.begin(), group.columns.end());
  }
  if (all.empty()) return {};
  std::string content = grid(text);
  if (drawn > kMostPictures)
    content +=
        fmt::format("<p>{} more quantities are not drawn; see history.csv.</p>\n", drawn - kMostPictures);
  const std::string values = value_table(*result.history, all);
  content += all.size() > 12 ? folded(fmt::format("Values of {} columns", all.size()), values) : values;
  return section(of_contacts ? "Contacts" : "Quantities of the deck", content);
}

}  // namespace

std::string curve_sections(const Result& result, Figures& figures) {
  if (!result.history || result.history->size() == 0 || !result.history->has("time")) return {};
  const std::vector<Group> groups = groups_of(result);
  return quantity_section(result, figures, groups, false) + quantity_section(result, figures, groups, true) +
         energy_section(result, figures) + constraint_section(result, figures);
}

}  // namespace jounce::report
