#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "run_deck.h"
#include "verify/run_result.h"

namespace jounce::verify {

/// How a deck is run; run_deck unless a test says otherwise.
using RunFunction = std::function<RunReport(const RunOptions&)>;

/// One deck with all its overrides.
struct RunRequest {
  std::filesystem::path deck;
  std::vector<std::string> set;
  int modes = 0;  ///< number of eigenfrequencies to compute instead of running the deck
};

/// Runs decks (or computes their modes) into folders below `folder`, each combination of deck and overrides
/// once.
class RunCache {
 public:
  RunCache(std::filesystem::path folder, RunFunction run);

  /// The results of the run, made now if they are not there yet. `name` is the folder used for a new run.
  /// Throws std::runtime_error with the run's message when it failed (again at every later request).
  const RunResult& result(const RunRequest& request, const std::string& name);

  /// Number of runs made so far.
  int runs() const { return runs_; }

 private:
  struct Entry {
    std::string failure;
    std::unique_ptr<RunResult> result;
  };

  Entry make(const RunRequest& request, const std::string& name);

  std::filesystem::path folder_;
  RunFunction run_;
  std::map<std::string, Entry> entries_;
  int runs_ = 0;
};

}  // namespace jounce::verify
