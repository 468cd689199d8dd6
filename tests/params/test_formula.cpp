#include "params/formula.h"

#include <gmock/gmock.h>

namespace jounce::params {
namespace {

TEST(Formula, IsEvaluatedInEveryRow) {
  const std::vector<double> a = {1, 2, 3}, b = {10, 20, 30};
  const Formula formula("b - 2*a + sin(pi)", {"a", "b", "unused"});
  EXPECT_THAT(formula.used(), testing::UnorderedElementsAre("a", "b"));
  EXPECT_THAT(formula.evaluate({{"a", &a}, {"b", &b}}, 3),
              testing::ElementsAre(testing::DoubleNear(8, 1e-14), testing::DoubleNear(16, 1e-14),
                                   testing::DoubleNear(24, 1e-14)));
}

TEST(Formula, SaysWhatIsWrong) {
  const auto message = [](const char* text) -> std::string {
    try {
      Formula(text, {"gap"});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message("2*gapp"), "expression '2*gapp': 'gapp' is not known");
  EXPECT_THAT(message("2*(gap"), testing::HasSubstr("expression '2*(gap': "));
  EXPECT_THAT(message("gap -"), testing::HasSubstr("expression 'gap -': "));
}

}  // namespace
}  // namespace jounce::params
