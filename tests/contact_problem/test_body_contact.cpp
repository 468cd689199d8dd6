#include <gtest/gtest.h>

#include <random>

#include "contact_problem/body_contact.h"
#include "contact_problem/cone.h"

namespace jounce::contact_problem {
namespace {

/// One contact with coupling, and its A.
BodyContact coupled(const SmallMatrix<3>& A, double mu) {
  BodyContact c{};
  const double entries[6] = {A(0, 0), A(0, 1), A(0, 2), A(1, 1), A(1, 2), A(2, 2)};
  std::copy(entries, entries + 6, c.A);
  c.mu = mu;
  c.scale = A.trace() / 3;
  c.inverse_normal = 1 / A(0, 0);
  return c;
}

/// The shift settles where the cone law is Coulomb's: natural map of the exact law at the fixed point.
TEST(BodyContact, SmoothedCoulombSettlesAtCoulomb) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  int sliding = 0;
  for (int i = 0; i < 200; ++i) {
    SmallMatrix<3> root = SmallMatrix<3>::Identity();
    SmallVector<3> b;
    for (int k = 0; k < 3; ++k) {
      b[k] = number(random);
      for (int l = 0; l < 3; ++l) root(k, l) += 0.2 * number(random);
    }
    const SmallMatrix<3> A = root * root.transpose();
    const double mu = 0.3;
    const BodyContact contact = coupled(A, mu);
    double shift = 0;
    SmallVector<3> r = SmallVector<3>::Zero();
    for (int k = 0; k < 400; ++k) SmoothedCoulombLaw::solve(contact, b.data(), r.data(), shift);
    SmallVector<3> u = A * r + b;
    const double slip = u.tail<2>().norm();
    EXPECT_NEAR(shift, mu * slip, 1e-9);
    u[0] += mu * slip;
    const SmallVector<3> target = r - u;
    EXPECT_LE((r - project_cone<3>(mu, target)).norm(), 1e-8);
    if (r[0] > 0 && slip > 1e-6) ++sliding;
  }
  EXPECT_GT(sliding, 20);
}

}  // namespace
}  // namespace jounce::contact_problem
