#pragma once

#include "model/model.h"

namespace jounce {

/// Shares the elements of a model among the ranks of the run: those that `check --partition` shows. Every
/// rank finds the same partition by itself.
void share_elements(Model& model, int ranks, int rank);

}  // namespace jounce
