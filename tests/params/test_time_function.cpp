#include "params/time_function.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "params/bad_value.h"
#include "params/expression.h"

namespace jounce::params {
namespace {

TimeFunction expression(const std::string& text) { return TimeFunction::expression(text, Scope()); }

TEST(TimeFunction, IsAConstant) {
  const TimeFunction f(2.5);
  EXPECT_TRUE(f.is_constant());
  EXPECT_EQ(f(-1.0), 2.5);
  EXPECT_EQ(f.derivative(3.0), 0.0);
  EXPECT_EQ(f.second_derivative(3.0), 0.0);
  EXPECT_EQ(f.to_toml(), "2.5");
  EXPECT_EQ(TimeFunction()(1.0), 0.0);
}

TEST(TimeFunction, DetectsConstantExpressions) {
  Scope scope;
  scope.define("L", 4.0);
  const TimeFunction f = TimeFunction::expression("sqrt(L)", scope);
  EXPECT_TRUE(f.is_constant());
  EXPECT_EQ(f(7.0), 2.0);
  EXPECT_FALSE(TimeFunction::expression("L + 0*t", scope).is_constant());
}

TEST(TimeFunction, RefusesWrongExpressions) {
  EXPECT_THROW(expression("2*T"), ExpressionError);
  EXPECT_THROW(expression("1/0"), ExpressionError);
  EXPECT_THROW(expression("t = 3"), ExpressionError);
}

struct Case {
  const char* text;
  double (*derivative)(double);
  double (*second)(double);
};

const std::vector<Case> smooth_functions = {
    {"3*t + 1", [](double) { return 3.0; }, [](double) { return 0.0; }},
    {"t^3", [](double t) { return 3 * t * t; }, [](double t) { return 6 * t; }},
    {"sin(3*t)", [](double t) { return 3 * std::cos(3 * t); }, [](double t) { return -9 * std::sin(3 * t); }},
    {"exp(-t/5)", [](double t) { return -std::exp(-t / 5) / 5; },
     [](double t) { return std::exp(-t / 5) / 25; }},
    {"1e6*t^2", [](double t) { return 2e6 * t; }, [](double) { return 2e6; }},
    {"1/(1 + t)", [](double t) { return -std::pow(1 + t, -2); },
     [](double t) { return 2 * std::pow(1 + t, -3); }}};

class Derivatives : public testing::TestWithParam<Case> {};

TEST_P(Derivatives, AreThoseOfTheFunction) {
  const TimeFunction f = expression(GetParam().text);
  for (const double t : {0.0, 1e-4, 0.013, 0.5, 1.7, 12.0, 250.0}) {
    const double first = GetParam().derivative(t), second = GetParam().second(t);
    // Round-off of f itself bounds what differences can resolve; it matters where f is large and flat.
    const double noise = 1e-14 * std::abs(f(t)) / std::max(1.0, t);
    EXPECT_NEAR(f.derivative(t), first, 2e-10 * std::abs(first) + 1e-11 + noise)
        << GetParam().text << " at " << t;
    EXPECT_NEAR(f.second_derivative(t), second, 1e-6 * std::abs(second) + 1e-8 + noise)
        << GetParam().text << " at " << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, Derivatives, testing::ValuesIn(smooth_functions));

TEST(TimeFunction, DifferentiatesFastOscillations) {
  const double omega = 2 * std::acos(-1.0) * 20000.0;
  const TimeFunction f = expression("sin(2*pi*20000*t)");
  for (const double t : {0.0, 1e-5, 3.3e-4, 0.01}) {
    EXPECT_NEAR(f.derivative(t), omega * std::cos(omega * t), 1e-8 * omega) << t;
    EXPECT_NEAR(f.second_derivative(t), -omega * omega * std::sin(omega * t), 1e-5 * omega * omega) << t;
  }
}

TEST(TimeFunction, DifferentiatesPiecesAwayFromTheirEnds) {
  const TimeFunction f = expression("t < 1 ? 2*t : 2");
  EXPECT_NEAR(f.derivative(0.5), 2.0, 1e-9);
  EXPECT_NEAR(f.derivative(1.5), 0.0, 1e-9);
}

TEST(TimeFunction, DifferentiatesForwardAtTheEdgeOfItsDomain) {
  const TimeFunction f = expression("t^2.5");
  EXPECT_NEAR(f.derivative(0.0), 0.0, 1e-6);
  EXPECT_TRUE(std::isnan(expression("log(t)").derivative(-1.0)));
}

TEST(TimeFunction, CopiesShareTheirExpression) {
  TimeFunction copy;
  {
    const TimeFunction f = expression("2*t");
    copy = f;
  }
  EXPECT_EQ(copy(4.0), 8.0);
  EXPECT_EQ(copy.to_toml(), R"("2*t")");
}

TEST(TimeTable, InterpolatesLinearlyAndHoldsTheEnds) {
  const TimeFunction f = TimeFunction::table({0.0, 1.0, 3.0}, {2.0, 4.0, -2.0});
  EXPECT_FALSE(f.is_constant());
  EXPECT_EQ(f(-5.0), 2.0);
  EXPECT_EQ(f(0.0), 2.0);
  EXPECT_EQ(f(0.5), 3.0);
  EXPECT_EQ(f(1.0), 4.0);
  EXPECT_EQ(f(2.0), 1.0);
  EXPECT_EQ(f(3.0), -2.0);
  EXPECT_EQ(f(9.0), -2.0);
  EXPECT_EQ(f.to_toml(), "{ times = [0, 1, 3], values = [2, 4, -2] }");
}

TEST(TimeTable, HasTheSlopeOfThePieceThatBegins) {
  const TimeFunction f = TimeFunction::table({0.0, 1.0, 3.0}, {2.0, 4.0, -2.0});
  EXPECT_EQ(f.derivative(-1.0), 0.0);
  EXPECT_EQ(f.derivative(0.0), 2.0);
  EXPECT_EQ(f.derivative(1.0), -3.0);
  EXPECT_EQ(f.derivative(2.9), -3.0);
  EXPECT_EQ(f.derivative(3.0), 0.0);
  EXPECT_EQ(f.second_derivative(1.0), 0.0);
}

TEST(TimeTable, RefusesWhatIsNoFunction) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(TimeFunction::table({0.0, 1.0}, {1.0}), std::runtime_error);
  EXPECT_THROW(TimeFunction::table({0.0}, {1.0}), std::runtime_error);
  EXPECT_THROW(TimeFunction::table({}, {}), std::runtime_error);
  EXPECT_THROW(TimeFunction::table({0.0, 0.0}, {1.0, 2.0}), std::runtime_error);
  EXPECT_THROW(TimeFunction::table({1.0, 0.0}, {1.0, 2.0}), std::runtime_error);
  EXPECT_THROW(TimeFunction::table({0.0, inf}, {1.0, 2.0}), std::runtime_error);
  EXPECT_THROW(TimeFunction::table({0.0, 1.0}, {1.0, std::nan("")}), std::runtime_error);
}

TEST(TimeFunctionExpression, WithAnOriginRefusesWhatIsNotFinite) {
  const TimeFunction f = TimeFunction::expression("sqrt(1-t)", Scope(), "t", "deck.toml:3:9: 'force'");
  EXPECT_EQ(f(0), 1);
  try {
    f(2);
    FAIL();
  } catch (const BadValue& error) {
    EXPECT_STREQ(error.what(), R"toml(deck.toml:3:9: 'force': "sqrt(1-t)" is not a number at t = 2)toml");
  }
  EXPECT_THROW(f.derivative(2), BadValue);
  EXPECT_TRUE(std::isnan(expression("sqrt(1-t)")(2)));
}

}  // namespace
}  // namespace jounce::params
