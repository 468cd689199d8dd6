#pragma once

#include <cmath>

#include "elements/batch/kernel.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

/// |sym L|^2 with L = grad v = (dv/dxi) (dx/dxi)^-1.
JOUNCE_INLINE Lanes squared_rate(const Tensor& of_x, const Tensor& of_v) {
  const Tensor back = adjugate(of_x), L = product(of_v, back);
  const Lanes size = of_x[0][0] * back[0][0] + of_x[0][1] * back[1][0] + of_x[0][2] * back[2][0];
  Lanes sum = all(0);
  for (int i = 0; i < 3; ++i) {
    sum += L[i][i] * L[i][i];
    for (int j = i + 1; j < 3; ++j) sum += 0.5 * (L[i][j] + L[j][i]) * (L[i][j] + L[j][i]);
  }
  return sum / (size * size);
}

template <int N>
void rates(const Cells& cells, const Rates& of) {
  for (int b = 0; b < cells.batches; ++b) {
    const std::int32_t* const nodes = cells.nodes + static_cast<long>(N) * kLanes * b;
    Lanes x[N][3], v[N][3];
    gather<N>(cells.X, nodes, x);
    gather<N>(of.u, nodes, v);
    for (int a = 0; a < N; ++a)
      for (int i = 0; i < 3; ++i) x[a][i] += v[a][i];
    gather<N>(of.v, nodes, v);
    Lanes most = all(0);
    Mask is_finite = all(0) <= 0;
    const auto see = [&](const Lanes& squared) {
      is_finite &= squared < HUGE_VAL;
      most = larger(squared, most);
    };
    bool is_done = false;
    if constexpr (N == 8) {
      is_done = cells.points == 8;
      if (is_done) {
        Tensor of_x[8], of_v[8];
        hexahedron_gradients(x, of_x);
        hexahedron_gradients(v, of_v);
        for (int p = 0; p < 8; ++p) see(squared_rate(of_x[p], of_v[p]));
      }
    }
    for (int p = 0; p < cells.points && !is_done; ++p) {
      const double* const dN = cells.dN + 3L * N * p;
      see(squared_rate(gradient<N>(dN, x), gradient<N>(dN, v)));
    }
    const Lanes rate = select(is_finite, square_root(most), all(HUGE_VAL));
    for (int l = 0; l < kLanes && b * kLanes + l < cells.elements; ++l) of.rate[b * kLanes + l] = rate[l];
  }
}

inline RateKernel find_rates(int nodes) {
  switch (nodes) {
    case 4:
      return rates<4>;
    case 6:
      return rates<6>;
    case 8:
      return rates<8>;
    case 10:
      return rates<10>;
    case 15:
      return rates<15>;
    case 20:
      return rates<20>;
    default:
      return nullptr;
  }
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
