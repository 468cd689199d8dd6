#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace jounce {

/// What one analysis needs to know: the deck, values that override it, and where results go.
struct RunOptions {
  std::filesystem::path deck;
  std::vector<std::string> overrides;  ///< "path.to.key=value", as given with --set
  std::filesystem::path output;  ///< folder for results; empty = deck name + ".results" in the current folder
  std::filesystem::path
      restart;  ///< checkpoint to continue from; empty = start from the deck's initial state
  std::filesystem::path umat =
      {};                      ///< library with Abaqus' UMAT, of input files of Abaqus and CalculiX alone
  bool shells = false;         ///< shells of such files are not made solids
  bool changed_model = false;  ///< restart: the checkpoint may be of a deck with another model
  bool quiet = false;          ///< no progress, no summary
  bool verbose = false;        ///< shows how every step converges instead of the progress
  bool write = true;           ///< false: no files at all
  bool in_parts = false;  ///< ranks may have parts of the model: nobody looks at it but through the results
};

/// How an analysis ended.
struct RunReport {
  int exit_status = 0;  ///< 0 success, 1 failed run, 2 wrong deck
  std::string message;  ///< one paragraph: summary or reason of failure
  std::filesystem::path output;
  long steps = 0;
  std::string warning = {};   ///< what has to be said even where a summary is not wanted; empty for nothing
  std::string warnings = {};  ///< how many there were of which kind; empty for none
};

/// Calls `work` and turns its exceptions into a report: status 2 for a wrong deck, 1 for other failures.
/// Every rank gets the status and the message of the first one that failed. Collective.
RunReport reported(const std::function<RunReport()>& work);

}  // namespace jounce
