#pragma once

#include "elements/batch/lanes.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

/// A 3 x 3 matrix of each element of a batch.
struct Tensor {
  Lanes m[3][3];

  JOUNCE_INLINE Lanes* operator[](int i) { return m[i]; }
  JOUNCE_INLINE const Lanes* operator[](int i) const { return m[i]; }
};

/// A symmetric one: 11, 22, 33, 12, 13, 23.
struct Symmetric {
  Lanes v[6];

  JOUNCE_INLINE Lanes& operator[](int i) { return v[i]; }
  JOUNCE_INLINE const Lanes& operator[](int i) const { return v[i]; }
  JOUNCE_INLINE Lanes trace() const { return v[0] + v[1] + v[2]; }
};

/// Place of the entry (i, j) of a symmetric matrix.
inline constexpr int kPlace[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

JOUNCE_INLINE Lanes determinant(const Tensor& A) {
  return A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
         A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
         A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
}

/// Transposed matrix of the cofactors: A^-1 det A.
JOUNCE_INLINE Tensor adjugate(const Tensor& A) {
  Tensor B;
  B[0][0] = A[1][1] * A[2][2] - A[1][2] * A[2][1];
  B[0][1] = A[0][2] * A[2][1] - A[0][1] * A[2][2];
  B[0][2] = A[0][1] * A[1][2] - A[0][2] * A[1][1];
  B[1][0] = A[1][2] * A[2][0] - A[1][0] * A[2][2];
  B[1][1] = A[0][0] * A[2][2] - A[0][2] * A[2][0];
  B[1][2] = A[0][2] * A[1][0] - A[0][0] * A[1][2];
  B[2][0] = A[1][0] * A[2][1] - A[1][1] * A[2][0];
  B[2][1] = A[0][1] * A[2][0] - A[0][0] * A[2][1];
  B[2][2] = A[0][0] * A[1][1] - A[0][1] * A[1][0];
  return B;
}

JOUNCE_INLINE Tensor product(const Tensor& A, const Tensor& B) {
  Tensor C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
  return C;
}

/// A B^T
JOUNCE_INLINE Tensor product_transposed(const Tensor& A, const Tensor& B) {
  Tensor C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) C[i][j] = A[i][0] * B[j][0] + A[i][1] * B[j][1] + A[i][2] * B[j][2];
  return C;
}

/// A S
JOUNCE_INLINE Tensor product(const Tensor& A, const Symmetric& S) {
  Tensor C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      C[i][j] = A[i][0] * S[kPlace[0][j]] + A[i][1] * S[kPlace[1][j]] + A[i][2] * S[kPlace[2][j]];
  return C;
}

/// S A
JOUNCE_INLINE Tensor product(const Symmetric& S, const Tensor& A) {
  Tensor C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      C[i][j] = S[kPlace[i][0]] * A[0][j] + S[kPlace[i][1]] * A[1][j] + S[kPlace[i][2]] * A[2][j];
  return C;
}

/// A S A^T
JOUNCE_INLINE Symmetric congruence(const Tensor& A, const Symmetric& S) {
  const Tensor AS = product(A, S);
  Symmetric C;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      C[kPlace[i][j]] = AS[i][0] * A[j][0] + AS[i][1] * A[j][1] + AS[i][2] * A[j][2];
  return C;
}

/// Product of symmetric matrices that commute.
JOUNCE_INLINE Symmetric commuting_product(const Symmetric& A, const Symmetric& B) {
  Symmetric C;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      C[kPlace[i][j]] = A[kPlace[i][0]] * B[kPlace[0][j]] + A[kPlace[i][1]] * B[kPlace[1][j]] +
                        A[kPlace[i][2]] * B[kPlace[2][j]];
  return C;
}

/// sum_k c_k A^k, k < n: in 1, A and A^2, to which Cayley and Hamilton's theorem brings all powers.
template <int n>
JOUNCE_INLINE Symmetric polynomial(const Symmetric& A, const double (&c)[n]) {
  const Symmetric square = commuting_product(A, A);
  const Lanes first = A.trace(), second = 0.5 * (first * first - square.trace());
  const Lanes third = A[0] * (A[1] * A[2] - A[5] * A[5]) - A[3] * (A[3] * A[2] - A[5] * A[4]) +
                      A[4] * (A[3] * A[5] - A[1] * A[4]);
  Lanes a = all(c[n - 3]), b = all(c[n - 2]), d = all(c[n - 1]);  // a + b A + d A^2
  for (int k = n - 4; k >= 0; --k) {
    const Lanes next_a = c[k] + third * d, next_b = a - second * d, next_d = b + first * d;
    a = next_a;
    b = next_b;
    d = next_d;
  }
  Symmetric sum;
  for (int i = 0; i < 6; ++i) sum[i] = b * A[i] + d * square[i];
  for (int i = 0; i < 3; ++i) sum[i] += a;
  return sum;
}

JOUNCE_INLINE Symmetric inverse(const Symmetric& A) {
  Symmetric B;
  B[0] = A[1] * A[2] - A[5] * A[5];
  B[1] = A[0] * A[2] - A[4] * A[4];
  B[2] = A[0] * A[1] - A[3] * A[3];
  B[3] = A[4] * A[5] - A[3] * A[2];
  B[4] = A[3] * A[5] - A[4] * A[1];
  B[5] = A[3] * A[4] - A[0] * A[5];
  const Lanes by = 1 / (A[0] * B[0] + A[3] * B[3] + A[4] * B[4]);
  for (Lanes& b : B.v) b *= by;
  return B;
}

/// H + H^T + H H^T (`left`) or H + H^T + H^T H: F F^T - 1 or F^T F - 1 of F = 1 + H.
template <bool left>
JOUNCE_INLINE Symmetric stretch(const Tensor& H) {
  Symmetric C;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Lanes sum = H[i][j] + H[j][i];
      for (int k = 0; k < 3; ++k) sum += left ? H[i][k] * H[j][k] : H[k][i] * H[k][j];
      C[kPlace[i][j]] = sum;
    }
  return C;
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
