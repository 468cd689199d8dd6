#include "params/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace jounce::params {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Evaluates what has to fail and gives the error.
ExpressionError error_of(const Scope& scope, const std::string& text) {
  try {
    const double value = scope.evaluate(text);
    ADD_FAILURE() << text << " gives " << value;
  } catch (const ExpressionError& error) {
    return error;
  }
  return {"", 0};
}

TEST(Scope, EvaluatesArithmetic) {
  Scope scope;
  scope.define("L", 10.0);
  scope.define("gap", 0.5);
  EXPECT_DOUBLE_EQ(scope.evaluate("gap + L/2"), 5.5);
  EXPECT_DOUBLE_EQ(scope.evaluate("2*pi"), 2.0 * std::acos(-1.0));
  EXPECT_DOUBLE_EQ(scope.evaluate("-2^2"), -4.0);
  EXPECT_DOUBLE_EQ(scope.evaluate("2^3^2"), 512.0);
  EXPECT_DOUBLE_EQ(scope.evaluate("sqrt(16) + atan2(0, 1) + max(1, 2, 3)"), 7.0);
  EXPECT_DOUBLE_EQ(scope.evaluate("L > 5 && gap < 1 ? 1.5e-3 : 7"), 1.5e-3);
  EXPECT_DOUBLE_EQ(scope.evaluate("ln(exp(2))"), 2.0);
  EXPECT_DOUBLE_EQ(scope.evaluate(" \n 1\t"), 1.0);
}

TEST(Scope, ComparisonsAreNoAssignments) {
  const Scope scope;
  EXPECT_DOUBLE_EQ(scope.evaluate("(1 == 1) + (1 <= 2) + (2 >= 3) + (1 != 2)"), 3.0);
  EXPECT_THAT(error_of(scope, "pi = 3").what(), HasSubstr("assignments are not allowed"));
}

TEST(Scope, NamesTheUnknownNameItsPlaceAndTheNearest) {
  Scope scope;
  scope.define("length", 1.0);
  const ExpressionError error = error_of(scope, "2*lenght + 1");
  EXPECT_STREQ(error.what(),
               R"(the expression "2*lenght + 1" is wrong: unknown name 'lenght' at character 3)");
  EXPECT_EQ(error.position(), 2);
  EXPECT_EQ(error.hint(), "length");
  EXPECT_EQ(error_of(scope, "squrt(1)").hint(), "sqrt");
  EXPECT_EQ(error_of(scope, "quux").hint(), "");
}

TEST(Scope, KnowsNoConstantsButItsOwn) {
  const Scope scope;
  EXPECT_THAT(error_of(scope, "_pi").what(), HasSubstr("unknown name '_pi'"));
  EXPECT_THAT(error_of(scope, "_e").what(), HasSubstr("unknown name '_e'"));
}

TEST(Scope, RefusesWhatIsNotFinite) {
  const Scope scope;
  EXPECT_THAT(error_of(scope, "1/0").what(), HasSubstr("divides by zero"));
  EXPECT_THAT(error_of(scope, "sqrt(-1)").what(), HasSubstr("takes 0/0"));
  EXPECT_THAT(error_of(scope, "1e999").what(), HasSubstr("wrong"));
}

TEST(Scope, RefusesMalformedExpressions) {
  const Scope scope;
  for (const char* text : {"", " ", "2*", "(1", "1)", "1 2", "1,2", R"("a")", "sin", "sin()", "1 ? 2", "\x01",
                           "a b", "1..2", "()", "+", "\xc3\xa9"}) {
    EXPECT_THROW(scope.evaluate(text), ExpressionError) << text;
  }
  EXPECT_THAT(error_of(scope, std::string(5000, '1')).what(), HasSubstr("too long"));
}

TEST(Scope, TimeIsOnlyKnownToFunctions) {
  EXPECT_THAT(error_of(Scope(), "2*t").what(), HasSubstr("the time t may only be used in functions of time"));
}

TEST(Scope, RefusesNamesThatMeanSomethingElse) {
  Scope scope;
  scope.define("a", 1.0);
  for (const char* name : {"a", "t", "pi", "sin", "", "2a", "a-b", "a b", "\xc3\xa9"}) {
    EXPECT_THROW(scope.define(name, 1.0), ExpressionError) << name;
  }
  EXPECT_THAT(scope.names(), ElementsAre("pi", "a"));
  scope.define("_b1", 2.0);
  scope.define("e", 3.0);
  EXPECT_DOUBLE_EQ(scope.evaluate("a + _b1 + e"), 6.0);
}

TEST(Expression, EvaluatesAtItsVariable) {
  Scope scope;
  scope.define("omega", 2.0);
  const Expression f = scope.compile("sin(omega*t)", "t");
  EXPECT_TRUE(f.uses_variable());
  EXPECT_EQ(f.text(), "sin(omega*t)");
  EXPECT_DOUBLE_EQ(f(0.3), std::sin(0.6));
  EXPECT_FALSE(scope.compile("omega + 1", "t").uses_variable());
  EXPECT_THROW(scope.compile("sin(omgea*t)", "t"), ExpressionError);
}

TEST(Scope, VariableOfAFunctionMustNotBeAParameterToo) {
  Scope scope;
  scope.define("v", 3);
  scope.define("rev", 2);
  try {
    scope.compile("0.3*rev*(1 - v)", "v");
    FAIL();
  } catch (const ExpressionError& error) {
    EXPECT_NE(std::string(error.what()).find("'v' is this function's variable and a parameter"),
              std::string::npos);
    EXPECT_EQ(error.position(), 13);
  }
  EXPECT_EQ(scope.compile("0.3*rev", "v")(7), 0.6);
}

TEST(Expression, OutlivesItsScope) {
  const Expression f = [] {
    Scope scope;
    scope.define("a", 3.0);
    return scope.compile("a*t", "t");
  }();
  EXPECT_DOUBLE_EQ(f(2.0), 6.0);
}

TEST(Expression, CopiesMayBeUsedInSeveralThreads) {
  const Expression f = Scope().compile("t*t + 1", "t");
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t k = 0; k < wrong.size(); ++k) {
    threads.emplace_back([k, copy = f, &wrong] {
      for (int i = 0; i < 20000; ++i) {
        const double t = static_cast<double>(k) + i;
        if (copy(t) != t * t + 1.0) ++wrong[k];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST(NamesIn, FindsVariablesAndConstantsOnly) {
  EXPECT_THAT(names_in("gap + L/2*sin(omega * t) + 1e5 + gap"), ElementsAre("gap", "L", "omega", "t"));
  EXPECT_THAT(names_in("max (a,b2)"), ElementsAre("a", "b2"));
  EXPECT_THAT(names_in(""), ElementsAre());
}

TEST(FunctionNames, ContainTheUsualOnes) {
  EXPECT_THAT(function_names(), testing::IsSupersetOf({"sin", "sqrt", "exp", "min", "atan2"}));
}

}  // namespace
}  // namespace jounce::params
