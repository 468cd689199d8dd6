// Drivers: prescribed displacements, distances, angles and velocities, with every integrator.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/deck_run.h"

namespace jounce {
namespace {

using test::DeckRun;

struct Scheme {
  const char* name;
  const char* options;
  double accuracy;        ///< of positions and velocities, for motions of order 1 and h = 1e-3
  double force_accuracy;  ///< of reactions, relative
};

const Scheme kMotionSchemes[] = {{"nsga_ggl", R"(type = "nsga-ggl"
initial_acceleration = "shifted")",
                                  1e-12, 1e-4},
                                 {"sequential", R"(type = "nsga-ggl"
solver = "sequential"
initial_acceleration = "shifted")",
                                  1e-12, 1e-4},
                                 {"generalized_alpha", R"(type = "generalized-alpha"
initial_acceleration = "shifted")",
                                  1e-5, 1e-4},
                                 {"moreau_jean", R"(type = "moreau-jean")", 1e-3, 5e-2},
                                 {"mixed_alpha", R"(type = "mixed-generalized-alpha"
initial_acceleration = "shifted")",
                                  1e-5, 1e-3},
                                 {"mixed_bathe", R"(type = "mixed-bathe")", 1e-5, 1e-3},
                                 {"mixed_ed_alpha", R"(type = "mixed-ed-alpha"
rho_inf = 0)",
                                  1e-5, 2e-2},
                                 {"half_explicit", R"(type = "half-explicit")", 1e-5, 5e-2},
                                 {"event_driven", R"(type = "event-driven")", 1e-12, 1e-6}};

class Motion : public ::testing::TestWithParam<Scheme> {
 protected:
  std::string integrator() const {
    return fmt::format("[integrator]\n{}\nstep = 1e-3\nend = 1\n", GetParam().options);
  }
};

const char* const kSlider = R"(
[[body]]
name = "slider"
type = "rigid"
mass = 2
inertia = 0.1
position = [0.3, 0]
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "slider"]
axis = [1, 0]
)";
const std::string kDriven = std::string(kSlider) + R"(
[[initial]]
on = "slider"
velocity = [0.6, 0]
[[joint]]
name = "drive"
type = "motion"
between = ["ground", "slider"]
coordinate = "displacement"
axis = [1, 0]
)";

TEST_P(Motion, MovesASliderAndGivesItsForce) {
  DeckRun run(integrator() + kDriven + R"toml(motion = "0.2*sin(3*t)")toml");
  const int row = run.system().joints().first_row(run.model->find_constraint("drive"));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    const double t = run.state.t;
    ASSERT_NEAR(run.state.q[0], 0.3 + 0.2 * std::sin(3 * t), GetParam().accuracy) << t;
    ASSERT_NEAR(run.state.v[0], 0.6 * std::cos(3 * t), GetParam().accuracy) << t;
    if (i > 300) {
      ASSERT_NEAR(run.result.reaction[row], -2 * 1.8 * std::sin(3 * t), 3.6 * GetParam().force_accuracy) << t;
    }
  }
}

TEST_P(Motion, OfAVelocityIntegrates) {
  DeckRun run(integrator() + kDriven + R"toml(velocity = "0.6*cos(3*t)")toml");
  EXPECT_FALSE(run.system().joints().is_holonomic());
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    const double t = run.state.t;
    ASSERT_NEAR(run.state.v[0], 0.6 * std::cos(3 * t), 1e-12) << t;
    ASSERT_NEAR(run.state.q[0], 0.3 + 0.2 * std::sin(3 * t), 1e-3) << t;
  }
}

/// A crank that turns 3 times about its pin by phi = 10 t + 10 t^2, in the plane and in space.
TEST_P(Motion, TurnsACrankManyTimes) {
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    const std::string body = dimension == 2 ? R"(
type = "rigid"
inertia = 0.3
position = [1, 0]
velocity = [0, 10]
angular_velocity = 10
)"
                                            : R"(
type = "rigid-3d"
inertia = [0.1, 0.2, 0.3]
position = [1, 0, 0]
velocity = [0, 10, 0]
angular_velocity = [0, 0, 10]
)";
    const std::string joint = dimension == 2 ? "at = [0, 0]\n" : "at = [0, 0, 0]\naxis = [0, 0, 1]\n";
    DeckRun run(fmt::format("[model]\ndimension = {}\n", dimension) + integrator() + R"(
[[body]]
name = "crank"
mass = 2
)" + body + R"(
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "crank"]
)" + joint + R"(
[[joint]]
name = "drive"
type = "motion"
between = ["ground", "crank"]
)" + joint + R"(
coordinate = "angle"
motion = "10*t + 10*t^2"
)");
    const auto crank = run.model->find_marker("crank");
    const int row = run.system().joints().first_row(run.model->find_constraint("drive"));
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(run.step()) << run.result.failure_cause;
      const double t = run.state.t, phi = 10 * t + 10 * t * t, rate = 10 + 20 * t;
      MarkerKinematics k;
      crank->evaluate(run.state, Derivatives::first, k);
      const double scale = GetParam().accuracy < 1e-6 ? 1 : 1000;  // speeds of 30 rad/s
      ASSERT_NEAR(k.x.x(), std::cos(phi), scale * GetParam().accuracy) << t;
      ASSERT_NEAR(k.x.y(), std::sin(phi), scale * GetParam().accuracy) << t;
      ASSERT_NEAR(k.omega.z(), rate, 30 * scale * GetParam().accuracy) << t;
      if (i > 300 && GetParam().force_accuracy <
                         1e-2) {  // inertia about the pin times 20 rad/s^2; with moreau-jean the pin drifts
        ASSERT_NEAR(run.result.reaction[row], (0.3 + 2) * 20, 46 * std::max(GetParam().force_accuracy, 2e-3))
            << t;
      }
    }
    // Turns are counted.
    EXPECT_NEAR(run.state.angles[0], 20, 0.1);
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Motion, ::testing::ValuesIn(kMotionSchemes),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(MotionDeck, RefusesWhatItCannotDrive) {
  const std::string head = "[integrator]\nstep = 1e-3\nend = 1\n" + std::string(kSlider) + R"(
[[joint]]
name = "drive"
type = "motion"
between = ["ground", "slider"]
)";
  EXPECT_THROW(DeckRun(head + R"(coordinate = "angle"
)"),
               params::InputError);
  EXPECT_THROW(DeckRun(head + R"(
coordinate = "angle"
motion = 1
velocity = 2
)"),
               params::InputError);
  EXPECT_THROW(DeckRun(head + R"(
coordinate = "displacement"
motion = 1
)"),
               params::InputError);
  EXPECT_THROW(DeckRun(head + R"(
coordinate = "distance"
at = [0, 0]
motion = 1
)"),
               params::InputError);
}

}  // namespace
}  // namespace jounce
