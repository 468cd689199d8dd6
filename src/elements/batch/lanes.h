#pragma once

#include "math/always_inline.h"

/// Names of what is compiled for one kind of processor, so that no function of one is linked in place of that
/// of another.
#ifndef JOUNCE_BATCH_TARGET
#error "set JOUNCE_BATCH_TARGET and JOUNCE_BATCH_LANES first: see batch/kernels_generic.cpp"
#endif

namespace jounce::batch::JOUNCE_BATCH_TARGET {

inline constexpr int kLanes = JOUNCE_BATCH_LANES;

/// A number of each element of a batch.
using Lanes = double __attribute__((vector_size(8 * JOUNCE_BATCH_LANES)));
/// What comparisons give: -1 where it is so, else 0.
using Mask = long long __attribute__((vector_size(8 * JOUNCE_BATCH_LANES)));

JOUNCE_INLINE Lanes all(double value) { return Lanes{} + value; }

/// get(l) of every lane l.
template <class Get>
JOUNCE_INLINE Lanes each(const Get& get) {
  if constexpr (kLanes == 2)
    return Lanes{get(0), get(1)};
  else
    return Lanes{get(0), get(1), get(2), get(3)};
}

JOUNCE_INLINE Lanes select(const Mask& mask, const Lanes& yes, const Lanes& no) { return mask ? yes : no; }

JOUNCE_INLINE bool any(const Mask& mask) {
  long long sum = 0;
  for (int l = 0; l < kLanes; ++l) sum |= mask[l];
  return sum != 0;
}

JOUNCE_INLINE Lanes square_root(const Lanes& x) {
  return each([&](int l) { return __builtin_sqrt(x[l]); });
}

JOUNCE_INLINE Lanes larger(const Lanes& a, const Lanes& b) { return a > b ? a : b; }
JOUNCE_INLINE Lanes smaller(const Lanes& a, const Lanes& b) { return a < b ? a : b; }
JOUNCE_INLINE Lanes magnitude(const Lanes& x) { return x < 0 ? -x : x; }

/// x^(1/3) by Halley's iteration, which converges from anywhere; not a number for what is not positive.
JOUNCE_INLINE Lanes cube_root(const Lanes& x) {
  const Mask bad = ~(x > 0);
  Lanes y = 1 + (x - 1) / 3;
  y = select(magnitude(x - 1) < 0.75, y, all(1));
  for (int i = 0; i < 60; ++i) {
    const Lanes cube = y * y * y;
    const Lanes next = y * (cube + 2 * x) / (2 * cube + x);
    const Mask moves = magnitude(next - y) > 1e-6 * y;  // the step after is exact
    y = next;
    if (!any(moves & ~bad)) break;
  }
  return select(bad, all(__builtin_nan("")), y);
}

/// ln x; not a number for what is not positive. x = m 2^e with m between sqrt(1/2) and sqrt(2),
/// ln m = 2 atanh((m - 1) / (m + 1)).
JOUNCE_INLINE Lanes logarithm(const Lanes& x) {
  constexpr long long kMantissa = 0x000fffffffffffffLL, kHalf = 0x3fe0000000000000LL;
  Mask bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  Mask exponent_bits = (bits >> 52) & 0x7ff;
  Mask m_bits = (bits & kMantissa) | kHalf;
  Lanes m;
  __builtin_memcpy(&m, &m_bits, sizeof m);  // in [1/2, 1)
  // An integer below 2^52 becomes a number by the bits of 2^52 above it.
  exponent_bits |= 0x4330000000000000LL;
  Lanes e;
  __builtin_memcpy(&e, &exponent_bits, sizeof e);
  e -= 4503599627370496.0 + 1022.0;
  const Mask small = m < 0.70710678118654752440;
  m = select(small, 2 * m, m);
  e = select(small, e - 1, e);
  const Lanes y = (m - 1) / (m + 1), z = y * y;
  Lanes sum = all(1.0 / 23);
  for (int n = 21; n >= 1; n -= 2) sum = sum * z + 1.0 / n;
  const Lanes result = 0.69314718055994530942 * e + 2 * y * sum;
  return select(x > 0, result, all(__builtin_nan("")));
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
