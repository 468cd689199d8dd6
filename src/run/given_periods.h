#pragma once

#include <string>
#include <vector>

#include "deck/deck.h"

namespace jounce {

/// Doubts about integrator.step, a sentence each: a step longer than the interval, and functions of time (of
/// loads, boundaries, joints and elements) whose shortest period has fewer than ten steps. The period of an
/// expression is 2 pi over the largest rate of an argument of sin or cos in the interval; that of a table
/// twice the mean time between its turning points.
std::vector<std::string> doubtful_steps(const deck::Deck& deck, double step);

}  // namespace jounce
