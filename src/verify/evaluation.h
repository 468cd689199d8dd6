#pragma once

#include <string>
#include <vector>

#include "verify/case.h"
#include "verify/run_cache.h"
#include "verify/sweep.h"

namespace jounce::verify {

/// A check with its outcome: one line of the table, one object of --json.
struct Figure {
  std::string case_name;
  std::string group;
  std::string quantity;
  std::string kind;
  std::string source;
  Relation relation = Relation::within;
  double computed = not_given;
  double reference = not_given;
  double tolerance = 0;  ///< absolute
  bool pass = false;
  std::string message;  ///< why the figure could not be computed; empty if it could
};

/// Computes the figures of one case.
class Evaluation {
 public:
  /// @param data_folder folder that holds `inputs` and `verification`; decks are looked up in the folder of
  ///   the case first, then here.
  Evaluation(const Case& verified, std::filesystem::path data_folder, RunCache& cache);

  /// Never throws for a failing run or measure: the figure then fails and says why.
  Figure figure(const Check& check);

  /// CSV text of a table of the case: the sweep variables and the value in every run.
  std::string table(const DataTable& table);

  /// Whether the check needs a run (or is itself) marked long.
  bool is_long(const Check& check) const;

 private:
  double computed(const Value& value, const std::string& default_run);
  double in_one_run(const Value& value, const std::string& run, const SweepPoint& point);
  double reference(const Check& check);
  const RunResult& result(const std::string& run, const SweepPoint& point);
  const RunSpec& run_spec(const std::string& name) const;
  const Value& value_named(const std::string& name) const;

  const Case& case_;
  std::filesystem::path data_folder_;
  RunCache& cache_;
};

}  // namespace jounce::verify
