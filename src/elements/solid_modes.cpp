#include "elements/solid_modes.h"

#include <algorithm>

namespace jounce::solid {

template <CellShape S>
EnhancedStrains<S>::EnhancedStrains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                                    const std::array<PointStrain, 8>& compatible)
    : points_(rule.stiffness.size()) {
  constexpr int kMostSteps = 25;
  constexpr double kSmall = 1e-12, kNearlySmall = 1e-9;  // of the parts of a residual
  constexpr double kFast = 0.1;                          // less decrease than this: round-off of stresses
  for (std::size_t i = 0; i < points_; ++i) mode_matrix<S>(rule, e, i, B_[i]);
  Amplitudes residual, step;
  const auto largest_of = [](const Amplitudes& r) {
    return std::abs(*std::ranges::max_element(r, {}, [](double part) { return std::abs(part); }));
  };
  double size = linearise(rule, p, e, compatible, residual), before = largest_of(residual);
  for (int k = 0; k < kMostSteps; ++k) {
    step = residual;
    solve(step);
    if (p.material->is_linear()) {
      a_ = step;
      break;
    }
    size = advance(rule, p, e, compatible, step, residual);
    const double largest = largest_of(residual);
    if (largest <= kSmall * size || (largest <= kNearlySmall * size && largest > kFast * before)) break;
    before = largest;
  }
  if (!(p.beta > 0)) return;
  for (std::size_t i = 0; i < points_; ++i) {
    const Voigt damping = compatible[i].volume * (rule.D_0 * compatible[i].rate);
    for (int m = 0; m < kModes<S>; ++m)
      for (Index r = 0; r < kRows<S>; ++r) rate_[m] -= B_[i](r, m) * damping[r];
  }
  solve(rate_);
}

template <CellShape S>
double EnhancedStrains<S>::advance(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                                   const std::array<PointStrain, 8>& compatible, const Amplitudes& step,
                                   Amplitudes& residual) {
  constexpr int kMostCuts = 6;
  constexpr double kOvershot = 0.5;  // of the force along the step
  const auto along = [&] {
    double force = 0;
    for (int m = 0; m < kModes<S>; ++m) force += residual[m] * step[m];
    return force;
  };
  const Amplitudes start = a_;
  const double before = along();
  double length = 1, size = 0;
  for (int cut = 0; cut < kMostCuts; ++cut) {
    for (int m = 0; m < kModes<S>; ++m) a_[m] = start[m] + length * step[m];
    size = linearise(rule, p, e, compatible, residual);
    const double after = along();
    if (after >= -kOvershot * before) break;
    length *= std::clamp(before / (before - after), 0.1, 0.7);
  }
  return size;
}

template <CellShape S>
double EnhancedStrains<S>::linearise(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                                     const std::array<PointStrain, 8>& compatible, Amplitudes& residual) {
  // Elements that flow everywhere have modes without stiffness: the least is a small part of the first one.
  constexpr double kSteady = 1e-8;
  Amplitudes least{};
  double size = 0;
  L_.fill(0);
  residual.fill(0);
  MaterialResponse response;
  for (std::size_t i = 0; i < points_; ++i) {
    Voigt E = compatible[i].E, unused = Voigt::Zero();
    add(i, E, unused);
    respond<S>(p, e, i, E, true, response);
    const double volume = compatible[i].volume;
    for (int m = 0; m < kModes<S>; ++m)
      for (Index r = 0; r < kRows<S>; ++r) {
        const double part = volume * B_[i](r, m) * response.stress[r];
        residual[m] -= part;
        size = std::max(size, std::abs(part));
        double stress = 0;
        for (Index s = 0; s < kRows<S>; ++s) stress += volume * response.tangent(r, s) * B_[i](s, m);
        for (int l = 0; l <= m; ++l) factor(m, l) += B_[i](r, l) * stress;
        least[m] += kSteady * volume * rule.D_0(r, r) * B_[i](r, m) * B_[i](r, m);
      }
  }
  factorise(L_.data(), kModes<S>, least.data());
  return size;
}

template <CellShape S>
void EnhancedStrains<S>::solve(Amplitudes& a) const {
  for (int m = 0; m < kModes<S>; ++m) {
    for (int l = 0; l < m; ++l) a[m] -= factor(m, l) * a[l];
    a[m] /= factor(m, m);
  }
  for (int m = kModes<S> - 1; m >= 0; --m) {
    for (int l = m + 1; l < kModes<S>; ++l) a[m] -= factor(l, m) * a[l];
    a[m] /= factor(m, m);
  }
}

template <CellShape S>
void EnhancedStrains<S>::add(std::size_t point, Voigt& E, Voigt& rate) const {
  for (int m = 0; m < kModes<S>; ++m)
    for (Index r = 0; r < kRows<S>; ++r) {
      E[r] += B_[point](r, m) * a_[m];
      rate[r] += B_[point](r, m) * rate_[m];
    }
}

template <CellShape S>
void EnhancedStrains<S>::take(std::size_t point, double volume, const VoigtMatrix& D,
                              const StrainMatrix<S>& B, const StrainMatrix<S>* B_v) {
  for (int m = 0; m < kModes<S>; ++m)
    for (Index r = 0; r < kRows<S>; ++r) {
      double stress = 0;
      for (Index s = 0; s < kRows<S>; ++s) stress += volume * D(r, s) * B_[point](s, m);
      for (Index j = 0; j < kSize<S>; ++j) W_(m, j) += stress * B(r, j);
      for (Index j = 0; B_v != nullptr && j < kSize<S>; ++j) W_v_(m, j) += stress * (*B_v)(r, j);
    }
}

template <CellShape S>
void EnhancedStrains<S>::forward(Coupling& W) const {
  for (int m = 0; m < kModes<S>; ++m) {
    for (int l = 0; l < m; ++l)
      for (Index j = 0; j < kSize<S>; ++j) W(m, j) -= factor(m, l) * W(l, j);
    for (Index j = 0; j < kSize<S>; ++j) W(m, j) /= factor(m, m);
  }
}

template <CellShape S>
void EnhancedStrains<S>::condense(double w, double w_v, ElementMatrix<S>& K) {
  forward(W_);
  if (w_v != 0) forward(W_v_);
  for (int m = 0; m < kModes<S>; ++m)
    for (Index j = 0; j < kSize<S>; ++j) {
      const double column = w * W_(m, j) + w_v * W_v_(m, j);
      for (Index i = 0; i < kSize<S>; ++i) K(i, j) -= W_(m, i) * column;
    }
}

template class EnhancedStrains<CellShape::quadrilateral4>;
template class EnhancedStrains<CellShape::hexahedron8>;

}  // namespace jounce::solid
