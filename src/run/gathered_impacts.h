#pragma once

#include <string>
#include <vector>

#include "model/system.h"
#include "stepping/stepper.h"

namespace jounce {

/// An impact with the name of its contact.
struct NamedImpact {
  std::string contact;
  double time = 0, impulse = 0, velocity_before = 0, velocity_after = 0, energy_lost = 0;
};

/// The impacts of a step, in the order of the contacts. Where the model is in parts, rank 0 gets those of all
/// ranks and the others none; collective.
std::vector<NamedImpact> impacts_of(const System& system, const StepResult& result);

}  // namespace jounce
