#include "materials/thermal.h"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>

#include "materials/linear_elastic.h"

namespace jounce {
namespace {

/// Piece of a table of points ascending in temperature: the first of its two points, and the share of the
/// second. The end values hold outside.
struct Piece {
  std::size_t first = 0;
  double share = 0;
};
template <class Points>
Piece piece_of(const Points& points, double T) {
  if (T <= points.front().temperature) return {};
  if (T >= points.back().temperature) return {points.size() - 1, 0};
  const auto next =
      std::find_if(points.begin(), points.end(), [&](const auto& p) { return T < p.temperature; });
  const auto i = static_cast<std::size_t>(next - points.begin()) - 1;
  return {i, (T - points[i].temperature) / (points[i + 1].temperature - points[i].temperature)};
}

}  // namespace

ThermalExpansion::ThermalExpansion(std::vector<Point> points, double reference, const Matrix3& axes)
    : points_(std::move(points)), reference_(reference), axes_(axes) {}

Vector3 ThermalExpansion::growth_along(double temperature) const {
  const Piece piece = piece_of(points_, temperature);
  Vector3 alpha = points_[piece.first].alpha;
  if (piece.share > 0) alpha += piece.share * (points_[piece.first + 1].alpha - alpha);
  return alpha * (temperature - reference_);
}

Matrix3 ThermalExpansion::growth(double temperature, double initial) const {
  if (is_none()) return Matrix3::Zero();
  const Vector3 along = growth_along(temperature) - growth_along(initial);
  return axes_ * along.asDiagonal() * axes_.transpose();
}

Thermoelastic::Thermoelastic(double density, std::vector<Point> points, double reference)
    : Material(density), points_(std::move(points)), reference_(reference) {
  assert(!points_.empty());
}

void Thermoelastic::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                             MaterialResponse& out) const {
  const Piece piece = piece_of(points_, at.temperature.value_or(reference_));
  const Point& from = points_[piece.first];
  const Point& to = points_[std::min(piece.first + 1, points_.size() - 1)];
  const VoigtMatrix D =
      isotropic_stiffness(from.E + piece.share * (to.E - from.E), from.nu + piece.share * (to.nu - from.nu));
  out.stress.noalias() = D * strain;
  out.energy = 0.5 * out.stress.dot(strain);
  if (tangent) out.tangent = D;
}

ThermoAnisotropic::ThermoAnisotropic(double density, std::vector<Point> points, double reference)
    : Material(density), points_(std::move(points)), reference_(reference) {
  assert(!points_.empty());
}

VoigtMatrix ThermoAnisotropic::stiffness(double temperature) const {
  const Piece piece = piece_of(points_, temperature);
  const Point& from = points_[piece.first];
  const Point& to = points_[std::min(piece.first + 1, points_.size() - 1)];
  return from.D + piece.share * (to.D - from.D);
}

void ThermoAnisotropic::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                                 MaterialResponse& out) const {
  const VoigtMatrix D = stiffness(at.temperature.value_or(reference_));
  out.stress.noalias() = D * strain;
  out.energy = 0.5 * out.stress.dot(strain);
  if (tangent) out.tangent = D;
}

ThermalStrain::ThermalStrain(const Matrix3& growth, bool finite) : finite_(finite) {
  strain_ = to_voigt(finite ? Matrix3(growth + 0.5 * growth * growth) : growth, 2);
  if (!finite) return;
  const Matrix3 F = Matrix3::Identity() + growth, inverse = F.inverse();
  J_ = F.determinant();
  for (Index i = 0; i < 6; ++i) T_.col(i) = to_voigt(inverse * to_matrix(Voigt::Unit(i), 0.5) * inverse, 2);
}

Voigt ThermalStrain::mechanical(const Voigt& strain) const {
  if (!finite_) return strain - strain_;
  return T_ * (strain - strain_);
}

void ThermalStrain::complete(bool tangent, MaterialResponse& out) const {
  if (!finite_) {
    out.strain_33 += strain_[2];
    return;
  }
  out.energy *= J_;
  out.stress = J_ * T_.transpose() * out.stress;
  if (tangent) out.tangent = J_ * T_.transpose() * out.tangent * T_;
  out.strain_33 = out.strain_33 / T_(2, 2) + strain_[2];
}

}  // namespace jounce
