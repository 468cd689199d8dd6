// Knots and mean rotations: finite motions with closed forms, and decks that are wrong. The derivatives are
// checked with those of all joints (test_joints.cpp).

#include "model/knot.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "../support/specimens.h"
#include "math/rotation.h"
#include "model/mean_rotation.h"

namespace jounce {
namespace {

using namespace test;
using ::testing::HasSubstr;

const std::vector<Vector3> kSquare = {{0, -1, 1}, {0, -1, -1}, {0, 1, -1}, {0, 1, 1}};

std::vector<Index> numbers(Index n) {
  std::vector<Index> list;
  for (Index i = 0; i < n; ++i) list.push_back(i);
  return list;
}

/// The square turned about an axis and moved, and theta behind it.
State turned(const Vector3& rotation, const Vector3& by, double theta) {
  State state;
  state.q.resize(13);
  for (std::size_t i = 0; i < 4; ++i)
    state.q.segment<3>(static_cast<Index>(3 * i)) = rotation_exponential(rotation) * kSquare[i] + by;
  state.q[12] = theta;
  return state;
}

// All points turn by the same angle about the axis, wherever they go: the mean is that angle.
TEST(MeanRotation, IsTheAngleOfARigidRotation) {
  const MeanRotation joint("j", numbers(13), kSquare, Vector3::UnitX(), 0, true);
  for (const double angle : {-2.0, 0.1, 3.0}) {
    double g = 1;
    joint.value(turned({angle, 0, 0}, {0.3, -2, 1}, angle), &g);
    EXPECT_NEAR(g, 0, 1e-13) << angle;
  }
}

// The linear one sees 4 sin(angle) in place of 4 angle.
TEST(MeanRotation, OfLinearTheoryIsItsProjection) {
  const MeanRotation joint("j", numbers(13), kSquare, Vector3::UnitX(), 0, false);
  double g = 1;
  joint.value(turned({0.8, 0, 0}, {0.3, -2, 1}, 0), &g);
  EXPECT_NEAR(g, 4 * std::sin(0.8), 1e-13);
}

// About y the points at z = +-1 count all the same; those on the axis not at all.
TEST(MeanRotation, LeavesPointsOnTheAxisOut) {
  const std::vector<Vector3> cross = {{0, -1, 0}, {0, 0, -1}, {0, 1, 0}, {0, 0, 1}};
  const MeanRotation joint("j", numbers(13), cross, Vector3::UnitY(), 0, true);
  State state;
  state.q.resize(13);
  for (std::size_t i = 0; i < 4; ++i)
    state.q.segment<3>(static_cast<Index>(3 * i)) = rotation_exponential({0, 0.5, 0}) * cross[i];
  state.q[12] = 0.5;
  double g = 1;
  joint.value(state, &g);
  EXPECT_NEAR(g, 0, 1e-13);
}

// x = x_r + R (p + s_1 (e_1 . p) e_1 + s_2 (e_2 . p) e_2)
TEST(Knot, TurnsAndStretches) {
  const Vector3 p(0.2, 0.5, -0.4), theta(0.7, -1.1, 0.4), x_r(1, 2, 3);
  const Matrix3 e_1 = Vector3::UnitY() * Vector3::UnitY().transpose(),
                e_2 = Vector3::UnitZ() * Vector3::UnitZ().transpose();
  Vector initial = Vector::Zero(11);
  initial.head<3>() = p;
  const KnotPoint knot("k", numbers(11), initial, {e_1, e_2}, true);
  State state;
  state.q.resize(11);
  state.q << x_r + rotation_exponential(theta) * Vector3(0.2, 0.5 * 1.1, -0.4 * 0.8), x_r, theta, 0.1, -0.2;
  Vector3 g;
  knot.value(state, g.data());
  EXPECT_LT(g.norm(), 1e-14);
}

TEST(Knot, DecksSayWhatIsWrong) {
  std::string points;
  for (const std::string name : {"c", "d", "e", "f"})
    points += scene::point_mass({.name = name, .position = {0, 0, 0}});
  const auto error = [&](const std::string& joint) {
    return io::test::message_of<params::InputError>([&] {
      test::build(points + R"(
[[joint]]
name = "j"
)" + joint,
                  3);
    });
  };
  const std::string knot = R"(
type = "knot"
on = "c"
reference = "d"
rotation = "e"
)";
  EXPECT_THAT(error(knot + "directions = [1, 0, 0]\n"), HasSubstr("need the node 'stretch'"));
  EXPECT_THAT(error(knot + R"(
stretch = "f"
directions = [1, 0]
)"),
              HasSubstr("three components"));
  EXPECT_THAT(error(knot + R"(
stretch = "f"
directions = [0, 0, 0]
)"),
              HasSubstr("zero length"));
  EXPECT_THAT(error(R"(
type = "knot"
on = "c"
reference = "d"
rotation = "ee"
)"),
              HasSubstr("did you mean 'e'"));
  const std::string mean = R"(
type = "mean-rotation"
on = "c"
rotation = "e"
component = "x"
)";
  EXPECT_THAT(error(mean + "axis = [0, 0, 0]\n"), HasSubstr("the axis must not be zero"));
  EXPECT_THAT(error(mean + "axis = [0, 0, 1]\n"), HasSubstr("all nodes lie on the axis"));
  EXPECT_THAT(io::test::message_of<params::InputError>([&] {
                test::build(
                    R"(
[[body]]
name = "c"
type = "point-mass"
mass = 1
position = [0, 0]
[[joint]]
name = "j"
)" + mean + "axis = [0, 0, 1]\n");
              }),
              HasSubstr("need model.dimension = 3"));
}

}  // namespace
}  // namespace jounce
