// Total Lagrangian with the mean volume change: F_bar = a F, a = (theta / J)^(1/n), theta the mean of J over
// the reference volume V, in the n directions that change volume. Energy sum vol W(F_bar), of which forces
// and tangent are the derivatives (J. C. Simo, R. L. Taylor and K. S. Pister, Comput. Methods Appl. Mech.
// Eng. 51 (1985) 177). With gradients g = dN/dx in the deformed place, tau = F_bar S F_bar^T, d_a = g_a + h_a
// e_x (h: around rings), d_mean = sum vol J d / (V theta), b = (d_mean - d) / n:
//   dF_bar F_bar^-1 = grad du + (b . du) I_n,   f_a = -sum vol (tau g_a + tau_33 h_a e_x + (tau : I_n) b_a)

#include "elements/solid_kernel.h"

namespace jounce::solid {
namespace {

template <CellShape S>
struct MeanPoint {
  Nodal<S> g, d;
  ShapeValues<S> h;  ///< N / r
  Matrix3 F_bar;     ///< with the part around at (2, 2)
  double J = 1, volume = 0;
};

template <CellShape S>
struct MeanGeometry {
  std::array<MeanPoint<S>, 8> points;
  Nodal<S> mean;  ///< d_mean
  double theta = 1, volume = 0;
};

template <CellShape S>
void geometry(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, MeanGeometry<S>& out) {
  out.mean.setZero();
  out.volume = 0;
  double current = 0;
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const ElementPoint<S> reference = element_point<S>(rule, i, e.X, p);
    MeanPoint<S>& point = out.points[i];
    const Tensor<S> F = Tensor<S>::Identity() + e.u.transpose() * reference.G;
    const double around = kDim<S> == 2 ? 1 + reference.h.dot(e.u.col(0)) : 1;
    point.F_bar.setIdentity();
    point.F_bar.template topLeftCorner<kDim<S>, kDim<S>>() = F;
    if (kDim<S> == 2) point.F_bar(2, 2) = around;
    point.J = F.determinant() * around;
    point.g = reference.G * F.inverse();
    point.h = reference.h / around;
    point.d = point.g;
    point.d.col(0) += point.h;
    point.volume = reference.volume;
    out.volume += point.volume;
    current += point.volume * point.J;
    out.mean += point.volume * point.J * point.d;
  }
  out.theta = current / out.volume;
  out.mean /= current;
  const int n = volume_directions<S>(p);
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    MeanPoint<S>& point = out.points[i];
    // not a number when one of the volumes is negative: the step fails
    const double a = std::pow(out.theta / point.J, 1.0 / n);
    point.F_bar.template topLeftCorner<kDim<S>, kDim<S>>() *= a;
    if (kDim<S> == 2 && n == 3) point.F_bar(2, 2) *= a;
  }
}

template <CellShape S>
Voigt green_lagrange(const MeanPoint<S>& point) {
  return to_voigt(0.5 * (point.F_bar.transpose() * point.F_bar - Matrix3::Identity()), 2);
}

/// Rows of sym(F_bar^T dF_bar).
template <CellShape S>
void strain_matrix(const MeanPoint<S>& point, const Nodal<S>& b, int n, StrainMatrix<S>& B) {
  const Tensor<S> F = point.F_bar.template topLeftCorner<kDim<S>, kDim<S>>();
  const Nodal<S> G = point.g * F;  // gradients in the place from which F_bar leads
  Matrix3 C = point.F_bar.transpose() * point.F_bar;
  if (n == 2) C(2, 2) = 0;
  const Voigt c = to_voigt(C, 2);
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index k = 0; k < kDim<S>; ++k) {
      const Index at = a * kDim<S> + k;
      for (Index i = 0; i < kDim<S>; ++i) B(i, at) = F(k, i) * G(a, i);
      B(3, at) = F(k, 0) * G(a, 1) + F(k, 1) * G(a, 0);
      if constexpr (kDim<S> == 3) {
        B(4, at) = F(k, 0) * G(a, 2) + F(k, 2) * G(a, 0);
        B(5, at) = F(k, 1) * G(a, 2) + F(k, 2) * G(a, 1);
      } else {
        B(2, at) = k == 0 ? point.F_bar(2, 2) * point.F_bar(2, 2) * point.h[a] : 0.0;
      }
      B.col(at) += b(a, k) * c.template head<kRows<S>>();
    }
}

/// vol tau of a point.
template <CellShape S>
Matrix3 kirchhoff(const MeanPoint<S>& point, const Voigt& S_bar) {
  return point.volume * point.F_bar * to_matrix(S_bar, 1) * point.F_bar.transpose();
}

/// tau g_a + tau_33 h_a e_x of all nodes.
template <CellShape S>
Nodal<S> tractions(const MeanPoint<S>& point, const Matrix3& tau) {
  Nodal<S> t = point.g * tau.template topLeftCorner<kDim<S>, kDim<S>>();
  if constexpr (kDim<S> == 2) t.col(0) += tau(2, 2) * point.h;
  return t;
}

}  // namespace

template <CellShape S>
void b_bar_force(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, Nodal<S>& f) {
  MeanGeometry<S> all;
  geometry<S>(rule, p, e, all);
  const int n = volume_directions<S>(p);
  MaterialResponse response;
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const MeanPoint<S>& point = all.points[i];
    respond<S>(p, e, i, green_lagrange<S>(point), false, response);
    const Matrix3 tau = kirchhoff<S>(point, response.stress);
    f -= tractions<S>(point, tau) + tau.diagonal().head(n).sum() / n * (all.mean - point.d);
  }
}

template <CellShape S>
void b_bar_tangent(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, double w_k,
                   ElementMatrix<S>& K) {
  using Flat = Eigen::Matrix<double, kSize<S>, 1>;
  MeanGeometry<S> all;
  geometry<S>(rule, p, e, all);
  const int n = volume_directions<S>(p);
  const Eigen::Map<const Flat> mean(all.mean.data());
  MaterialResponse response;
  StrainMatrix<S> B;
  ElementMatrix<S> second = ElementMatrix<S>::Zero();  // sum vol J (d d^T - T), second derivative of V theta
  double pressure = 0;
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) {
    const MeanPoint<S>& point = all.points[i];
    respond<S>(p, e, i, green_lagrange<S>(point), true, response);
    const Matrix3 tau = w_k * kirchhoff<S>(point, response.stress);
    const double trace = tau.diagonal().head(n).sum();
    pressure += trace;
    const Nodal<S> b_nodal = (all.mean - point.d) / n, t_nodal = tractions<S>(point, tau);
    const Eigen::Map<const Flat> b(b_nodal.data()), t(t_nodal.data()), d(point.d.data());
    strain_matrix<S>(point, b_nodal, n, B);
    add_stiffness<S>(B, response.tangent, w_k * point.volume, K);
    K += 2 * (t * b.transpose() + b * t.transpose()) + 2 * trace * b * b.transpose();
    K -= trace / n * mean * mean.transpose();
    const double weight = point.volume * point.J;
    second += weight * d * d.transpose();
    const double own = trace / n;  // factor of T, the trace of grad du grad Du, of this point
    const Eigen::Matrix<double, kNodes<S>, kNodes<S>> geometric =
        point.g * tau.template topLeftCorner<kDim<S>, kDim<S>>() * point.g.transpose();
    for (Index a = 0; a < kNodes<S>; ++a)
      for (Index c = 0; c < kNodes<S>; ++c) {
        for (Index k = 0; k < kDim<S>; ++k) {
          K(a * kDim<S> + k, c * kDim<S> + k) += geometric(a, c);
          for (Index l = 0; l < kDim<S>; ++l) {
            const double T = point.g(c, k) * point.g(a, l);
            K(a * kDim<S> + k, c * kDim<S> + l) += own * T;
            second(a * kDim<S> + k, c * kDim<S> + l) -= weight * T;
          }
        }
        if constexpr (kDim<S> == 2) {
          const double around = point.h[a] * point.h[c];
          K(2 * a, 2 * c) += (tau(2, 2) + own) * around;
          second(2 * a, 2 * c) -= weight * around;
        }
      }
  }
  K += pressure / (n * all.volume * all.theta) * second;
}

template <CellShape S>
void b_bar_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out) {
  MeanGeometry<S> all;
  geometry<S>(rule, p, e, all);
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i)
    out[i] = {green_lagrange<S>(all.points[i]), Voigt::Zero(), all.points[i].F_bar, all.points[i].volume};
}

#define JOUNCE_INSTANTIATE(S)                                                                  \
  template void b_bar_force<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&,   \
                                          const Element<CellShape::S>&, Nodal<CellShape::S>&); \
  template void b_bar_tangent<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&, \
                                            const Element<CellShape::S>&, double,              \
                                            ElementMatrix<CellShape::S>&);                     \
  template void b_bar_strains<CellShape::S>(const Rule<CellShape::S>&, const SolidProperties&, \
                                            const Element<CellShape::S>&, PointStrain*);
JOUNCE_INSTANTIATE(quadrilateral4)
JOUNCE_INSTANTIATE(hexahedron8)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
