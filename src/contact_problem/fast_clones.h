#pragma once

/// Put before a function: it is compiled a second time for processors with fused multiplication and 256 bit
/// registers, and chosen when the program is loaded.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define JOUNCE_FAST_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define JOUNCE_FAST_CLONES
#endif

/// For what such a function calls, so that it is compiled with it.
#if defined(__GNUC__)
#define JOUNCE_INLINE __attribute__((always_inline)) inline
#else
#define JOUNCE_INLINE inline
#endif

namespace jounce::contact_problem {

using Pack = double __attribute__((vector_size(32)));
using LoosePack = double __attribute__((vector_size(32), aligned(8), may_alias));  ///< anywhere in an array

}  // namespace jounce::contact_problem
