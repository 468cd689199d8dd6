#include <fmt/format.h>

#include <algorithm>

#include "deck/deck.h"
#include "deck/diagnostics.h"

namespace jounce::deck {

using params::Params;

namespace {

/// Whether an entry acts in a step: in all of them unless it names some.
bool acts_in(const Params& entry, const std::string& step) {
  if (!entry.has("steps")) return true;
  const auto& steps = entry.names("steps");
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

/// The values of a [[step]] as those of the table that stands for its type where there is one step alone.
Params control_of(const Params& step, double start) {
  Params control(step.type() == "static" ? "analysis" : "integrator", step.type(), "", step.where());
  for (const Params::Entry& entry : step.entries()) {
    if (entry.is_table)
      control.set_table(entry.key, entry.tables.front(), entry.where, entry.given);
    else if (entry.is_list_of_tables)
      control.set_tables(entry.key, entry.tables, entry.where, entry.given);
    else
      control.set(entry.key, entry.value, entry.where, entry.given);
  }
  if (!control.has("start")) control.set("start", start, step.where(), false);
  return control;
}

}  // namespace

std::vector<std::string> Deck::step_names() const {
  std::vector<std::string> names;
  if (const auto found = tables_.find("step"); found != tables_.end())
    for (const Params& step : found->second) names.push_back(step.name());
  return names;
}

std::vector<std::string> Deck::schemes() const {
  std::vector<std::string> types;
  for (const Params* step : entries_of_all_steps("step")) types.push_back(step->type());
  if (types.empty() && has("integrator")) types.push_back(table("integrator").type());
  return types;
}

void Deck::check_steps(Diagnostics& diagnostics) const {
  for (const auto& [kind, entries] : tables_)
    for (const Params& entry : entries)
      if (entry.has("steps") && entry.names("steps").empty())
        diagnostics.add(entry.where("steps"),
                        "'steps' names no step: name those in which the entry acts, or omit the key");
  const auto found = tables_.find("step");
  if (found == tables_.end() || found->second.empty()) return;
  const auto refuse = [&](const Params& table, const char* key, const char* why) {
    diagnostics.add(table.where(key), why);
  };
  if (has("integrator"))
    refuse(table("integrator"), "",
           "a deck with [[step]] has no [integrator]: each step has a type and keys of its own");
  const Params& analysis = table("analysis");
  if (analysis.type() == "static")
    refuse(analysis, "type",
           "a deck with [[step]] has no [analysis] of type \"static\": give a step this type");
  else if (analysis.text("from") == "equilibrium")
    refuse(analysis, "from", "in a deck with [[step]] a first step of type \"static\" finds the equilibrium");
  const std::vector<Params>& steps = found->second;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const double before = steps[i - 1].number("end");
    if (steps[i].given("start"))
      refuse(steps[i], "start", "a step begins where the one before it ends: omit 'start'");
    else if (steps[i].number("end") <= before)
      diagnostics.add(
          steps[i].where("end"),
          fmt::format("step '{}' must end after t = {:.9g}, where it begins: all steps have one time",
                      steps[i].name(), before));
  }
}

Deck Deck::at_step(std::size_t number) const {
  const std::vector<std::string> names = step_names();
  Deck deck = *this;
  if (!deck.whole_) deck.whole_ = std::make_shared<const Tables>(tables_);
  const Params& step = deck.whole_->at("step").at(number);
  deck.step_ = number;
  deck.tables_ = *deck.whole_;
  deck.elsewhere_.clear();
  for (auto& [kind, entries] : deck.tables_)
    std::erase_if(entries, [&](const Params& entry) {
      const bool is_out = !acts_in(entry, names[number]);
      if (is_out) deck.elsewhere_.insert(entry.name());
      return is_out;
    });
  const double start = number == 0 ? 0.0 : deck.whole_->at("step")[number - 1].number("end");
  Params control = control_of(step, start);
  const std::string kind = control.kind();
  deck.tables_.erase("integrator");
  deck.tables_[kind] = {std::move(control)};
  return deck;
}

}  // namespace jounce::deck
