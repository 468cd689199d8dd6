#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../statics/statics.h"
#include "../support/solid_block.h"

namespace jounce {
namespace {

using test::Statics;
using ::testing::HasSubstr;

std::string blocks(const std::string& counts, const std::string& high_from, const std::string& tie) {
  return R"(
[model]
dimension = 2
[analysis]
type = "static"
step = 1
[[material]]
name = "m"
E = 1000
nu = 0.3
rho = 1
)" + test::solid_block("low", "[0, 0]", "[2, 1]", "[2, 1]") +
         test::solid_block("high", high_from, "[2, 2]", counts) + R"(
[[boundary]]
on = "low.y_min"
components = ["y"]
[[boundary]]
on = "low.x_min"
components = ["x"]
[[load]]
name = "p"
type = "traction"
surface = "high.y_max"
traction = [0, 7]
[[joint]]
name = "glue"
type = "tie"
surface = "high.y_min"
to = "low.y_max"
)" + tie;
}

/// With every node of the coarse side on one of the fine side a constant stress passes: v = 7 y (1 - nu^2) /
/// E in plane strain.
TEST(Tie, CarriesTension) {
  Statics s(blocks("[4, 2]", "[0, 1]", ""));
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  double top = 0;
  for (Index i = 0; i < s.state.q.size(); ++i) top = std::max(top, s.state.q[i]);
  EXPECT_NEAR(top, 2 * (1 + 7 * (1 - 0.09) / 1000), 1e-10);
}

/// A node beside the other surface is tied to the end of it, as far as the tolerance reaches.
TEST(Tie, NodesBesideTheSurfaceGoToItsSide) {
  Statics s(blocks("[4, 2]", "[-0.02, 1]", ""));
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  double top = 0;
  for (Index i = 0; i < s.state.q.size(); ++i) top = std::max(top, s.state.q[i]);
  // 1 % of the width hangs over: its load, and the bending that it makes, come to 2 % of the extension.
  const double extension = 2 * 7 * (1 - 0.09) / 1000;
  EXPECT_NEAR(top, 2 + extension, 0.03 * extension);
  EXPECT_THROW(Statics(blocks("[4, 2]", "[-0.05, 1]", "")), params::InputError);
}

/// Round-off of a node's place does not tie it to nodes beyond its face: on the plane of symmetry they are
/// held.
TEST(Tie, RoundOffOfPlacesDoesNotLock) {
  Statics s(blocks("[4, 2]", "[1e-9, 1]", ""));
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  double top = 0;
  for (Index i = 0; i < s.state.q.size(); ++i) top = std::max(top, s.state.q[i]);
  EXPECT_NEAR(top, 2 * (1 + 7 * (1 - 0.09) / 1000), 1e-7);
}

TEST(Tie, DecksSayWhatIsWrong) {
  const auto error = [](const std::string& deck) {
    return io::test::message_of<params::InputError>([&] { Statics s(deck); });
  };
  EXPECT_THAT(error(blocks("[4, 2]", "[0, 1.2]", "")), HasSubstr("has no face of 'low.y_max' within 0.025"));
  EXPECT_EQ(error(blocks("[4, 2]", "[0, 1.2]", "tolerance = 0.3\n")), "");
  EXPECT_THAT(error(blocks("[4, 2]", "[0, 1]", "tolerance = -1\n")), HasSubstr("tolerance"));
}

}  // namespace
}  // namespace jounce
