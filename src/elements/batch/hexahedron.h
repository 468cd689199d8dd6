#pragma once

#include "elements/batch/tensor.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

// Gradients of first-order hexahedra at the points xi, eta, zeta = +- 1/sqrt(3), by products of sums in one
// direction after another: a derivative along an edge does not depend on the place along it, and between the
// edges it is linear. Corner and point (i, j, k), each 0 or 1 along xi, eta, zeta, have the number i + 2 j +
// 4 k.

/// Corners of hexahedron8 in this order.
inline constexpr int kCorner[8] = {0, 1, 3, 2, 4, 5, 7, 6};

/// (a, b) at -1 and 1 -> values at -+ 1/sqrt(3); its own transpose.
JOUNCE_INLINE void interpolate(Lanes& a, Lanes& b) {
  constexpr double kGauss = 0.57735026918962576451;
  const Lanes mean = 0.5 * (a + b), half = (0.5 * kGauss) * (b - a);
  a = mean - half;
  b = mean + half;
}

/// Four values on the corners of a square (first direction first) -> at its points; its own transpose.
JOUNCE_INLINE void interpolate_square(Lanes (&d)[4]) {
  interpolate(d[0], d[1]);
  interpolate(d[2], d[3]);
  interpolate(d[0], d[2]);
  interpolate(d[1], d[3]);
}

/// out[p][i][k] = d x_i / d xi_k at the points, of nodal values x[corner][i].
JOUNCE_INLINE void hexahedron_gradients(const Lanes (&x)[8][3], Tensor<3> (&out)[8]) {
  for (int i = 0; i < 3; ++i) {
    Lanes d[4];
    // xi: pairs (0, 1), (2, 3), (4, 5), (6, 7); eta: (0, 2), (1, 3), (4, 6), (5, 7); zeta: (0, 4), ...
    for (int e = 0; e < 4; ++e) d[e] = 0.5 * (x[kCorner[2 * e + 1]][i] - x[kCorner[2 * e]][i]);
    interpolate_square(d);
    for (int p = 0; p < 8; ++p) out[p][i][0] = d[p / 2];
    for (int e = 0; e < 4; ++e) {
      const int from = e % 2 + 4 * (e / 2);
      d[e] = 0.5 * (x[kCorner[from + 2]][i] - x[kCorner[from]][i]);
    }
    interpolate_square(d);
    for (int p = 0; p < 8; ++p) out[p][i][1] = d[p % 2 + 2 * (p / 4)];
    for (int e = 0; e < 4; ++e) d[e] = 0.5 * (x[kCorner[e + 4]][i] - x[kCorner[e]][i]);
    interpolate_square(d);
    for (int p = 0; p < 8; ++p) out[p][i][2] = d[p % 4];
  }
}

/// f[corner][i] = sum over points and k of T[p][i][k] d N_corner / d xi_k.
JOUNCE_INLINE void hexahedron_forces(const Tensor<3> (&T)[8], Lanes (&f)[8][3]) {
  for (int i = 0; i < 3; ++i) {
    Lanes d[4];
    for (int e = 0; e < 4; ++e) d[e] = 0.5 * (T[2 * e][i][0] + T[2 * e + 1][i][0]);
    interpolate_square(d);
    for (int e = 0; e < 4; ++e) {
      f[kCorner[2 * e]][i] = -d[e];
      f[kCorner[2 * e + 1]][i] = d[e];
    }
    for (int e = 0; e < 4; ++e) {
      const int from = e % 2 + 4 * (e / 2);
      d[e] = 0.5 * (T[from][i][1] + T[from + 2][i][1]);
    }
    interpolate_square(d);
    for (int e = 0; e < 4; ++e) {
      const int from = e % 2 + 4 * (e / 2);
      f[kCorner[from]][i] -= d[e];
      f[kCorner[from + 2]][i] += d[e];
    }
    for (int e = 0; e < 4; ++e) d[e] = 0.5 * (T[e][i][2] + T[e + 4][i][2]);
    interpolate_square(d);
    for (int e = 0; e < 4; ++e) {
      f[kCorner[e]][i] -= d[e];
      f[kCorner[e + 4]][i] += d[e];
    }
  }
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
