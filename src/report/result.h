#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "deck/tree.h"
#include "io/history_reader.h"
#include "io/output_error.h"

namespace jounce::report {

/// A folder (or what was given as one) that holds no results.
class NoResult : public io::OutputError {
 public:
  using io::OutputError::OutputError;
};

/// What a result folder holds, as far as it can be read.
struct Result {
  struct Event {
    double time, impulse, before, after, energy_lost;
    std::string contact;
  };

  /// A line of transitions.csv.
  struct Transition {
    double time, slip_velocity, friction, impulse;
    std::string kind, name, event;
  };

  /// An attempt at a step that failed: lines of convergence.csv.
  struct Attempt {
    double time, size;
    std::vector<std::vector<std::string>> rows;
  };
  static constexpr std::size_t kAttempts = 3;  ///< the last ones

  std::filesystem::path folder;
  deck::Node record, deck;  ///< run.toml and resolved.toml; without children when missing
  std::string deck_text;    ///< resolved.toml
  std::optional<io::History> history;
  std::map<std::string, std::string> meaning;  ///< of the columns, from history_units.csv
  std::optional<io::History> modes;            ///< modes.csv
  std::vector<Event> events;
  std::optional<std::vector<Transition>> transitions;  ///< when the run has written them
  std::vector<std::string> attempt_columns;
  std::vector<Attempt> attempts;
  std::string printed;  ///< what an input file asked to be printed: NAME.dat
  std::string printed_name;
  std::vector<std::string> troubles;  ///< files that could not be read, in sentences

  std::string unit(const char* kind) const;  ///< "time", "length", "mass"; "" when unknown
};

/// Value at a path ("statistics.steps"), or nullptr.
const deck::Node* at(const deck::Node& table, std::string_view path);
std::string text_at(const deck::Node& table, std::string_view path);  ///< "" when missing
double number_at(const deck::Node& table, std::string_view path);     ///< NaN when missing
std::vector<const deck::Node*> list_at(const deck::Node& table, std::string_view path);

/// Throws NoResult for what is no folder of results, with the nearest one.
/// @param what  of it is asked for: "report"
void require_result(const std::filesystem::path& folder, std::string_view what);

/// Reads the results in a folder. Throws NoResult when it holds none, with the nearest folder that does.
Result read_result(const std::filesystem::path& folder);

}  // namespace jounce::report
