#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "../support/deck_run.h"
#include "../support/scene.h"

// Orders of convergence on the smooth pendulum (no wall), against its one equation
// (J + m l^2) theta'' = -m g l cos(theta).

namespace jounce::test {
namespace {

constexpr double kMass = 1, kInertia = 0.1, kGravity = 10;

double acceleration(double theta) { return -kMass * kGravity * std::cos(theta) / (kInertia + kMass); }

struct Angle {
  double theta, omega;
};

/// Classical Runge-Kutta of order 4.
Angle advance(Angle y, double h) {
  const auto f = [](Angle at) { return Angle{at.omega, acceleration(at.theta)}; };
  const auto shift = [&](Angle k, double factor) {
    return Angle{y.theta + factor * h * k.theta, y.omega + factor * h * k.omega};
  };
  const Angle k1 = f(y), k2 = f(shift(k1, 0.5)), k3 = f(shift(k2, 0.5)), k4 = f(shift(k3, 1));
  return {y.theta + h / 6 * (k1.theta + 2 * k2.theta + 2 * k3.theta + k4.theta),
          y.omega + h / 6 * (k1.omega + 2 * k2.omega + 2 * k3.omega + k4.omega)};
}

const std::string kFreePendulum = scene::gravity({0, -10}) + scene::rigid({.name = "bob", .inertia = {0.1}}) +
                                  R"toml(
position = ["cos(pi/12)", "sin(pi/12)"]
angle = "pi/12"
velocity = ["-1.5*sin(pi/12)", "1.5*cos(pi/12)"]
angular_velocity = 1.5
)toml" + scene::pivot("bob") + R"(
[integrator]
step = 1e-2
end = 1
)";

/// Largest errors over a run of the coordinates, of the velocities, of the reaction.
struct Errors {
  double q = 0, v = 0, lambda = 0;
};

Errors errors(const std::string& integrator, double h, double reaction_from = 0) {
  DeckRun run(kFreePendulum + integrator, {"integrator.step=" + std::to_string(h)});
  Errors worst;
  Angle exact{M_PI / 12, 1.5};
  const long count = std::lround(1 / h);
  for (long i = 1; i <= count; ++i) {
    EXPECT_TRUE(run.step()) << run.result.failure_cause;
    const int parts = static_cast<int>(std::ceil(h / 1e-3));
    for (int k = 0; k < parts; ++k) exact = advance(exact, h / parts);
    const double s = std::sin(exact.theta), c = std::cos(exact.theta), w = exact.omega;
    const double a = acceleration(exact.theta);
    const Vector3 q(c, s, exact.theta), v(-s * w, c * w, w);
    const Eigen::Vector2d lambda(kMass * (-c * w * w - s * a), kMass * (-s * w * w + c * a + kGravity));
    worst.q = std::max(worst.q, (run.state.q - q).lpNorm<Eigen::Infinity>());
    worst.v = std::max(worst.v, (run.state.v - v).lpNorm<Eigen::Infinity>());
    if (run.state.t >= reaction_from)
      worst.lambda = std::max(worst.lambda, (run.result.reaction - lambda).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

/// Orders between h and h / 2.
Errors orders(const std::string& integrator, double h, double reaction_from = 0) {
  const Errors coarse = errors(integrator, h, reaction_from);
  const Errors fine = errors(integrator, h / 2, reaction_from);
  return {std::log2(coarse.q / fine.q), std::log2(coarse.v / fine.v), std::log2(coarse.lambda / fine.lambda)};
}

TEST(Order, GglIsTwoInCoordinatesVelocitiesAndReactions) {
  for (const char* const solver : {"monolithic", "sequential", "auto"})
    for (const char* const rho : {"0.0", "0.5", "0.8", "1.0"}) {
      const Errors order = orders(fmt::format(R"(type = "nsga-ggl"
initial_acceleration = "shifted"
solver = "{}"
rho_inf = {})",
                                              solver, rho),
                                  1e-2);
      EXPECT_NEAR(order.q, 2, 0.05) << solver << ", rho_inf " << rho;
      EXPECT_NEAR(order.v, 2, 0.05) << solver << ", rho_inf " << rho;
      EXPECT_NEAR(order.lambda, 2, 0.1) << solver << ", rho_inf " << rho;
    }
}

TEST(Order, WithoutTheShiftTheReactionsOfTheFirstStepsAreOfOrderOne) {
  const std::string scheme = R"(
type = "nsga-ggl"
rho_inf = 0.8
)";
  const Errors order = orders(scheme, 5e-4);
  EXPECT_NEAR(order.q, 2, 0.05);
  EXPECT_NEAR(order.v, 2, 0.05);
  EXPECT_NEAR(order.lambda, 1, 0.2);
  EXPECT_NEAR(orders(scheme, 5e-3, 0.5).lambda, 2, 0.1);
}

TEST(Order, IndexThreeGeneralizedAlphaIsTwo) {
  for (const char* const rho : {"0.5", "0.8"}) {
    const Errors order = orders(fmt::format(R"(type = "generalized-alpha"
initial_acceleration = "shifted"
rho_inf = {})",
                                            rho),
                                5e-3, 0.5);
    EXPECT_NEAR(order.q, 2, 0.05) << rho;
    EXPECT_NEAR(order.v, 2, 0.05) << rho;
    EXPECT_NEAR(order.lambda, 2, 0.1) << rho;
  }
}

TEST(Order, MoreauJeanIsOneAndTwoForThetaOneHalf) {
  const Errors order = orders(R"(type = "moreau-jean"
rho_inf = 0.8)",
                              1e-3);
  EXPECT_NEAR(order.q, 1, 0.1);
  EXPECT_NEAR(order.v, 1, 0.1);
  const Errors given = orders(R"(type = "moreau-jean"
theta = "1/1.8")",
                              1e-3);
  EXPECT_NEAR(given.q, order.q, 1e-6);
  EXPECT_GT(orders(R"(type = "moreau-jean"
theta = 1)",
                   1e-3)
                .v,
            0.9);
}

TEST(Order, MixedGeneralizedAlphaIsTwo) {
  for (const char* const options :
       {"rho_inf = 0", "rho_inf = 0.5", "rho_inf = 0.8", "rho_inf = 1", R"(preset = "newmark")",
        R"(preset = "hht")", "alpha_m = 0.1\nalpha_f = 0.3"}) {
    const Errors order = orders(std::string(R"(
type = "mixed-generalized-alpha"
initial_acceleration = "shifted"
)") + options,
                                5e-3, 0.5);
    EXPECT_NEAR(order.q, 2, 0.05) << options;
    EXPECT_NEAR(order.v, 2, 0.05) << options;
    EXPECT_NEAR(order.lambda, 2, 0.1) << options;
  }
}

TEST(Order, MixedBatheIsTwo) {
  const Errors order = orders(R"(type = "mixed-bathe")", 5e-3);
  EXPECT_NEAR(order.q, 2, 0.05);
  EXPECT_NEAR(order.v, 2, 0.05);
  EXPECT_NEAR(order.lambda, 2, 0.1);
}

TEST(Order, MixedEdAlphaIsTwo) {
  for (const char* const rho : {"0", "0.5", "0.8"}) {
    const Errors order = orders(fmt::format(R"(type = "mixed-ed-alpha"
rho_inf = {})",
                                            rho),
                                5e-3);
    EXPECT_NEAR(order.q, 2, 0.05) << rho;
    EXPECT_NEAR(order.v, 2, 0.05) << rho;
    EXPECT_GT(order.lambda, 0.9) << rho;
  }
}

TEST(Order, HalfExplicitIsTwoAndOneInReactions) {
  const Errors order = orders(R"(type = "half-explicit")", 5e-3);
  EXPECT_NEAR(order.q, 2, 0.05);
  EXPECT_NEAR(order.v, 2, 0.05);
  EXPECT_NEAR(order.lambda, 1, 0.1);
}

TEST(Order, ModifiedLcpHasTheSameSmoothMotionAsGgl) {
  DeckRun ggl(std::string(kFreePendulum) + R"(type = "nsga-ggl")");
  DeckRun lcp(std::string(kFreePendulum) + R"(type = "nsga-modified-lcp")");
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(ggl.step() && lcp.step());
    EXPECT_LT((ggl.state.q - lcp.state.q).lpNorm<Eigen::Infinity>(), 1e-13);
    EXPECT_LT((ggl.state.v - lcp.state.v).lpNorm<Eigen::Infinity>(), 1e-13);
  }
}

TEST(Order, EventDrivenAgreesWithTheReference) {
  const Errors error = errors(R"(type = "event-driven")", 1e-1);
  EXPECT_LT(error.q, 1e-9);
  EXPECT_LT(error.v, 1e-9);
}

}  // namespace
}  // namespace jounce::test
