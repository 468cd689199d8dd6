#pragma once

#include <string>

#include "report/figures.h"
#include "report/result.h"

namespace jounce::report {

// Sections of a report; each is "" when the result has nothing for it.

std::string banner(const Result& result);  ///< how the run ended
std::string warning_section(const Result& result, const std::vector<std::string>& troubles);
std::string run_section(const Result& result);  ///< what was run, when and by which program
std::string model_section(const Result& result, Figures& figures);
std::string scene_section(const Result& result);  ///< the page of `jounce view`, within this one
std::string curve_sections(const Result& result, Figures& figures);
std::string mode_section(const Result& result, Figures& figures);
std::string event_section(const Result& result);
std::string convergence_tables(const Result& result);  ///< a part of the events
std::string solver_section(const Result& result, Figures& figures);
std::string printed_section(const Result& result);  ///< what an input file asked to be printed
std::string deck_section(const Result& result);

}  // namespace jounce::report
