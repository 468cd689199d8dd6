// Contacts that roll along a smooth rim or surface are one contact: no impacts, and no energy lost to them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/scene.h"
#include "rigid_run.h"

namespace jounce::test {
namespace {

/// Schemes with an impact law of contacts.
const std::vector<std::string> kSchemes = {"nsga-ggl",        "moreau-jean",    "mixed-generalized-alpha",
                                           "half-explicit",   "mixed-ed-alpha", "mixed-bathe",
                                           "impulse-velocity"};

std::string scheme_keys(const std::string& type, double step, double end) {
  return fmt::format(R"(
[integrator]
type = "{}"
step = {}
end = {}
)",
                     type, step, end);
}

std::string body(const std::string& more) {
  return scene::gravity({0, 0, -9.81}) + R"(
[[body]]
name = "b"
type = "rigid-3d"
mass = 0.1
)" + more;
}

std::string touch(const std::string& shapes, const std::string& of_body, const std::string& keys) {
  return shapes +
         fmt::format(R"(
[[contact]]
name = "touch"
type = "bodies"
shapes = [{}]
envelope = 0.005
friction = 0.5
)",
                     of_body) +
         keys;
}

const char* const kPlane = R"(
[[shape]]
name = "floor"
type = "plane"
)";

/// A coin of radius 0.1 that rolls at 1 m/s, its axis tilted by an angle out of the horizontal.
std::string coin(double tilt, double restitution, const std::string& order = R"("rim", "floor")",
                 double thickness = 0.01) {
  const double r = 0.1, height = r * std::cos(tilt) + 0.5 * thickness * std::sin(tilt);
  return body(fmt::format(
             "inertia = [2.5e-4, 2.5e-4, 5e-4]\nposition = [0, 0, {:.17g}]\nrotation = [{:.17g}, 0, 0]\n"
             "velocity = [1, 0, 0]\nangular_velocity = [0, {:.17g}, {:.17g}]\n",
             height, 0.5 * M_PI - tilt, std::cos(tilt) / r, -std::sin(tilt) / r)) +
         touch(fmt::format(
                   R"(
[[shape]]
name = "rim"
type = "cylinder"
radius = {}
length = {}
on = ["b"]
)",
                   r, thickness) +
                   kPlane,
               order, fmt::format("restitution = {}\n", restitution));
}

class Rolling : public testing::TestWithParam<std::string> {};

TEST_P(Rolling, AnUprightCoinHasNoImpactsAndKeepsItsEnergy) {
  for (const char* const order : {R"("rim", "floor")", R"("floor", "rim")"}) {
    const QuietRun run(coin(0, 0.5, order) + scheme_keys(GetParam(), 1e-3, 2));
    ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
    EXPECT_LE(run.impacts.size(), 4U);  // both rims, at most once each
    EXPECT_NEAR(run.energies.back() / run.energies.front(), 1, 1e-9);
    EXPECT_NEAR(run.end.q[0], 2, 1e-6);
    EXPECT_LT(run.record.penetrations.largest.depth, 1e-6);
  }
}

/// Leaning, it rolls in a curve; its lowest point goes around the rim and along the floor.
TEST_P(Rolling, ALeaningCoinHasNoImpactsButThoseOfItsStart) {
  const double step = 1e-3;
  const QuietRun run(coin(0.2, 0) + scheme_keys(GetParam(), step, 2));
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  EXPECT_LE(run.impacts.size(), 8U);
  EXPECT_NEAR(run.energies.back() / run.energies.front(), 1, 5e-3);
}

INSTANTIATE_TEST_SUITE_P(By, Rolling, testing::ValuesIn(kSchemes), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// The error of the energy of the leaning coin falls with the order of the scheme, not with the number of
/// steps.
TEST(RollingCoin, KeepsItsEnergyToTheOrderOfTheScheme) {
  const auto error = [](const std::string& scheme, double step) {
    const QuietRun run(coin(0.2, 0) + scheme_keys(scheme, step, 0.5));
    EXPECT_EQ(run.report.exit_status, 0) << run.report.message;
    return std::abs(run.energies.back() / run.energies.front() - 1);
  };
  const double coarse = error("half-explicit", 2e-3), fine = error("half-explicit", 1e-3);
  EXPECT_LT(fine, coarse / 3);
  EXPECT_LT(fine, 1e-6);
  EXPECT_LT(error("nsga-ggl", 1e-3), 0.6 * error("nsga-ggl", 2e-3));  // friction acts in impulses of a step
}

/// A ball that rolls over the inner edges of a flat surface, and over those between the boxes' and hulls'
/// triangles.
TEST_P(Rolling, ABallCrossesInnerEdgesOfAFlatSurfaceWithoutImpacts) {
  const QuietRun run(
      body("inertia = [4e-4, 4e-4, 4e-4]\nposition = [0.013, 0.021, 0.1]\nvelocity = [1, 0.3, 0]\n"
           "angular_velocity = [-3, 10, 0]\n") +
      touch(R"(
[[shape]]
name = "ball"
type = "sphere"
radius = 0.1
on = ["b"]
[[shape]]
name = "ground"
type = "surface"
points = [-1, -1, 0, 0.5, -1, 0, 3, -1, 0, -1, 2, 0, 0.7, 2, 0, 3, 2, 0]
triangles = [0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4]
)",
            R"("ball", "ground")", "restitution = 0.5\n") +
      scheme_keys(GetParam(), 1e-3, 1));
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  EXPECT_LE(run.impacts.size(), 4U);
  EXPECT_NEAR(run.energies.back() / run.energies.front(), 1, 1e-9);
}

TEST_P(Rolling, ACapsuleAndALyingCylinderRollWithoutImpacts) {
  for (const char* const type : {"capsule", "cylinder"}) {
    const QuietRun run(
        body("inertia = [4e-4, 4e-4, 5e-4]\nposition = [0, 0, 0.1]\nrotation = [1.5707963267948966, 0, "
             "0]\nvelocity = [1, 0, "
             "0]\nangular_velocity = [0, 10, 0]\n") +
        touch(fmt::format(
                  R"(
[[shape]]
name = "roll"
type = "{}"
radius = 0.1
length = 0.3
on = ["b"]
)",
                  type) +
                  kPlane,
              R"("roll", "floor")", "restitution = 0.5\n") +
        scheme_keys(GetParam(), 1e-3, 1));
    ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
    EXPECT_LE(run.impacts.size(), 4U) << type;
    EXPECT_NEAR(run.energies.back() / run.energies.front(), 1, 1e-9) << type;
  }
}

/// A prism of eight sides tips from edge to edge: each is an impact, which takes energy.
TEST_P(Rolling, APrismThatTipsOverItsEdgesHasImpacts) {
  std::string points;
  for (int k = 0; k < 8; ++k)
    for (const double y : {-0.1, 0.1})
      points += fmt::format("{}{:.17g}, {}, {:.17g}", points.empty() ? "" : ", ",
                            0.1 * std::sin((k + 0.5) * M_PI / 4), y, 0.1 * std::cos((k + 0.5) * M_PI / 4));
  const QuietRun run(
      body(fmt::format("inertia = [4e-4, 5e-4, 4e-4]\nposition = [0, 0, {:.17g}]\nvelocity = [2, 0, 0]\n"
                       "angular_velocity = [0, 20, 0]\n",
                       0.1 * std::cos(M_PI / 8))) +
      touch(fmt::format(R"(
[[shape]]
name = "prism"
type = "hull"
points = [{}]
on = ["b"]
)",
                        points) +
                kPlane,
            R"("prism", "floor")", "") +
      scheme_keys(GetParam(), 1e-3, 0.2));
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  if (GetParam() != "impulse-velocity") {
    EXPECT_GT(run.impacts.size(), 4U);
  }
  EXPECT_LT(run.energies.back(), 0.9 * run.energies.front());
}

}  // namespace
}  // namespace jounce::test
