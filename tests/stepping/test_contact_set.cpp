#include "stepping/contact_set.h"

#include <gtest/gtest.h>

#include "../support/deck_run.h"

namespace jounce::test {
namespace {

using Flags = std::vector<std::uint8_t>;

TEST(CyclingGuard, LeavesFreshSetsAlone) {
  CyclingGuard guard;
  guard.begin();
  EXPECT_EQ(guard.most_flipped(), -1);
  Flags wanted = {1, 1, 0};
  guard.choose({0, 0, 0}, wanted);
  EXPECT_EQ(wanted, (Flags{1, 1, 0}));
  wanted = {1, 0, 1};
  guard.choose({1, 1, 0}, wanted);
  EXPECT_EQ(wanted, (Flags{1, 0, 1}));
  EXPECT_FALSE(guard.cycled());
}

TEST(CyclingGuard, ChangesOnlyTheFirstRowOnceASetReturns) {
  CyclingGuard guard;
  guard.begin();
  Flags a = {0, 1, 1}, b = {1, 0, 1};
  guard.choose(a, b);
  b = {0, 1, 1};
  guard.choose({1, 0, 1}, b);
  EXPECT_EQ(b, (Flags{0, 1, 1}));
  b = {1, 0, 1};  // seen before
  guard.choose({0, 1, 1}, b);
  EXPECT_TRUE(guard.cycled());
  EXPECT_EQ(b, (Flags{1, 1, 1}));
  b = {1, 0, 0};
  guard.choose({1, 1, 1}, b);  // the rule stays until the next step
  EXPECT_EQ(b, (Flags{1, 0, 1}));
  guard.begin();
  EXPECT_FALSE(guard.cycled());
  EXPECT_EQ(guard.most_flipped(), -1);
}

TEST(CyclingGuard, CountsFlipsForTheBlame) {
  CyclingGuard guard;
  guard.begin();
  Flags wanted = {0, 1, 0};
  guard.choose({0, 0, 0}, wanted);
  wanted = {1, 0, 0};
  guard.choose({0, 1, 0}, wanted);
  EXPECT_EQ(guard.most_flipped(), 1);
}

TEST(CyclingGuard, SameSetsAreNoReturn) {
  CyclingGuard guard;
  guard.begin();
  Flags wanted = {1, 0};
  for (int i = 0; i < 3; ++i) guard.choose({1, 0}, wanted);
  EXPECT_FALSE(guard.cycled());
  EXPECT_EQ(guard.most_flipped(), -1);
}

/// A rigid body with three corners at different heights and a particle over a plane of their own.
const char* const kCorners = R"(
[model]
gravity = [0, -10]
[[body]]
name = "plate"
type = "rigid"
mass = 2
inertia = 0.5
position = [0, 1]
velocity = [0.3, -1]
angular_velocity = 0.7
[[body]]
name = "ball"
type = "point-mass"
mass = 3
position = [5, 0.4]
velocity = [0, -2]
[[marker]]
name = "left"
on = "plate"
at = [-1, -0.5]
[[marker]]
name = "middle"
on = "plate"
at = [0, -0.2]
[[marker]]
name = "right"
on = "plate"
at = [1, -0.9]
[[contact]]
name = "floor"
type = "point-plane"
points = ["left", "middle", "right"]
through = [0, 0]
normal = [0, 1]
restitution = 0.25
[[contact]]
name = "slope"
type = "point-plane"
points = ["ball"]
radius = 0.1
through = [5, 0]
normal = [3, 4]
[integrator]
step = 1e-2
end = 1
)";

class ContactSetTest : public testing::Test {
 protected:
  ContactSetTest() : run(kCorners) {
    scales.set_mass(run.system(), run.state);
    scales.observe(run.system(), run.state, Vector::Zero(run.system().nv()), 1e-2);
  }
  bool begin(double envelope = -1) { return set.begin(run.system(), run.state, scales, envelope, 0.5); }

  DeckRun run;
  Scales scales;
  ContactSet set;
};

TEST_F(ContactSetTest, FindsRowsWithVelocitiesAndMasses) {
  EXPECT_TRUE(begin());
  EXPECT_FALSE(begin());  // the same rows again
  ASSERT_EQ(set.size(), 4);
  // velocity of a corner: v_y + omega x
  EXPECT_NEAR(set.velocity_before()[0], -1 - 0.7, 1e-15);
  EXPECT_NEAR(set.velocity_before()[1], -1, 1e-15);
  EXPECT_NEAR(set.velocity_before()[2], -1 + 0.7, 1e-15);
  EXPECT_NEAR(set.velocity_before()[3], -2 * 0.8, 1e-15);
  EXPECT_NEAR(set.target(0), 0.25 * 1.7, 1e-15);
  EXPECT_EQ(set.target(3), 0);
  // 1 / (1/m + x^2/J)
  EXPECT_NEAR(set.effective_mass(0), 1 / (1 / 2.0 + 1 / 0.5), 1e-15);
  EXPECT_NEAR(set.effective_mass(1), 2, 1e-15);
  EXPECT_NEAR(set.effective_mass(3), 3, 1e-15);
  for (int row = 0; row < 4; ++row) EXPECT_NEAR(set.r(row), 0.5 * set.effective_mass(row), 1e-15);
  for (int row = 0; row < 4; ++row) {
    EXPECT_GT(set.gap_round_off(row), 0);
    EXPECT_LT(set.gap_round_off(row), 1e-11);
    EXPECT_GT(set.gap_tie(row), 0);
    EXPECT_LT(set.gap_tie(row), 1e-12);
    EXPECT_GT(set.velocity_tie(row), 0);
    EXPECT_LT(set.velocity_tie(row), 1e-11);
  }
}

TEST_F(ContactSetTest, EnvelopeLimitsTheSearch) {
  // gaps 0.5, 0.8, 0.1; slope (0.4 * 0.8) - 0.1 = 0.22
  begin(0.3);
  ASSERT_EQ(set.size(), 2);
  EXPECT_EQ(set.rows()[0].point, 2);
  EXPECT_EQ(set.rows()[1].pair, 1);
}

TEST_F(ContactSetTest, WarmStartFollowsTheIdentityOfARow) {
  begin();
  set.accept(Eigen::Vector4d(1, 2, 3, 4), Eigen::Vector4d(10, 20, 30, 40), Vector());
  EXPECT_TRUE(begin(0.3));
  EXPECT_EQ(set.warm_nu(), Eigen::Vector2d(3, 4));
  EXPECT_EQ(set.warm_Lambda(), Eigen::Vector2d(30, 40));
  set.accept(Eigen::Vector2d(5, 6), Eigen::Vector2d(50, 60), Vector());
  EXPECT_TRUE(begin());
  EXPECT_EQ(set.warm_nu(), Eigen::Vector4d(0, 0, 5, 6));
  EXPECT_EQ(set.warm_Lambda(), Eigen::Vector4d(0, 0, 50, 60));
  begin(0);  // no row at all
  EXPECT_EQ(set.size(), 0);
  set.accept(Vector(0), Vector(0), Vector());
  begin();
  EXPECT_TRUE(set.warm_nu().isZero(0));
}

TEST_F(ContactSetTest, StoreCarriesTheWarmStartToAnotherRun) {
  begin();
  set.accept(Eigen::Vector4d(1, 2, 3, 4), Eigen::Vector4d(10, 20, 30, 40), Vector());
  ContactSet other;
  other.store() = set.store();
  other.begin(run.system(), run.state, scales, -1, 0.5);
  EXPECT_EQ(other.warm_nu(), set.warm_nu().size() == 4 ? Vector(Eigen::Vector4d(1, 2, 3, 4)) : Vector());
  EXPECT_EQ(other.warm_Lambda(), Vector(Eigen::Vector4d(10, 20, 30, 40)));
}

TEST_F(ContactSetTest, ReportsImpactsOfClosingContactsOnly) {
  begin();
  StepResult result;
  const Vector Lambda = Eigen::Vector4d(2, 0, 0, 1), nu = Eigen::Vector4d(0.1, 0, 0, 0);
  const Vector after = Eigen::Vector4d(0.425, -1, 0.3, 0), still = Vector::Zero(4), none;
  report_contacts(set, {nu, Lambda, after, none, none}, 7.5, result);
  EXPECT_EQ(result.active_contacts, 2);
  ASSERT_EQ(result.impacts.size(), 2u);
  EXPECT_EQ(result.impacts[0].time, 7.5);
  EXPECT_EQ(result.impacts[0].impulse, 2);
  EXPECT_NEAR(result.impacts[0].velocity_before, -1.7, 1e-15);
  EXPECT_EQ(result.impacts[0].velocity_after, 0.425);
  EXPECT_EQ(run.system().describe(result.impacts[0].row), "floor:left");
  EXPECT_EQ(run.system().describe(result.impacts[1].row), "slope");
  EXPECT_NEAR(result.contact_work, 0.5 * 2 * (-1.7 + 0.425) + 0.5 * (-1.6), 1e-14);

  run.state.v.setZero();  // a contact that stays closed is no impact
  begin();
  report_contacts(set, {nu, Lambda, still, none, none}, 7.6, result);
  EXPECT_EQ(result.active_contacts, 2);
  EXPECT_TRUE(result.impacts.empty());
}

/// With friction on the floor the three corners have a tangential row each, the ball on the slope none.
TEST_F(ContactSetTest, FrictionAddsTangentialRows) {
  std::string deck = kCorners;
  deck.insert(deck.find("restitution = 0.25"), "friction = 0.5\ntangential_restitution = 0.1\n");
  DeckRun rough(deck);
  set.begin(rough.system(), rough.state, scales, -1, 0.5);
  ASSERT_EQ(set.tangents(), 3);
  ASSERT_EQ(set.friction().size(), 3u);
  EXPECT_EQ(set.friction()[2].row, 2);
  EXPECT_EQ(set.friction()[2].first, 2);
  // t = (-1, 0): velocity of a corner below the centre by s is 0.3 + omega s
  EXPECT_NEAR(set.tangential_before()[1], -(0.3 + 0.7 * 0.2), 1e-15);
  EXPECT_NEAR(set.friction()[1].r, 0.5 / (1 / 2.0 + 0.2 * 0.2 / 0.5), 1e-15);
  const Vector Lambda = Eigen::Vector4d(2, 3, 0, 1), Lambda_T = Vector3(0.4, -0.2, 0),
               slip = Vector3(0, 0.9, 0);
  const CoulombPoint point = set.coulomb(set.friction()[1], {Lambda, Lambda_T, slip, Vector(), 1e-2});
  EXPECT_EQ(point.Lambda_N, 3);
  EXPECT_EQ(point.Lambda_T[0], -0.2);
  EXPECT_NEAR(point.s[0], 0.9 - 0.1 * 0.44, 1e-15);

  const Vector nu = Vector::Zero(4), after = Vector::Zero(4);
  StepResult result;
  report_contacts(set, {nu, Lambda, after, Lambda_T, slip}, 1, result);
  using enum FrictionState;
  // values: 0.2 < 0.5 * 3, and the third carries nothing; then what branches say
  EXPECT_EQ(result.friction_state, (std::vector{sticks, sticks, open}));
  const std::vector<std::uint8_t> sets = {contact_set::slip, contact_set::slip_back, contact_set::slip, 1};
  report_contacts(set, {nu, Lambda, after, Lambda_T, slip, sets}, 1, result);
  EXPECT_EQ(result.friction_state, (std::vector{sticks, slips, open})) << "the first does not move";
  EXPECT_NEAR(result.friction_work, 0.5 * 0.4 * set.tangential_before()[0] - 0.5 * 0.2 * (0.9 - 0.44), 1e-15);
  ASSERT_EQ(result.impacts.size(), 3u);
  EXPECT_NEAR(result.impacts[1].friction_work, -0.5 * 0.2 * (0.9 - 0.44), 1e-15);

  set.accept(nu, Lambda, Lambda_T);
  set.begin(rough.system(), rough.state, scales, 0.3, 0.5);  // the right corner and the ball
  EXPECT_EQ(set.warm_Lambda_T(), Vector::Zero(1));
  set.accept(Vector::Zero(2), Eigen::Vector2d(7, 8), Vector::Constant(1, 0.3));
  set.begin(rough.system(), rough.state, scales, -1, 0.5);
  EXPECT_EQ(set.warm_Lambda_T(), Vector3(0, 0, 0.3));
}

}  // namespace
}  // namespace jounce::test
