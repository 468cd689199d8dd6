#include "stepping/coulomb.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "params/expression.h"

namespace jounce::test {
namespace {

using Tangential = CoulombPoint::Tangential;

ContactLaw law_of(params::TimeFunction mu, int tangents) {
  ContactLaw law;
  law.friction = std::move(mu);
  law.tangents = tangents;
  return law;
}

Tangential plane(double x) { return Tangential::Constant(1, x); }
Tangential space(double x, double y) {
  Tangential v(2);
  v << x, y;
  return v;
}

TEST(Coulomb, BranchesInThePlane) {
  const ContactLaw law = law_of(0.5, 1);
  EXPECT_EQ((CoulombPoint{law, 0.3, 2, plane(0.9), plane(0)}.wanted()), contact_set::stick);
  EXPECT_EQ((CoulombPoint{law, 0.3, 2, plane(1.0), plane(-0.1)}.wanted()), contact_set::slip);
  EXPECT_EQ((CoulombPoint{law, 0.3, 2, plane(-1.0), plane(0.1)}.wanted()), contact_set::slip_back);
  EXPECT_EQ((CoulombPoint{law, 0.3, 0, plane(0), plane(0.1)}.wanted()), contact_set::slip_back);
  EXPECT_NEAR((CoulombPoint{law, 0.3, 2, plane(0.9), plane(0)}.from_border()), 0.1, 1e-15);
}

/// Slip without branches: at the bound within a millionth, and against friction.
TEST(Coulomb, TellsSlipFromValues) {
  const ContactLaw law = law_of(0.5, 2);
  const auto slips = [&](double friction, double slip) {
    return CoulombPoint{law, 0.3, 2, space(0, friction), space(0.1, slip)}.slips();
  };
  EXPECT_TRUE(slips(1 - 1e-7, -3));
  EXPECT_TRUE(slips(-1 - 1e-7, 3));
  EXPECT_FALSE(slips(1 - 1e-5, -3)) << "below the bound";
  EXPECT_FALSE(slips(1, 3)) << "pushed, not held back";
  EXPECT_FALSE(slips(1, 0));
}

/// The residual vanishes at impulses and slip velocities that obey the law, and nowhere else.
TEST(Coulomb, ResidualIsTheLaw) {
  const ContactLaw law = law_of(0.5, 2);
  const CoulombPoint sticks{law, 0.3, 2, space(0.3, -0.4), space(0, 0)};
  EXPECT_EQ(sticks.wanted(), contact_set::stick);
  EXPECT_EQ(sticks.residual(contact_set::stick).norm(), 0);
  const CoulombPoint slips{law, 0.3, 2, space(0.6, -0.8), space(-3, 4)};
  EXPECT_EQ(slips.wanted(), contact_set::slip);
  EXPECT_NEAR(slips.residual(contact_set::slip).norm(), 0, 1e-15);
  const CoulombPoint askew{law, 0.3, 2, space(0.6, -0.8), space(-3, 4.1)};
  EXPECT_GT(askew.residual(askew.wanted()).norm(), 1e-3);
  const CoulombPoint too_weak{law, 0.3, 2, space(0.3, -0.4), space(-3, 4)};
  EXPECT_GT(too_weak.residual(too_weak.wanted()).norm(), 0.1);
  const CoulombPoint open{law, 0.3, 0, space(0.1, 0.2), space(7, 8)};
  EXPECT_EQ(open.residual(contact_set::open), space(0.1, 0.2));
}

TEST(Coulomb, DerivativesAgreeWithDifferences) {
  const params::Scope scope;
  const params::TimeFunction falling = params::TimeFunction::expression("0.3 + 0.4*exp(-t)", scope);
  for (const bool is_constant : {true, false})
    for (const int n : {1, 2}) {
      const ContactLaw law = law_of(is_constant ? params::TimeFunction(0.4) : falling, n);
      const Tangential Lambda_T = n == 1 ? plane(-1.1) : space(0.7, -1.1);
      const Tangential s = n == 1 ? plane(0.8) : space(-0.9, 0.6);
      for (const std::uint8_t set :
           {contact_set::open, contact_set::stick, contact_set::slip, contact_set::slip_back}) {
        if (n == 2 && set == contact_set::slip_back) continue;
        SCOPED_TRACE(std::to_string(n) + " " + std::to_string(set));
        const auto residual = [&](const Vector& x) {
          return Vector(
              CoulombPoint{law, 0.3, 1.7 + x[0], Lambda_T + x.segment(1, n), s + x.segment(1 + n, n)}
                  .residual(set));
        };
        const CoulombPoint::Derivatives d = CoulombPoint{law, 0.3, 1.7, Lambda_T, s}.derivatives(set);
        DenseMatrix all(n, 1 + 2 * n);
        all << d.N, d.T, d.S;
        EXPECT_TRUE(close(all, differences(residual, Vector::Zero(1 + 2 * n)), 1e-6));
      }
    }
}

}  // namespace
}  // namespace jounce::test
