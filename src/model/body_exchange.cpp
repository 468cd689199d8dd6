#include "model/body_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "math/random.h"

namespace jounce {
namespace {

constexpr double kRoundOff = 1e-9;  ///< of a layer: how much too early a layer may come

/// Way of the plane since the start, in layers; negative before the start, and no more than can be counted.
double phase(const Inflow& inflow, double t) {
  constexpr double kMost = 1e15;
  return std::min((std::min(t, inflow.end) - inflow.start) * inflow.velocity.norm() / inflow.thickness,
                  kMost);
}

/// Layers whose time has come by a phase. The one that would begin with the end of the plane's way does not.
long layers_by(double phase, bool ended) {
  if (phase < -kRoundOff) return 0;
  if (ended) return std::max(static_cast<long>(std::ceil(phase - kRoundOff)), 1L);
  return static_cast<long>(std::floor(phase + kRoundOff)) + 1;
}

void set_dormant(const BodyPool::Body& body, bool dormant, State& state) {
  for (const Index dof : body.dofs) {
    state.dormant[dof] = dormant ? 1 : 0;
    state.v[dof] = 0;
  }
}

}  // namespace

bool Inflow::moves(double t) const {
  const double round_off = kRoundOff * thickness / velocity.norm();
  return phase(*this, t) >= -kRoundOff && t < end - round_off;
}

long Inflow::layers(double t) const {
  return layers_by(phase(*this, t), t >= end - kRoundOff * thickness / velocity.norm());
}

Vector3 Inflow::shift(double t) const {
  if (phase(*this, t) < -kRoundOff) return Vector3::Zero();
  const double part = phase(*this, t) - static_cast<double>(layers(t) - 1);
  return std::max(part, 0.0) * thickness * velocity.normalized();
}

bool Outflow::has(const Vector3& x) const {
  if (region == Region::half_space) return (x - at).dot(normal) > 0;
  return !((x.array() >= low.array()).all() && (x.array() <= high.array()).all());
}

PoolExhausted::PoolExhausted(const Inflow& inflow, const BodyPool& pool, double t, int left)
    : std::runtime_error(fmt::format("the inflow '{}' needs {} bodies at t = {:.9g}, but of the {} bodies of "
                                     "'{}' only {} are not in use: "
                                     "raise 'spare' of '{}' by at least {}",
                                     inflow.name, inflow.bodies(), t, pool.bodies.size(), pool.name, left,
                                     pool.name, inflow.bodies() - left)),
      pool_(inflow.pool) {}

void BodyExchange::finish(State& initial) const {
  for (const BodyPool& pool : pools_)
    for (const BodyPool::Body& body : pool.bodies)
      if (initial.is_dormant(body.dofs[0])) set_dormant(body, true, initial);
  initial.passed.assign(2 * (inflows_.size() + outflows_.size()), 0.0);
}

bool BodyExchange::apply(State& state) const {
  bool changed = false;
  double* passed = state.passed.data();
  for (const Inflow& inflow : inflows_) {
    const long due = inflow.layers(state.t), done = std::lround(passed[0] / inflow.bodies());
    if (due > done + 1)
      throw std::runtime_error(
          fmt::format("{} layers of the inflow '{}' are due at t = {:.9g}: a step must not be longer than "
                      "the time in which its plane moves by 'thickness'",
                      due - done, inflow.name, state.t));
    if (due > done) come(inflow, done, passed, state);
    changed = changed || due > done;
    passed += 2;
  }
  for (const Outflow& outflow : outflows_) {
    changed = go(outflow, passed, state) || changed;
    passed += 2;
  }
  return changed;
}

void BodyExchange::come(const Inflow& inflow, long layer, double* passed, State& state) const {
  const BodyPool& pool = pools_[inflow.pool];
  std::vector<const BodyPool::Body*> next;
  next.reserve(inflow.bodies());
  for (const BodyPool::Body& body : pool.bodies) {
    if (static_cast<int>(next.size()) == inflow.bodies()) break;
    if (state.is_dormant(body.dofs[0])) next.push_back(&body);
  }
  if (static_cast<int>(next.size()) < inflow.bodies())
    throw PoolExhausted(inflow, pool, state.t, static_cast<int>(next.size()));
  RandomNumbers random((static_cast<std::uint64_t>(inflow.seed) << 32) + static_cast<std::uint64_t>(layer));
  const Vector3 first = inflow.place + inflow.shift(state.t) + inflow.first;
  auto at = next.begin();
  for (int k = 0; k < inflow.counts[2]; ++k)
    for (int j = 0; j < inflow.counts[1]; ++j)
      for (int i = 0; i < inflow.counts[0]; ++i, ++at) {
        const BodyPool::Body& body = **at;
        set_dormant(body, false, state);
        const Vector3 x = first + inflow.spacing.cwiseProduct(Vector3(i, j, k)) +
                          inflow.jitter.cwiseProduct(random.in_cube());
        const Vector3 v = inflow.velocity + inflow.velocity_spread.cwiseProduct(random.in_cube());
        const Quaternion turn = random.orientation();
        for (Index axis = 0; axis < 3; ++axis) {
          const Index dof = body.dofs[axis];
          state.q[dof] = x[axis];
          state.v[dof] = v[axis];
        }
        const Quaternion orientation = pool.turned ? turn : Quaternion::Identity();
        state.q[body.quaternion] = orientation.w();
        state.q.segment<3>(body.quaternion + 1) = orientation.vec();
        passed[1] += body.mass;
      }
  passed[0] += inflow.bodies();
}

bool BodyExchange::go(const Outflow& outflow, double* passed, State& state) const {
  bool changed = false;
  for (const BodyPool::Body& body : pools_[outflow.pool].bodies) {
    if (state.is_dormant(body.dofs[0])) continue;
    if (!outflow.has({state.q[body.dofs[0]], state.q[body.dofs[1]], state.q[body.dofs[2]]})) continue;
    set_dormant(body, true, state);
    passed[0] += 1;
    passed[1] += body.mass;
    changed = true;
  }
  return changed;
}

long BodyExchange::need(int pool, double t) const {
  long sum = 0;
  for (const Inflow& inflow : inflows_)
    if (inflow.pool == pool) sum += inflow.bodies() * inflow.layers(t);
  return sum;
}

std::array<double, 2> BodyExchange::present(int pool, const State& state) const {
  std::array<double, 2> sum = {0, 0};
  for (const BodyPool::Body& body : pools_[pool].bodies)
    if (!state.is_dormant(body.dofs[0])) {
      sum[0] += 1;
      sum[1] += body.mass;
    }
  return sum;
}

}  // namespace jounce
