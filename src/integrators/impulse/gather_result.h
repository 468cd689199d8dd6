#pragma once

#include "parallel/communicator.h"
#include "stepping/stepper.h"

namespace jounce {

/// Contacts, impacts and sums of all ranks into the result of rank 0, in the order that one rank would give;
/// the sums on every rank. Collective.
void gather_on_first(parallel::Communicator& ranks, const System& system, StepResult& result);

}  // namespace jounce
