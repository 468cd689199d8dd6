#pragma once

#include "model/model.h"
#include "stepping/stepper.h"

namespace jounce {

/// Shares the elements of a model among the ranks of the run as its integrator can do with: those that
/// `check --partition` shows. Every rank finds the same partition by itself.
/// @param sharing  not `none`
void share_elements(Model& model, Sharing sharing, int ranks, int rank);

}  // namespace jounce
