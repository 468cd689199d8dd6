#pragma once

#include <string>

#include "run/convergence_file.h"

namespace jounce {

/// What the iterations of an attempt at a step did, as lines for a terminal: a heading and one line for each
/// iteration, residuals by field over their limits. Fields without equations have no column.
std::string convergence_table(const ConvergenceLog& log, const ConvergenceFile::Attempt& attempt,
                              const std::string& time_unit);

}  // namespace jounce
