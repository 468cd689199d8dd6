#include "stepping/impact_sequence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "../support/deck_run.h"
#include "la/decompositions.h"
#include "params/input_error.h"

namespace jounce {
namespace {

using test::DeckRun;

TEST(ImpactSequence, KeepsEnergyForOneAndNeverRaisesIt) {
  std::mt19937_64 random(5);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (int i = 0; i < 500; ++i) {
    const Index n = 1 + i % 8, bodies = n + 1 + i % 3;
    DenseMatrix W(bodies, n);
    for (double& value : W.reshaped()) value = uniform() - 0.5;
    Vector v(bodies), e(n);
    for (double& value : v) value = uniform() - 0.5;
    const bool is_elastic = i % 2 == 0;
    for (double& value : e) value = is_elastic ? 1 : uniform();
    const ImpactSequence after = impact_sequence(W.transpose() * W, W.transpose() * v, e);
    const Vector v_after = v + W * after.impulse;
    EXPECT_TRUE(((W.transpose() * v_after).array() >= -1e-9).all()) << i;
    EXPECT_LE((after.velocity - W.transpose() * v_after).norm(), 1e-9) << i;
    EXPECT_TRUE((after.impulse.array() >= 0).all()) << i;
    EXPECT_LE(v_after.norm(), v.norm() * (1 + 1e-9)) << i;
    if (is_elastic) {
      EXPECT_NEAR(v_after.norm(), v.norm(), 1e-9 * v.norm()) << i;
    }
  }
}

TEST(ImpactSequence, EndsBetweenWalls) {
  // A ball that touches two walls, which come nearer: nothing but rest in the mean remains.
  DenseMatrix A(2, 2);
  A << 1, -1, -1, 1;
  const ImpactSequence after =
      impact_sequence(A, Vector::Unit(2, 0) * -1 + Vector::Unit(2, 1), Vector::Ones(2));
  EXPECT_GE(after.velocity.minCoeff(), -1e-9);
  EXPECT_LE(after.velocity.norm(), 1e-9);
}

std::string cradle(const std::string& scheme, int balls, int moving) {
  std::string deck = "[model]\ndimension = 3\n";
  std::string shapes;
  for (int i = 0; i < balls; ++i) {
    const bool moves = i < moving;
    deck += fmt::format(
        R"(
[[body]]
name = "b{0}"
type = "rigid-3d"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [{1}, 0, 0]
velocity = [{2}, 0, 0]
[[shape]]
name = "s{0}"
type = "sphere"
on = ["b{0}"]
radius = 0.05
)",
        i, 0.1 * i - (moves ? 0.0055 : 0.0), moves ? 1 : 0);
    shapes += fmt::format(R"({}"s{}")", i == 0 ? "" : ", ", i);
  }
  return deck + fmt::format(
                    R"(
[[contact]]
name = "c"
type = "bodies"
shapes = [{}]
restitution = 1
impact_law = "sequential"
envelope = 0.001
[integrator]
type = "{}"
step = 1e-3
end = 0.02
)",
                    shapes, scheme);
}

class Cradle : public ::testing::TestWithParam<std::string> {};

TEST_P(Cradle, AsManyBallsLeaveAsCame) {
  for (int balls = 2; balls <= 7; ++balls)
    for (int moving = 1; moving <= std::min(4, balls - 1); ++moving) {
      std::vector<std::string> overrides;
      if (GetParam() == "impulse-velocity" || GetParam() == "ccp-euler")
        overrides.emplace_back("integrator.contact_tolerance=1e-12");
      DeckRun run(cradle(GetParam(), balls, moving), overrides);
      while (run.steps < 20) ASSERT_TRUE(run.step()) << run.result.failure_cause;
      for (int i = 0; i < balls; ++i)
        EXPECT_NEAR(run.state.v[6 * i], i >= balls - moving ? 1 : 0, 1e-9)
            << GetParam() << ": ball " << i << " of " << balls << ", " << moving << " came";
    }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Cradle,
                         ::testing::Values("nsga-ggl", "moreau-jean", "mixed-generalized-alpha",
                                           "mixed-bathe", "mixed-ed-alpha", "half-explicit", "event-driven",
                                           "impulse-velocity", "ccp-euler"));

}  // namespace
}  // namespace jounce
