#include "materials/multiplicative.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>

#include "la/decompositions.h"
#include "materials/plane_multiplicative.h"
#include "materials/plane_stress.h"
#include "materials/trial_state.h"

namespace jounce {
namespace {

/// F, and principal axes and logarithmic strains of b_e.
struct ElasticStretch {
  Matrix3 F, inverse, axes;
  Vector3 strains;

  ElasticStretch(const Voigt& strain, const double* history) {
    const Matrix3 C = Matrix3::Identity() + 2 * to_matrix(strain, 0.5);
    const Eigen::LLT<Matrix3> factor(C);
    if (factor.info() != Eigen::Success) {  // a crushed element: the step fails
      F.setConstant(std::numeric_limits<double>::quiet_NaN());
      inverse = axes = F;
      strains = F.col(0);
      return;
    }
    F = factor.matrixU();
    inverse = F.inverse();
    const Matrix3 H = F - Matrix3::Identity();
    Matrix3 growth = H + H.transpose() + H * H.transpose();  // b_e - 1
    if (history != nullptr) growth += F * to_matrix(Eigen::Map<const Voigt>(history), 1) * F.transpose();
    const Eigen::SelfAdjointEigenSolver<Matrix3> principal(growth);
    axes = principal.eigenvectors();
    for (int a = 0; a < 3; ++a) strains[a] = 0.5 * std::log1p(principal.eigenvalues()[a]);
  }

  /// The strain in its own axes, in which an isotropic law answers in them, too.
  Voigt principal() const {
    Voigt e = Voigt::Zero();
    e.head<3>() = strains;
    return e;
  }

  /// S and its tangent on E from T and its tangent on the principal strains.
  void pull_back(bool tangent, MaterialResponse& out) const {
    const Matrix3 m = inverse * axes;  // columns F^-1 n_a
    const Vector3 tau = out.stress.head<3>();
    const Eigen::Matrix3d along = out.tangent.topLeftCorner<3, 3>();
    std::array<std::array<Voigt, 3>, 3> M;
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b)
        M[a][b] = to_voigt(0.5 * (m.col(a) * m.col(b).transpose() + m.col(b) * m.col(a).transpose()), 1);
    out.stress.setZero();
    for (int a = 0; a < 3; ++a) out.stress += tau[a] * M[a][a];
    if (!tangent) return;
    out.tangent.setZero();
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        out.tangent += (along(a, b) - (a == b ? 2 * tau[a] : 0)) * M[a][a] * M[b][b].transpose();
    for (int a = 0; a < 3; ++a)
      for (int b = a + 1; b < 3; ++b) {
        // (tau_a - tau_b) (b_a + b_b) / (b_a - b_b), b = exp(2 e)
        const double gap = strains[a] - strains[b];
        const double turn = std::abs(gap) > 1e-7
                                ? (tau[a] - tau[b]) / std::tanh(gap)
                                : 0.5 * (along(a, a) - along(a, b) + along(b, b) - along(b, a));
        out.tangent += 2 * (turn - tau[a] - tau[b]) * M[a][b] * M[a][b].transpose();
      }
  }

  /// Brings C_p^-1 to the end of a step in which the law has gone to `own`, whose plastic strain is that of
  /// the step, and takes over the rest of it.
  void flow(const std::array<double, TrialState::kMostHistory>& own, int size, double* history) const {
    const Eigen::Map<const Vector3> d(own.data());
    if (!d.isZero(0)) {
      const Matrix3 m = inverse * axes;
      Vector3 change;  // of b_e
      for (int a = 0; a < 3; ++a) change[a] = std::expm1(-2 * d[a]) * std::exp(2 * strains[a]);
      Eigen::Map<Voigt>(history) += to_voigt(m * change.asDiagonal() * m.transpose(), 1);
    }
    std::copy_n(own.data() + 6, size - 6, history + 6);
  }
};

}  // namespace

Multiplicative::Multiplicative(std::shared_ptr<const Material> law) : WrappedLaw(std::move(law)) {
  assert(this->law().history_size() <= TrialState::kMostHistory);
}

std::shared_ptr<const Material> Multiplicative::own_plane_stress() const {
  return std::make_shared<PlaneMultiplicative>(in_plane_stress(shared_law(), true));
}

void Multiplicative::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                              MaterialResponse& out) const {
  const ElasticStretch stretch(strain, history_size() > 0 ? at.history : nullptr);
  law().evaluate(stretch.principal(), TrialState(at, history_size()).at, tangent, out);
  stretch.pull_back(tangent, out);
}

double Multiplicative::plastic_work(const Voigt& strain, const PointState& at) const {
  if (history_size() == 0) return 0;
  return law().plastic_work(ElasticStretch(strain, at.history).principal(),
                            TrialState(at, history_size()).at);
}

void Multiplicative::update(const Voigt& strain, const PointState& from, double* history) const {
  if (history_size() == 0) return;
  const ElasticStretch stretch(strain, from.history);
  TrialState own(from, history_size());
  law().update(stretch.principal(), own.at, own.history.data());
  stretch.flow(own.history, history_size(), history);
}

void Multiplicative::advance(const Voigt& strain, const PointState& from, MaterialResponse& out,
                             double* history, double* work) const {
  if (history_size() == 0) return Material::advance(strain, from, out, history, work);
  const ElasticStretch stretch(strain, from.history);
  const TrialState own(from, history_size());
  std::array<double, TrialState::kMostHistory> next = own.history;
  law().advance(stretch.principal(), own.at, out, next.data(), work);
  stretch.pull_back(false, out);
  stretch.flow(next, history_size(), history);
}

batch::Law Multiplicative::batch_law() const {
  batch::Law fast = law().batch_law();
  const batch::Law point = Material::batch_law();
  if (fast.kind != batch::LawKind::plastic) return point;
  fast.kind = batch::LawKind::multiplicative;
  fast.at_point = point.at_point;
  fast.material = point.material;
  return fast;
}

}  // namespace jounce
