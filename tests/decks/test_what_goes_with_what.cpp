// The table "What goes with what" of docs/user-guide.md is true: every scheme runs every feature that the
// table says it does, and refuses the others as a mistake of the deck.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "../support/user_functions.h"
#include "deck/deck.h"
#include "features.h"
#include "petsc.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce::test {
namespace {

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(" `"));
  text.erase(text.find_last_not_of(" `") + 1);
  return text;
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> list;
  std::istringstream stream(line.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) list.push_back(trimmed(cell));
  return list;
}

/// (feature, scheme) -> true where the table has a "yes".
std::map<std::pair<std::string, std::string>, bool> table_of_the_guide() {
  std::ifstream guide(std::string(JOUNCE_SOURCE_DIR) + "/docs/user-guide.md");
  std::map<std::pair<std::string, std::string>, bool> table;
  std::vector<std::string> schemes;
  bool inside = false;
  for (std::string line; std::getline(guide, line);) {
    if (line.starts_with("### What goes with what"))
      inside = true;
    else if (line.starts_with("#"))
      inside = false;
    if (!inside || !line.starts_with("|") || line.starts_with("| ---")) continue;
    const std::vector<std::string> row = cells(line);
    if (schemes.empty()) {
      schemes = row;
      continue;
    }
    for (std::size_t i = 1; i < row.size() && i < schemes.size(); ++i)
      table[{row[0], schemes[i]}] = row[i] == "yes";
  }
  return table;
}

const std::string kStatic = "static";  ///< the last column: not a scheme, but `analysis`

/// "yes", "no: why it is refused", or "wrong: ..." for anything else.
std::string outcome(const Feature& feature, const std::string& scheme) {
  // Whether a scheme takes a feature, not how well: some chatter in contacts.
  const std::string text = scheme == kStatic ? feature.deck + feature.held + R"(
[output]
frames = 0
[analysis]
type = "static"
)" + feature.integrator
                                             : feature.deck +
                                                   fmt::format(R"(
[analysis]
max_energy_gain = 1e6
[output]
frames = 0
[integrator]
type = "{}"
step = 1e-3
end = 3e-2
)",
                                                               scheme) +
                                                   feature.integrator;
  RunOptions options;
  options.quiet = true;
  options.write = false;
  try {
    const deck::Deck deck = deck::read_deck_text(text, "deck.toml", deck_schema());
    Simulation simulation(deck, options, user_functions());
    const RunReport report = simulation.run();
    if (report.exit_status != 0) return "wrong: " + report.message;
    return "yes";
  } catch (const params::InputError& error) {
    return std::string("no: ") + error.what();
  } catch (const std::exception& error) {
    return std::string("wrong: ") + error.what();
  }
}

TEST(WhatGoesWithWhat, TheTableIsTrue) {
  keep_petsc();
  const auto table = table_of_the_guide();
  std::vector<std::string> schemes;
  for (const IntegratorPart& part : integrator_parts()) schemes.push_back(part.component.type);
  schemes.push_back(kStatic);
  EXPECT_EQ(table.size(), schemes.size() * features().size());
  std::string as_found = "| |";
  for (const std::string& scheme : schemes) as_found += " `" + scheme + "` |";
  as_found += "\n";
  for (const Feature& feature : features()) {
    as_found += "| " + feature.name + " |";
    for (const std::string& scheme : schemes) {
      const std::string found = outcome(feature, scheme);
      as_found += found == "yes" ? " yes |" : found.starts_with("no") ? " - |" : " ? |";
      const auto said = table.find({feature.name, scheme});
      if (said == table.end())
        ADD_FAILURE() << "the table lacks " << feature.name << " with " << scheme << ": " << found;
      else if (said->second)
        EXPECT_EQ(found, "yes") << feature.name << " with " << scheme;
      else
        EXPECT_TRUE(found.starts_with("no: ")) << feature.name << " with " << scheme << ": " << found;
    }
    as_found += "\n";
  }
  if (HasFailure()) std::cout << "As found:\n" << as_found;
}

}  // namespace
}  // namespace jounce::test
