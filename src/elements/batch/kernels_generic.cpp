// The kernels for every processor: two elements at a time.

#define JOUNCE_BATCH_TARGET generic
#define JOUNCE_BATCH_LANES 2
#include "elements/batch/kernel.h"
#include "elements/batch/projection.h"
#include "elements/batch/rates.h"

namespace jounce::batch {

KernelSet generic_kernels() {
  return {generic::kLanes, generic::find, generic::find_rates, generic::project};
}

}  // namespace jounce::batch
