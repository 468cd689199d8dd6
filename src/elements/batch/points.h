#pragma once

#include "elements/batch/laws.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

/// Gradients d x_i / d xi_k of nodal values at the points of the rule, and forces of stresses there.
template <int N>
JOUNCE_INLINE Tensor gradient(const double* dN, const Lanes (&x)[N][3]) {
  Tensor g;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) g[i][k] = dN[k] * x[0][i];
  for (int a = 1; a < N; ++a)
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) g[i][k] += dN[3 * a + k] * x[a][i];
  return g;
}

template <int N>
JOUNCE_INLINE void add_forces(const double* dN, const Tensor& T, Lanes (&f)[N][3]) {
  for (int a = 0; a < N; ++a)
    for (int i = 0; i < 3; ++i)
      f[a][i] += T[i][0] * dN[3 * a] + T[i][1] * dN[3 * a + 1] + T[i][2] * dN[3 * a + 2];
}

/// A point: H = F - 1, vol (dX/dxi)^-1, det F and the volume that it stands for.
struct PointGeometry {
  Tensor H, to_reference;
  Lanes J, volume;

  JOUNCE_INLINE PointGeometry() = default;
  /// From the gradients of X and u along the reference cell.
  JOUNCE_INLINE PointGeometry(const Tensor& X, const Tensor& u, double weight) {
    to_reference = adjugate(X);
    const Lanes size =
        X[0][0] * to_reference[0][0] + X[0][1] * to_reference[1][0] + X[0][2] * to_reference[2][0];
    volume = weight * size;
    H = product(u, to_reference);
    const Lanes by = 1 / size;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        H[i][j] *= by;
        to_reference[i][j] *= weight;
      }
    Tensor F = H;
    for (int i = 0; i < 3; ++i) F[i][i] += 1;
    J = determinant(F);
  }
};

/// The batch under way.
struct Batch {
  Batch(const Cells& all_cells, const Law& of, Pass& through) : cells(all_cells), law(of), pass(through) {}

  const Cells& cells;
  const Law& law;
  Pass& pass;
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
};

/// What the points of an element share that has its mean volume change: F_bar = a F, det F_bar = theta, see
/// solid_b_bar.cpp.
struct MeanVolume {
  Lanes theta = all(1), pressure = all(0), volume = all(0);
};

/// The stress of a point as T = vol P (dX/dxi)^-T, so that f_a = -sum T dN_a. `scale` is a of F_bar; with the
/// mean volume change `pressure` takes vol tr(tau)/3 and T has the deviator of tau alone.
template <class Law_, bool is_mean>
JOUNCE_INLINE Tensor finite_stress(Batch& batch, const PointGeometry& point, int number, const Lanes& scale,
                                   MeanVolume& mean) {
  History history{};
  batch.find_history(number, history);
  Tensor H = point.H;
  Lanes J = point.J;
  if constexpr (is_mean) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) H[i][j] = scale * point.H[i][j] + (i == j ? scale - 1 : all(0));
    J = mean.theta;
  }
  Tensor F = point.H;
  for (int i = 0; i < 3; ++i) F[i][i] += 1;
  Tensor P;
  if constexpr (Law_::kIsSpatial) {
    Symmetric tau = Law_::stress(batch.law, H, J, history, batch.energies);
    if constexpr (is_mean) {
      const Lanes third = tau.trace() / 3;
      mean.pressure += point.volume * third;
      for (int k = 0; k < 3; ++k) tau[k] -= third;
    }
    // P = tau F^-T, F^-T = transposed adjugate / J
    const Tensor inverse = adjugate(F);
    const Lanes by = 1 / point.J;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        P[i][j] = by * (tau[kPlace[i][0]] * inverse[j][0] + tau[kPlace[i][1]] * inverse[j][1] +
                        tau[kPlace[i][2]] * inverse[j][2]);
  } else {
    Symmetric E = stretch<false>(H);
    for (int k = 0; k < 3; ++k) E[k] *= 0.5;
    Symmetric S = Law_::stress(batch.law, E, history, batch.energies);
    if constexpr (is_mean) {
      // tr tau = S : C_bar, P = a^2 F S - tr tau / 3 F^-T
      Lanes trace = S.trace();
      for (int k = 0; k < 6; ++k) trace += 2 * S[k] * E[k];
      const Lanes third = trace / 3, square = scale * scale, by = third / point.J;
      mean.pressure += point.volume * third;
      for (Lanes& value : S.v) value *= square;
      P = product(F, S);
      const Tensor inverse = adjugate(F);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) P[i][j] -= by * inverse[j][i];
    } else {
      P = product(F, S);
    }
  }
  batch.add_energies(point.volume);
  return product_transposed(P, point.to_reference);
}

/// The same of small strain; P is the stress.
template <class Law_, bool is_mean>
JOUNCE_INLINE Tensor small_stress(Batch& batch, const PointGeometry& point, int number,
                                  const Lanes& mean_divergence, MeanVolume& mean) {
  History history{};
  batch.find_history(number, history);
  Symmetric e;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) e[kPlace[i][j]] = i == j ? point.H[i][i] : point.H[i][j] + point.H[j][i];
  if constexpr (is_mean) {
    const Lanes part = (mean_divergence - e.trace()) / 3;
    for (int k = 0; k < 3; ++k) e[k] += part;
  }
  Symmetric s = Law_::stress(batch.law, e, history, batch.energies);
  if constexpr (is_mean) {
    const Lanes third = s.trace() / 3;
    mean.pressure += point.volume * third;
    for (int k = 0; k < 3; ++k) s[k] -= third;
  }
  batch.add_energies(point.volume);
  Tensor P;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) P[i][j] = s[kPlace[i][j]];
  return product_transposed(P, point.to_reference);
}

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
