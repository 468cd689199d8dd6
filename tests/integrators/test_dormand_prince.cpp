#include "integrators/event_driven/dormand_prince.h"

#include <gtest/gtest.h>

#include "event_systems.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace event_systems;

/// Spatial rotation of a free rigid body: J omega' = -omega x J omega in body axes.
class FreeBody final : public ElementBlock {
 public:
  FreeBody() : ElementBlock("body") {}
  bool is_linear() const override { return false; }
  void add_mass(const State&, double w, MatrixSink& sink) const override {
    const std::array<Index, 3> dofs = {0, 1, 2};
    const Matrix3 M = w * inertia().asDiagonal().toDenseMatrix();
    sink.add(dofs, dofs, M.data());
  }
  void add_mass_product(const State&, const Vector& a, double w, Vector& f) const override {
    f += w * inertia().cwiseProduct(a.head<3>());
  }
  void add_force(const State& state, Vector& f) const override {
    const Vector3 omega = state.v;
    f -= omega.cross(inertia().cwiseProduct(omega));
  }
  static Vector3 inertia() { return {1, 2, 3.5}; }
};

std::unique_ptr<System> free_body() {
  auto system = std::make_unique<System>();
  system->set_dofs(
      {.manifold = Manifold(3, {0}), .n_free = 3, .kinds = std::vector<DofKind>(3, DofKind::rotation)});
  system->add(std::make_unique<FreeBody>());
  Vector q = Vector::Zero(7);
  q[3] = 1;
  system->finish(at(q, Vector3(0.3, 2, 0.1)));
  return system;
}

/// State after `steps` equal steps up to `end`.
State march(const System& system, double end, int steps) {
  EventDynamics dynamics(system);
  DormandPrince motion(system, dynamics);
  State state = system.initial_state();
  for (int i = 0; i < steps; ++i) {
    motion.begin(state, {}, Vector::Ones(system.nv()));
    EXPECT_TRUE(motion.take(end / steps));
    state = motion.end();
  }
  return state;
}

double order(const System& system) {
  const State exact = march(system, 1.3, 1000);
  const auto error = [&](int steps) {
    const State state = march(system, 1.3, steps);
    return (state.q - exact.q).norm() + (state.v - exact.v).norm();
  };
  return std::log2(error(40) / error(80));
}

TEST(DormandPrince, IsOfOrderFiveWithJointsAndOnRotations) {
  EXPECT_NEAR(order(*pendulum(-1)), 5, 0.5);
  EXPECT_NEAR(order(*free_body()), 5, 0.5);
}

TEST(DormandPrince, FreeBodyKeepsItsAngularMomentum) {
  const auto system = free_body();
  const State end = march(*system, 3, 3000);
  const Quaternion R(end.q[3], end.q[4], end.q[5], end.q[6]);
  const Vector3 start = FreeBody::inertia().cwiseProduct(Vector3(system->initial_state().v));
  EXPECT_LT((R * FreeBody::inertia().cwiseProduct(Vector3(end.v)) - start).norm(), 1e-11);
  EXPECT_GT((end.v - system->initial_state().v).norm(), 0.1);  // it tumbles
}

TEST(DormandPrince, DenseOutputIsOfOrderFour) {
  const auto system = pendulum(-1);
  EventDynamics dynamics(*system);
  DormandPrince motion(*system, dynamics), exact(*system, dynamics);
  const Vector ones = Vector::Ones(3);
  std::vector<double> errors;
  for (const double s : {0.1, 0.05}) {
    double error = 0;
    for (const double theta : {0.0, 0.2, 0.5, 0.9, 1.0}) {
      motion.begin(system->initial_state(), {}, ones);
      ASSERT_TRUE(motion.take(s));
      State state;
      motion.interpolate(theta, state);
      EXPECT_DOUBLE_EQ(state.t, theta * s);
      State reference = system->initial_state();
      for (int i = 0; i < 20 && theta > 0; ++i) {
        exact.begin(reference, {}, ones);
        ASSERT_TRUE(exact.take(theta * s / 20));
        reference = exact.end();
      }
      error = std::max({error, (state.q - reference.q).norm(), (state.v - reference.v).norm()});
    }
    errors.push_back(error);
  }
  EXPECT_GT(std::log2(errors[0] / errors[1]), 4.3);  // local error: order 5
  EXPECT_LT(errors[1], 1e-6);
}

TEST(DormandPrince, EstimatesItsError) {
  const auto system = pendulum(-1);
  EventDynamics dynamics(*system);
  DormandPrince motion(*system, dynamics);
  const Vector ones = Vector::Ones(3);
  motion.begin(system->initial_state(), {}, ones);
  ASSERT_TRUE(motion.take(0.2));
  const double coarse = motion.error(ones, ones);
  ASSERT_TRUE(motion.take(0.1));
  const double fine = motion.error(ones, ones);
  EXPECT_NEAR(std::log2(coarse / fine), 5, 1);
  EXPECT_NEAR(motion.error(2 * ones, 2 * ones), 0.5 * fine, 1e-15);
}

TEST(DormandPrince, IntegratesTheForceOfClosedContacts) {
  const auto force = [](double t) { return Vector3(0, std::sin(t), 0); };
  const auto system = block(0, Vector3(0, 0.75, 0), Vector3::Zero(), {-0.5, 0.5}, 10, force);
  EventDynamics dynamics(*system);
  DormandPrince motion(*system, dynamics);
  std::vector<ContactRow> closed;
  system->contacts().search(system->initial_state(), 1, closed);
  ASSERT_EQ(closed.size(), 2u);
  motion.begin(system->initial_state(), closed, Vector::Ones(3));
  EXPECT_FALSE(motion.start_acceleration().redundant);
  ASSERT_TRUE(motion.take(0.1));
  EXPECT_NEAR(motion.contact_impulse().sum(), 1.0 - (1 - std::cos(0.1)), 1e-10);
  EXPECT_NEAR(motion.contact_impulse()[0], motion.contact_impulse()[1], 1e-14);
}

TEST(DormandPrince, ReportsMotionThatIsNotFinite) {
  const auto force = [](double t) { return Vector3(0, t > 0 ? INFINITY : 0, 0); };
  const auto system = block(0, Vector3(0, 1, 0), Vector3::Zero(), {-0.5, 0.5}, 10, force);
  EventDynamics dynamics(*system);
  DormandPrince motion(*system, dynamics);
  motion.begin(system->initial_state(), {}, Vector::Ones(3));
  EXPECT_FALSE(motion.take(0.1));
}

}  // namespace
}  // namespace jounce
