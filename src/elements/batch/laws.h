#pragma once

#include "elements/batch/sweep.h"
#include "elements/batch/tensor.h"

namespace jounce::batch::JOUNCE_BATCH_TARGET {

/// The history of a point of each element: at the last accepted step, and at the present strain where it is
/// wanted.
struct History {
  const double* before[kLanes];
  double* trial[kLanes];
  bool wants_trial = false;
  double dt = 0;  ///< since the last accepted step

  JOUNCE_INLINE Lanes operator[](int k) const {
    return each([&](int l) { return before[l][k]; });
  }
  JOUNCE_INLINE void put(int k, const Lanes& value) const {
    for (int l = 0; l < kLanes; ++l) trial[l][k] = value[l];
  }
  /// A symmetric tensor, the six numbers that a history begins with.
  template <int D>
  JOUNCE_INLINE Symmetric<D> tensor() const {
    Symmetric<D> A;
    for (int k = 0; k < kComponents<D>; ++k) A[k] = (*this)[k];
    return A;
  }
  template <int D>
  JOUNCE_INLINE void put(const Symmetric<D>& A) const {
    for (int k = 0; k < 6; ++k) put(k, k < kComponents<D> ? A[k] : all(0));
  }
};

/// Energies for a unit of initial volume.
struct PointEnergies {
  bool are_wanted = false;
  Lanes strain, plastic;
};

template <int D>
JOUNCE_INLINE Lanes von_mises_of_deviator(const Symmetric<D>& s) {
  Lanes shears = s[3] * s[3];
  for (int k = 4; k < kComponents<D>; ++k) shears += s[k] * s[k];
  return square_root(1.5 * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) + 3 * shears);
}

/// Growth of the plastic strain by which the von Mises stress of a trial state comes back to the curve: see
/// Plastic::return_map.
JOUNCE_INLINE Lanes plastic_increment(const Law& law, const Lanes& trial, const Lanes& p_n) {
  constexpr double kRoundOff = 1e-12;  // Plastic::kRoundOff
  Lanes increment = all(0);
  Mask open = Mask{} - 1;  // where the segment is not found yet
  for (int i = 0; i < law.hardening; ++i) {
    const bool last = i + 1 == law.hardening;
    const double end = last ? __builtin_inf() : law.curve[2 * i + 2];
    const double slope = last ? 0 : (law.curve[2 * i + 3] - law.curve[2 * i + 1]) / (end - law.curve[2 * i]);
    const Lanes excess = trial - (law.curve[2 * i + 1] + slope * (p_n - law.curve[2 * i]));
    const Lanes step = excess / (3 * law.shear + slope);
    const Mask here = open & (p_n < end);
    const Mask elastic = excess <= kRoundOff * trial;
    const Mask ends = here & (elastic | (p_n + step <= end));
    increment = select(ends & ~elastic, step, increment);
    open &= ~ends;
    if (!any(open)) break;
  }
  return increment;
}

/// Integral of the yield stress from 0 to p.
JOUNCE_INLINE Lanes hardening_work(const Law& law, const Lanes& p) {
  Lanes work = all(0);
  for (int i = 0; i < law.hardening; ++i) {
    const bool last = i + 1 == law.hardening;
    const Lanes end = last ? p : smaller(p, all(law.curve[2 * i + 2]));
    const double slope =
        last ? 0 : (law.curve[2 * i + 3] - law.curve[2 * i + 1]) / (law.curve[2 * i + 2] - law.curve[2 * i]);
    const Lanes done = larger(end - law.curve[2 * i], all(0));
    work += done * (law.curve[2 * i + 1] + 0.5 * slope * done);
  }
  return work;
}

/// Radial return of a trial stress with this deviator and mean value: see Plastic, ViscoPlastic.
struct RadialReturn {
  Lanes pressure, trial;    ///< mean stress, von Mises stress of the trial state
  Lanes p_n, p, increment;  ///< plastic strain, at the end, and by how much it has grown
  Lanes flow;               ///< that growth over the trial stress
  Lanes work = all(0);      ///< of plastic strains, where points answer
  Lanes share = all(1);     ///< of the stress that damage has left
  Lanes kept = all(1);      ///< of what is stored

  template <int D>
  JOUNCE_INLINE RadialReturn(const Law& law, const Symmetric<D>& deviator, const Lanes& mean,
                             const History& history)
      : pressure(mean), trial(von_mises_of_deviator(deviator)), p_n(history[6]) {
    if (law.flow == nullptr)
      increment = plastic_increment(law, trial, p_n);
    else
      ask_points(law, history);
    p = p_n + increment;
    flow = select(trial > 0, increment / trial, all(0));
  }
  /// The stress at the end, from the trial deviator.
  template <int D>
  JOUNCE_INLINE Symmetric<D> stress(const Law& law, Symmetric<D> deviator, PointEnergies& energies) const {
    const Lanes left = 1 - 3 * law.shear * flow, mean = share * pressure;
    for (Lanes& value : deviator.v) value *= share * left;
    if (energies.are_wanted) {
      const Lanes q = left * trial;
      energies.strain = kept * (pressure * pressure / (2 * law.bulk) + q * q / (6 * law.shear));
      energies.plastic = law.flow == nullptr ? hardening_work(law, p) : work;
    }
    for (int k = 0; k < 3; ++k) deviator[k] += mean;
    return deviator;
  }

 private:
  __attribute__((noinline)) void ask_points(const Law& law, const History& history) {
    for (int l = 0; l < kLanes; ++l) {
      const FlowAnswer answer = law.flow(law.flow_material, trial[l], pressure[l], history.before[l],
                                         history.dt, history.wants_trial ? history.trial[l] : nullptr);
      increment[l] = answer.increment;
      work[l] = answer.work;
      share[l] = answer.share;
      kept[l] = answer.kept;
    }
  }
};

// Each law gives, from the strain E (Green-Lagrange or small, twice the shears), the second Piola-Kirchhoff
// stress S.

struct ElasticLaw {
  static constexpr bool kIsSpatial = false;

  template <int D>
  JOUNCE_INLINE static Symmetric<D> stress(const Law& law, const Symmetric<D>& E, const History&,
                                           PointEnergies& energies) {
    Symmetric<D> S;
    for (int i = 0; i < kComponents<D>; ++i) {
      S[i] = law.D[6 * i] * E[0];
      for (int j = 1; j < kComponents<D>; ++j) S[i] += law.D[6 * i + j] * E[j];
    }
    if (energies.are_wanted) {
      energies.strain = all(0);
      for (int i = 0; i < kComponents<D>; ++i) energies.strain += 0.5 * S[i] * E[i];
      energies.plastic = all(0);
    }
    return S;
  }
};

/// Plastic, isotropic hardening.
struct PlasticLaw {
  static constexpr bool kIsSpatial = false;

  template <int D>
  JOUNCE_INLINE static Symmetric<D> stress(const Law& law, const Symmetric<D>& E, const History& history,
                                           PointEnergies& energies) {
    Symmetric<D> before = history.tensor<D>(), s;
    for (int k = 0; k < kComponents<D>; ++k) s[k] = E[k] - before[k];
    const Lanes volume = s.trace();
    for (int k = 0; k < 3; ++k) s[k] = 2 * law.shear * (s[k] - volume / 3);
    for (int k = 3; k < kComponents<D>; ++k) s[k] = law.shear * s[k];
    const RadialReturn r(law, s, law.bulk * volume, history);
    if (history.wants_trial) {
      for (int k = 0; k < kComponents<D>; ++k) before[k] += (k < 3 ? 1.5 : 3.0) * r.flow * s[k];
      history.put(before);
      history.put(6, r.p);
    }
    return r.stress(law, s, energies);
  }
};

/// By the material, one element after another.
struct PointLaw {
  static constexpr bool kIsSpatial = false;

  template <int D>
  static Symmetric<D> stress(const Law& law, const Symmetric<D>& E, const History& history,
                             PointEnergies& energies) {
    Symmetric<D> S{};
    energies.strain = energies.plastic = all(0);
    for (int l = 0; l < kLanes; ++l) {
      double strain[6] = {}, stress[6], energy = 0, work = 0;
      for (int k = 0; k < kComponents<D>; ++k) strain[k] = E[k][l];
      law.at_point(law.material, strain, law.history_size > 0 ? history.before[l] : nullptr, history.dt,
                   {stress, history.wants_trial ? history.trial[l] : nullptr,
                    energies.are_wanted ? &energy : nullptr, energies.are_wanted ? &work : nullptr});
      for (int k = 0; k < kComponents<D>; ++k) S[k][l] = stress[k];
      energies.strain[l] = energy;
      energies.plastic[l] = work;
    }
    return S;
  }
};

// Others give, from F - 1, the Kirchhoff stress.

struct NeoHookeanLaw {
  static constexpr bool kIsSpatial = true;

  template <int D>
  JOUNCE_INLINE static Symmetric<D> stress(const Law& law, const Tensor<D>& H, const Lanes& J, const History&,
                                           PointEnergies& energies) {
    Symmetric<D> tau = stretch<true>(H);
    const Lanes growth = tau.trace(), ln_J = logarithm(J);
    for (Lanes& value : tau.v) value *= law.mu;
    for (int k = 0; k < 3; ++k) tau[k] += law.lambda * ln_J;
    if (energies.are_wanted) {
      energies.strain = 0.5 * law.mu * growth + ln_J * (0.5 * law.lambda * ln_J - law.mu);
      energies.plastic = all(0);
    }
    return tau;
  }
};

/// Multiplicative plasticity on logarithmic elastic strains: see Multiplicative. History: C_p^-1 - 1 and p.
struct MultiplicativeLaw {
  static constexpr bool kIsSpatial = true;
  static constexpr double kSeries = 0.06;  ///< largest Y and half the flow for which the series are exact

  template <int D>
  JOUNCE_INLINE static Symmetric<D> stress(const Law& law, const Tensor<D>& H, const Lanes& J,
                                           const History& history, PointEnergies& energies) {
    constexpr int n = kComponents<D>;
    Symmetric<D> X = history.tensor<D>();
    const Tensor<D> F = plus_identity(H);
    // b_e - 1 = F F^T - 1 + F X F^T and Y = (b_e - 1) (b_e + 1)^-1 = tanh of the strain
    Symmetric<D> b = stretch<true>(H);
    const Symmetric<D> FXF = congruence(F, X);
    for (int k = 0; k < n; ++k) b[k] += FXF[k];
    Symmetric<D> plus = b;
    for (int k = 0; k < 3; ++k) plus[k] += 2;
    const Symmetric<D> Y = commuting_product(b, inverse(plus)), Z = commuting_product(Y, Y);
    constexpr double kAtanh[] = {1, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13};
    const Symmetric<D> e = commuting_product(polynomial(Z, kAtanh), Y);

    const Lanes volume = e.trace();
    Symmetric<D> s;
    for (int k = 0; k < n; ++k) s[k] = 2 * law.shear * (k < 3 ? e[k] - volume / 3 : e[k]);
    const RadialReturn r(law, s, law.bulk * volume, history);
    Lanes outside = 1.5 * r.increment;
    for (int k = 0; k < n; ++k) outside = larger(outside, magnitude(Y[k]));
    const Mask by_point = ~(outside <= kSeries);
    if (history.wants_trial && !any(r.increment > 0)) {
      history.put(X);
      history.put(6, r.p_n);
    } else if (history.wants_trial) {
      Symmetric<D> A;  // b_e = exp(A) b_e,trial
      for (int k = 0; k < n; ++k) A[k] = -3 * r.flow * s[k];
      constexpr double kExp[] = {0,         1,         1.0 / 2,    1.0 / 6,     1.0 / 24,
                                 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880};
      for (int k = 0; k < 3; ++k) b[k] += 1;
      const Symmetric<D> change = commuting_product(polynomial(A, kExp), b);
      Tensor<D> back = adjugate(F);
      const Lanes by = 1 / J;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          if (is_coupled<D>(i, j)) back[i][j] *= by;
      const Symmetric<D> dX = congruence(back, change);
      for (int k = 0; k < n; ++k) X[k] += dX[k];
      history.put(X);
      history.put(6, r.p);
    }
    Symmetric<D> tau = r.stress(law, s, energies);
    if (any(by_point)) large_strain(law, H, F, history, by_point, energies, tau);
    return tau;
  }

 private:
  /// Where series do not reach: the material itself.
  template <int D>
  __attribute__((noinline)) static void large_strain(const Law& law, const Tensor<D>& H, const Tensor<D>& F,
                                                     const History& history, const Mask& where,
                                                     PointEnergies& energies, Symmetric<D>& tau) {
    Symmetric<D> E = stretch<false>(H);
    for (int k = 0; k < 3; ++k) E[k] *= 0.5;
    PointEnergies own = energies;
    const Symmetric<D> other = congruence(F, PointLaw::stress(law, E, history, own));
    for (int k = 0; k < kComponents<D>; ++k) tau[k] = select(where, other[k], tau[k]);
    if (!energies.are_wanted) return;
    energies.strain = select(where, own.strain, energies.strain);
    energies.plastic = select(where, own.plastic, energies.plastic);
  }
};

}  // namespace jounce::batch::JOUNCE_BATCH_TARGET
