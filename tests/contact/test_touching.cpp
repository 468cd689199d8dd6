#include "contact/touching.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/specimens.h"
#include "directions.h"
#include "math/axes.h"

namespace jounce {
namespace {

using test::build;
using test::kDirections;

const char* const kTwoBodies = R"(
[[body]]
name = "a"
type = "rigid-3d"
mass = 1.3
inertia = [0.3, 0.4, 0.5]
position = [0.2, -0.3, 0.1]
rotation = [0.3, -0.5, 0.8]
velocity = [1, -2, 0.5]
angular_velocity = [0.7, 1.1, -0.4]
[[body]]
name = "b"
type = "rigid-3d"
mass = 0.7
inertia = [0.2, 0.3, 0.25]
position = [1.1, 0.4, -0.6]
rotation = [-0.6, 0.2, 0.4]
velocity = [-0.3, 0.8, 1.4]
angular_velocity = [-1.2, 0.5, 0.9]
)";

/// What a contact between A and B does when their coordinates change by d.
class TouchingBodies {
 public:
  virtual ~TouchingBodies() = default;
  virtual Touching touching(const State& s, Derivatives derivatives) const = 0;

  void collect_dofs() {
    dofs.assign(A->dofs().begin(), A->dofs().end());
    dofs.insert(dofs.end(), B->dofs().begin(), B->dofs().end());
  }
  State moved(const Vector& d) const {
    State s = state;
    Vector increment = Vector::Zero(state.v.size());
    for (std::size_t i = 0; i < dofs.size(); ++i) increment[dofs[i]] = d[static_cast<Index>(i)];
    model->system.manifold().retract(state.q, increment, s.q);
    return s;
  }
  Vector row(const State& s, Direction direction) const {
    Vector W(static_cast<Index>(dofs.size()));
    touching(s, Derivatives::first).jacobian(direction, W.data());
    return W;
  }
  double rate(const State& s, Direction direction) const {
    const Vector W = row(s, direction);
    double sum = 0;
    for (std::size_t i = 0; i < dofs.size(); ++i) sum += W[static_cast<Index>(i)] * s.v[dofs[i]];
    return sum;
  }
  void expect_gradients_agree_with_differences() const {
    const auto n = static_cast<Index>(dofs.size());
    const Vector zero = Vector::Zero(n);
    for (const Direction direction : kDirections) {
      SCOPED_TRACE(static_cast<int>(direction));
      const Touching there = touching(state, Derivatives::second);
      const auto force = [&](const Vector& d) { return Vector(0.7 * row(moved(d), direction)); };
      DenseMatrix K = DenseMatrix::Zero(n, n);
      there.add_reaction_gradient(state, direction, 0.7, -1.3, K);
      EXPECT_TRUE(test::close(K, -1.3 * test::differences(force, zero)));
      const auto velocity = [&](const Vector& d) {
        return Vector::Constant(1, rate(moved(d), direction)).eval();
      };
      Vector D = Vector::Zero(n);
      there.add_velocity_gradient(direction, 2.1, D.data());
      EXPECT_TRUE(test::close(D.transpose(), 2.1 * test::differences(velocity, zero)));
    }
  }

  std::unique_ptr<Model> model = build(kTwoBodies, 3);
  State state = model->system.initial_state();
  TouchingPoints at;
  std::shared_ptr<const Marker> A, B;
  std::vector<Index> dofs;
};

/// Every kind of contact point between two bodies, or a body and the ground.
class ContactPoints
    : public ::testing::TestWithParam<std::tuple<TouchingPoints::Kind, std::pair<const char*, const char*>>>,
      public TouchingBodies {
 public:
  ContactPoints() {
    at.kind = std::get<0>(GetParam());
    at.a = Vector3(0.3, -0.2, 0.25);
    at.b = Vector3(-0.15, 0.3, 0.1);
    at.normal = Vector3(0.4, -0.7, 0.5).normalized();
    at.radii = {0.11, 0.23};
    A = model->find_marker(std::get<1>(GetParam()).first);
    B = model->find_marker(std::get<1>(GetParam()).second);
    collect_dofs();
  }
  Touching touching(const State& s, Derivatives derivatives) const override {
    return {at, *A, *B, s, derivatives};
  }
};

TEST_P(ContactPoints, NormalRowIsTheDerivativeOfTheGap) {
  const auto gap = [&](const Vector& d) {
    return Vector::Constant(1, touching(moved(d), Derivatives::none).gap()).eval();
  };
  const Vector zero = Vector::Zero(static_cast<Index>(dofs.size()));
  EXPECT_TRUE(test::close(row(state, Direction::normal).transpose(), test::differences(gap, zero)));
}

TEST_P(ContactPoints, AxesAreAFrameAndRowsTheVelocityAtThePlace) {
  const Touching there = touching(state, Derivatives::first);
  Matrix3 frame;
  for (int k = 0; k < 3; ++k) frame.col(k) = there.axis(kDirections[k]);
  EXPECT_LT((frame.transpose() * frame - Matrix3::Identity()).norm(), 1e-14);
  EXPECT_NEAR(frame.determinant(), 1, 1e-14);
  for (const Direction direction : kDirections)
    EXPECT_NEAR(rate(state, direction), there.axis(direction).dot(there.velocity()), 1e-14);
}

TEST_P(ContactPoints, GradientsAgreeWithDifferences) { expect_gradients_agree_with_differences(); }

/// A rim that touches the plane of the other body: its lowest point goes around it as the bodies turn.
class ContactRims : public ::testing::TestWithParam<bool>, public TouchingBodies {
 public:
  ContactRims() {
    rim.centre = Vector3(0.05, -0.1, 0.2);
    rim.axis = Vector3(0.3, 0.5, -0.6).normalized();
    rim.radius = 0.35;
    rim.on_a = GetParam();
    at.kind = rim.on_a ? TouchingPoints::Kind::plane_b : TouchingPoints::Kind::plane_a;
    at.a = Vector3(0.3, -0.2, 0.25);
    at.b = Vector3(-0.15, 0.3, 0.1);
    at.normal = Vector3(0.4, -0.7, 0.5).normalized();
    A = model->find_marker("a");
    B = model->find_marker("b");
    collect_dofs();
  }
  Touching touching(const State& s, Derivatives derivatives) const override {
    return {at, *A, *B, s, derivatives, &rim};
  }

  Rim rim;
};

/// The least n . (b - a) over a fine division of the rim is the gap.
TEST_P(ContactRims, GapIsThatOfTheNearestPoint) {
  const auto place = [&](const Marker& marker, const Vector3& s) {
    MarkerKinematics k;
    marker.evaluate(state, Derivatives::none, k);
    return std::pair(Vector3(k.x + k.R * s), k.R);
  };
  const auto across = directions_across(rim.axis, 3);
  const Vector3 n = place(rim.on_a ? *B : *A, at.normal).second * at.normal;
  double least = 1e9;
  for (int i = 0; i < 100000; ++i) {
    const double phi = 2e-5 * M_PI * i;
    const Vector3 p = rim.centre + rim.radius * (std::cos(phi) * across[0] + std::sin(phi) * across[1]);
    const Vector3 a = place(*A, rim.on_a ? p : at.a).first, b = place(*B, rim.on_a ? at.b : p).first;
    least = std::min(least, n.dot(b - a));
  }
  EXPECT_NEAR(touching(state, Derivatives::none).gap(), least, 1e-9);
}

TEST_P(ContactRims, RowsAndGradientsAgreeWithDifferences) {
  const auto n = static_cast<Index>(dofs.size());
  const Vector zero = Vector::Zero(n);
  const auto gap = [&](const Vector& d) {
    return Vector::Constant(1, touching(moved(d), Derivatives::none).gap()).eval();
  };
  EXPECT_TRUE(test::close(row(state, Direction::normal).transpose(), test::differences(gap, zero)));
  expect_gradients_agree_with_differences();
}

INSTANTIATE_TEST_SUITE_P(OfBoth, ContactRims, ::testing::Bool());

INSTANTIATE_TEST_SUITE_P(All, ContactPoints,
                         ::testing::Combine(::testing::Values(TouchingPoints::Kind::points,
                                                              TouchingPoints::Kind::plane_a,
                                                              TouchingPoints::Kind::plane_b),
                                            ::testing::Values(std::pair{"a", "b"}, std::pair{"a", "ground"},
                                                              std::pair{"ground", "b"})));

TEST(Touching, PointsThatCoincideHaveTheNormalOfTheSearch) {
  const auto model = build(kTwoBodies, 3);
  State state = model->system.initial_state();
  const auto a = model->find_marker("a");
  TouchingPoints at;
  at.normal = Vector3::UnitY();
  at.radii = {0.5, 0.5};
  const Touching touching(at, *a, *a, state, Derivatives::second);
  MarkerKinematics k;
  a->evaluate(state, Derivatives::none, k);
  EXPECT_EQ(touching.gap(), -1);
  EXPECT_LT((touching.axis(Direction::normal) - k.R.col(1)).norm(), 1e-15);
}

}  // namespace
}  // namespace jounce
