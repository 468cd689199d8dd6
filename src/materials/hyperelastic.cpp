#include "materials/hyperelastic.h"

#include <Eigen/LU>
#include <cmath>

#include "la/decompositions.h"
#include "materials/principal.h"

namespace jounce {
namespace {

/// C, its inverse and J = sqrt(det C) at a Green-Lagrange strain. J is not a number when det C < 0, which
/// makes the residual so and the step fail.
struct CauchyGreen {
  Matrix3 C, inverse;
  Voigt C_voigt, inverse_voigt;
  double J;

  explicit CauchyGreen(const Voigt& strain)
      : C(Matrix3::Identity() + 2 * to_matrix(strain, 0.5)),
        inverse(C.inverse()),
        C_voigt(to_voigt(C, 1)),
        inverse_voigt(to_voigt(inverse, 1)),
        J(std::sqrt(C.determinant())) {}

  /// -dC^-1/dC: (C^-1_ik C^-1_jl + C^-1_il C^-1_jk) / 2
  VoigtMatrix inverse_product() const {
    static constexpr std::array<std::array<Index, 2>, 6> pairs = {
        {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
    VoigtMatrix product;
    for (Index I = 0; I < 6; ++I)
      for (Index J_ = 0; J_ < 6; ++J_) {
        const auto [i, j] = pairs[I];
        const auto [k, l] = pairs[J_];
        product(I, J_) = 0.5 * (inverse(i, k) * inverse(j, l) + inverse(i, l) * inverse(j, k));
      }
    return product;
  }
};

const Voigt kUnit = (Voigt() << 1, 1, 1, 0, 0, 0).finished();

/// Adds S = U' J C^-1 and its tangent (U'' J^2 + U' J) C^-1 (x) C^-1 + 2 U' J dC^-1/dC.
void add_volumetric(const std::array<double, 3>& U, const CauchyGreen& c, bool tangent,
                    MaterialResponse& out) {
  out.energy += U[0];
  out.stress += U[1] * c.J * c.inverse_voigt;
  if (!tangent) return;
  out.tangent += (U[2] * c.J * c.J + U[1] * c.J) * c.inverse_voigt * c.inverse_voigt.transpose();
  out.tangent -= 2 * U[1] * c.J * c.inverse_product();
}

double power(double x, int n) {
  double product = 1;
  for (int i = 0; i < n; ++i) product *= x;
  return product;
}

}  // namespace

void NeoHookean::evaluate(const Voigt& strain, const PointState&, bool tangent, MaterialResponse& out) const {
  const CauchyGreen c(strain);
  const double ln_J = std::log(c.J);
  out.energy = mu_ * strain.head<3>().sum() - mu_ * ln_J + lambda_ / 2 * ln_J * ln_J;
  out.stress = mu_ * (kUnit - c.inverse_voigt) + lambda_ * ln_J * c.inverse_voigt;
  if (!tangent) return;
  out.tangent = lambda_ * c.inverse_voigt * c.inverse_voigt.transpose();
  out.tangent += 2 * (mu_ - lambda_ * ln_J) * c.inverse_product();
}

batch::Law NeoHookean::batch_law() const {
  batch::Law law = Material::batch_law();
  law.kind = batch::LawKind::neo_hookean;
  law.mu = mu_;
  law.lambda = lambda_;
  return law;
}

std::array<double, 3> VolumetricEnergy::at(double J) const {
  std::array<double, 3> U{};
  const double x = J - 1;
  for (std::size_t k = 0; k < D_.size(); ++k) {
    if (D_[k] == 0) continue;
    const int n = 2 * static_cast<int>(k) + 2;
    U[0] += power(x, n) / D_[k];
    U[1] += n * power(x, n - 1) / D_[k];
    U[2] += n * (n - 1) * power(x, n - 2) / D_[k];
  }
  return U;
}

void PolynomialMaterial::evaluate(const Voigt& strain, const PointState&, bool tangent,
                                  MaterialResponse& out) const {
  const CauchyGreen c(strain);
  const double trace = c.C.trace(), second = (trace * trace - c.C.squaredNorm()) / 2;
  const double j = std::pow(c.J, -2.0 / 3), x = j * trace - 3, y = j * j * second - 3;
  // W and its derivatives by the two invariants
  double W = 0, W_1 = 0, W_2 = 0, W_11 = 0, W_12 = 0, W_22 = 0;
  for (int m = 0; m <= 3; ++m)
    for (int n = 0; m + n <= 3; ++n) {
      const double a = C_[m][n];
      if (a == 0) continue;
      const auto d = [](double z, int degree, int order) {
        if (order > degree) return 0.0;
        return (order > 0 ? degree : 1.0) * (order > 1 ? degree - 1.0 : 1.0) * power(z, degree - order);
      };
      W += a * power(x, m) * power(y, n);
      W_1 += a * d(x, m, 1) * power(y, n);
      W_2 += a * power(x, m) * d(y, n, 1);
      W_11 += a * d(x, m, 2) * power(y, n);
      W_12 += a * d(x, m, 1) * d(y, n, 1);
      W_22 += a * power(x, m) * d(y, n, 2);
    }
  const Voigt b = trace * kUnit - c.C_voigt - 2.0 / 3 * second * c.inverse_voigt;
  const Voigt d_1 = j * (kUnit - trace / 3 * c.inverse_voigt), d_2 = j * j * b;
  out.energy = W;
  out.stress = 2 * (W_1 * d_1 + W_2 * d_2);
  if (tangent) {
    const VoigtMatrix P = c.inverse_product();
    const Voigt& inverse = c.inverse_voigt;
    const VoigtMatrix dd_1 =
        -(d_1 * inverse.transpose() + j * inverse * kUnit.transpose()) / 3 + j * trace / 3 * P;
    VoigtMatrix dd_2 = kUnit * kUnit.transpose() -
                       2.0 / 3 * inverse * (trace * kUnit - c.C_voigt).transpose() -
                       2.0 / 3 * b * inverse.transpose() + 2.0 / 3 * second * P;
    dd_2.diagonal() -= (Voigt() << 1, 1, 1, 0.5, 0.5, 0.5).finished();
    out.tangent = 4 * (W_1 * dd_1 + W_2 * j * j * dd_2 + W_11 * d_1 * d_1.transpose() +
                       W_12 * (d_1 * d_2.transpose() + d_2 * d_1.transpose()) + W_22 * d_2 * d_2.transpose());
  }
  add_volumetric(volumetric_.at(c.J), c, tangent, out);
}

void OgdenMaterial::evaluate(const Voigt& strain, const PointState&, bool tangent,
                             MaterialResponse& out) const {
  const CauchyGreen c(strain);
  const Eigen::SelfAdjointEigenSolver<Matrix3> principal(c.C);
  const Vector3& squares = principal.eigenvalues();
  const double j = std::pow(c.J, -1.0 / 3);
  Vector3 beta = Vector3::Zero();    // lambda_a dW/dlambda_a
  Matrix3 d_beta = Matrix3::Zero();  // lambda_b dbeta_a/dlambda_b
  out.energy = 0;
  for (const auto& [mu, alpha] : terms_) {
    Vector3 l;
    for (Index a = 0; a < 3; ++a) l[a] = std::pow(j * std::sqrt(squares[a]), alpha);
    const double sum = l.sum();
    out.energy += 2 * mu / (alpha * alpha) * (sum - 3);
    for (Index a = 0; a < 3; ++a) {
      beta[a] += 2 * mu / alpha * (l[a] - sum / 3);
      for (Index b = 0; b < 3; ++b)
        d_beta(a, b) += 2 * mu * ((a == b ? l[a] : 0.0) - l[a] / 3 - l[b] / 3 + sum / 9);
    }
  }
  answer_in_principal_axes(principal, beta, d_beta, tangent, out);
  add_volumetric(volumetric_.at(c.J), c, tangent, out);
}

}  // namespace jounce
