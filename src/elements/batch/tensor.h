#pragma once

#include "elements/batch/lanes.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

// Tensors of elements in space (D = 3) and in the plane (D = 2). In the plane the third direction stands
// alone: the entries 13, 23, 31 and 32 are zero, and nothing reads or writes them.

template <int D>
constexpr bool is_coupled(int i, int j) {
  return D == 3 || (i < 2) == (j < 2);
}

/// Whether the component k of a symmetric tensor, or its shear, lies within the first n directions.
constexpr bool is_within(int k, int n) { return k < n || k > 2; }

/// The sum of term(k) over the directions that are coupled with direction i.
template <int D, class Term>
JOUNCE_INLINE Lanes contract(int i, const Term& term) {
  if constexpr (D == 3)
    return term(0) + term(1) + term(2);
  else
    return i < 2 ? term(0) + term(1) : term(2);
}

/// A 3 x 3 matrix of each element of a batch.
template <int D>
struct Tensor {
  Lanes m[3][3];

  JOUNCE_INLINE Lanes* operator[](int i) { return m[i]; }
  JOUNCE_INLINE const Lanes* operator[](int i) const { return m[i]; }
};

template <int D>
inline constexpr int kComponents = D == 3 ? 6 : 4;

/// A symmetric one: 11, 22, 33, 12 (, 13, 23).
template <int D>
struct Symmetric {
  Lanes v[kComponents<D>];

  JOUNCE_INLINE Lanes& operator[](int i) { return v[i]; }
  JOUNCE_INLINE const Lanes& operator[](int i) const { return v[i]; }
  JOUNCE_INLINE Lanes trace() const { return v[0] + v[1] + v[2]; }
};

/// Place of the entry (i, j) of a symmetric matrix.
inline constexpr int kPlace[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

/// 1 + A
template <int D>
JOUNCE_INLINE Tensor<D> plus_identity(Tensor<D> A) {
  for (int i = 0; i < 3; ++i) A[i][i] += 1;
  return A;
}

template <int D>
JOUNCE_INLINE Lanes determinant(const Tensor<D>& A) {
  if constexpr (D == 2) return (A[0][0] * A[1][1] - A[0][1] * A[1][0]) * A[2][2];
  return A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
         A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
         A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
}

/// Transposed matrix of the cofactors: A^-1 det A.
template <int D>
JOUNCE_INLINE Tensor<D> adjugate(const Tensor<D>& A) {
  Tensor<D> B;
  B[2][2] = A[0][0] * A[1][1] - A[0][1] * A[1][0];
  if constexpr (D == 2) {
    B[0][0] = A[1][1] * A[2][2];
    B[0][1] = -A[0][1] * A[2][2];
    B[1][0] = -A[1][0] * A[2][2];
    B[1][1] = A[0][0] * A[2][2];
  } else {
    B[0][0] = A[1][1] * A[2][2] - A[1][2] * A[2][1];
    B[0][1] = A[0][2] * A[2][1] - A[0][1] * A[2][2];
    B[0][2] = A[0][1] * A[1][2] - A[0][2] * A[1][1];
    B[1][0] = A[1][2] * A[2][0] - A[1][0] * A[2][2];
    B[1][1] = A[0][0] * A[2][2] - A[0][2] * A[2][0];
    B[1][2] = A[0][2] * A[1][0] - A[0][0] * A[1][2];
    B[2][0] = A[1][0] * A[2][1] - A[1][1] * A[2][0];
    B[2][1] = A[0][1] * A[2][0] - A[0][0] * A[2][1];
  }
  return B;
}

/// det A of its adjugate.
template <int D>
JOUNCE_INLINE Lanes determinant(const Tensor<D>& A, const Tensor<D>& adjugate_A) {
  return contract<D>(0, [&](int k) { return A[0][k] * adjugate_A[k][0]; });
}

template <int D>
JOUNCE_INLINE Tensor<D> product(const Tensor<D>& A, const Tensor<D>& B) {
  Tensor<D> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (is_coupled<D>(i, j)) C[i][j] = contract<D>(i, [&](int k) { return A[i][k] * B[k][j]; });
  return C;
}

/// A B^T
template <int D>
JOUNCE_INLINE Tensor<D> product_transposed(const Tensor<D>& A, const Tensor<D>& B) {
  Tensor<D> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (is_coupled<D>(i, j)) C[i][j] = contract<D>(i, [&](int k) { return A[i][k] * B[j][k]; });
  return C;
}

/// A S
template <int D>
JOUNCE_INLINE Tensor<D> product(const Tensor<D>& A, const Symmetric<D>& S) {
  Tensor<D> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (is_coupled<D>(i, j)) C[i][j] = contract<D>(i, [&](int k) { return A[i][k] * S[kPlace[k][j]]; });
  return C;
}

/// A S A^T
template <int D>
JOUNCE_INLINE Symmetric<D> congruence(const Tensor<D>& A, const Symmetric<D>& S) {
  const Tensor<D> AS = product(A, S);
  Symmetric<D> C;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      if (is_coupled<D>(i, j)) C[kPlace[i][j]] = contract<D>(i, [&](int k) { return AS[i][k] * A[j][k]; });
  return C;
}

/// Product of symmetric matrices that commute.
template <int D>
JOUNCE_INLINE Symmetric<D> commuting_product(const Symmetric<D>& A, const Symmetric<D>& B) {
  Symmetric<D> C;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      if (is_coupled<D>(i, j))
        C[kPlace[i][j]] = contract<D>(i, [&](int k) { return A[kPlace[i][k]] * B[kPlace[k][j]]; });
  return C;
}

template <int D>
JOUNCE_INLINE Lanes determinant(const Symmetric<D>& A) {
  if constexpr (D == 2) return A[2] * (A[0] * A[1] - A[3] * A[3]);
  return A[0] * (A[1] * A[2] - A[5] * A[5]) - A[3] * (A[3] * A[2] - A[5] * A[4]) +
         A[4] * (A[3] * A[5] - A[1] * A[4]);
}

/// sum_k c_k A^k, k < n: in 1, A and A^2, to which Cayley and Hamilton's theorem brings all powers.
template <int D, int n>
JOUNCE_INLINE Symmetric<D> polynomial(const Symmetric<D>& A, const double (&c)[n]) {
  const Symmetric<D> square = commuting_product(A, A);
  const Lanes first = A.trace(), second = 0.5 * (first * first - square.trace());
  const Lanes third = determinant(A);
  Lanes a = all(c[n - 3]), b = all(c[n - 2]), d = all(c[n - 1]);  // a + b A + d A^2
  for (int k = n - 4; k >= 0; --k) {
    const Lanes next_a = c[k] + third * d, next_b = a - second * d, next_d = b + first * d;
    a = next_a;
    b = next_b;
    d = next_d;
  }
  Symmetric<D> sum;
  for (int i = 0; i < kComponents<D>; ++i) sum[i] = b * A[i] + d * square[i];
  for (int i = 0; i < 3; ++i) sum[i] += a;
  return sum;
}

template <int D>
JOUNCE_INLINE Symmetric<D> inverse(const Symmetric<D>& A) {
  Symmetric<D> B;
  Lanes size;
  B[2] = A[0] * A[1] - A[3] * A[3];
  if constexpr (D == 2) {
    B[0] = A[1] * A[2];
    B[1] = A[0] * A[2];
    B[3] = -A[3] * A[2];
    size = A[2] * B[2];
  } else {
    B[0] = A[1] * A[2] - A[5] * A[5];
    B[1] = A[0] * A[2] - A[4] * A[4];
    B[3] = A[4] * A[5] - A[3] * A[2];
    B[4] = A[3] * A[5] - A[4] * A[1];
    B[5] = A[3] * A[4] - A[0] * A[5];
    size = A[0] * B[0] + A[3] * B[3] + A[4] * B[4];
  }
  const Lanes by = 1 / size;
  for (Lanes& b : B.v) b *= by;
  return B;
}

/// H + H^T + H H^T (`left`) or H + H^T + H^T H: F F^T - 1 or F^T F - 1 of F = 1 + H.
template <bool left, int D>
JOUNCE_INLINE Symmetric<D> stretch(const Tensor<D>& H) {
  Symmetric<D> C;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      if (!is_coupled<D>(i, j)) continue;
      Lanes sum = H[i][j] + H[j][i];
      for (int k = 0; k < 3; ++k)
        if (is_coupled<D>(i, k)) sum += left ? H[i][k] * H[j][k] : H[k][i] * H[k][j];
      C[kPlace[i][j]] = sum;
    }
  return C;
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
