#pragma once

/// For functions of inner loops that are to be compiled with their callers.
#if defined(__GNUC__)
#define JOUNCE_INLINE __attribute__((always_inline)) inline
#else
#define JOUNCE_INLINE inline
#endif
