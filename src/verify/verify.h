#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "verify/run_cache.h"

namespace jounce::verify {

struct VerifyOptions {
  std::vector<std::string> cases;  ///< names of cases; empty: all
  std::string group;               ///< only cases of this group (see groups()); empty: all
  bool list = false;               ///< list the cases, run nothing
  bool is_short = false;           ///< leave out the figures marked long
  bool json = false;               ///< one JSON object per figure instead of the table
  bool manual = false;             ///< write the verification manual in Markdown, run nothing
  std::filesystem::path results;   ///< output of an earlier run with `json`, for the manual; empty: none
  std::filesystem::path keep;      ///< folder that keeps the results of the runs; empty: a temporary one
  std::filesystem::path data;      ///< folder that holds `verification` and `inputs`; empty: data_folder()
};

/// Names that a case may use as its group.
const std::vector<std::string>& groups();

/// The folder that holds `verification` and `inputs`: the first that exists of the current one, the
/// environment variable JOUNCE_DATA, share/jounce of the installation, the folder above that of the program
/// (build tree), and the one fixed when the program was built (JOUNCE_DATA_DIR). Throws params::InputError
/// when there is none.
std::filesystem::path data_folder();

/// Runs the verification cases and prints one line per figure and a summary line (or lists them, or writes
/// the manual). Returns 0 when every figure passes, 1 otherwise. Throws params::InputError for wrong case
/// files, names of cases or groups.
int verify(const VerifyOptions& options, std::ostream& out);

/// The same with another way to run a deck.
int verify(const VerifyOptions& options, std::ostream& out, const RunFunction& run);

}  // namespace jounce::verify
