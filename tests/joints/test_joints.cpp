// Generic tests of all joints: every constraint of every specimen (tests/support/specimens.h).

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../io/temporary_folder.h"
#include "../support/differences.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using namespace test;
using testing::HasSubstr;

class ConstraintProbe {
 public:
  ConstraintProbe(const Constraint& constraint, const System& system)
      : constraint_(constraint), n_(system.nv()) {}

  Vector value(const State& state) const {
    Vector g(constraint_.rows());
    constraint_.value(state, g.data());
    return g;
  }
  Vector rate(const State& state) const {
    Vector g_t(constraint_.rows());
    constraint_.rate(state, g_t.data());
    return g_t;
  }
  Vector rate_derivative(const State& state) const {
    Vector g_tt(constraint_.rows());
    constraint_.rate_derivative(state, g_tt.data());
    return g_tt;
  }
  DenseMatrix jacobian(const State& state) const {
    RowJacobian G;
    G.add_row(constraint_.dofs());  // a row of another constraint before
    for (int row = 0; row < constraint_.rows(); ++row) G.add_row(constraint_.dofs());
    constraint_.jacobian(state, 1, G);
    DenseMatrix dense = DenseMatrix::Zero(constraint_.rows() + 1, n_);
    DenseSink sink(dense);
    for (int row = 0; row < G.rows(); ++row) G.add_row_to(row, row, 1, sink);
    EXPECT_EQ(dense.row(0).norm(), 0);
    return dense.bottomRows(constraint_.rows());
  }
  DenseMatrix reaction_gradient(const State& state, const Vector& lambda, double w) const {
    DenseMatrix dense = DenseMatrix::Zero(n_, n_);
    DenseSink sink(dense);
    constraint_.add_reaction_gradient(state, lambda.data(), w, sink);
    return dense;
  }
  DenseMatrix velocity_gradient(const State& state, double w) const {
    DenseMatrix dense = DenseMatrix::Zero(constraint_.rows() + 2, n_);
    DenseSink sink(dense);
    constraint_.add_velocity_gradient(state, w, 2, sink);
    EXPECT_EQ(dense.topRows(2).norm(), 0);
    return dense.bottomRows(constraint_.rows());
  }

 private:
  const Constraint& constraint_;
  Index n_;
};

template <class Check>
void for_all_joints(const Check& check) {
  int n = 0;
  for (const Specimen& specimen : specimens()) {
    if (specimen.kind != "joint") continue;
    SCOPED_TRACE(specimen.label());
    const auto model = build(specimen);
    Random random(13);
    for (const auto& constraint : model->system.joints().all())
      for (int i = 0; i < 3; ++i, ++n)
        check(*constraint, ConstraintProbe(*constraint, model->system), model->system,
              random_state(model->system, random, 0.2));
  }
  EXPECT_GT(n, 0);
}

TEST(Joints, JacobianIsTheDerivativeOfTheValue) {
  for_all_joints([](const Constraint& constraint, const ConstraintProbe& probe, const System& system,
                    const State& state) {
    const auto value = [&](const Vector& d) { return probe.value(moved(system, state, d)); };
    const DenseMatrix expected = differences(value, Vector::Zero(system.nv())), G = probe.jacobian(state);
    for (int row = 0; row < constraint.rows(); ++row)
      EXPECT_TRUE(close(constraint.is_velocity_row(row) ? DenseMatrix(DenseMatrix::Zero(1, system.nv()))
                                                        : DenseMatrix(G.row(row)),
                        expected.row(row)));
  });
}

/// A state at another time.
State at_time(State state, const Vector& t) {
  state.t = t[0];
  return state;
}

TEST(Joints, RateIsTheTimeDerivativeOfTheValue) {
  for_all_joints(
      [](const Constraint& constraint, const ConstraintProbe& probe, const System&, const State& state) {
        const auto value = [&](const Vector& t) { return probe.value(at_time(state, t)); };
        const DenseMatrix expected = differences(value, Vector::Constant(1, state.t));
        for (int row = 0; row < constraint.rows(); ++row) {
          if (!constraint.is_velocity_row(row)) {
            EXPECT_TRUE(close(probe.rate(state).row(row), expected.row(row)));
          }
        }
      });
}

TEST(Joints, RateDerivativeIsTheTimeDerivativeOfTheRate) {
  for_all_joints([](const Constraint&, const ConstraintProbe& probe, const System&, const State& state) {
    const auto rate = [&](const Vector& t) {
      const State later = at_time(state, t);
      return Vector(probe.jacobian(later) * state.v + probe.rate(later));
    };
    // second derivatives of expressions are differences themselves
    EXPECT_TRUE(close(probe.rate_derivative(state), differences(rate, Vector::Constant(1, state.t)), 1e-5));
  });
}

TEST(Joints, VelocityGradientIsTheDerivativeOfTheRate) {
  for_all_joints(
      [](const Constraint&, const ConstraintProbe& probe, const System& system, const State& state) {
        const auto rate = [&](const Vector& d) {
          const State there = moved(system, state, d);
          return Vector(probe.jacobian(there) * state.v + probe.rate(there));
        };
        EXPECT_TRUE(
            close(probe.velocity_gradient(state, 1.3), 1.3 * differences(rate, Vector::Zero(system.nv()))));
      });
}

TEST(Joints, ReactionGradientIsTheDerivativeOfTheReaction) {
  for_all_joints([](const Constraint& constraint, const ConstraintProbe& probe, const System& system,
                    const State& state) {
    const Vector lambda = Random(2).vector(constraint.rows());
    const auto reaction = [&](const Vector& d) {
      return Vector(probe.jacobian(moved(system, state, d)).transpose() * lambda);
    };
    EXPECT_TRUE(close(probe.reaction_gradient(state, lambda, -0.8),
                      -0.8 * differences(reaction, Vector::Zero(system.nv()))));
  });
}

TEST(Joints, LinearOnesHaveAConstantJacobian) {
  int n_linear = 0;
  for_all_joints([&](const Constraint& constraint, const ConstraintProbe& probe, const System& system,
                     const State& state) {
    const bool same = close(probe.jacobian(state), probe.jacobian(system.initial_state()), 1e-12);
    if (system.manifold().is_flat())
      EXPECT_EQ(constraint.is_linear(), same) << "a joint is linear exactly when its Jacobian is constant";
    else
      EXPECT_TRUE(same || !constraint.is_linear());
    n_linear += constraint.is_linear();
  });
  EXPECT_GT(n_linear, 0);
}

TEST(Joints, RowsHaveNames) {
  for_all_joints([](const Constraint& constraint, const ConstraintProbe&, const System&, const State&) {
    EXPECT_GT(constraint.rows(), 0);
    for (const std::string& name : constraint.row_names()) EXPECT_FALSE(name.empty());
  });
}

/// With `at`, a joint between two bodies holds where they stand, and allows exactly its own relative motions.
class JointAt : public ::testing::Test {
 protected:
  void build_joint(const std::string& type, const std::string& keys = {}) {
    model_ = build(std::string(two_bodies) +
                   fmt::format(R"(
[[joint]]
name = "j"
type = "{}"
between = ["a", "b"]
at = [0.7, 0.4]
)",
                               type) +
                   keys);
  }
  /// |g| after b was turned by `angle` about the joint's place and then moved by `shift`.
  double violation(double angle, const Eigen::Vector2d& shift) {
    State state = model_->system.initial_state();
    const auto dofs = model_->find_marker("b")->dofs();
    const Eigen::Vector2d at(0.7, 0.4);
    const Eigen::Vector2d centre(state.q[dofs[0]], state.q[dofs[1]]);
    const Eigen::Vector2d moved = at + Eigen::Rotation2Dd(angle) * (centre - at) + shift;
    state.q[dofs[0]] = moved.x();
    state.q[dofs[1]] = moved.y();
    state.q[dofs[2]] += angle;
    Vector g;
    model_->system.joints().values(state, g);
    return g.norm();
  }

  std::unique_ptr<Model> model_;
};

TEST_F(JointAt, RevoluteAllowsRotation) {
  build_joint("revolute");
  EXPECT_NEAR(violation(0, {0, 0}), 0, 1e-15);
  EXPECT_NEAR(violation(0.8, {0, 0}), 0, 1e-15);
  EXPECT_NEAR(violation(0, {0.03, 0.04}), 0.05, 1e-14);
}

TEST_F(JointAt, FixedAllowsNothing) {
  build_joint("fixed");
  EXPECT_NEAR(violation(0, {0, 0}), 0, 1e-15);
  EXPECT_NEAR(violation(0.3, {0, 0}), std::sin(0.3), 1e-14);
  EXPECT_NEAR(violation(0, {0.03, 0.04}), 0.05, 1e-14);
}

TEST_F(JointAt, PrismaticAllowsItsAxis) {
  build_joint("prismatic", "axis = [3, 4]\n");
  EXPECT_NEAR(violation(0, {0, 0}), 0, 1e-15);
  EXPECT_NEAR(violation(0, {0.6, 0.8}), 0, 1e-15);
  EXPECT_NEAR(violation(0, {-0.8, 0.6}), 1, 1e-14);
  EXPECT_NEAR(violation(0.3, {0, 0}), std::sin(0.3), 1e-14);
}

TEST_F(JointAt, PointOnLineAllowsItsAxisAndRotation) {
  build_joint("point-on-line", "axis = [3, 4]\n");
  EXPECT_NEAR(violation(0.5, {0.6, 0.8}), 0, 1e-14);
  EXPECT_NEAR(violation(0, {-0.8, 0.6}), 1, 1e-14);
}

TEST(Joints, DistanceKeepsTheInitialLengthUnlessGiven) {
  const std::string rod = std::string(two_bodies) + R"(
[[joint]]
name = "j"
type = "distance"
between = ["a", "p"]
)";
  Vector g;
  const auto own = build(rod);
  own->system.joints().values(own->system.initial_state(), g);
  EXPECT_NEAR(g[0], 0, 1e-15);
  const auto given = build(rod + "length = 0.5\n");
  given->system.joints().values(given->system.initial_state(), g);
  EXPECT_NEAR(g[0], std::hypot(0.7, 2.0) - 0.5, 1e-15);
}

TEST(Joints, RefuseWhatTheyCannotJoin) {
  const auto refusal = [](const std::string& type, const std::string& between, const std::string& more = "") {
    const std::string keys = fmt::format("type = \"{}\"\nbetween = {}\n{}", type, between, more);
    return io::test::message_of<params::InputError>(
        [&] { build(std::string(two_bodies) + "[[joint]]\nname = \"j\"\n" + keys); });
  };
  EXPECT_EQ(refusal("revolute", R"(["a", "b"])", "at = [1, 1]"), "");
  EXPECT_THAT(refusal("revolute", R"(["a", "a"])"), HasSubstr("'a' cannot be joined to itself"));
  EXPECT_THAT(refusal("revolute", R"(["a", "c"])"),
              HasSubstr("there is no body, mesh or mesh group named 'c'"));
  EXPECT_THAT(refusal("revolute", R"(["a", "p"])", "at = [1, 1]"),
              HasSubstr("'p' is a point without orientation"));
  EXPECT_THAT(refusal("fixed", R"(["ground", "p"])"), HasSubstr("this joint constrains an orientation"));
  EXPECT_THAT(refusal("prismatic", R"(["a", "b"])", "axis = [0, 0]"), HasSubstr("the axis must not be zero"));
  EXPECT_THAT(refusal("distance", R"(["a", "b"])", "at = [1, 1]"), HasSubstr("the two points coincide"));
}

}  // namespace
}  // namespace jounce
