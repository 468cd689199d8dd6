#pragma once

#include <string>

#include "run/iteration_output.h"
#include "run/run_state.h"
#include "run/setup.h"

// What a run says when it ends.

namespace jounce {

/// "3 steps cut to the limit of stability, from t = 0.2 s on by that of ..."; empty for none.
std::string limited_text(const Setup& setup, const RunState& run);
/// "100 steps to t = 1 s by nsga-ggl, 2.10 iterations a step, ..."
std::string end_summary(const Setup& setup, const RunState& run);

/// Why the next step failed for good, and what helps.
/// @param saved  a sentence that says where the last good state is; empty where it is not kept
std::string failure_text(const Setup& setup, const RunState& run, const IterationOutput& iterations,
                         const std::string& saved);

/// How a run that was stopped goes on.
/// @param code  of the signal, or kStopRequest
/// @param checkpoint  of the present state
std::string stopped_text(const Setup& setup, const RunState& run, int code,
                         const std::filesystem::path& checkpoint);

}  // namespace jounce
