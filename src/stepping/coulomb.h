#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>

#include "model/contact.h"

namespace jounce {

/// Which branch of the contact conditions a velocity-level contact row takes. In the plane a slip has a sign.
namespace contact_set {
constexpr std::uint8_t open = 0, stick = 1, slip = 2,
                       slip_back = 3;  ///< frictionless contacts that close: stick
constexpr std::uint8_t cone = 4;       ///< no branch: a function of the whole cone decides
}  // namespace contact_set

/// Coulomb's law on the second-order cone in the semi-smooth form of Alart and Curnier (1991), CMAME 92,
/// 353-375. With impulses Lambda_N, Lambda_T, the slip velocity s = u_T+ + e_T u_T- and tau = Lambda_T - r s:
///
///   open    Lambda_T = 0
///   stick   s = 0                                    where |tau| <= mu Lambda_N
///   slip    Lambda_T = mu Lambda_N tau / |tau|       elsewhere
///
/// The bound mu Lambda_N may have a constant part Lambda_0 added (friction in joints).
///
/// No polygon and no regularisation: at the solution |Lambda_T| <= mu Lambda_N, and slip is opposite to
/// friction. `size` is the number of tangential directions, 1 or 2.
struct CoulombPoint {
  using Tangential = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 2, 1>;
  using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 2, 2>;

  const ContactLaw& law;
  double r;  ///< weight of the slip velocity, at most the effective mass
  double Lambda_N;
  Tangential Lambda_T, s;
  double Lambda_0 = 0;

  /// Friction coefficient at the slip speed.
  double mu() const { return law.friction.is_constant() ? law.friction(0) : std::max(0.0, law.mu(s.norm())); }
  /// The branch at these values; open contacts are decided by the normal direction.
  std::uint8_t wanted() const;
  /// Whether these values, of a solution that was not found by branches, are those of slip: friction has
  /// reached its bound, |Lambda_T| >= (1 - 1e-6) (Lambda_0 + mu Lambda_N), and s . Lambda_T < 0.
  bool slips() const;
  /// Distance of |tau| from the border between stick and slip; in units of impulse.
  double from_border() const;
  Tangential residual(std::uint8_t set) const;

  /// d(residual) = N dLambda_N + T dLambda_T + S ds
  struct Derivatives {
    Tangential N;
    Block T, S;
  };
  Derivatives derivatives(std::uint8_t set) const;

 private:
  double bound() const { return Lambda_0 + mu() * (Lambda_N > 0 ? Lambda_N : 0.0); }
  Tangential direction(std::uint8_t set, const Tangential& tau) const;
};

}  // namespace jounce
