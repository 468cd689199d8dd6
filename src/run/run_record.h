#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "elements/solid.h"
#include "run/model_summary.h"
#include "run/penetration.h"
#include "run/run.h"

namespace jounce {

/// What run.toml says of a run besides its results: how it was started, the size of the model, where it is or
/// how it ended, and what the solver did. `jounce status`, `jounce report` and `jounce study` read it. It is
/// written when the run begins (status "running", which stays when the run is killed), every few seconds
/// while it goes on (RunMonitor), and when it ends.
struct RunRecord {
  struct Cut {
    double time, size;  ///< beginning and size of the step that failed
    std::string reason;
  };
  static constexpr std::size_t kListedCuts = 200;  ///< the first ones; the others are counted only

  /// Where a run is that goes on.
  struct Now {
    int contacts = 0;             ///< that have a force
    double energy_error = 0;      ///< rise of energy that nothing accounts for, over the scale of energies
    double steps_per_second = 0;  ///< since the last time that the record was written
    double seconds_left = 0;      ///< of the step of the deck, at the mean pace so far
  };
  /// A step of the deck ([[step]]).
  struct Step {
    std::string name;
    std::string status = "pending";  ///< "pending", "earlier" than a restart, or as that of the run
    std::string analysis = {}, scheme = {};
    double start = 0, end = 0, time = 0;  ///< time: reached
    long steps = 0, iterations = 0, cuts = 0;
    double wall_seconds = 0;
  };
  /// What a user should look at, of one kind.
  struct Warning {
    std::string kind;  ///< "cut", "limited", "search", "step", "penetration"
    long count = 0;
    std::string first;         ///< the first of them, a sentence
    std::string what() const;  ///< what is counted, for a sum: "steps cut"
  };

  std::string status = "running";  ///< "running", "complete", "failed", "stopped" by a signal
  std::string message;             ///< summary, or reason of the failure
  std::string command;
  std::string analysis;  ///< "dynamic", "static", "modes"
  std::string scheme;
  std::string started;  ///< date and time (UTC)
  int ranks = 1;
  std::vector<std::string> notes;  ///< what is noteworthy about the start
  std::optional<ModelSummary> model;

  bool has_steps = true;  ///< modes have none
  double step = 0, start = 0, end = 0;
  long steps = 0, iterations = 0, cuts = 0, factorisations = 0;
  long refused = 0;  ///< converged steps that were repeated with smaller ones
  double time = 0;   ///< reached
  double max_penetration = 0;
  double energy_gain = 0;  ///< the largest rise of energy beyond what work and damping say
  Penetrations penetrations;
  std::vector<Warning> warnings;
  long searched_again = 0;  ///< times that a step was repeated with contacts that its search had missed
  bool can_fail = false;    ///< elements of the model
  DeletedElements deleted;
  double wall_seconds = 0, cpu_seconds = 0;  ///< of this process
  std::vector<Cut> listed_cuts;
  std::optional<Now> now;   ///< while the run goes on
  std::vector<Step> chain;  ///< of a deck with [[step]]

  std::chrono::steady_clock::time_point begun;
  double cpu_before = 0;  ///< seconds that the process had taken when the run began
};

/// The record of a run that begins now.
RunRecord begin_record(const std::string& command);

/// A word as a shell wants it.
std::string shell_word(const std::string& text);

/// The command line that gives these options: "jounce run deck.toml --set a.b=1 -o folder".
std::string command_line(const std::string& name, const RunOptions& options);

/// Writes FOLDER/run.toml, with the times since the beginning. Throws io::OutputError.
void write_record(const std::filesystem::path& folder, RunRecord& record);

}  // namespace jounce
