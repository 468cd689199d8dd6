#pragma once

#include "math/always_inline.h"

/// Put before a function: it is compiled a second time for processors with fused multiplication and 256 bit
/// registers, and chosen when the program is loaded.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define JOUNCE_FAST_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define JOUNCE_FAST_CLONES
#endif

namespace jounce::contact_problem {

using Pack = double __attribute__((vector_size(32)));

/// A pack from and to anywhere in an array. (A vector type of lesser alignment would not do: Clang drops it.)
JOUNCE_INLINE void load(const double* from, Pack& pack) { __builtin_memcpy(&pack, from, sizeof pack); }
JOUNCE_INLINE void store(const Pack& pack, double* to) { __builtin_memcpy(to, &pack, sizeof pack); }
/// sum += factor times the pack at `from`; the factor is a number or a pack.
template <class Factor>
JOUNCE_INLINE void add_product(const double* from, const Factor& factor, Pack& sum) {
  Pack pack;
  load(from, pack);
  sum += pack * factor;
}

}  // namespace jounce::contact_problem
