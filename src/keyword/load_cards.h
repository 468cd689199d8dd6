#pragma once

#include <vector>

#include "keyword/input.h"

namespace jounce::keyword {

// Cards of supports and loads. All throw params::InputError at the line that is wrong.

void read_supports(const Card& card, Input& input, std::vector<NodeLoad>& supports);  ///< *BOUNDARY
void read_forces(const Card& card, Input& input, Step& step);                         ///< *CLOAD
void read_distributed_loads(const Card& card, Input& input, Step& step);              ///< *DLOAD, *DSLOAD
void read_temperatures(const Card& card, Input& input, Step& step);                   ///< *TEMPERATURE

/// Whether loads of a *STEADY STATE DYNAMICS step are periodic functions of time (HARMONIC=NO).
bool is_periodic(const Card& procedure);
/// True for loads that are imaginary parts (LOAD CASE=2).
bool is_imaginary(const Card& card);

}  // namespace jounce::keyword
