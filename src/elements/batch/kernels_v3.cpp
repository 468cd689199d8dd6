// The kernels for processors with registers of 256 bits (x86-64-v3): four elements at a time.

#include "elements/batch/sweep.h"

#if defined(__AVX2__)
#define JOUNCE_BATCH_TARGET v3
#define JOUNCE_BATCH_LANES 4
#include "elements/batch/kernel.h"
#include "elements/batch/projection.h"
#include "elements/batch/rates.h"

namespace jounce::batch {

KernelSet v3_kernels() { return {v3::kLanes, v3::find, v3::find_rates, v3::project}; }

}  // namespace jounce::batch
#else

namespace jounce::batch {

KernelSet v3_kernels() { return {}; }

}  // namespace jounce::batch
#endif
