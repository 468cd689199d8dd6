// Joints "collinear" and "coplanar" and the contact "tether" in decks.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

std::string mass(const std::string& name, const std::string& position) {
  return fmt::format(R"(
[[body]]
name = "{}"
type = "point-mass"
mass = 2
position = [{}]
)",
                     name, position);
}
std::string solver(double step) {
  return fmt::format(R"(
[integrator]
type = "nsga-ggl"
step = {}
end = 1
)",
                     step);
}
std::string error(const std::string& deck, int dimension = 2) {
  return io::test::message_of<params::InputError>([&] { test::build(deck, dimension); });
}

const std::string kLine = mass("a", "0, 0") + mass("b", "4, 0");
std::string collinear(const std::string& more, const std::string& line = R"("a", "b")") {
  return kLine +
         fmt::format(R"(
[[joint]]
name = "j"
type = "collinear"
line = [{}]
on = "p"
)",
                     line) +
         more;
}

// P at a quarter of the line under a force F across it gives 3/4 and 1/4 of lambda to A and B:
// F - lambda = (9/16 + 1/16) lambda, u_A = 3/4 lambda / m t^2 / 2.
TEST(Alignment, AForceOnThePointBetweenMovesTheLine) {
  test::DeckRun run(solver(1e-3) + collinear(mass("p", "1, 0") + R"(
[[load]]
name = "f"
type = "force"
on = "p"
force = [0, 6.5]
)"));
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(run.step());
  const double lambda = 6.5 / 1.625, t = 0.05;
  EXPECT_NEAR(run.state.q[1], 0.75 * lambda / 2 * t * t / 2, 2e-5 * t * t);
  EXPECT_NEAR(run.state.q[3], 0.25 * lambda / 2 * t * t / 2, 2e-5 * t * t);
  for (int i = 0; i < 900; ++i) ASSERT_TRUE(run.step());
  const Vector& q = run.state.q;
  EXPECT_GT(std::abs(q[3] - q[1]), 0.2) << "the line turns";
  EXPECT_NEAR((q[4] - q[0]) * (q[3] - q[1]) - (q[5] - q[1]) * (q[2] - q[0]), 0, 1e-9);
}

// A force at the centre of three equal masses moves all four alike.
TEST(Alignment, AForceOnThePointAmidMovesThePlane) {
  test::DeckRun run("[model]\ndimension = 3\n" + solver(1e-2) + mass("a", "0, 0, 0") + mass("b", "3, 0, 1") +
                    mass("c", "0, 3, 2") + mass("p", "1, 1, 1") + R"(
[[joint]]
name = "j"
type = "coplanar"
plane = ["a", "b", "c"]
on = "p"
[[load]]
name = "f"
type = "force"
on = "p"
force = [-3, -6, 9]
)");
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
  const Vector3 a = Vector3(-3, -6, 9) / 8;  // along the normal (-1, -2, 3): no part within the plane
  for (const Index node : {0, 3, 6, 9})
    for (Index k = 0; k < 3; ++k)
      EXPECT_NEAR(run.state.q[node + k] - run.model->system.initial_state().q[node + k], a[k] / 2,
                  1e-2 * a.norm());
}

// Thrown away from the ground, it comes to the end of the tether and, without restitution, stays there.
TEST(Tether, EndsAMotion) {
  for (const double restitution : {0.0, 1.0}) {
    test::DeckRun run(fmt::format(R"(
[integrator]
type = "moreau-jean"
step = 1e-2
end = 1
[[body]]
name = "p"
type = "point-mass"
mass = 2
position = [3, 4]
velocity = [0.6, 0.8]
[[contact]]
name = "c"
type = "tether"
between = ["ground", "p"]
length = 5.505
restitution = {}
)",
                                  restitution));
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step());
    const double distance = std::hypot(run.state.q[0], run.state.q[1]);
    EXPECT_NEAR(distance, restitution == 0 ? 5.505 : 5.01, 1.1e-2);
    EXPECT_NEAR(run.state.v[1], restitution == 0 ? 0 : -0.8, 1e-6);
  }
}

std::string mean_rotation(const std::string& axis, const std::string& angle = "t") {
  return fmt::format(R"(
[[mesh]]
name = "m"
type = "block"
from = [0, 0, 0]
to = [1, 1, 1]
counts = [1, 1, 1]
[[material]]
name = "s"
E = 1e3
nu = 0.3
rho = 2
[[element]]
name = "e"
type = "solid"
mesh = "m"
material = "s"
{}
[[joint]]
name = "j"
type = "mean-rotation"
on = "m.z_max"
axis = [{}]
rotation = "{}"
component = "x"
)",
                     mass("t", "9, 9, 9"), axis, angle);
}

TEST(Alignment, MeanRotationsSayWhatIsWrong) {
  EXPECT_NO_THROW(test::build(mean_rotation("0, 0, 1"), 3));
  EXPECT_THAT(error(mean_rotation("0, 0, 0"), 3), HasSubstr("the axis must not be zero"));
  EXPECT_THAT(error(mean_rotation("0, 0, 1", "m.z_max"), 3), HasSubstr("m.z_max"));
}

TEST(Alignment, DecksSayWhatIsWrong) {
  EXPECT_THAT(error(collinear(mass("p", "1, 0.1"))), HasSubstr("a point of 'p' is 0.1 away from the line"));
  EXPECT_THAT(error(collinear(mass("p", "1, 0"), R"("a", "a")")), HasSubstr("the two points coincide"));
  EXPECT_THAT(error(collinear(R"(
[[body]]
name = "p"
type = "rigid"
mass = 1
inertia = 1
position = [1, 0]
)")),
              HasSubstr("'p' is neither a node of a mesh without rotations nor a point mass"));
  EXPECT_THAT(error(kLine + R"(
[[joint]]
name = "j"
type = "collinear"
line = ["a", "b"]
on = "b"
)"),
              HasSubstr("'b' has no points beside those of 'line'"));
  EXPECT_THAT(error(kLine + mass("p", "1, 0") + R"(
[[joint]]
name = "j"
type = "coplanar"
plane = ["a", "b", "p"]
on = "b"
)"),
              HasSubstr("the model has model.dimension = 2"));
  EXPECT_THAT(
      error(mass("a", "0, 0, 0") + mass("b", "1, 1, 1") + mass("c", "2, 2, 2") + mass("p", "1, 0, 0") + R"(
[[joint]]
name = "j"
type = "coplanar"
plane = ["a", "b", "c"]
on = "p"
)",
            3),
      HasSubstr("the three points are collinear"));
  EXPECT_THAT(error(kLine + R"(
[[contact]]
name = "c"
type = "tether"
between = ["a", "b"]
length = 3
)"),
              HasSubstr("the points are 4 apart at the start, which is more"));
}

}  // namespace
}  // namespace jounce
