#pragma once

#include "elements/batch/laws.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

// Places and displacements of the nodes have D components. In the plane the third direction is around the
// axis, as one more coordinate theta: with x_r the first component, dx/dtheta is the radius x_r around, and
// "gradients" of the shape functions along it are N. In plane strain and stress these are zero, and dX/dtheta
// is one (Cells::across).

/// Gradients d x_i / d xi_k of nodal values at the points of the rule, and forces of stresses there. `dN` has
/// three numbers for every node: of the rule, or of each element of the batch.
template <int N, int D, class Number>
JOUNCE_INLINE Tensor<D> gradient(const Number* dN, const Lanes (&x)[N][D]) {
  Tensor<D> g;
  for (int i = 0; i < D; ++i)
    for (int k = 0; k < D; ++k) g[i][k] = dN[k] * x[0][i];
  if constexpr (D == 2) g[2][2] = dN[2] * x[0][0];
  for (int a = 1; a < N; ++a) {
    for (int i = 0; i < D; ++i)
      for (int k = 0; k < D; ++k) g[i][k] += dN[3 * a + k] * x[a][i];
    if constexpr (D == 2) g[2][2] += dN[3 * a + 2] * x[a][0];
  }
  return g;
}

/// The same of places.
template <int N, int D>
JOUNCE_INLINE Tensor<D> place_gradient(const Cells& cells, const double* dN, const Lanes (&x)[N][D]) {
  Tensor<D> g = gradient<N, D>(dN, x);
  if constexpr (D == 2) g[2][2] += cells.across;
  return g;
}

template <int N, int D, class Number>
JOUNCE_INLINE void add_forces(const Number* dN, const Tensor<D>& T, Lanes (&f)[N][D]) {
  for (int a = 0; a < N; ++a) {
    for (int i = 0; i < D; ++i) f[a][i] += contract<D>(i, [&](int k) { return T[i][k] * dN[3 * a + k]; });
    if constexpr (D == 2) f[a][0] += T[2][2] * dN[3 * a + 2];
  }
}

/// A point: H = F - 1, vol (dX/dxi)^-1, det F and the volume that it stands for.
template <int D>
struct PointGeometry {
  Tensor<D> H, to_reference;
  Tensor<D> rate;  ///< dF/dt, where damping asks for it
  Lanes J, volume;

  JOUNCE_INLINE PointGeometry() = default;
  /// From the gradients of X and u along the reference cell.
  JOUNCE_INLINE PointGeometry(const Tensor<D>& X, const Tensor<D>& u, double weight) {
    to_reference = adjugate(X);
    const Lanes size = determinant(X, to_reference);
    volume = weight * size;
    H = product(u, to_reference);
    const Lanes by = 1 / size;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        if (!is_coupled<D>(i, j)) continue;
        H[i][j] *= by;
        to_reference[i][j] *= weight;
      }
    J = determinant(plus_identity(H));
  }
  /// From the gradient of v along the reference cell.
  JOUNCE_INLINE void take_rate(const Tensor<D>& v) {
    rate = product(v, to_reference);
    const Lanes by = 1 / volume;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (is_coupled<D>(i, j)) rate[i][j] *= by;
  }
};

/// The batch under way.
struct Batch {
  Batch(const Cells& all_cells, const Law& of, Pass& through) : cells(all_cells), law(of), pass(through) {}

  const Cells& cells;
  const Law& law;
  Pass& pass;
  int first = 0;       ///< its first element
  int count = kLanes;  ///< elements in it
  const std::int32_t* place = nullptr;
  PointEnergies energies;
  Lanes strain = all(0), plastic = all(0);  ///< energies of its elements

  JOUNCE_INLINE void find_history(int point, History& history) const {
    history.wants_trial = pass.trial != nullptr && law.history_size > 0;
    history.dt = pass.dt;
    if (law.history_size == 0) return;
    for (int l = 0; l < kLanes; ++l) {
      const long at = (static_cast<long>(place[l]) * cells.points + point) * law.history_size;
      history.before[l] = pass.history + at;
      history.trial[l] = pass.trial + at;
    }
  }
  JOUNCE_INLINE void add_energies(const Lanes& volume) {
    if (!energies.are_wanted) return;
    strain += volume * energies.strain;
    plastic += volume * energies.plastic;
  }
  /// Writes the stress tau / J of a point.
  template <int D>
  __attribute__((noinline)) void put_stress(int point, const Symmetric<D>& tau, const Lanes& J) const {
    const Lanes by = 1 / J;
    double* const at = pass.stress + 6 * (static_cast<long>(first) * cells.points + kLanes * point);
    for (int k = 0; k < 6; ++k) {
      const Lanes value = k < kComponents<D> ? by * tau[k] : all(0);
      __builtin_memcpy(at + static_cast<long>(kLanes) * k, &value, sizeof value);
    }
  }
  /// The same with tau = F S F^T, H = F - 1.
  template <int D>
  __attribute__((noinline)) void put_stress(int point, const Tensor<D>& H, const Symmetric<D>& S,
                                            const Lanes& J) const {
    put_stress(point, congruence(plus_identity(H), S), J);
  }
  /// A point is inside out, or a ring has gone through its axis.
  template <int D>
  JOUNCE_INLINE void note_inverted(const PointGeometry<D>& point) {
    Mask bad = ~(point.J > 0);
    if constexpr (D == 2) bad |= ~(1 + point.H[2][2] > 0);
    if (!any(bad)) return;
    for (int l = count - 1; l >= 0; --l)
      if (bad[l] != 0 && (pass.inverted < 0 || pass.inverted >= first + l)) pass.inverted = first + l;
  }
};

/// What the points of an element share that has its mean volume change: F_bar = a F in n directions, 3 or in
/// the plane 2, det F_bar = theta, see solid_b_bar.cpp.
struct MeanVolume {
  Lanes theta = all(1), pressure = all(0), volume = all(0);
};

/// x^(1/n)
template <int n>
JOUNCE_INLINE Lanes root(const Lanes& x) {
  if constexpr (n == 2)
    return square_root(x);
  else
    return cube_root(x);
}

/// Sum of the first n diagonal entries.
template <int n, int D>
JOUNCE_INLINE Lanes trace(const Symmetric<D>& A) {
  if constexpr (n == 2) return A[0] + A[1];
  return A.trace();
}

/// The stress of a point as T = vol P (dX/dxi)^-T, so that f_a = -sum T dN_a. `scale` is a of F_bar; with the
/// mean volume change of n directions (0: that of the point) `pressure` takes vol tr(tau)/n and T has the
/// deviator of tau alone.
template <class Law_, int n, int D>
JOUNCE_INLINE Tensor<D> finite_stress(Batch& batch, const PointGeometry<D>& point, int number,
                                      const Lanes& scale, MeanVolume& mean) {
  History history{};
  batch.find_history(number, history);
  Tensor<D> H = point.H;
  Lanes J = point.J;
  if constexpr (n > 0) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (is_coupled<D>(i, j)) H[i][j] = scale * point.H[i][j] + (i == j ? scale - 1 : all(0));
    J = mean.theta;
  }
  const Tensor<D> F = plus_identity(point.H);
  Tensor<D> P;
  if constexpr (Law_::kIsSpatial) {
    Symmetric<D> tau = Law_::stress(batch.law, H, J, history, batch.energies);
    if (batch.pass.stress != nullptr) batch.put_stress(number, tau, J);
    if constexpr (n > 0) {
      const Lanes part = trace<n>(tau) / n;
      mean.pressure += point.volume * part;
      for (int k = 0; k < n; ++k) tau[k] -= part;
    }
    // P = tau F^-T, F^-T = transposed adjugate / J
    const Tensor<D> inverse = adjugate(F);
    const Lanes by = 1 / point.J;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (is_coupled<D>(i, j))
          P[i][j] = by * contract<D>(i, [&](int k) { return tau[kPlace[i][k]] * inverse[j][k]; });
  } else {
    Symmetric<D> E = stretch<false>(H);
    for (int k = 0; k < 3; ++k) E[k] *= 0.5;
    Symmetric<D> S = Law_::stress(batch.law, E, history, batch.energies);
    if (batch.pass.stress != nullptr) batch.put_stress(number, H, S, J);
    if constexpr (n > 0) {
      // tr tau = S : C_bar, P = a^2 F S - tr tau / n F^-T, both of the n directions
      Lanes sum = trace<n>(S);
      for (int k = 0; k < kComponents<D>; ++k)
        if (is_within(k, n)) sum += 2 * S[k] * E[k];
      const Lanes part = sum / n, square = scale * scale, by = part / point.J;
      mean.pressure += point.volume * part;
      for (int k = 0; k < kComponents<D>; ++k)
        if (is_within(k, n)) S[k] *= square;
      P = product(F, S);
      const Tensor<D> inverse = adjugate(F);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (is_coupled<D>(i, j)) P[i][j] -= by * inverse[j][i];
    } else {
      P = product(F, S);
    }
  }
  batch.add_energies(point.volume);
  return product_transposed(P, point.to_reference);
}

/// The same of small strain; P is the stress.
template <class Law_, int n, int D>
JOUNCE_INLINE Tensor<D> small_stress(Batch& batch, const PointGeometry<D>& point, int number,
                                     const Lanes& mean_divergence, MeanVolume& mean) {
  History history{};
  batch.find_history(number, history);
  Symmetric<D> e;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      if (is_coupled<D>(i, j)) e[kPlace[i][j]] = i == j ? point.H[i][i] : point.H[i][j] + point.H[j][i];
  if constexpr (n > 0) {
    const Lanes part = (mean_divergence - trace<n>(e)) / n;
    for (int k = 0; k < n; ++k) e[k] += part;
  }
  Symmetric<D> s = Law_::stress(batch.law, e, history, batch.energies);
  if (batch.pass.stress != nullptr) batch.put_stress(number, s, all(1));
  if constexpr (n > 0) {
    const Lanes part = trace<n>(s) / n;
    mean.pressure += point.volume * part;
    for (int k = 0; k < n; ++k) s[k] -= part;
  }
  batch.add_energies(point.volume);
  Tensor<D> P;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (is_coupled<D>(i, j)) P[i][j] = s[kPlace[i][j]];
  return product_transposed(P, point.to_reference);
}

/// The same of damping at finite strain: P = F D dE/dt, dE/dt = sym(F^T dF/dt).
template <class Law_, int D>
JOUNCE_INLINE Tensor<D> damping_stress(Batch& batch, const PointGeometry<D>& point) {
  const Tensor<D> F = plus_identity(point.H);
  Symmetric<D> rate;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      if (!is_coupled<D>(i, j)) continue;
      const Lanes one = contract<D>(i, [&](int k) { return F[k][i] * point.rate[k][j]; });
      rate[kPlace[i][j]] =
          i == j ? one : one + contract<D>(i, [&](int k) { return F[k][j] * point.rate[k][i]; });
    }
  return product_transposed(product(F, Law_::stress(batch.law, rate, History{}, batch.energies)),
                            point.to_reference);
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
