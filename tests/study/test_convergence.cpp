#include "study/convergence.h"

#include <gmock/gmock.h>

#include <cmath>

namespace jounce::study {
namespace {

using testing::ElementsAre;

TEST(CommonRows, AreThoseWhoseTimesAllHave) {
  const std::vector<double> a = {0, 0.2, 0.4, 0.6}, b = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
                            c = {0, 0.3, 0.4 + 1e-12, 0.6};
  const auto rows = common_rows({&a, &b, &c}, 1e-9);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_THAT(rows[0], ElementsAre(0, 2, 3));
  EXPECT_THAT(rows[1], ElementsAre(0, 4, 6));
  EXPECT_THAT(rows[2], ElementsAre(0, 2, 3));
  const std::vector<double> none = {0.05};
  EXPECT_TRUE(common_rows({&a, &none}, 1e-9)[0].empty());
  EXPECT_TRUE(common_rows({}, 1e-9).empty());
}

TEST(Norms, OfGivenRows) {
  const ErrorNorms norms = norms_of({1, 99, 2, 3}, {0, 2, 3}, {1, 5, -1});
  EXPECT_EQ(norms.max, 4);
  EXPECT_DOUBLE_EQ(norms.l2, std::sqrt(25.0 / 3));
  EXPECT_TRUE(std::isnan(norms_of({NAN}, {0}, {1}).max));
}

TEST(Order, AgainstTheExactSolution) {
  EXPECT_DOUBLE_EQ(order_of(0.2, 4e-3, 0.1, 1e-3), 2);
  EXPECT_DOUBLE_EQ(order_of(0.3, 9e-3, 0.1, 1e-3), 2);
  EXPECT_TRUE(std::isnan(order_of(0.2, 0, 0.1, 1e-3)));
}

// Errors 3 h^p, seen as differences to the finest run: the plain quotient would give 2.32 instead of 2 where
// the finest has a quarter of the step.
TEST(Order, AgainstTheFinestRunIsNotBiased) {
  for (const double p : {0.5, 1.0, 2.0, 3.0, 4.0}) {
    const auto error = [&](double h, double h_f) { return 3 * (std::pow(h, p) - std::pow(h_f, p)); };
    EXPECT_NEAR(order_against(0.4, error(0.4, 0.1), 0.2, error(0.2, 0.1), 0.1), p, 1e-9);
    EXPECT_NEAR(order_against(0.4, error(0.4, 0.01), 0.3, error(0.3, 0.01), 0.01), p, 1e-9);
  }
  EXPECT_NEAR(order_of(0.4, 15, 0.2, 3), 2.32, 5e-3);
}

TEST(Order, IsNoneWhereErrorsDoNotFall) {
  EXPECT_TRUE(std::isnan(order_against(0.4, 1, 0.2, 1, 0.1)));
  EXPECT_TRUE(std::isnan(order_against(0.4, 1, 0.2, 2, 0.1)));
  // Order 0 would still give log 4 / log 2 = 2.
  EXPECT_TRUE(std::isnan(order_against(0.4, 1.9, 0.2, 1, 0.1)));
  EXPECT_NEAR(order_against(0.4, 3, 0.2, 1, 0.1), 1, 1e-9);
}

}  // namespace
}  // namespace jounce::study
