// Small strain: e = B u, f = -int B^T (sigma(e) + beta D_0 B v) dV.

#include "elements/solid_modes.h"

namespace jounce::solid {
namespace {

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

/// Strains at all points of a displacement field, without incompatible modes.
template <CellShape S>
void strains_of(const Rule<S>& rule, const SolidProperties& p, const ElementPoints<S>& points,
                const Nodal<S>& mean, const Nodal<S>& u, Voigt* strains) {
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
}

/// The strains of a point for its modes.
template <class Strains, class Points>
auto compatible_at(const Strains& strains, const Strains& rates, const Points& points) {
  return [&](std::size_t i) {
    return PointStrain{strains[i], rates[i], Matrix3::Identity(), points[i].volume};
  };
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
  strains_of<S>(rule, p, points, mean, combined ? Nodal<S>(e.u + p.beta * e.v) : e.u, strains.data());
  if (viscous && !combined)
    strains_of<S>(rule, p, points, mean, e.v, rates.data());
  else
    rates.fill(Voigt::Zero());
  const ModesOf<S> modes(rule, p, e, compatible_at(strains, rates, points));
  MaterialResponse response;
  const int n = volume_directions<S>(p);
  double pressure = 0;
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const ElementPoint<S>& point = points[i];
    modes.add(i, strains[i], rates[i]);
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
  std::array<Voigt, points.size()> strains, rates;
  strains.fill(Voigt::Zero());
  rates.fill(Voigt::Zero());
  const bool linear = p.material->is_linear();
  if (!linear) strains_of<S>(rule, p, points, mean, e.u, strains.data());
  MaterialResponse response;
  response.tangent = rule.D_0;
  StrainMatrix<S> B;
  ModesOf<S> modes(rule, p, e, compatible_at(strains, rates, points));
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    modes.add(i, strains[i], rates[i]);
    if (!linear) respond<S>(p, e, i, strains[i], true, response);
    strain_matrix<S>(rule, p, points[i], mean, B);
    add_stiffness<S>(B, w_k * response.tangent + w_c * p.beta * rule.D_0, points[i].volume, K);
    modes.take(i, points[i].volume, response.tangent, B, nullptr);
  }
  modes.condense(w_k + w_c * p.beta, 0, K);
}

template <CellShape S>
void small_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out) {
  ElementPoints<S> points;
  element_points<S>(rule, e.X, p, points);
  const Nodal<S> mean = mean_divergence<S>(rule, points);
  std::array<Voigt, points.size()> strains, rates;
  strains_of<S>(rule, p, points, mean, e.u, strains.data());
  strains_of<S>(rule, p, points, mean, e.v, rates.data());
  const ModesOf<S> modes(rule, p, e, compatible_at(strains, rates, points));
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    modes.add(i, strains[i], rates[i]);
    out[i] = {strains[i], rates[i], Matrix3::Identity(), points[i].volume};
  }
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
