#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "params/quote.h"
#include "report/html.h"
#include "report/sections.h"

// How the run ended, what was run, what is to be warned of, and the deck.

namespace jounce::report {
namespace {

std::string with_unit(double value, const std::string& unit) {
  return std::isnan(value) ? "" : fmt::format("{:.9g}{}{}", value, unit.empty() ? "" : " ", unit);
}

double last_time(const Result& result) {
  if (result.history && result.history->size() > 0 && result.history->has("time"))
    return result.history->column("time").back();
  return number_at(result.record, "statistics.time");
}

std::string div(const char* kind, const std::string& head, const std::string& text) {
  return fmt::format("<div class=\"banner {}\"><strong>{}</strong>{}{}</div>\n", kind,
                     params::markup_text(head), text.empty() ? "" : "\n", params::markup_text(text));
}

std::string program_of(const Result& result) {
  const std::string version = text_at(result.record, "program.version");
  if (version.empty()) return {};
  std::string text = fmt::format("jounce {} ({})", version, text_at(result.record, "program.revision"));
  for (const char* const key : {"program.compiler", "program.build", "program.options"})
    if (const std::string part = text_at(result.record, key); !part.empty()) text += ", " + part;
  return text;
}

std::string interval_of(const Result& result) {
  const double start = number_at(result.record, "interval.start"),
               end = number_at(result.record, "interval.end"),
               step = number_at(result.record, "interval.step");
  if (std::isnan(end)) return {};
  const bool is_static = text_at(result.record, "analysis") == "static";
  return fmt::format("{} {:.9g} to {:.9g}{}, step {:.9g}", is_static ? "load parameter" : "t =", start, end,
                     is_static ? "" : " " + result.unit("time"), step);
}

/// How much the scheme gave: a motion that gains energy by it is not to be trusted. In statics the balance
/// closes with the error of the work.
void warn_of_gain(const Result& result, std::vector<std::string>& list) {
  if (text_at(result.record, "analysis") == "static") return;
  const auto& history = result.history;
  if (!history || !history->has("dissipated_numerical") || !history->has("energy_kinetic") ||
      !history->has("energy_potential"))
    return;
  std::vector<double> taken = history->column("dissipated_numerical");
  // What contacts, friction and the scheme take together is exact. Nothing of it may come back.
  for (const char* const name : {"dissipated_impact", "dissipated_friction"})
    if (history->has(name))
      for (std::size_t i = 0; i < taken.size(); ++i) taken[i] += history->column(name)[i];
  const auto& kinetic = history->column("energy_kinetic");
  const auto& potential = history->column("energy_potential");
  double gain = 0, largest = 0, most = taken.empty() ? 0 : taken.front();
  for (std::size_t i = 0; i < history->size(); ++i) {
    most = std::max(most, taken[i]);
    gain = std::max(gain, most - taken[i]);
    largest = std::max({largest, kinetic[i], std::abs(potential[i] - potential.front())});
  }
  if (!(gain > 0.01 * largest) || !(largest > 0)) return;
  const std::string& unit = history->unit("energy_kinetic");
  list.push_back(
      fmt::format("The scheme added energy: up to {:.3g}{}{}, {:.2g} % of the largest kinetic or potential "
                  "energy. Try a smaller step.",
                  gain, unit.empty() ? "" : " ", unit, 100 * gain / largest));
}

void warn_of_numbers(const Result& result, std::vector<std::string>& list) {
  if (!result.history) return;
  for (const std::string& name : result.history->names())
    for (const double value : result.history->column(name))
      if (!std::isfinite(value)) {
        list.push_back(
            fmt::format("Column '{}' of the history has values that are not finite numbers.", name));
        break;
      }
}

/// The text of a file behind a line that opens it; of a long one only the beginning.
std::string folded_file(const std::string& name, const std::string& text) {
  constexpr std::size_t most = 300000;
  if (text.empty()) return {};
  std::string content = "<pre>" + params::markup_text(text.substr(0, most)) + "</pre>\n";
  if (text.size() > most)
    content += fmt::format("<p>The remaining {} bytes are in the file.</p>\n", text.size() - most);
  return folded(name, content);
}

}  // namespace

std::string banner(const Result& result) {
  const std::string status = text_at(result.record, "status"), message = text_at(result.record, "message");
  const std::string reached = with_unit(last_time(result), result.unit("time"));
  if (status == "complete")
    return text_at(result.record, "analysis") == "modes" ? div("good", "Finished", "")
                                                         : div("good", "Finished", message);
  if (status == "failed") return div("bad", "The run failed", message);
  if (status == "stopped") return div("bad", "The run was stopped", message);
  if (status != "running") return {};
  const std::string end = with_unit(number_at(result.record, "interval.end"), result.unit("time"));
  return div("open", "The run has not ended",
             fmt::format("It was stopped, or is still running. Results reach t = {} of {}.",
                         reached.empty() ? "the start" : reached, end));
}

std::string warning_section(const Result& result, const std::vector<std::string>& troubles) {
  std::vector<std::string> list;
  for (const deck::Node* note : list_at(result.record, "notes"))
    if (note->is(deck::Node::Type::text)) list.push_back(note->text);
  if (const double cuts = number_at(result.record, "statistics.cuts"); cuts > 0)
    list.push_back(fmt::format("{:.0f} {} did not converge and {} repeated with half the size.", cuts,
                               cuts == 1 ? "step" : "steps", cuts == 1 ? "was" : "were"));
  for (const deck::Node* warning : list_at(result.record, "warnings"))
    if (text_at(*warning, "kind") == "penetration") list.push_back(text_at(*warning, "first"));
  warn_of_gain(result, list);
  warn_of_numbers(result, list);
  list.insert(list.end(), result.troubles.begin(), result.troubles.end());
  list.insert(list.end(), troubles.begin(), troubles.end());
  std::string text;
  for (const std::string& sentence : list)
    text += fmt::format("<li>{}</li>\n", params::markup_text(sentence));
  return section("Warnings", text.empty() ? text : "<ul>\n" + text + "</ul>\n");
}

std::string run_section(const Result& result) {
  const double wall = number_at(result.record, "statistics.wall_seconds"),
               cpu = number_at(result.record, "statistics.cpu_seconds"),
               ranks = number_at(result.record, "ranks");
  const bool has_ended = text_at(result.record, "status") != "running";
  std::string kind = text_at(result.record, "analysis");
  if (kind.empty()) kind = text_at(result.deck, "analysis.type");
  std::string scheme = text_at(result.record, "scheme");
  if (scheme.empty() && kind == "dynamic") scheme = text_at(result.deck, "integrator.type");
  const std::string units =
      result.unit("mass").empty()
          ? ""
          : fmt::format("{}, {}, {}", result.unit("mass"), result.unit("length"), result.unit("time"));
  return section(
      "Run",
      facts({{"Command", text_at(result.record, "command")},
             {"Begun", text_at(result.record, "started")},
             {"Took", has_ended && !std::isnan(wall)
                          ? fmt::format("{:.3g} s, {:.3g} s of the processor{}", wall, cpu,
                                        ranks > 1 ? fmt::format(" (of one of {:.0f} ranks)", ranks) : "")
                          : ""},
             {"Analysis", kind},
             {"Scheme", scheme},
             {"Interval", interval_of(result)},
             {"Units", units},
             {"Program", program_of(result)},
             {"Libraries", text_at(result.record, "program.libraries")}}));
}

std::string printed_section(const Result& result) {
  return section("Printed values", folded_file(result.printed_name, result.printed));
}

std::string deck_section(const Result& result) {
  return section("Deck", folded_file("resolved.toml: as it was run, with all defaults", result.deck_text));
}

}  // namespace jounce::report
