// Total Lagrangian: F = I + H with H = sum u_a (x) dN_a/dX, E = (H + H^T + H^T H) / 2,
// f_a = -int F (S(E) + beta D_0 dE/dt) dN_a/dX dV.

#include "elements/solid_modes.h"

namespace jounce::solid {
namespace {

/// Displacement gradient; `around` is that of the circumference of rings.
template <CellShape S>
struct Gradient {
  Tensor<S> H;
  double around = 0;

  Gradient(const ElementPoint<S>& point, const Nodal<S>& u)
      : H(sum_of_dyads<S>(u, point.G)), around(kDim<S> == 2 ? point.h.dot(u.col(0)) : 0) {}
};

/// sym(A^T B) with twice the shears; a and b are the parts around.
template <CellShape S>
Voigt symmetric_product(const Tensor<S>& A, double a, const Tensor<S>& B, double b) {
  const Tensor<S> P = A.transpose() * B;
  Voigt e = Voigt::Zero();
  for (Index k = 0; k < kDim<S>; ++k) e[k] = P(k, k);
  e[3] = P(0, 1) + P(1, 0);
  if constexpr (kDim<S> == 3) {
    e[4] = P(0, 2) + P(2, 0);
    e[5] = P(1, 2) + P(2, 1);
  } else {
    e[2] = a * b;
  }
  return e;
}

/// Rows of sym(A^T dF) for the displacements of all nodes.
template <CellShape S>
void strain_matrix(const ElementPoint<S>& point, const Tensor<S>& A, double around, StrainMatrix<S>& B) {
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index k = 0; k < kDim<S>; ++k) {
      const Index at = a * kDim<S> + k;
      for (Index i = 0; i < kDim<S>; ++i) B(i, at) = A(k, i) * point.G(a, i);
      B(3, at) = A(k, 0) * point.G(a, 1) + A(k, 1) * point.G(a, 0);
      if constexpr (kDim<S> == 3) {
        B(4, at) = A(k, 0) * point.G(a, 2) + A(k, 2) * point.G(a, 0);
        B(5, at) = A(k, 1) * point.G(a, 2) + A(k, 2) * point.G(a, 1);
      } else {
        B(2, at) = k == 0 ? around * point.h[a] : 0.0;
      }
    }
}

/// F, E and dE/dt of a point.
template <CellShape S>
struct Kinematics {
  Gradient<S> u, v;
  Tensor<S> F;
  double F_around;
  Voigt E, rate;

  Kinematics(const ElementPoint<S>& point, const Element<S>& e)
      : u(point, e.u), v(point, e.v), F(Tensor<S>::Identity() + u.H), F_around(1 + u.around) {
    const Tensor<S> I = Tensor<S>::Identity();
    E = symmetric_product<S>(I, 1, u.H, u.around) + 0.5 * symmetric_product<S>(u.H, u.around, u.H, u.around);
    rate = symmetric_product<S>(F, F_around, v.H, v.around);
  }
};

/// E, dE/dt and volume of a point without modes.
template <CellShape S>
auto compatible_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e) {
  return [&](std::size_t i) {
    const ElementPoint<S> point = element_point<S>(rule, i, e.X, p);
    const Kinematics<S> k(point, e);
    return PointStrain{k.E, k.rate, Matrix3::Identity(), point.volume};
  };
}

}  // namespace

template <CellShape S>
void finite_force(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, Nodal<S>& f) {
  MaterialResponse response;
  const ModesOf<S> modes(rule, p, e, compatible_strains<S>(rule, p, e));
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const ElementPoint<S> point = element_point<S>(rule, i, e.X, p);
    Kinematics<S> k(point, e);
    modes.add(i, k.E, k.rate);
    respond<S>(p, e, i, k.E, false, response);
    Voigt stress = response.stress;
    if (p.beta > 0) stress += p.beta * rule.D_0 * k.rate;
    const Matrix3 S_3 = to_matrix(point.volume * stress, 1);
    const Tensor<S> P = S_3.template topLeftCorner<kDim<S>, kDim<S>>() * k.F.transpose();
    Nodal<S> part;
    transform_nodes<S>(point.G, P, part);
    f -= part;
    if constexpr (kDim<S> == 2) f.col(0) -= S_3(2, 2) * k.F_around * point.h;
  }
}

template <CellShape S>
void finite_tangent(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, double w_c,
                    double w_k, ElementMatrix<S>& K) {
  MaterialResponse response;
  StrainMatrix<S> B, B_v;
  ModesOf<S> modes(rule, p, e, compatible_strains<S>(rule, p, e));
  const bool has_rates = p.beta > 0 && w_k != 0;  // dE/dt depends on the displacement, too
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const ElementPoint<S> point = element_point<S>(rule, i, e.X, p);
    Kinematics<S> k(point, e);
    modes.add(i, k.E, k.rate);
    respond<S>(p, e, i, k.E, true, response);
    strain_matrix<S>(point, k.F, k.F_around, B);
    add_stiffness<S>(B, w_k * response.tangent + w_c * p.beta * rule.D_0, point.volume, K);
    if (has_rates) {
      response.stress += p.beta * rule.D_0 * k.rate;
      strain_matrix<S>(point, k.v.H, k.v.around, B_v);
      add_stiffness<S>(B, B_v, w_k * p.beta * rule.D_0, point.volume, K);
    }
    modes.take(i, point.volume, response.tangent, B, has_rates ? &B_v : nullptr);
    if (w_k == 0) continue;
    const Matrix3 S_3 = to_matrix(w_k * point.volume * response.stress, 1);
    Nodal<S> SG;
    transform_nodes<S>(point.G, S_3.template topLeftCorner<kDim<S>, kDim<S>>(), SG);
    for (Index a = 0; a < kNodes<S>; ++a)
      for (Index b = 0; b < kNodes<S>; ++b) {
        double g = 0;
        for (Index c = 0; c < kDim<S>; ++c) g += SG(a, c) * point.G(b, c);
        for (Index c = 0; c < kDim<S>; ++c) K(a * kDim<S> + c, b * kDim<S> + c) += g;
        if constexpr (kDim<S> == 2) K(2 * a, 2 * b) += S_3(2, 2) * point.h[a] * point.h[b];
      }
  }
  modes.condense(w_k + w_c * p.beta, has_rates ? w_k * p.beta : 0, K);
}

template <CellShape S>
void finite_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out) {
  const ModesOf<S> modes(rule, p, e, compatible_strains<S>(rule, p, e));
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const ElementPoint<S> point = element_point<S>(rule, i, e.X, p);
    Kinematics<S> k(point, e);
    modes.add(i, k.E, k.rate);
    out[i] = {k.E, k.rate, Matrix3::Identity(), point.volume};
    out[i].F.template topLeftCorner<kDim<S>, kDim<S>>() = k.F;
    if (kDim<S> == 2) out[i].F(2, 2) = k.F_around;
  }
}

#define JOUNCE_INSTANTIATE(S)                                                                   \
  template void finite_force<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&,   \
                                           const Element<CellShape::S>&, Nodal<CellShape::S>&); \
  template void finite_tangent<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&, \
                                             const Element<CellShape::S>&, double, double,      \
                                             ElementMatrix<CellShape::S>&);                     \
  template void finite_strains<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&, \
                                             const Element<CellShape::S>&, PointStrain*);
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
