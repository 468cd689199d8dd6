#include "model/linear_equation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

const std::string kMasses =
    R"(
[[body]]
name = "a"
type = "point-mass"
mass = 2
position = [1, 5]
[[body]]
name = "b"
type = "point-mass"
mass = 3
position = [0, 7]
)";

std::string equation(const std::string& terms, const std::string& more = "") {
  return kMasses +
         fmt::format(R"(
[[joint]]
name = "e"
type = "equation"
terms = [{}]
)",
                     terms) +
         more;
}
const std::string kTwo =
    R"({ on = "a", component = "x", factor = 2 }, { on = "b", component = "y", factor = -1 })";

// 2 u_a = u_b with a force F on a: (m_a + 4 m_b) u_a'' = F, and b is pulled by 3 u_b''.
TEST(LinearEquation, CouplesDisplacements) {
  for (const char* scheme : {"nsga-ggl", "generalized-alpha", "moreau-jean"}) {
    test::DeckRun run(fmt::format(R"(
[integrator]
type = "{}"
step = 1e-2
end = 1
)",
                                  scheme) +
                      equation(kTwo, R"(
[[load]]
name = "f"
type = "force"
on = "a"
force = [7, 0]
)"));
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
    EXPECT_NEAR(run.state.q[0] - 1, 0.25, scheme[0] == 'm' ? 6e-3 : 1e-3) << scheme;  // F/(2 + 12) t^2/2
    EXPECT_NEAR(run.state.q[3] - 7, 2 * (run.state.q[0] - 1), 1e-10) << scheme;
    EXPECT_NEAR(std::abs(run.result.reaction[0]), 3.0, 1e-6) << scheme;
  }
}

TEST(LinearEquation, TheRightHandSideMoves) {
  test::DeckRun run(R"(
[integrator]
type = "nsga-ggl"
step = 1e-2
end = 1
)" + equation(kTwo, R"(value = "0.3*t^2"
)"));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
  EXPECT_NEAR(2 * (run.state.q[0] - 1) - (run.state.q[3] - 7), 0.3, 1e-12);
  EXPECT_NEAR(2 * run.state.v[0] - run.state.v[3], 0.6, 1e-10);
}

TEST(LinearEquation, AddsTermsOfOneCoordinateUp) {
  const LinearEquation e("e", {{4, 1, 0.5}, {2, 3, 0}, {4, 2, 0.5}}, params::TimeFunction());
  ASSERT_EQ(e.dofs().size(), 2u);
  State state;
  state.q = Vector::Zero(6);
  state.q[4] = 1.5;
  state.q[2] = 10;
  double g = 0;
  e.value(state, &g);
  EXPECT_DOUBLE_EQ(g, 3 * 10 + 3 * 1.0);
}

TEST(LinearEquation, DecksSayWhatIsWrong) {
  const auto error = [](const std::string& deck) {
    return io::test::message_of<params::InputError>([&] { test::build(deck); });
  };
  EXPECT_THAT(error(equation(R"({ on = "a", component = "x", factor = 2 })")), HasSubstr("two terms"));
  EXPECT_THAT(
      error(equation(
          R"({ on = "a", component = "x", factor = 2 }, { on = "a", component = "x", factor = -2 })")),
      HasSubstr("cancel"));
  EXPECT_THAT(
      error(equation(
          R"({ on = "a", component = "x", factor = 2 }, { on = "a", component = "z", factor = -2 })")),
      HasSubstr("model.dimension = 2"));
  EXPECT_THAT(error(equation(
                  R"({ on = "a", component = "x", factor = 2 }, { on = "m", component = "x", factor = -2 })",
                  R"(
[[body]]
name = "c"
type = "rigid"
mass = 1
inertia = 1
position = [0, 0]
[[marker]]
name = "m"
on = "c"
at = [1, 1]
)")),
              HasSubstr("nor the centre of a body"));
}

}  // namespace
}  // namespace jounce
