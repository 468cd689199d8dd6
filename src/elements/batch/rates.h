#pragma once

#include <cmath>

#include "elements/batch/kernel.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

/// |sym L|^2 with L = grad v = (dv/dxi) (dx/dxi)^-1.
template <int D>
JOUNCE_INLINE Lanes squared_rate(const Tensor<D>& of_x, const Tensor<D>& of_v) {
  const Tensor<D> back = adjugate(of_x), L = product(of_v, back);
  const Lanes size = determinant(of_x, back);
  Lanes sum = all(0);
  for (int i = 0; i < 3; ++i) {
    sum += L[i][i] * L[i][i];
    for (int j = i + 1; j < 3; ++j)
      if (is_coupled<D>(i, j)) sum += 0.5 * (L[i][j] + L[j][i]) * (L[i][j] + L[j][i]);
  }
  return sum / (size * size);
}

template <int N, int D>
void rates(const Cells& cells, const Rates& of) {
  for (int b = 0; b < cells.batches; ++b) {
    const std::int32_t* const nodes = cells.nodes + static_cast<long>(N) * kLanes * b;
    Lanes x[N][D], v[N][D];
    gather<N, D>(cells.X, nodes, x);
    gather<N, D>(of.u, nodes, v);
    for (int a = 0; a < N; ++a)
      for (int i = 0; i < D; ++i) x[a][i] += v[a][i];
    gather<N, D>(of.v, nodes, v);
    Lanes most = all(0);
    Mask is_finite = all(0) <= 0;
    const auto see = [&](const Lanes& squared) {
      is_finite &= squared < HUGE_VAL;
      most = larger(squared, most);
    };
    bool is_done = false;
    if constexpr (N == kBoxNodes<D>) {
      is_done = cells.points == N;
      if (is_done) {
        Tensor<D> of_x[N], of_v[N];
        box_place_gradients<D>(cells, x, of_x);
        box_gradients<D>(cells, v, of_v);
        for (int p = 0; p < N; ++p) see(squared_rate(of_x[p], of_v[p]));
      }
    }
    for (int p = 0; p < cells.points && !is_done; ++p) {
      const double* const dN = cells.dN + 3L * N * p;
      see(squared_rate(place_gradient<N, D>(cells, dN, x), gradient<N, D>(dN, v)));
    }
    const Lanes rate = select(is_finite, square_root(most), all(HUGE_VAL));
    for (int l = 0; l < kLanes && b * kLanes + l < cells.elements; ++l) of.rate[b * kLanes + l] = rate[l];
  }
}

inline RateKernel find_rates(int nodes, int dimension) {
  return for_elements(nodes, dimension, []<int N, int D>() -> RateKernel { return rates<N, D>; });
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
