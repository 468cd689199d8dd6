#include "stepping/coulomb.h"

#include <cmath>

namespace jounce {

std::uint8_t CoulombPoint::wanted() const {
  const Tangential tau = Lambda_T - r * s;
  if (tau.norm() <= bound()) return contact_set::stick;
  return tau.size() == 1 && tau[0] < 0 ? contact_set::slip_back : contact_set::slip;
}

bool CoulombPoint::slips() const {
  constexpr double kReached = 1 - 1e-6;  // solvers without branches end within their tolerance
  return Lambda_T.norm() >= kReached * bound() && s.dot(Lambda_T) < 0;
}

double CoulombPoint::from_border() const { return std::abs((Lambda_T - r * s).norm() - bound()); }

CoulombPoint::Tangential CoulombPoint::direction(std::uint8_t set, const Tangential& tau) const {
  if (tau.size() == 1) return Tangential::Constant(1, set == contact_set::slip ? 1.0 : -1.0);
  const double length = tau.norm();
  return length > 0 ? Tangential(tau / length) : Tangential::Zero(2);
}

CoulombPoint::Tangential CoulombPoint::residual(std::uint8_t set) const {
  if (set == contact_set::open) return Lambda_T;
  if (set == contact_set::stick) return s;
  const Tangential tau = Lambda_T - r * s;
  return Lambda_T - (Lambda_0 + mu() * Lambda_N) * direction(set, tau);
}

CoulombPoint::Derivatives CoulombPoint::derivatives(std::uint8_t set) const {
  const Index n = s.size();
  Derivatives d{Tangential::Zero(n), Block::Zero(n, n), Block::Zero(n, n)};
  if (set == contact_set::open) {
    d.T.setIdentity();
    return d;
  }
  if (set == contact_set::stick) {
    d.S.setIdentity();
    return d;
  }
  const Tangential tau = Lambda_T - r * s;
  const Tangential along = direction(set, tau);
  d.N = -mu() * along;
  d.T.setIdentity();
  if (n == 2 && tau.norm() > 0) {
    // d(tau / |tau|) = P dtau / |tau|. The weight stays below 1, so that T has its inverse off the cone, and
    // on it where a support or joint holds the direction across the slip as well.
    constexpr double kMostWeight = 1 - 1e-6;
    const Block P = Block::Identity(2, 2) - along * along.transpose();
    const double weight = std::min(kMostWeight, bound() / tau.norm());
    d.T -= weight * P;
    d.S += r * weight * P;
  }
  const double speed = s.norm();
  if (!law.friction.is_constant() && speed > 0)
    d.S -= law.mu_slope(speed) * Lambda_N / speed * along * s.transpose();
  return d;
}

}  // namespace jounce
