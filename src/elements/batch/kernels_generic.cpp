// The kernels for every processor: two elements at a time.

#define JOUNCE_BATCH_TARGET generic
#define JOUNCE_BATCH_LANES 2
#include "elements/batch/kernel.h"

namespace jounce::batch {

KernelSet generic_kernels() { return {generic::kLanes, generic::find}; }

}  // namespace jounce::batch
