#include "materials/anisotropic_plastic.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "la/decompositions.h"

namespace jounce {
namespace {

/// S . P S = s : s of the deviator s of S.
VoigtMatrix deviator_matrix() {
  VoigtMatrix P = VoigtMatrix::Zero();
  P.topLeftCorner<3, 3>().setConstant(-1.0 / 3);
  P.diagonal() << 2.0 / 3, 2.0 / 3, 2.0 / 3, 2, 2, 2;
  return P;
}

/// Root of a falling function with f(0) > 0 by the secant in a bracket (Illinois rule); `unit` is a small
/// step of the right order. Infinity where f stays positive.
template <class Function>
double falling_root(const Function& f, double unit) {
  double a = 0, f_a = f(0), b = unit, f_b = f(b);
  for (int i = 0; f_b > 0; ++i) {
    if (i == 200) return std::numeric_limits<double>::infinity();
    a = b;
    f_a = f_b;
    f_b = f(b *= 4);
  }
  const double zero = 1e-15 * std::abs(f(0));
  for (int i = 0, side = 0; i < 200; ++i) {
    double x = (a * f_b - b * f_a) / (f_b - f_a);
    if (!(x > a && x < b)) x = 0.5 * (a + b);
    const double f_x = f(x);
    if (std::abs(f_x) <= zero || b - a <= 1e-16 * b) return x;
    if (f_x > 0) {
      a = x;
      f_a = f_x;
      if (side == 1) f_b /= 2;
      side = 1;
    } else {
      b = x;
      f_b = f_x;
      if (side == -1) f_a /= 2;
      side = -1;
    }
  }
  return 0.5 * (a + b);
}

}  // namespace

AnisotropicPlastic::AnisotropicPlastic(double density, const VoigtMatrix& stiffness,
                                       std::vector<Plastic::Point> hardening)
    : Material(density), D_(stiffness), hardening_(std::move(hardening)) {
  assert(!hardening_.empty() && hardening_.front().plastic_strain == 0);
  const VoigtMatrix root = Eigen::SelfAdjointEigenSolver<VoigtMatrix>(D_).operatorSqrt();
  const Eigen::SelfAdjointEigenSolver<VoigtMatrix> modes(root * deviator_matrix() * root);
  W_ = root * modes.eigenvectors();
  l_ = modes.eigenvalues().cwiseMax(0);
}

Voigt AnisotropicPlastic::shrink(double g) const { return (1 + 1.5 * g * l_.array()).inverse(); }

double AnisotropicPlastic::trial_von_mises(const Voigt& y, double g) const {
  return std::sqrt(1.5 * (l_.array() * (shrink(g).array() * y.array()).square()).sum());
}

AnisotropicPlastic::Return AnisotropicPlastic::return_map(const Voigt& strain, const double* history) const {
  Return r;
  r.y = W_.transpose() * (strain - Eigen::Map<const Voigt>(history));
  const double p_n = history[6], trial = trial_von_mises(r.y, 0);
  for (std::size_t i = 0; i < hardening_.size(); ++i) {
    const bool last = i + 1 == hardening_.size();
    const double end = last ? std::numeric_limits<double>::infinity() : hardening_[i + 1].plastic_strain;
    if (p_n >= end) continue;
    const double slope =
        last ? 0 : (hardening_[i + 1].stress - hardening_[i].stress) / (end - hardening_[i].plastic_strain);
    const double yield_at_p_n = hardening_[i].stress + slope * (p_n - hardening_[i].plastic_strain);
    if (!(trial - yield_at_p_n > Plastic::kRoundOff * trial)) return r;
    const auto excess = [&](double g) { return trial_von_mises(r.y, g) * (1 - slope * g) - yield_at_p_n; };
    const double g = falling_root(excess, 1e-3 / l_.maxCoeff());
    if (last || p_n + g * trial_von_mises(r.y, g) <= end) {
      r.g = g;
      r.slope = slope;
      return r;
    }
  }
  return r;
}

void AnisotropicPlastic::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                                  MaterialResponse& out) const {
  const Return r = return_map(strain, at.history);
  const Voigt left = shrink(r.g), z = left.cwiseProduct(r.y);  // S = W z
  out.stress = W_ * z;
  out.energy = 0.5 * z.squaredNorm();
  if (!tangent) return;
  out.tangent = W_ * left.asDiagonal() * W_.transpose();
  const double q = trial_von_mises(r.y, r.g);
  if (r.g == 0 || q == 0) return;
  const Voigt m = 1.5 / q * l_.cwiseProduct(z);  // W^T dq/dS
  const Voigt left_m = left.cwiseProduct(m), a = W_ * left_m;
  const double keep = 1 - r.slope * r.g;
  out.tangent -= keep / (r.slope + keep * m.dot(left_m)) * a * a.transpose();
}

double AnisotropicPlastic::plastic_work(const Voigt& strain, const PointState& at) const {
  const Return r = return_map(strain, at.history);
  return Plastic::work(hardening_, at.history[6] + (r.g == 0 ? 0 : r.g * trial_von_mises(r.y, r.g)));
}

void AnisotropicPlastic::update(const Voigt& strain, const PointState& from, double* history) const {
  const Return r = return_map(strain, from.history);
  if (r.g == 0) return;
  const Voigt S = W_ * shrink(r.g).cwiseProduct(r.y);
  Eigen::Map<Voigt>(history) += 1.5 * r.g * (deviator_matrix() * S);
  history[6] += r.g * trial_von_mises(r.y, r.g);
}

}  // namespace jounce
