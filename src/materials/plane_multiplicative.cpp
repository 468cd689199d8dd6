#include "materials/plane_multiplicative.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "materials/plane_axes.h"
#include "materials/trial_state.h"

namespace jounce {
namespace {

/// A symmetric tensor of the plane.
struct PlaneTensor {
  double t_11, t_22, t_12;
};

/// The same in a history or a stress.
PlaneTensor plane_part(const double* voigt) { return {voigt[0], voigt[1], voigt[3]}; }

/// F, Cholesky's factor of C, and principal axes and logarithmic strains of b_e = F (1 + X) F^T.
struct PlaneStretch {
  double f_11, f_12, f_22;
  double g_11, g_12, g_22;  ///< F^-1
  double cosine, sine;      ///< of the first axis
  double across;            ///< C_p^-1 across
  std::array<double, 2> strains;

  PlaneStretch(const Voigt& strain, const double* history) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    f_11 = std::sqrt(1 + 2 * strain[0]);
    f_12 = strain[3] / f_11;
    f_22 = std::sqrt(1 + 2 * strain[1] - f_12 * f_12);
    if (!(f_11 > 0) || !(f_22 > 0)) f_22 = nan;  // a crushed element: the step fails
    g_11 = 1 / f_11;
    g_22 = 1 / f_22;
    g_12 = -f_12 * g_11 * g_22;
    // b_e - 1
    const double h_11 = 2 * strain[0] / (1 + f_11), h_22 = f_22 - 1;
    Matrix3 growth = Matrix3::Zero();
    growth(0, 0) = h_11 * (2 + h_11) + f_12 * f_12;
    growth(1, 1) = h_22 * (2 + h_22);
    growth(0, 1) = f_12 * f_22;
    across = 1;
    if (history != nullptr) {
      const PlaneTensor X = plane_part(history);
      across += history[2];
      growth(0, 0) += f_11 * f_11 * X.t_11 + 2 * f_11 * f_12 * X.t_12 + f_12 * f_12 * X.t_22;
      growth(1, 1) += f_22 * f_22 * X.t_22;
      growth(0, 1) += f_22 * (f_11 * X.t_12 + f_12 * X.t_22);
    }
    const PlaneAxes principal(growth);
    cosine = principal.axes(0, 0);
    sine = principal.axes(1, 0);
    for (int a = 0; a < 2; ++a) strains[a] = 0.5 * std::log1p(principal.values[a]);
  }

  /// The strain in its own axes, in which an isotropic law answers in them, too.
  Voigt principal() const {
    Voigt e = Voigt::Zero();
    e[0] = strains[0];
    e[1] = strains[1];
    return e;
  }

  /// F^-1 T F^-T of a tensor with these values along the axes of b_e.
  PlaneTensor pulled_back(double first, double second) const {
    const double c = cosine * cosine, s = sine * sine;
    const double t_11 = c * first + s * second, t_22 = s * first + c * second,
                 t_12 = cosine * sine * (first - second);
    return {g_11 * g_11 * t_11 + 2 * g_11 * g_12 * t_12 + g_12 * g_12 * t_22, g_22 * g_22 * t_22,
            g_22 * (g_11 * t_12 + g_12 * t_22)};
  }

  /// S and its tangent on E from T and its tangent on the principal strains: as Multiplicative.
  void pull_back(bool tangent, MaterialResponse& out) const {
    const double tau_1 = out.stress[0], tau_2 = out.stress[1];
    const PlaneTensor S = pulled_back(tau_1, tau_2);
    out.stress << S.t_11, S.t_22, 0, S.t_12, 0, 0;
    out.strain_33 = 0.5 * (std::exp(2 * out.strain_33) / across - 1);
    if (!tangent) return;
    const Vector3 m_1(g_11 * cosine + g_12 * sine, g_22 * sine, 0);
    const Vector3 m_2(-g_11 * sine + g_12 * cosine, g_22 * cosine, 0);
    const auto outer = [](const Vector3& a, const Vector3& b) {
      return Vector3(a[0] * b[0], a[1] * b[1], 0.5 * (a[0] * b[1] + a[1] * b[0]));
    };
    const Vector3 M_1 = outer(m_1, m_1), M_2 = outer(m_2, m_2), M_12 = outer(m_1, m_2);
    const Eigen::Matrix2d along = out.tangent.topLeftCorner<2, 2>();
    const double gap = strains[0] - strains[1];
    // (tau_1 - tau_2) (b_1 + b_2) / (b_1 - b_2), b = exp(2 e)
    const double turn = std::abs(gap) > 1e-7 ? (tau_1 - tau_2) / std::tanh(gap)
                                             : 0.5 * (along(0, 0) - along(0, 1) + along(1, 1) - along(1, 0));
    const Eigen::Matrix3d D = (along(0, 0) - 2 * tau_1) * M_1 * M_1.transpose() +
                              (along(1, 1) - 2 * tau_2) * M_2 * M_2.transpose() +
                              along(0, 1) * M_1 * M_2.transpose() + along(1, 0) * M_2 * M_1.transpose() +
                              2 * (turn - tau_1 - tau_2) * M_12 * M_12.transpose();
    constexpr std::array<int, 3> places = {0, 1, 3};
    out.tangent.setZero();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out.tangent(places[i], places[j]) = D(i, j);
  }

  /// Brings C_p^-1 to the end of a step in which the law has gone to `own`, whose plastic strain is that of
  /// the step, and takes over the rest of it.
  void flow(const std::array<double, TrialState::kMostHistory>& own, int size, double* history) const {
    if (own[0] != 0 || own[1] != 0 || own[2] != 0) {
      const PlaneTensor change = pulled_back(std::expm1(-2 * own[0]) * std::exp(2 * strains[0]),
                                             std::expm1(-2 * own[1]) * std::exp(2 * strains[1]));
      history[0] += change.t_11;
      history[1] += change.t_22;
      history[2] += std::expm1(-2 * own[2]) * across;
      history[3] += change.t_12;
    }
    std::copy_n(own.data() + 6, size - 6, history + 6);
  }
};

}  // namespace

void PlaneMultiplicative::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                                   MaterialResponse& out) const {
  const PlaneStretch stretch(strain, history_size() > 0 ? at.history : nullptr);
  law().evaluate(stretch.principal(), TrialState(at, history_size()).at, tangent, out);
  stretch.pull_back(tangent, out);
}

double PlaneMultiplicative::plastic_work(const Voigt& strain, const PointState& at) const {
  if (history_size() == 0) return 0;
  return law().plastic_work(PlaneStretch(strain, at.history).principal(), TrialState(at, history_size()).at);
}

void PlaneMultiplicative::update(const Voigt& strain, const PointState& from, double* history) const {
  if (history_size() == 0) return;
  const PlaneStretch stretch(strain, from.history);
  TrialState own(from, history_size());
  law().update(stretch.principal(), own.at, own.history.data());
  stretch.flow(own.history, history_size(), history);
}

void PlaneMultiplicative::advance(const Voigt& strain, const PointState& from, MaterialResponse& out,
                                  double* history, double* work) const {
  if (history_size() == 0) return Material::advance(strain, from, out, history, work);
  const PlaneStretch stretch(strain, from.history);
  const TrialState own(from, history_size());
  std::array<double, TrialState::kMostHistory> next = own.history;
  law().advance(stretch.principal(), own.at, out, next.data(), work);
  stretch.pull_back(false, out);
  stretch.flow(next, history_size(), history);
}

}  // namespace jounce
