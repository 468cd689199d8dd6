#pragma once

#include <Eigen/LU>
#include <array>
#include <vector>

#include "elements/solid.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce::solid {

// Arithmetic of one solid element of shape S, all sizes fixed. Rows of strain are 11, 22, 33, 12 (, 13, 23).

template <CellShape S>
inline constexpr int kNodes = shape_nodes(S);
template <CellShape S>
inline constexpr int kDim = shape_dimension(S);
template <CellShape S>
inline constexpr int kSize = kNodes<S>* kDim<S>;
template <CellShape S>
inline constexpr int kRows = kDim<S> == 3 ? 6 : 4;
inline constexpr int kMostPoints = 32;
/// Hourglass stiffness: small beside that of the strains, large beside round-off.
inline constexpr double kHourglassScale = 0.005;
/// First-order quadrilaterals and hexahedra: those with b_bar, incompatible modes and hourglass stiffness.
template <CellShape S>
inline constexpr bool kIsBox = S == CellShape::quadrilateral4 || S == CellShape::hexahedron8;

template <CellShape S>
using Nodal = Eigen::Matrix<double, kNodes<S>, kDim<S>, Eigen::RowMajor>;  ///< a vector at every node
template <CellShape S>
using ElementMatrix = Eigen::Matrix<double, kSize<S>, kSize<S>>;
template <CellShape S>
using StrainMatrix = Eigen::Matrix<double, kRows<S>, kSize<S>, Eigen::RowMajor>;
template <CellShape S>
using Tensor = Eigen::Matrix<double, kDim<S>, kDim<S>>;

/// A point of the rule on the reference cell.
template <CellShape S>
struct RulePoint {
  Vector3 xi;
  ShapeValues<S> N;
  ShapeGradients<S> dN;
  double weight;
};

/// What all elements of a block share.
template <CellShape S>
struct Rule {
  std::vector<RulePoint<S>> stiffness, mass;
  RulePoint<S> centre;  ///< its weight is the size of the reference cell
  VoigtMatrix D_0;      ///< unstrained tangent of the material
  /// Nodal values of a quantity given at the points of `stiffness`.
  DenseMatrix extrapolation;
  /// Temperatures at the points of `stiffness` of nodal ones: of one order less than the displacements, as
  /// the strains are (first order: the mean; second: least squares by first-order functions).
  DenseMatrix temperature;
  bool b_bar = false, incompatible = false, hourglass = false, nodal_pressure = false;
  /// The full rule of elements of one point with hourglass stiffness, whose gradients are the means.
  std::vector<RulePoint<S>> full;
};

/// An integration point of an element in its reference place.
template <CellShape S>
struct ElementPoint {
  Nodal<S> G;         ///< dN/dX
  ShapeValues<S> h;   ///< N / R of rings, else 0: the strain around is sum h_a u_a,x
  double volume = 0;  ///< weight times Jacobian, thickness or circumference
};

template <CellShape S>
using ElementPoints = std::array<ElementPoint<S>, S == CellShape::hexahedron20 ? kMostPoints
                                                  : kIsBox<S>                  ? 8
                                                                               : 9>;

/// One element at a state.
template <CellShape S>
struct Element {
  Nodal<S> X, u, v;  ///< reference places, displacements, velocities
  const double* history = nullptr;
  double dt = 0;                                                 ///< time since the history
  std::array<TemperatureField::Value, kMostPoints> temperature;  ///< at the points, where it is heated
  bool is_heated = false;
  bool is_deleted = false;   ///< then u and v are zero
  double volume_change = 0;  ///< theta - 1 of NodalVolumes
};

/// Strain at an integration point.
struct PointStrain {
  Voigt E = Voigt::Zero();     ///< Green-Lagrange or small strain
  Voigt rate = Voigt::Zero();  ///< dE/dt
  Matrix3 F = Matrix3::Identity();
  double volume = 0;
};

// Products over the nodes, written out: each expression of Eigen takes a tenth of a second per shape to
// compile.

/// A^T B = sum_a A_a (x) B_a over the nodes.
template <CellShape S, class A_nodes, class B_nodes>
Tensor<S> sum_of_dyads(const A_nodes& A, const B_nodes& B) {
  Tensor<S> sum = Tensor<S>::Zero();
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index k = 0; k < kDim<S>; ++k)
      for (Index l = 0; l < kDim<S>; ++l) sum(k, l) += A(a, k) * B(a, l);
  return sum;
}

/// C_a = T^T A_a for every node.
template <CellShape S, class A_nodes>
void transform_nodes(const A_nodes& A, const Tensor<S>& T, Nodal<S>& C) {
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index l = 0; l < kDim<S>; ++l) {
      double sum = A(a, 0) * T(0, l);
      for (Index k = 1; k < kDim<S>; ++k) sum += A(a, k) * T(k, l);
      C(a, l) = sum;
    }
}

template <CellShape S>
ElementPoint<S> element_point(const RulePoint<S>& point, const Nodal<S>& X, const SolidProperties& p) {
  const Tensor<S> J = sum_of_dyads<S>(X, point.dN);
  ElementPoint<S> out;
  transform_nodes<S>(point.dN, J.inverse(), out.G);
  out.volume = point.weight * J.determinant();
  out.h.setZero();
  if constexpr (kDim<S> == 2) {
    if (p.plane == PlaneKind::axisymmetric) {
      const double R = X.col(0).dot(point.N);
      out.h = point.N / R;
      out.volume *= 2 * M_PI * R;
    } else {
      out.volume *= p.thickness;
    }
  }
  return out;
}

/// The same of a point of the stiffness rule. The one of elements with hourglass stiffness has the mean
/// gradients and the volume of the element, so that distorted ones, too, pass the patch test (D. P. Flanagan,
/// T. Belytschko, Int. J. Numer. Methods Eng. 17 (1981) 679).
template <CellShape S>
ElementPoint<S> element_point(const Rule<S>& rule, std::size_t number, const Nodal<S>& X,
                              const SolidProperties& p) {
  if (rule.full.empty()) return element_point<S>(rule.stiffness[number], X, p);
  ElementPoint<S> mean;
  mean.G.setZero();
  mean.h.setZero();
  for (const RulePoint<S>& point : rule.full) {
    const ElementPoint<S> at = element_point<S>(point, X, p);
    mean.G += at.volume * at.G;
    mean.h += at.volume * at.h;
    mean.volume += at.volume;
  }
  mean.G /= mean.volume;
  mean.h /= mean.volume;
  return mean;
}

/// Volume of a point of the mass rule alone.
template <CellShape S>
double mass_volume(const RulePoint<S>& point, const Nodal<S>& X, const SolidProperties& p) {
  const Tensor<S> J = sum_of_dyads<S>(X, point.dN);
  double volume = point.weight * J.determinant();
  if (kDim<S> == 2)
    volume *= p.plane == PlaneKind::axisymmetric ? 2 * M_PI * X.col(0).dot(point.N) : p.thickness;
  return volume;
}

template <CellShape S>
void element_points(const Rule<S>& rule, const Nodal<S>& X, const SolidProperties& p,
                    ElementPoints<S>& points) {
  for (std::size_t i = 0; i < rule.stiffness.size(); ++i) points[i] = element_point<S>(rule, i, X, p);
}

/// K += B^T C
template <CellShape S>
void add_product(const StrainMatrix<S>& B, const StrainMatrix<S>& C, ElementMatrix<S>& K) {
  for (Index j = 0; j < kSize<S>; ++j) {
    double* column = K.data() + j * kSize<S>;
    for (Index r = 0; r < kRows<S>; ++r) {
      const double c = C(r, j);
      const double* row = B.data() + r * kSize<S>;
      for (Index i = 0; i < kSize<S>; ++i) column[i] += row[i] * c;
    }
  }
}

/// K += A^T (volume D B). Written out: plain loops over rows compile in a fraction of the time that Eigen's
/// products of these sizes take, and run as fast.
template <CellShape S>
void add_stiffness(const StrainMatrix<S>& A, const StrainMatrix<S>& B, const VoigtMatrix& D, double volume,
                   ElementMatrix<S>& K) {
  StrainMatrix<S> DB;
  for (Index r = 0; r < kRows<S>; ++r) {
    for (Index j = 0; j < kSize<S>; ++j) DB(r, j) = volume * D(r, 0) * B(0, j);
    for (Index s = 1; s < kRows<S>; ++s) {
      const double d = volume * D(r, s);
      for (Index j = 0; j < kSize<S>; ++j) DB(r, j) += d * B(s, j);
    }
  }
  add_product<S>(A, DB, K);
}

template <CellShape S>
void add_stiffness(const StrainMatrix<S>& B, const VoigtMatrix& D, double volume, ElementMatrix<S>& K) {
  add_stiffness<S>(B, B, D, volume, K);
}

/// History of a point at the last accepted step.
inline const double* history_at(const SolidProperties& p, const double* history, std::size_t point) {
  return history == nullptr ? nullptr
                            : history + point * static_cast<std::size_t>(p.material->history_size());
}

inline ThermalStrain thermal_strain(const SolidProperties& p, const TemperatureField::Value& temperature) {
  return ThermalStrain(p.expansion.growth(temperature.now, temperature.initial), p.finite_strain);
}

/// What the material at point i depends on besides the strain.
template <CellShape S>
PointState point_state(const SolidProperties& p, const Element<S>& e, std::size_t i) {
  PointState at(history_at(p, e.history, i));
  at.dt = e.dt;
  if (e.is_heated) at.temperature = e.temperature[i].now;
  return at;
}

/// Answer of the material at a point whose temperature is given.
void respond_heated(const SolidProperties& p, const TemperatureField::Value& temperature, const Voigt& strain,
                    const PointState& at, bool tangent, MaterialResponse& out);

/// Answer of the material at point i.
template <CellShape S>
void respond(const SolidProperties& p, const Element<S>& e, std::size_t i, const Voigt& strain, bool tangent,
             MaterialResponse& out) {
  const PointState at = point_state<S>(p, e, i);
  if (e.is_heated)
    respond_heated(p, e.temperature[i], strain, at, tangent, out);
  else
    p.material->evaluate(strain, at, tangent, out);
}

/// The strain at point i that makes stress.
template <CellShape S>
Voigt mechanical_strain(const SolidProperties& p, const Element<S>& e, std::size_t i, const Voigt& strain) {
  return e.is_heated ? thermal_strain(p, e.temperature[i]).mechanical(strain) : strain;
}

/// Work of plastic strains at point i, for a unit of initial volume.
template <CellShape S>
double plastic_work(const SolidProperties& p, const Element<S>& e, std::size_t i, const Voigt& strain) {
  const PointState at = point_state<S>(p, e, i);
  if (!e.is_heated) return p.material->plastic_work(strain, at);
  const ThermalStrain thermal = thermal_strain(p, e.temperature[i]);
  return thermal.volume_ratio() * p.material->plastic_work(thermal.mechanical(strain), at);
}

/// Number of directions that share a mean volume change: plane strain keeps its strain across at zero.
template <CellShape S>
int volume_directions(const SolidProperties& p) {
  return kDim<S> == 2 && p.plane != PlaneKind::axisymmetric ? 2 : 3;
}

// Force f += ..., tangent K += w_c C + w_k K (without alpha M), strains at the points: one set for each
// kinematics.
template <CellShape S>
void small_force(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, Nodal<S>& f);
template <CellShape S>
void small_tangent(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, double w_c, double w_k,
                   ElementMatrix<S>& K);
template <CellShape S>
void small_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out);

template <CellShape S>
void finite_force(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, Nodal<S>& f);
template <CellShape S>
void finite_tangent(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, double w_c,
                    double w_k, ElementMatrix<S>& K);
template <CellShape S>
void finite_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out);

template <CellShape S>
void b_bar_force(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, Nodal<S>& f);
template <CellShape S>
void b_bar_tangent(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, double w_k,
                   ElementMatrix<S>& K);
template <CellShape S>
void b_bar_strains(const Rule<S>& rule, const SolidProperties& p, const Element<S>& e, PointStrain* out);

}  // namespace jounce::solid

/// Instantiates a function template for all shapes of solids.
#define JOUNCE_FOR_SOLID_SHAPES(X) \
  X(triangle3)                     \
  X(triangle6)                     \
  X(quadrilateral4)                \
  X(quadrilateral8) X(tetrahedron4) X(tetrahedron10) X(wedge6) X(wedge15) X(hexahedron8) X(hexahedron20)
