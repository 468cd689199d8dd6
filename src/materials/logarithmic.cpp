#include "materials/logarithmic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "la/decompositions.h"
#include "materials/plane_axes.h"
#include "materials/plane_stress.h"

namespace jounce {
namespace {

/// Principal axes and values of a Green-Lagrange strain.
struct Principal {
  Matrix3 axes, first;  ///< first: g[i,j]
  Vector3 E, c;

  Principal(const Voigt& strain, bool is_in_plane) {
    if (is_in_plane) {
      const PlaneAxes principal(to_matrix(strain, 0.5));
      axes = principal.axes;
      E << principal.values[0], principal.values[1], 0;
    } else {
      const Eigen::SelfAdjointEigenSolver<Matrix3> solver(to_matrix(strain, 0.5));
      axes = solver.eigenvectors();
      E = solver.eigenvalues();
    }
    c = (1 + 2 * E.array()).matrix();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) first(i, j) = log_difference(c[i], c[j]);
  }

  Voigt logarithmic() const {
    Vector3 e;
    for (int i = 0; i < 3; ++i) e[i] = 0.5 * std::log1p(2 * E[i]);
    return to_voigt(axes * e.asDiagonal() * axes.transpose(), 2);
  }
  Matrix3 turned(const Matrix3& tensor) const { return axes.transpose() * tensor * axes; }
};

/// The six unit strains, in the axes.
std::array<Matrix3, 6> unit_strains(const Principal& at) {
  std::array<Matrix3, 6> units;
  for (int a = 0; a < 6; ++a) units[a] = at.turned(to_matrix(Voigt::Unit(a), 0.5));
  return units;
}

/// T : e''[., .]
VoigtMatrix curvature(const Principal& at, const std::array<Matrix3, 6>& units, const Matrix3& stress) {
  // For every k the matrix T_ij g[i,k,j], so that the sum over i and j is two products of columns.
  std::array<Matrix3, 3> weights;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) weights[k](i, j) = stress(i, j) * log_difference(at.c[i], at.c[k], at.c[j]);
  VoigtMatrix sum;
  for (int b = 0; b < 6; ++b) {
    Matrix3 product;  // column k: weights_k H e_k
    for (int k = 0; k < 3; ++k) product.col(k) = weights[k] * units[b].col(k);
    for (int a = 0; a <= b; ++a) sum(a, b) = sum(b, a) = 2 * units[a].cwiseProduct(product).sum();
  }
  return sum;
}

/// T and its tangent on e into S and its tangent on E.
void turn_back(const Principal& at, bool tangent, MaterialResponse& out) {
  const Matrix3 stress = at.turned(to_matrix(out.stress, 1));
  out.stress = to_voigt(at.axes * at.first.cwiseProduct(stress) * at.axes.transpose(), 1);
  if (!tangent) return;
  const std::array<Matrix3, 6> units = unit_strains(at);
  VoigtMatrix rates;  // de/dE
  for (int a = 0; a < 6; ++a)
    rates.col(a) = to_voigt(at.axes * at.first.cwiseProduct(units[a]) * at.axes.transpose(), 2);
  out.tangent = rates.transpose() * out.tangent * rates + curvature(at, units, stress);
}

}  // namespace

double log_difference(double c_a, double c_b) {
  const double x = (c_a - c_b) / c_b;
  return (x == 0 ? 1 : std::log1p(x) / x) / c_b;
}

double log_difference(double c_a, double c_b, double c_c) {
  constexpr double kClose = 3e-3;  // the series errs by its fifth power, the quotient by round-off over it
  std::array<double, 3> c = {c_a, c_b, c_c};
  std::sort(c.begin(), c.end());
  const double m = (c[0] + c[1] + c[2]) / 3, spread = c[2] - c[0];
  if (spread > kClose * m) return 2 * (log_difference(c[2], c[1]) - log_difference(c[1], c[0])) / spread;
  double p2 = 0, p3 = 0, p4 = 0;  // sums of powers of (c - m) / m
  for (const double value : c) {
    const double d = (value - m) / m;
    p2 += d * d;
    p3 += d * d * d;
    p4 += d * d * d * d;
  }
  return -(1 + p2 / 4 - 2 * p3 / 15 + (p4 / 4 + p2 * p2 / 8) / 3) / (m * m);
}

Logarithmic::Logarithmic(std::shared_ptr<const Material> law) : WrappedLaw(std::move(law)) {}

void Logarithmic::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                           MaterialResponse& out) const {
  const Principal principal(strain, is_in_plane_);
  law().evaluate(principal.logarithmic(), at, tangent, out);
  turn_back(principal, tangent, out);
  if (is_in_plane_) out.strain_33 = 0.5 * std::expm1(2 * out.strain_33);
}

void Logarithmic::advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
                          double* work) const {
  const Principal principal(strain, is_in_plane_);
  law().advance(principal.logarithmic(), from, out, history, work);
  turn_back(principal, false, out);
  if (is_in_plane_) out.strain_33 = 0.5 * std::expm1(2 * out.strain_33);
}

std::shared_ptr<const Material> Logarithmic::own_plane_stress() const {
  auto plane = std::make_shared<Logarithmic>(in_plane_stress(shared_law(), true));
  plane->is_in_plane_ = true;
  return plane;
}

double Logarithmic::plastic_work(const Voigt& strain, const PointState& at) const {
  return law().plastic_work(Principal(strain, is_in_plane_).logarithmic(), at);
}

void Logarithmic::update(const Voigt& strain, const PointState& from, double* history) const {
  law().update(Principal(strain, is_in_plane_).logarithmic(), from, history);
}

}  // namespace jounce
