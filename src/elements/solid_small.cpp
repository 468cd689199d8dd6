// Small strain: e = B u, f = -int B^T (sigma(e) + beta D_0 B v) dV.

#include <cmath>

#include "elements/solid_kernel.h"

namespace jounce::solid {
namespace {

/// B of "nodes" with gradients G and hoop values h: rows 11, 22, 33, 12 (, 13, 23), twice the shears.
template <int Nodes, int Dim, class Gradients, class Hoop, class Matrix>
void fill_strain_matrix(const Gradients& G, const Hoop& h, Matrix& B) {
  B.setZero();
  for (Index a = 0; a < Nodes; ++a) {
    const Index at = a * Dim;
    B(0, at) = B(3, at + 1) = G(a, 0);
    B(1, at + 1) = B(3, at) = G(a, 1);
    if constexpr (Dim == 3) {
      B(2, at + 2) = B(4, at) = B(5, at + 1) = G(a, 2);
      B(4, at + 2) = G(a, 0);
      B(5, at + 2) = G(a, 1);
    } else {
      B(2, at) = h[a];
    }
  }
}

/// Divergence of the nodes' displacements: G_a + h_a e_x.
template <CellShape S>
Nodal<S> divergence(const ElementPoint<S>& point) {
  Nodal<S> d = point.G;
  d.col(0) += point.h;
  return d;
}

template <CellShape S>
Nodal<S> mean_divergence(const Rule<S>& rule, const ElementPoints<S>& points) {
  Nodal<S> mean = Nodal<S>::Zero();
  if constexpr (kIsBox<S>) {
    if (!rule.b_bar) return mean;
    double volume = 0;
    for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
      mean += points[i].volume * divergence<S>(points[i]);
      volume += points[i].volume;
    }
    mean /= volume;
  }
  return mean;
}

/// B of a point, with b_bar that of the mean volume change: B + m (d_mean - d) / n.
template <CellShape S>
void strain_matrix(const Rule<S>& rule, const SolidProperties& p, const ElementPoint<S>& point,
                   const Nodal<S>& mean, StrainMatrix<S>& B) {
  fill_strain_matrix<kNodes<S>, kDim<S>>(point.G, point.h, B);
  if constexpr (kIsBox<S>) {
    if (!rule.b_bar) return;
    const int n = volume_directions<S>(p);
    const Nodal<S> change = (mean - divergence<S>(point)) / n;
    const Eigen::Map<const Eigen::Matrix<double, 1, kSize<S>>> row(change.data());
    for (Index i = 0; i < n; ++i) B.row(i) += row;
  }
}

template <CellShape S>
inline constexpr int kModes = kDim<S>* kDim<S>;  ///< incompatible modes
template <CellShape S>
using ModeMatrix = Eigen::Matrix<double, kRows<S>, kModes<S>>;

/// B of the modes phi_k = 1 - xi_k^2 with grad phi_k = -2 xi_k (det J_0 / det J) J_0^-T e_k, J_0 at the
/// centre, so that constant stress does no work on them (R. L. Taylor, P. J. Beresford, E. L. Wilson, Int. J.
/// Numer. Methods Eng. 10 (1976) 1211).
template <CellShape S>
void mode_matrix(const Rule<S>& rule, const Element<S>& e, std::size_t i, ModeMatrix<S>& B) {
  const Tensor<S> J_0 = sum_of_dyads<S>(e.X, rule.centre.dN);
  const Tensor<S> J = sum_of_dyads<S>(e.X, rule.stiffness[i].dN);
  Tensor<S> G = J_0.determinant() / J.determinant() * J_0.inverse();  // row k: gradient of xi_k
  for (Index k = 0; k < kDim<S>; ++k) G.row(k) *= -2 * rule.stiffness[i].xi[k];
  const Eigen::Matrix<double, kDim<S>, 1> h = Eigen::Matrix<double, kDim<S>, 1>::Zero();
  fill_strain_matrix<kDim<S>, kDim<S>>(G, h, B);
}

/// Cholesky factor of the lower triangle of A (n x n, rows one after another), in place.
void factorise(double* A, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i) A[i * n + j] -= A[i * n + k] * A[j * n + k];
    const double pivot = std::sqrt(A[j * n + j]);
    for (int i = j; i < n; ++i) A[i * n + j] /= pivot;
  }
}

/// K_aa = int B_a^T D B_a dV = L L^T and W = L^-1 K_au, K_au = int B_a^T D B dV, of the modes' amplitudes a.
/// Plain loops: Eigen's decompositions of fixed sizes take very long to compile.
template <CellShape S>
struct Modes {
  std::array<double, static_cast<std::size_t>(kModes<S>* kModes<S>)> L{};
  Eigen::Matrix<double, kModes<S>, kSize<S>, Eigen::RowMajor> W;

  Modes(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, const ElementPoints<S>& points) {
    W.setZero();
    StrainMatrix<S> B;
    ModeMatrix<S> B_a;
    for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
      strain_matrix<S>(rule, p, points[i], Nodal<S>::Zero(), B);
      mode_matrix<S>(rule, e, i, B_a);
      for (int m = 0; m < kModes<S>; ++m)
        for (Index r = 0; r < kRows<S>; ++r) {
          double stress = 0;
          for (Index s = 0; s < kRows<S>; ++s) stress += points[i].volume * rule.D_0(r, s) * B_a(s, m);
          for (int l = 0; l <= m; ++l) L[m * kModes<S> + l] += B_a(r, l) * stress;
          for (Index j = 0; j < kSize<S>; ++j) W(m, j) += stress * B(r, j);
        }
    }
    factorise(L.data(), kModes<S>);
    for (int m = 0; m < kModes<S>; ++m) {
      for (int l = 0; l < m; ++l)
        for (Index j = 0; j < kSize<S>; ++j) W(m, j) -= lower(m, l) * W(l, j);
      for (Index j = 0; j < kSize<S>; ++j) W(m, j) /= lower(m, m);
    }
  }

  double lower(int i, int j) const { return L[i * kModes<S> + j]; }

  /// Amplitudes that make the modes' forces vanish: K_aa a = -K_au u.
  std::array<double, static_cast<std::size_t>(kModes<S>)> amplitudes(const Nodal<S>& u) const {
    std::array<double, static_cast<std::size_t>(kModes<S>)> a{};
    for (int m = kModes<S> - 1; m >= 0; --m) {
      double sum = 0;
      for (Index j = 0; j < kSize<S>; ++j) sum -= W(m, j) * u.data()[j];
      for (int l = m + 1; l < kModes<S>; ++l) sum -= lower(l, m) * a[l];
      a[m] = sum / lower(m, m);
    }
    return a;
  }
};

/// K -= w K_ua K_aa^-1 K_au
template <CellShape S>
void condense_modes(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                    const ElementPoints<S>& points, double w, ElementMatrix<S>& K) {
  const Modes<S> modes(rule, p, e, points);
  for (int m = 0; m < kModes<S>; ++m)
    for (Index j = 0; j < kSize<S>; ++j)
      for (Index i = 0; i < kSize<S>; ++i) K(i, j) -= w * modes.W(m, i) * modes.W(m, j);
}

/// Strains at all points of a displacement field.
template <CellShape S>
void strains_of(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e,
                const ElementPoints<S>& points, const Nodal<S>& mean, const Nodal<S>& u, Voigt* strains) {
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const Tensor<S> H = sum_of_dyads<S>(u, points[i].G);
    Voigt& strain = strains[i];
    strain.setZero();
    for (Index k = 0; k < kDim<S>; ++k) strain[k] = H(k, k);
    strain[3] = H(0, 1) + H(1, 0);
    if constexpr (kDim<S> == 3) {
      strain[4] = H(0, 2) + H(2, 0);
      strain[5] = H(1, 2) + H(2, 1);
    } else {
      strain[2] = points[i].h.dot(u.col(0));
    }
    if constexpr (kIsBox<S>) {
      if (!rule.b_bar) continue;
      const int n = volume_directions<S>(p);
      strain.head(n).array() += (mean.cwiseProduct(u).sum() - strain.head(n).sum()) / n;
    }
  }
  if constexpr (kIsBox<S>) {
    if (!rule.incompatible) return;
    const auto amplitudes = Modes<S>(rule, p, e, points).amplitudes(u);
    for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
      ModeMatrix<S> B_a;
      mode_matrix<S>(rule, e, i, B_a);
      for (int m = 0; m < kModes<S>; ++m)
        for (Index r = 0; r < kRows<S>; ++r) strains[i][r] += amplitudes[m] * B_a(r, m);
    }
  }
}

}  // namespace

template <CellShape S>
void small_force(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, Nodal<S>& f) {
  ElementPoints<S> points;
  element_points<S>(rule, e.X, p, points);
  const Nodal<S> mean = mean_divergence<S>(rule, points);
  std::array<Voigt, points.size()> strains, rates;
  const bool viscous = p.beta > 0;
  const bool combined = viscous && p.material->is_linear();
  strains_of<S>(rule, p, e, points, mean, combined ? Nodal<S>(e.u + p.beta * e.v) : e.u, strains.data());
  if (viscous && !combined) strains_of<S>(rule, p, e, points, mean, e.v, rates.data());
  MaterialResponse response;
  const int n = volume_directions<S>(p);
  double pressure = 0;
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const ElementPoint<S>& point = points[i];
    respond<S>(p, e, i, strains[i], false, response);
    Voigt stress = point.volume * response.stress;
    if (viscous && !combined) stress += point.volume * p.beta * rule.D_0 * rates[i];
    if (rule.b_bar) {  // the mean stress works on the mean volume change
      const double part = stress.head(n).sum() / n;
      pressure += part;
      stress.head(n).array() -= part;
    }
    const Matrix3 sigma = to_matrix(stress, 1);
    f.noalias() -= point.G * sigma.template topLeftCorner<kDim<S>, kDim<S>>();
    if constexpr (kDim<S> == 2) f.col(0) -= stress[2] * point.h;
  }
  if (rule.b_bar) f -= pressure * mean;
}

template <CellShape S>
void small_tangent(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, double w_c, double w_k,
                   ElementMatrix<S>& K) {
  ElementPoints<S> points;
  element_points<S>(rule, e.X, p, points);
  const Nodal<S> mean = mean_divergence<S>(rule, points);
  std::array<Voigt, points.size()> strains;
  const bool linear = p.material->is_linear();
  if (!linear) strains_of<S>(rule, p, e, points, mean, e.u, strains.data());
  MaterialResponse response;
  response.tangent = rule.D_0;
  StrainMatrix<S> B;
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    if (!linear) respond<S>(p, e, i, strains[i], true, response);
    strain_matrix<S>(rule, p, points[i], mean, B);
    add_stiffness<S>(B, w_k * response.tangent + w_c * p.beta * rule.D_0, points[i].volume, K);
  }
  if constexpr (kIsBox<S>)
    if (rule.incompatible) condense_modes<S>(rule, p, e, points, w_k + w_c * p.beta, K);
}

template <CellShape S>
void small_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out) {
  ElementPoints<S> points;
  element_points<S>(rule, e.X, p, points);
  const Nodal<S> mean = mean_divergence<S>(rule, points);
  std::array<Voigt, points.size()> strains, rates;
  strains_of<S>(rule, p, e, points, mean, e.u, strains.data());
  strains_of<S>(rule, p, e, points, mean, e.v, rates.data());
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i)
    out[i] = {strains[i], rates[i], Matrix3::Identity(), points[i].volume};
}

#define JOUNCE_INSTANTIATE(S)                                                                  \
  template void small_force<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&,   \
                                          const Element<CellShape::S>&, Nodal<CellShape::S>&); \
  template void small_tangent<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&, \
                                            const Element<CellShape::S>&, double, double,      \
                                            ElementMatrix<CellShape::S>&);                     \
  template void small_strains<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&, \
                                            const Element<CellShape::S>&, PointStrain*);
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
