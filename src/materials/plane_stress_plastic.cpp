#include "materials/plane_stress_plastic.h"

#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

namespace jounce {
PlaneStressPlastic::PlaneStressPlastic(double density, double E, double nu,
                                       std::vector<Plastic::Point> hardening)
    : Material(density),
      A_(E / (2 * (1 - nu))),
      G_(E / (2 * (1 + nu))),
      across_(-nu / E),
      hardening_(std::move(hardening)) {
  assert(!hardening_.empty() && hardening_.front().plastic_strain == 0);
}

PlaneStressPlastic::Return PlaneStressPlastic::return_map(const Voigt& strain, const double* history) const {
  const double e_11 = strain[0] - history[0], e_22 = strain[1] - history[1];
  Return r;
  r.a = A_ * (e_11 + e_22);
  r.b = G_ * (e_11 - e_22);
  r.c = G_ * (strain[3] - history[3]);
  r.q = std::sqrt(r.a * r.a + 3 * (r.b * r.b + r.c * r.c));
  find_flow(history[6], r);
  return r;
}

void PlaneStressPlastic::find_flow(double p_n, Return& r) const {
  constexpr int kMostIterations = 200;
  constexpr double kTolerance = 1e-14;  // of the trial stress
  const Plastic::AtStrain still = Plastic::at(hardening_, p_n);
  r.s = still.value;
  if (!(r.q - still.value > Plastic::kRoundOff * r.q)) return;
  const double trial = r.q, mean = r.a * r.a, rest = 3 * (r.b * r.b + r.c * r.c);
  double low = 0, high = INFINITY, lambda = 0, q = trial, by_a = 1, by_b = 1;
  Plastic::AtStrain yield = still;
  for (int i = 0; i < kMostIterations; ++i) {
    const double excess = q - yield.value;
    if (std::abs(excess) <= kTolerance * trial) break;
    (excess > 0 ? low : high) = lambda;
    if (high < INFINITY && high - low <= 4e-16 * high) break;
    // of 1/q and 1/s, times q and s
    const double by_lambda = -(A_ * by_a * by_a * by_a * mean + 3 * G_ * by_b * by_b * by_b * rest) / q;
    const double of_s = yield.slope * (q + lambda * by_lambda);
    const double slope = yield.value * by_lambda / q - q * of_s / yield.value;
    double next = yield.value > 0 ? lambda - excess / slope : INFINITY;
    if (!(next > low && next < high)) next = high < INFINITY ? 0.5 * (low + high) : 2 * lambda + 1 / A_;
    lambda = next;
    by_a = 1 / (1 + A_ * lambda);
    by_b = 1 / (1 + 3 * G_ * lambda);
    q = std::sqrt(by_a * by_a * mean + by_b * by_b * rest);
    yield = Plastic::at(hardening_, p_n + lambda * q);
  }
  r.lambda = lambda;
  r.a *= by_a;
  r.b *= by_b;
  r.c *= by_b;
  r.q = q;
  r.s = yield.value;
  r.slope = yield.slope;
}

void PlaneStressPlastic::answer(const Return& r, const double* history, bool tangent,
                                MaterialResponse& out) const {
  out.stress << r.a + r.b, r.a - r.b, 0, r.c, 0, 0;
  out.energy = 0.5 * (r.a * r.a / A_ + (r.b * r.b + r.c * r.c) / G_);
  out.strain_33 = history[2] + 2 * across_ * r.a - r.lambda * r.a;
  if (!tangent) return;
  const double by_b = 1 / (1 + 3 * G_ * r.lambda);
  Eigen::Matrix3d D = Vector3(A_ / (1 + A_ * r.lambda), G_ * by_b, G_ * by_b).asDiagonal();
  if (r.lambda > 0) {
    const Vector3 n = Vector3(r.a, 3 * r.b, 3 * r.c) / r.q, along = D * n;
    D -= along * along.transpose() / (n.dot(along) + r.slope / (1 - r.slope * r.lambda));
  }
  Eigen::Matrix3d to_axes;  // of (S_11, S_22, S_12) from (a, b, c)
  to_axes << 1, 1, 0, 1, -1, 0, 0, 0, 1;
  const Eigen::Matrix3d in_plane = to_axes * D * to_axes.transpose();
  constexpr int kPlaces[] = {0, 1, 3};
  out.tangent.setZero();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.tangent(kPlaces[i], kPlaces[j]) = in_plane(i, j);
}

void PlaneStressPlastic::flow(const Return& r, double* history) {
  if (r.lambda == 0) return;
  history[0] += r.lambda * (r.a + 3 * r.b) / 2;
  history[1] += r.lambda * (r.a - 3 * r.b) / 2;
  history[2] -= r.lambda * r.a;
  history[3] += r.lambda * 3 * r.c;
  history[6] += r.lambda * r.q;
}

void PlaneStressPlastic::evaluate(const Voigt& strain, const PointState& at, bool tangent,
                                  MaterialResponse& out) const {
  answer(return_map(strain, at.history), at.history, tangent, out);
}

double PlaneStressPlastic::plastic_work(const Voigt& strain, const PointState& at) const {
  const Return r = return_map(strain, at.history);
  return Plastic::work(hardening_, at.history[6] + r.lambda * r.q);
}

void PlaneStressPlastic::update(const Voigt& strain, const PointState& from, double* history) const {
  flow(return_map(strain, from.history), history);
}

void PlaneStressPlastic::advance(const Voigt& strain, const PointState& from, MaterialResponse& out,
                                 double* history, double* work) const {
  const Return r = return_map(strain, from.history);
  answer(r, from.history, false, out);
  flow(r, history);
  if (work != nullptr) *work = Plastic::work(hardening_, history[6]);
}

}  // namespace jounce
