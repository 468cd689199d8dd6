#pragma once

#include "run/run.h"

namespace jounce {

/// Reads a deck, or an input file of Abaqus or CalculiX, computes it and writes all results. Wrong decks and
/// failed runs are reported, not thrown.
RunReport run_deck(const RunOptions& options);

}  // namespace jounce
