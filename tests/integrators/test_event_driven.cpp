#include <gmock/gmock.h>

#include "event_systems.h"

namespace jounce {
namespace {

using namespace event_systems;

double violation(const System& system, const State& state) {
  Vector g, rate;
  RowJacobian G;
  system.joints().values(state, g);
  system.joints().jacobian(state, G);
  G.multiply(state.v, rate);
  return std::max(g.lpNorm<Eigen::Infinity>(), rate.lpNorm<Eigen::Infinity>());
}

TEST(EventDriven, BallBouncesAtAnalyticTimesAndComesToRest) {
  const auto system = ball(0.8, 1.001);
  Analysis run(*system);
  ASSERT_TRUE(run.to(4, 2e-3)) << run.result.failure_cause;
  double time = std::sqrt(2 * 0.801 / 10);
  double speed = 10 * time;
  ASSERT_GT(run.impacts.size(), 40u);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_NEAR(run.impacts[i].time, time, 1e-10) << i;
    EXPECT_NEAR(run.impacts[i].velocity_before, -speed, 1e-10 * speed + 1e-12) << i;
    EXPECT_NEAR(run.impacts[i].velocity_after, 0.8 * speed, 1e-10 * speed + 1e-12) << i;
    EXPECT_NEAR(run.impacts[i].impulse, 1.8 * speed, 1e-10) << i;
    speed *= 0.8;
    time += 2 * speed / 10;
  }
  // The last impact is the end of the sequence but for flights lower than round-off of positions.
  EXPECT_NEAR(run.impacts.back().time, 9 * std::sqrt(2 * 0.801 / 10), 3e-6);
  EXPECT_EQ(run.impacts.back().velocity_after, 0);
  EXPECT_NEAR(run.resting_since, 3.604, 1e-9);
  EXPECT_EQ(run.state.v[0], 0);
  EXPECT_NEAR(run.state.q[0], 0.2, 1e-16);
  EXPECT_NEAR(run.result.impulse[0] / 2e-3, 10, 1e-10);
  EXPECT_TRUE(run.result.impacts.empty());
}

TEST(EventDriven, BallInOtherUnitsGivesTheSameDigits) {
  const auto system = ball(0.8, 1.001);
  const auto scaled = ball(0.8, 1001, 0, 1e3, 1e-3);  // mm, t, s
  Analysis run(*system), other(*scaled);
  ASSERT_TRUE(run.to(4, 1e-2));
  ASSERT_TRUE(other.to(4, 1e-2));
  ASSERT_EQ(run.impacts.size(), other.impacts.size());
  for (std::size_t i = 0; i < run.impacts.size(); ++i)
    EXPECT_NEAR(run.impacts[i].time, other.impacts[i].time, 1e-9);
}

TEST(EventDriven, ImpulseOfAnIntervalIsForcePlusImpacts) {
  const auto system = ball(0.8, 1.001);
  Analysis run(*system);
  double impulse = 0, work = 0;
  run.integrator.initialise(run.state, 0.1);
  const double energy = system->energies(run.state).kinetic + system->energies(run.state).gravity;
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(run.integrator.step(run.state, 0.1, run.result));
    impulse += run.result.impulse[0];
    work += run.result.contact_work;
  }
  EXPECT_NEAR(impulse, 10 * run.state.t, 1e-9);  // momentum is zero at both ends
  EXPECT_NEAR(system->energies(run.state).kinetic + system->energies(run.state).gravity - energy, work, 1e-9);
}

TEST(EventDriven, ContactThatStartsAtGapZeroIsNeitherMissedNorCountedTwice) {
  const auto approaching = ball(0.5, 0.2, -1);
  Analysis down(*approaching);
  ASSERT_TRUE(down.to(0.02, 0.01));
  ASSERT_EQ(down.impacts.size(), 1u);
  EXPECT_EQ(down.impacts[0].time, 0);
  EXPECT_NEAR(down.impacts[0].impulse, 1.5, 1e-15);

  const auto leaving = ball(0.5, 0.2, 1);
  Analysis up(*leaving);
  ASSERT_TRUE(up.to(0.21, 0.01));
  ASSERT_EQ(up.impacts.size(), 1u);
  EXPECT_NEAR(up.impacts[0].time, 0.2, 1e-14);

  const auto resting = ball(0.5, 0.2);
  Analysis rest(*resting);
  ASSERT_TRUE(rest.to(0.1, 0.01));
  EXPECT_TRUE(rest.impacts.empty());
  EXPECT_EQ(rest.result.active_contacts, 1);
  EXPECT_NEAR(rest.result.impulse[0], 0.1, 1e-15);
}

TEST(EventDriven, PendulumOfThePaper) {
  const auto system = pendulum(0.8);
  Analysis run(*system);
  run.integrator.initialise(run.state, 1e-2);
  double worst = 0;
  while (run.state.t < 6 - 5e-3) {
    ASSERT_TRUE(run.integrator.step(run.state, 1e-2, run.result)) << run.result.failure_cause;
    run.impacts.insert(run.impacts.end(), run.result.impacts.begin(), run.result.impacts.end());
    worst = std::max(worst, violation(*system, run.state));
  }
  // Independent integration in the angle alone, to 1e-12.
  const double times[] = {0.486110443297, 1.281225256909, 1.951340311934, 2.517137348374, 2.991277046953};
  const double impulses[] = {11.734665985693, 9.387732788554, 7.510186230843, 6.008148984675, 4.806519187740};
  ASSERT_GT(run.impacts.size(), 30u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(run.impacts[i].time, times[i], 1e-8) << i;
    EXPECT_NEAR(run.impacts[i].impulse, impulses[i], 1e-7) << i;
  }
  EXPECT_NEAR(run.impacts[25].time, 5.034278437, 1e-8);
  EXPECT_NEAR(run.impacts.back().time, 5.053982, 5e-6);  // the accumulation
  EXPECT_LT(worst, 2e-14);
  EXPECT_NEAR(run.result.impulse[0] / 1e-2, 10, 1e-8);  // at rest on the wall
  EXPECT_NEAR(run.result.reaction[0], -10, 1e-8);
  EXPECT_NEAR(run.result.reaction[1], 10, 1e-8);
}

TEST(EventDriven, RockingBlockToRest) {
  const auto system = block(0.5, Vector3(0, 1, 0.2));
  Analysis run(*system);
  ASSERT_TRUE(run.to(1, 1e-3)) << run.result.failure_cause;
  // Closed flights, roots by bisection.
  const double times[] = {0.1837514838, 0.2962968644, 0.4726932339, 0.5185765810, 0.6146458470, 0.6175555293,
                          0.6628393364, 0.6855355304, 0.6892290632, 0.7001082992, 0.7068407051};
  const int corners[] = {0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1};
  ASSERT_GT(run.impacts.size(), 11u);
  for (std::size_t i = 0; i < 11; ++i) {
    EXPECT_NEAR(run.impacts[i].time, times[i], 2e-9) << i;
    EXPECT_EQ(run.impacts[i].row.point, corners[i]) << i;
  }
  EXPECT_NEAR(run.impacts[0].impulse, 1.8916032109, 1e-9);
  // The corners take turns: each impact of one sets off an infinite sequence of the other. Speeds below 1e-5
  // are left.
  EXPECT_NEAR(run.impacts.back().time, 0.76217, 1e-5);
  EXPECT_EQ(run.result.active_contacts, 2);
  EXPECT_NEAR(run.state.q[1], 0.75, 1e-15);
  EXPECT_NEAR(run.state.q[2], 0, 1e-15);
  EXPECT_LT(run.state.v.norm(), 1e-14);
  EXPECT_NEAR(run.result.impulse.sum() / 1e-3, 9.81, 1e-9);
}

TEST(EventDriven, SmoothMotionConservesEnergyAndFollowsTheTolerance) {
  const auto system = pendulum(-1);
  std::vector<Vector> ends;
  for (const double tolerance : {1e-13, 1e-10, 1e-7}) {
    Analysis run(*system, tolerance);
    const Energies start = system->energies(run.state);
    ASSERT_TRUE(run.to(3, 0.1));
    const Energies end = system->energies(run.state);
    EXPECT_NEAR(end.kinetic + end.gravity, start.kinetic + start.gravity, 1e3 * tolerance + 1e-12);
    EXPECT_LT(violation(*system, run.state), 1e-14);
    ends.push_back(run.state.q);
  }
  EXPECT_LT((ends[1] - ends[0]).norm(), 1e-8);
  EXPECT_LT((ends[2] - ends[0]).norm(), 1e-5);
  EXPECT_GT((ends[2] - ends[0]).norm(), 1e-12);
}

TEST(EventDriven, TwoContactsCloseAtOnce) {
  const auto system = block(0.5, Vector3(0, 1, 0));
  Analysis run(*system);
  ASSERT_TRUE(run.to(0.3, 0.01));
  const double time = std::sqrt(2 * 0.25 / 9.81);
  ASSERT_GE(run.impacts.size(), 2u);
  for (int i : {0, 1}) {
    EXPECT_NEAR(run.impacts[i].time, time, 1e-14);
    EXPECT_NEAR(run.impacts[i].impulse, 0.75 * 9.81 * time, 1e-12);
    EXPECT_NEAR(run.impacts[i].velocity_after, 0.5 * 9.81 * time, 1e-12);
  }
  EXPECT_NEAR(run.state.q[2], 0, 1e-14);
}

TEST(EventDriven, RedundantContactsShareTheForce) {
  const auto system = block(0.2, Vector3(0, 0.8, 0), Vector3::Zero(), {-0.5, 0, 0.5, 0.1});
  Analysis run(*system);
  ASSERT_TRUE(run.to(0.5, 0.01)) << run.result.failure_cause;
  EXPECT_EQ(run.result.active_contacts, 4);
  EXPECT_NEAR(run.result.impulse.sum() / 0.01, 9.81, 1e-9);
  EXPECT_GE(run.result.impulse.minCoeff(), 0);
  EXPECT_LT(run.state.v.norm(), 1e-14);
}

TEST(EventDriven, GrowingForceLiftsTheBlock) {
  const auto force = [](double t) { return Vector3(0, 20 * t, 0); };
  const auto system = block(0.5, Vector3(0, 0.75, 0), Vector3::Zero(), {-0.5, 0.5}, 10, force);
  Analysis run(*system);
  double impulse = 0;
  run.integrator.initialise(run.state, 0.03);
  for (int i = 0; i < 33; ++i) {
    ASSERT_TRUE(run.integrator.step(run.state, 0.03, run.result)) << run.result.failure_cause;
    impulse += run.result.impulse.sum();
    EXPECT_EQ(run.result.active_contacts, run.state.t < 0.5 ? 2 : 0) << run.state.t;
    EXPECT_TRUE(run.result.impacts.empty());
  }
  const double flight = run.state.t - 0.5;
  EXPECT_NEAR(impulse, 2.5, 1e-12);
  EXPECT_NEAR(run.state.q[1], 0.75 + 20.0 / 6 * std::pow(flight, 3), 1e-10);
  EXPECT_NEAR(run.state.v[1], 10 * flight * flight, 1e-10);
  EXPECT_NEAR(run.state.q[2], 0, 1e-13);
}

TEST(EventDriven, VibratingTableThrowsTheBallUp) {
  constexpr double kAmplitude = 0.05, kOmega = 20;
  const auto table = [](double t, double& q, double& v, double& a) {
    q = kAmplitude * std::sin(kOmega * t);
    v = kAmplitude * kOmega * std::cos(kOmega * t);
    a = -kOmega * kOmega * q;
  };
  const auto system = ball(0.5, 0.2, kAmplitude * kOmega, 1, 1, table);
  Analysis run(*system);
  const double release = std::asin(10 / (kAmplitude * kOmega * kOmega)) / kOmega;
  ASSERT_TRUE(run.to(0.02, 0.005));
  EXPECT_EQ(run.result.active_contacts, 1);
  EXPECT_LT(release, 0.03);
  ASSERT_TRUE(run.to(0.06, 0.005));
  EXPECT_EQ(run.result.active_contacts, 0);
  const double flight = run.state.t - release;
  EXPECT_NEAR(run.state.q[0],
              0.2 + kAmplitude * std::sin(kOmega * release) +
                  kAmplitude * kOmega * std::cos(kOmega * release) * flight - 5 * flight * flight,
              1e-10);
  EXPECT_TRUE(run.impacts.empty());
  ASSERT_TRUE(run.to(2, 0.005)) << run.result.failure_cause;
  EXPECT_FALSE(run.impacts.empty());
  EXPECT_GT(run.state.q[0] - run.state.q[1], 0.2 - 1e-14);
}

TEST(EventDriven, ImpactOnABodyThatRestsOnTheFloor) {
  System system;
  system.set_dofs({.manifold = Manifold(2, {}),
                   .n_free = 2,
                   .kinds = {DofKind::translation, DofKind::translation},
                   .translation_axes = {0, 0}});
  system.set_gravity(Vector3(-10, 0, 0));
  system.add(
      std::make_unique<PointMassBlock>("balls", std::vector<PointMassBlock::Mass>{{{0}, 1.0}, {{1}, 3.0}}));
  const auto lower = std::make_shared<PointMarker>("lower", std::vector<Index>{0});
  const auto upper = std::make_shared<PointMarker>("upper", std::vector<Index>{1});
  system.add(std::make_unique<PointPlanePair>("floor", 0.0, ground(), Vector3::UnitX(),
                                              std::vector<PointPlanePair::Point>{{lower, 0.1}}));
  system.add(std::make_unique<PointPlanePair>("balls", 0.5, lower, Vector3::UnitX(),
                                              std::vector<PointPlanePair::Point>{{upper, 0.2}}));
  system.finish(at(Eigen::Vector2d(0.1, 1.3), Eigen::Vector2d(0, 0)));
  Analysis run(system);
  ASSERT_TRUE(run.to(0.5, 0.5));
  const double time = std::sqrt(2 * 1.0 / 10);
  ASSERT_EQ(run.impacts.size(), 1u);  // the floor's impulse is no jump of its gap velocity
  EXPECT_NEAR(run.impacts[0].time, time, 1e-14);
  EXPECT_NEAR(run.impacts[0].velocity_after, 5 * time, 1e-12);
  EXPECT_NEAR(run.impacts[0].impulse, 3 * 15 * time, 1e-12);
  EXPECT_NEAR(run.result.impulse[0], 3 * 15 * time + 10 * 0.5, 1e-10);
  EXPECT_EQ(run.result.active_contacts, 1);
}

TEST(EventDriven, BarHitsTheWallAndComesBack) {
  const auto system = bar(20);
  Analysis run(*system);
  run.integrator.initialise(run.state, 2e-3);
  double work = 0, impulse = 0, first = -1, last = -1;
  for (int i = 0; i < 750; ++i) {
    ASSERT_TRUE(run.integrator.step(run.state, 2e-3, run.result)) << run.result.failure_cause;
    work += run.result.contact_work;
    impulse += run.result.impulse[0];
    if (run.result.impulse[0] > 0) {
      if (first < 0) first = run.state.t;
      last = run.state.t;
    }
  }
  EXPECT_NEAR(first, 0.502, 1e-9);
  EXPECT_NEAR(last, 1.16717, 0.02);  // 2 L sqrt(rho/E), to the mesh
  // The impact takes the kinetic energy of the first mass and nothing else is lost.
  EXPECT_NEAR(work, -12.5, 1e-10);
  const Energies end = system->energies(run.state);
  EXPECT_NEAR(end.kinetic + end.potential(), 500 - 12.5, 1e-6);
  const double momentum = run.state.v.sum() - 0.5 * (run.state.v[0] + run.state.v[20]);
  EXPECT_NEAR(impulse, 0.5 * momentum + 100, 1e-6);
}

TEST(EventDriven, ContinuesFromItsMemoryBitByBit) {
  const auto system = block(0.5, Vector3(0, 1, 0.2));
  Analysis whole(*system), first(*system), second(*system);
  ASSERT_TRUE(whole.to(0.9, 0.01));
  ASSERT_TRUE(first.to(0.73, 0.01));
  second.state = first.state;
  second.integrator.initialise(second.state, 0.01);
  second.started = true;
  for (std::size_t i = 0; i < first.integrator.memory().size(); ++i)
    *second.integrator.memory()[i].second = *first.integrator.memory()[i].second;
  ASSERT_TRUE(second.to(0.9, 0.01));
  EXPECT_EQ(whole.state.q, second.state.q);
  EXPECT_EQ(whole.state.v, second.state.v);
  EXPECT_EQ(whole.result.impulse, second.result.impulse);
}

TEST(EventDriven, FailureLeavesEverythingAsItWas) {
  // The ball is prescribed as well as the floor: nothing can stop it.
  System system;
  system.set_dofs(
      {.manifold = Manifold(2, {}), .n_free = 1, .kinds = {DofKind::translation, DofKind::translation}});
  system.add(std::make_unique<PointMassBlock>("mass", std::vector<PointMassBlock::Mass>{{{0}, 1.0}}));
  system.prescribe({1, [](double t, double& q, double& v, double& a) {
                      q = 1 - t;
                      v = -1;
                      a = 0;
                    }});
  system.add(std::make_unique<PointPlanePair>(
      "stop", 0.5, ground(), Vector3::UnitX(),
      std::vector<PointPlanePair::Point>{
          {std::make_shared<PointMarker>("driven", std::vector<Index>{1}), 0}}));
  system.finish(at(Eigen::Vector2d(0, 1), Eigen::Vector2d(0.5, -1)));
  Analysis run(system);
  ASSERT_TRUE(run.to(0.9, 0.3));
  const State before = run.state;
  std::vector<Vector> memory;
  for (const auto& [name, vector] : run.integrator.memory()) memory.push_back(*vector);
  ASSERT_FALSE(run.integrator.step(run.state, 0.3, run.result));
  EXPECT_THAT(run.result.failure_cause, testing::HasSubstr("stop"));
  EXPECT_THAT(run.result.failure_cause, testing::HasSubstr("impact law"));
  EXPECT_EQ(run.state.t, before.t);
  EXPECT_EQ(run.state.q, before.q);
  EXPECT_EQ(run.state.v, before.v);
  for (std::size_t i = 0; i < memory.size(); ++i) EXPECT_EQ(*run.integrator.memory()[i].second, memory[i]);
}

TEST(EventDriven, RefusesWhatItCannotDo) {
  const auto message = [](const System& system) -> std::string {
    EventDriven integrator(system, {});
    try {
      integrator.initialise(system.initial_state(), 0.01);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(*ball(0.5, 0.1)), testing::HasSubstr("contact 'floor' penetrates by 0.1"));

  System apart;
  apart.set_dofs({.manifold = Manifold(1, {}), .n_free = 1, .kinds = {DofKind::translation}});
  apart.add(std::make_unique<PointMassBlock>("mass", std::vector<PointMassBlock::Mass>{{{0}, 1.0}}));
  MarkerRow row;
  row.a = Vector3::UnitX();
  apart.add(std::make_unique<MarkerConstraint>("pin", ground(),
                                               std::make_shared<PointMarker>("node", std::vector<Index>{0}),
                                               std::vector<MarkerRow>{row}, std::vector<std::string>{"x"}));
  apart.finish(at(Vector::Constant(1, 0.5), Vector::Zero(1)));
  EXPECT_THAT(message(apart), testing::HasSubstr("joint 'pin' is violated by 0.5"));

  System large;
  const Index n = EventDynamics::kMaxDofs + 1;
  large.set_dofs({.manifold = Manifold(n, {}),
                  .n_free = n,
                  .kinds = std::vector<DofKind>(static_cast<std::size_t>(n), DofKind::translation)});
  large.finish(at(Vector::Zero(n), Vector::Zero(n)));
  EXPECT_THAT(message(large), testing::HasSubstr("at most 500 degrees of freedom, this model has 501"));
}

}  // namespace
}  // namespace jounce
