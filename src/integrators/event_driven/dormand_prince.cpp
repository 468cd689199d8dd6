#include "integrators/event_driven/dormand_prince.h"

#include <Eigen/LU>

#include <cmath>

#include "math/rotation.h"

namespace jounce {
namespace {

constexpr int kStages = 7;

constexpr std::array<double, kStages> kNode = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

/// Row i: weights of the stages before i; the last row is the solution of order 5.
constexpr double kWeight[kStages][kStages - 1] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};

/// Difference of the solutions of order 5 and 4.
constexpr std::array<double, kStages> kError = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                                -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

/// Dense output.
constexpr std::array<double, kStages> kDense = {-12715105075.0 / 11282082432,  0,
                                                87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                                701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                                69997945.0 / 29380423};

/// Value at theta of the dense output of a quantity with start y_0, end y_1 and rates k.
Vector dense_output(const Vector& y_0, const Vector& y_1, const std::array<Vector, kStages>& k, double s,
                    double theta) {
  const Vector difference = y_1 - y_0;
  const Vector first = s * k[0] - difference;
  const Vector second = difference - s * k[kStages - 1] - first;
  Vector third = Vector::Zero(y_0.size());
  for (std::size_t i = 0; i < kStages; ++i) third += s * kDense[i] * k[i];
  const double rest = 1 - theta;
  return y_0 + theta * (difference + rest * (first + theta * (second + rest * third)));
}

}  // namespace

void DormandPrince::begin(const State& start, const Rows& closed, const Vector& q_scale) {
  start_ = start;
  end_ = start;
  closed_ = closed;
  q_scale_ = q_scale;
  s_ = 0;
  dynamics_.accelerations(start_, closed_, first_);
  rate(start_, Vector::Zero(system_.nv()), k_q_[0]);
  k_v_[0] = first_.a;
}

void DormandPrince::rate(const State& state, const Vector& increment, Vector& increment_rate) const {
  increment_rate = state.v;
  for (const Manifold::Rotation& rotation : system_.manifold().rotations()) {
    const Matrix3 T = rotation_tangent(increment.segment<3>(rotation.tangent));
    increment_rate.segment<3>(rotation.tangent) = T.inverse() * state.v.segment<3>(rotation.tangent);
  }
}

void DormandPrince::stage(const Vector& increment, const Vector& v, double t, State& state) const {
  system_.manifold().retract(start_.q, increment, state.q);
  state.v = v;
  state.t = t;
  system_.apply_prescribed(state);
}

bool DormandPrince::take(double s) {
  s_ = s;
  State state = start_;
  impulse_ = s * kWeight[kStages - 1][0] * first_.contact;
  for (std::size_t i = 1; i < kStages; ++i) {
    increment_ = Vector::Zero(system_.nv());
    v_ = start_.v;
    for (std::size_t j = 0; j < i; ++j) {
      if (kWeight[i][j] == 0) continue;
      increment_ += s * kWeight[i][j] * k_q_[j];
      v_ += s * kWeight[i][j] * k_v_[j];
    }
    stage(increment_, v_, start_.t + kNode[i] * s, state);
    if (!state.q.allFinite() || !state.v.allFinite()) return false;
    dynamics_.accelerations(state, closed_, acceleration_);
    rate(state, increment_, k_q_[i]);
    k_v_[i] = acceleration_.a;
    if (i + 1 < kStages) impulse_ += s * kWeight[kStages - 1][i] * acceleration_.contact;
  }
  if (!k_v_[kStages - 1].allFinite()) return false;
  end_ = state;
  if (!dynamics_.project_position(end_, closed_, q_scale_)) return false;
  dynamics_.project_velocity(end_, closed_);
  return end_.q.allFinite() && end_.v.allFinite();
}

double DormandPrince::error(const Vector& q_scale, const Vector& v_scale) const {
  double largest = 0;
  for (Index i = 0; i < system_.n_free(); ++i) {
    double e_q = 0, e_v = 0;
    for (std::size_t j = 0; j < kStages; ++j) {
      e_q += kError[j] * k_q_[j][i];
      e_v += kError[j] * k_v_[j][i];
    }
    largest = std::max({largest, std::abs(s_ * e_q) / q_scale[i], std::abs(s_ * e_v) / v_scale[i]});
  }
  return largest;
}

void DormandPrince::interpolate(double theta, State& state) const {
  state = start_;
  const Vector zero = Vector::Zero(system_.nv());
  stage(dense_output(zero, increment_, k_q_, s_, theta), dense_output(start_.v, v_, k_v_, s_, theta),
        start_.t + theta * s_, state);
}

}  // namespace jounce
