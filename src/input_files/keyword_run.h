#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "keyword/input.h"
#include "run/run.h"

namespace jounce {

/// Runs an input file of Abaqus or CalculiX: all static steps as one static analysis, or all dynamic steps as
/// one run, and *FREQUENCY steps about the state that they leave (PERTURBATION) or about the initial one.
/// Results are those of a deck, in the folder of its name; besides, NAME.dat has what the file asks to be
/// printed, and NAME.toml is the deck that the file stands for. Cards that are not supported are reported
/// with their lines, all at once (exit status 2).
RunReport run_keyword_file(const RunOptions& options);

/// A job of CalculiX: runs STEM.inp and leaves STEM.frd, STEM.dat, STEM.sta and STEM.cvg beside it, no other
/// files. `say` gets lines about what the job does, notes first.
RunReport run_job(const std::filesystem::path& stem, const std::function<void(const std::string&)>& say,
                  const keyword::InputOptions& input = {});

}  // namespace jounce
