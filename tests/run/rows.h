#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "deck/deck.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce::test {

using Row = std::map<std::string, double>;

/// Runs a deck without files; visits the simulation at its start and after every step.
template <class Visit>
RunReport run_quietly(const std::string& text, const Visit& visit) {
  const deck::Deck deck = deck::read_deck_text(text, "deck.toml", deck_schema());
  RunOptions options;
  options.quiet = true;
  options.write = false;
  Simulation simulation(deck, options);
  simulation.begin();
  visit(simulation);
  while (simulation.next()) visit(simulation);
  return simulation.finish();
}

/// What its history has now.
inline Row row_of(Simulation& simulation) {
  Row row;
  simulation.observe([&](const std::string& name, double value) { row[name] = value; });
  return row;
}

/// All rows of the history of a run, without that of the start.
struct RunRows {
  std::vector<Row> rows;
  RunReport report;
  double mass_before = 0, mass_after = 0;  ///< by the mass matrix at the start and at the end

  explicit RunRows(const std::string& text) {
    bool is_start = true;
    report = run_quietly(text, [&](Simulation& simulation) {
      mass_after = mass_of(simulation);
      if (is_start) mass_before = mass_after;
      if (!is_start) rows.push_back(row_of(simulation));
      is_start = false;
    });
  }
  static double mass_of(const Simulation& simulation) {
    State state = simulation.state();
    state.v.setOnes();
    return simulation.model().system.momentum(state).linear.y();
  }
  const Row& last() const { return rows.back(); }
  /// The last row before an element is deleted, and the first after it.
  std::pair<const Row&, const Row&> around_first() const {
    std::size_t i = 0;
    while (i + 1 < rows.size() && rows[i + 1].at("deleted_elements") == 0) ++i;
    return {rows[i], rows[std::min(i + 1, rows.size() - 1)]};
  }
};

/// What closes the balance of the ledger, less what the scheme takes by itself.
inline double remainder(const Row& row) { return std::abs(row.at("dissipated_numerical")); }

}  // namespace jounce::test
