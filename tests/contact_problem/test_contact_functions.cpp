#include "contact_problem/contact_functions.h"

#include <gtest/gtest.h>

#include "random_problems.h"

namespace jounce::contact_problem {
namespace {

template <class Function>
void expect_derivatives(Function f, double mu, const SmallVector<3>& r, const SmallVector<3>& u,
                        const char* where) {
  const double h = 1e-6;
  const auto at = f(mu, r, u);
  for (int j = 0; j < 3; ++j) {
    const SmallVector<3> step = h * SmallVector<3>::Unit(j);
    const SmallVector<3> by_r = (f(mu, r + step, u).F - f(mu, r - step, u).F) / (2 * h);
    const SmallVector<3> by_u = (f(mu, r, u + step).F - f(mu, r, u - step).F) / (2 * h);
    EXPECT_LT((by_r - at.F_r.col(j)).norm(), 1e-6 * (1 + by_r.norm())) << where << " r" << j;
    EXPECT_LT((by_u - at.F_u.col(j)).norm(), 1e-6 * (1 + by_u.norm())) << where << " u" << j;
  }
}

TEST(ContactFunctions, FischerBurmeisterHasItsDerivatives) {
  RandomProblems random(5);
  for (int i = 0; i < 200; ++i)
    expect_derivatives(fischer_burmeister<3>, i % 10 == 0 ? 0.0 : random.between(0.05, 3), random.normals(3),
                       random.normals(3), "anywhere");
}

TEST(ContactFunctions, AlartCurnierHasItsDerivatives) {
  const double mu = 0.5;
  expect_derivatives(alart_curnier<3>, mu, SmallVector<3>(0.1, 0.2, 0.3), SmallVector<3>(1, 2, 3), "open");
  expect_derivatives(alart_curnier<3>, mu, SmallVector<3>(3, 0.1, 0.2), SmallVector<3>(0.1, 0.2, -0.3),
                     "stick");
  // Sliding: exact where r_T lies on the cone in the direction of x_T, as at solutions.
  const double slip = 2;
  const SmallVector<3> r(1, -0.5 * 0.6, -0.5 * 0.8), u(0, slip * 0.6, slip * 0.8);
  expect_derivatives(alart_curnier<3>, mu, r, u, "slide");
}

TEST(ContactFunctions, VanishAtSolutionsOnly) {
  const double mu = 0.5;
  struct {
    SmallVector<3> r, u;
    bool is_solution;
  } const cases[] = {{{0, 0, 0}, {1, 3, -2}, true},       {{2, 0.3, -0.1}, {0, 0, 0}, true},
                     {{2, 0.6, 0.8}, {0, -3, -4}, true},  {{2, 0.6, 0.8}, {0, 3, 4}, false},
                     {{2, 0.6, 0.8}, {1, -3, -4}, false}, {{2, 0.1, 0.1}, {0, -3, -4}, false},
                     {{0, 0, 0}, {-1e-3, 0, 0}, false},   {{2, 3, 0}, {0, 0, 0}, false}};
  for (const auto& c : cases) {
    EXPECT_EQ(alart_curnier<3>(mu, c.r, c.u).F.norm() < 1e-12, c.is_solution) << c.r.transpose();
    EXPECT_EQ(fischer_burmeister<3>(mu, c.r, c.u).F.norm() < 1e-7, c.is_solution) << c.r.transpose();
  }
}

}  // namespace
}  // namespace jounce::contact_problem
