#pragma once

#include "keyword/translation.h"

namespace jounce::keyword {

/// In a chain of steps a load that jumps where a motion begins has its old value at the end of the step
/// before and its new one at the start of this one, which are the same time: such entries of [[load]] become
/// two, each in steps of its own.
void split_jumps(const Translation& translation, params::Node& model);

}  // namespace jounce::keyword
