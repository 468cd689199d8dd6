#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "../support/differences.h"
#include "../support/specimens.h"
#include "elements/planar_beam.h"
#include "elements/section.h"

namespace jounce {
namespace {

using namespace test;

/// Random configuration and velocities near the initial one, moved on the manifold.
State bent(const System& system, Random& random, double distance = 0.4) {
  State state = system.initial_state();
  system.manifold().retract(state.q, random.vector(system.nv(), -distance, distance), state.q);
  state.v = random.vector(system.nv());
  return state;
}

/// The same deformation seen after a rigid motion: x -> x_0 + R x, R_i -> R R_i.
State carried(const System& system, State state, const Vector3& x_0, const Quaternion& R) {
  for (const Manifold::Rotation& r : system.manifold().rotations()) {
    const Index x = r.tangent - 3;  // translations stand before the rotations of a node
    state.q.segment<3>(x) = x_0 + R * Vector3(state.q.segment<3>(x));
    const auto q = state.q.segment<4>(r.quaternion);
    const Quaternion turned = R * Quaternion(q[0], q[1], q[2], q[3]);
    state.q.segment<4>(r.quaternion) << turned.w(), turned.vec();
  }
  return state;
}

std::string head(const std::string& section, const std::string& material = "E = 2.5\nrho = 1.4\nnu = 0.2\n") {
  return R"(
[[material]]
name = "m"
)" + material +
         R"(
[[section]]
name = "s"
)" + section;
}

std::string line(const std::string& name, const std::string& from, const std::string& to, int elements) {
  return fmt::format(R"(
[[mesh]]
name = "{}"
type = "line"
from = {}
to = {}
elements = {}
)",
                     name, from, to, elements);
}

std::string element(const std::string& mesh, const std::string& keys = "") {
  return fmt::format(
      R"(
[[element]]
name = "beam_{0}"
type = "beam"
mesh = "{0}"
material = "m"
section = "s"
{1}
)",
      mesh, keys);
}

std::string clamp(const std::string& on, bool space) {
  return fmt::format(R"(
[[boundary]]
on = "{}"
components = [{}]
)",
                     on, space ? R"("x", "y", "z", "rotation")" : R"("x", "y", "angle")");
}

const char* const flat = R"(
type = "rectangle"
height = 0.7
width = 0.4
)";

std::unique_ptr<Model> free_beam(const std::string& keys) {
  return build(head(flat) + line("l", "[0.1, 0.2, -0.3]", "[2.5, 1.9, 1.4]", 2) +
                   element("l", "y_axis = [0.2, 0.1, 1]\n" + keys),
               3);
}

TEST(SpatialBeam, TangentsAreDerivativesOnTheManifold) {
  for (const char* const keys : {"", "residual_bending = false", "damping = 0.3"}) {
    const auto model = free_beam(keys);
    const System& system = model->system;
    Random random;
    for (int i = 0; i < 4; ++i) {
      const State state = bent(system, random, i == 3 ? 1e-3 : 0.6);
      const auto by_q = [&](const Vector& increment) {
        State other = state;
        system.manifold().retract(state.q, increment, other.q);
        Vector f;
        system.force(other, f);
        return f;
      };
      const auto by_v = [&](const Vector& v) {
        Vector f;
        system.force(with_v(state, v), f);
        return f;
      };
      const Vector none = Vector::Zero(system.nv());
      const auto tangent = [&](double w_c, double w_k) {
        return dense(system.nv(), [&](MatrixSink& sink) {
          system.add_tangent(state, none, {0, w_c, w_k}, sink);
        });
      };
      EXPECT_TRUE(close(tangent(0, 1), -differences(by_q, none))) << keys;
      EXPECT_TRUE(close(tangent(1, 0), -differences(by_v, state.v))) << keys;
      EXPECT_TRUE(close(tangent(0.3, -0.7), 0.3 * tangent(1, 0) - 0.7 * tangent(0, 1), 1e-13)) << keys;
    }
  }
}

TEST(SpatialBeam, ForcesAreThoseOfTheEnergyAndDampingTakesPower) {
  for (const char* const keys : {"", "damping = 0.3"}) {
    const auto model = free_beam(keys);
    const System& system = model->system;
    Random random;
    State state = bent(system, random);
    Vector f, at_rest;
    system.force(state, f);
    EXPECT_NEAR(
        system.powers(state).damping,
        [&] {
          system.force(with_v(state, Vector::Zero(system.nv())), at_rest);
          // gyroscopic moments do no work
          return (at_rest - f).dot(state.v);
        }(),
        1e-12);
    const auto energy = [&](const Vector& increment) {
      State other = state;
      system.manifold().retract(state.q, increment, other.q);
      return Vector::Constant(1, system.energies(other).strain).eval();
    };
    EXPECT_TRUE(close(-at_rest.transpose(), differences(energy, Vector::Zero(system.nv()))));
    const DenseMatrix M = dense(system.nv(), [&](MatrixSink& sink) { system.add_mass(state, 1, sink); });
    EXPECT_NEAR(system.energies(state).kinetic, 0.5 * state.v.dot(M * state.v), 1e-13);
    Vector product = Vector::Zero(system.nv());
    system.add_mass_product(state, state.v, -0.4, product);
    EXPECT_TRUE(close(product, -0.4 * M * state.v, 1e-14));
    EXPECT_TRUE(close(M, M.transpose(), 1e-15));
  }
}

TEST(SpatialBeam, RigidMotionsLeaveTheStrainEnergyAlone) {
  const auto model = free_beam("");
  const System& system = model->system;
  Random random;
  const State state = bent(system, random);
  const double energy = system.energies(state).strain;
  EXPECT_GT(energy, 0.01);
  const auto* beam = dynamic_cast<const BeamBlock*>(model->find_block("beam_l"));
  for (int i = 0; i < 20; ++i) {
    const State other =
        carried(system, state, random.vector(3), rotation_exponential(3.1 * random.vector(3)));
    EXPECT_NEAR(system.energies(other).strain, energy, 1e-14);
    const SectionForces a = beam->section_forces(state, 1, 0), b = beam->section_forces(other, 1, 0);
    EXPECT_TRUE(close(a.force, b.force, 1e-13));
    EXPECT_TRUE(close(a.moment, b.moment, 1e-13));
    Energies rigid = system.energies(
        carried(system, system.initial_state(), random.vector(3), rotation_exponential(random.vector(3))));
    EXPECT_NEAR(rigid.strain, 0, 1e-28);
  }
}

/// A full turn of all nodes in 50 increments, the deformation kept: nothing is left of the path.
TEST(SpatialBeam, AFullTurnLeavesNoTrace) {
  const auto model = free_beam("");
  const System& system = model->system;
  Random random;
  const State start = bent(system, random);
  const Vector3 axis = Vector3(random.vector(3)).normalized();
  State state = start;
  for (int i = 0; i < 50; ++i) {
    state = carried(system, state, Vector3::Zero(), rotation_exponential(2 * M_PI / 50 * axis));
    EXPECT_NEAR(system.energies(state).strain, system.energies(start).strain, 1e-13);
  }
  Vector f, f_0;
  system.force(start, f_0);
  system.force(state, f);
  EXPECT_TRUE(close(f, f_0, 1e-12));
  // the quaternions have changed their sign: q and -q are the same orientation
  const Index w = system.manifold().rotations()[0].quaternion;
  EXPECT_NEAR(state.q[w], -start.q[w], 1e-13);
}

TEST(SpatialBeam, InThePlaneItIsThePlanarBeam) {
  const std::string keys = "damping = 0.3";
  const auto space = build(head(flat) + line("l", "[0.1, 0.2, 0]", "[2.5, 1.9, 0]", 3) +
                               element("l", "y_axis = [0, 1, 0]\n" + keys),
                           3);
  const auto plane = build(head(flat) + line("l", "[0.1, 0.2]", "[2.5, 1.9]", 3) + element("l", keys), 2);
  Random random;
  State in_plane = plane->system.initial_state();
  State in_space = space->system.initial_state();
  Vector increment = Vector::Zero(space->system.nv());
  for (Index node = 0; node < 4; ++node)
    for (Index i = 0; i < 3; ++i) {
      const Index target = 6 * node + (i < 2 ? i : 5);
      const double step = random.number(-0.5, 0.5);
      in_plane.q[3 * node + i] += step;
      increment[target] = step;
      in_space.v[target] = in_plane.v[3 * node + i] = random.number(-1, 1);
    }
  space->system.manifold().retract(in_space.q, increment, in_space.q);
  const Energies a = plane->system.energies(in_plane), b = space->system.energies(in_space);
  EXPECT_NEAR(a.strain, b.strain, 1e-14);
  EXPECT_NEAR(a.kinetic, b.kinetic, 1e-14);
  Vector f, F;
  plane->system.force(in_plane, f);
  space->system.force(in_space, F);
  for (Index node = 0; node < 4; ++node)
    EXPECT_TRUE(close(Vector3(F[6 * node], F[6 * node + 1], F[6 * node + 5]), f.segment<3>(3 * node), 1e-14));
}

/// Stiffness of the degrees of freedom that are not held, at the start.
DenseMatrix free_stiffness(const System& system) {
  const Index free = system.n_free();
  return dense(system.nv(),
               [&](MatrixSink& sink) {
                 system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 0, 1}, sink);
               })
      .topLeftCorner(free, free);
}

/// The exact Timoshenko cantilever, thanks to the residual bending flexibility, in any direction.
TEST(Beam, CantileverBendsTwistsAndStretchesAsTheTextbookSays) {
  const double E = 2.5, G = E / 2.4, L = 2;
  const Vector3 x = Vector3(0.3, -0.8, 0.5).normalized();
  const Vector3 y = Vector3(x.y(), -x.x(), 0).normalized(), z = x.cross(y);
  const Section s = rectangle_section(0.7, 0.4);
  for (const int n : {1, 4}) {
    const auto model = build(
        head(flat) + line("l", "[0, 0, 0]", fmt::format("[{}, {}, {}]", L * x.x(), L * x.y(), L * x.z()), n) +
            element("l", fmt::format("y_axis = [{}, {}, {}]", y.x(), y.y(), y.z())) + clamp("l.start", true),
        3);
    const System& system = model->system;
    const Index free = system.n_free();
    ASSERT_EQ(free, 6 * n);
    const DenseMatrix K = free_stiffness(system);
    const auto tip = [&](const Vector3& force, const Vector3& moment) -> Vector {
      Vector load = Vector::Zero(free);
      load.tail(6) << force, moment;
      return K.partialPivLu().solve(load).tail(6);
    };
    const double bend_y = L * L * L / (3 * E * s.I_z) + L / (G * s.shear_area_y);
    const double bend_z = L * L * L / (3 * E * s.I_y) + L / (G * s.shear_area_z);
    EXPECT_TRUE(close(tip(y, Vector3::Zero()).head(3), bend_y * y, 1e-11));
    EXPECT_TRUE(close(tip(z, Vector3::Zero()).head(3), bend_z * z, 1e-11));
    EXPECT_TRUE(close(tip(y, Vector3::Zero()).tail(3), L * L / (2 * E * s.I_z) * z, 1e-11));
    EXPECT_TRUE(close(tip(z, Vector3::Zero()).tail(3), -L * L / (2 * E * s.I_y) * y, 1e-11));
    EXPECT_TRUE(close(tip(x, Vector3::Zero()).head(3), L / (E * s.area) * x, 1e-11));
    EXPECT_TRUE(close(tip(Vector3::Zero(), x).tail(3), L / (G * s.J) * x, 1e-11));
    EXPECT_TRUE(close(tip(Vector3::Zero(), z).head(3), L * L / (2 * E * s.I_z) * y, 1e-11));
  }
}

/// Slender cantilever with plain shear stiffness: no locking, second order.
TEST(Beam, DoesNotLockAndConvergesAtSecondOrder) {
  const double E = 1, L = 1, thin = 1e-3;
  std::vector<double> errors;
  for (const int n : {4, 8, 16}) {
    const auto model = build(head(fmt::format(R"(
type = "rectangle"
height = {}
width = 1
)",
                                              thin),
                                  "E = 1\nrho = 1\nnu = 0\n") +
                             line("l", "[0, 0]", "[1, 0]", n) + element("l", "residual_bending = false") +
                             clamp("l.start", false));
    const System& system = model->system;
    const Index free = system.n_free();
    const DenseMatrix K = free_stiffness(system);
    Vector load = Vector::Zero(free);
    load[free - 2] = 1;
    const double exact = L * L * L / (3 * E * thin * thin * thin / 12) + L / (0.5 * thin * 5 / 6);
    errors.push_back(std::abs(K.partialPivLu().solve(load)[free - 2] / exact - 1));
    EXPECT_NEAR(errors.back(), 0.25 / (n * n), 1e-6);
  }
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2, 1e-3);
}

/// Frequencies of the slender cantilever through M and K: exact stiffness at the nodes and consistent mass.
TEST(Beam, CantileverHasItsBendingFrequencies) {
  const double E = 2.5, rho = 1.4, L = 2, d = 0.002;
  for (const bool space : {false, true}) {
    std::vector<double> first;
    for (const int n : {10, 20}) {
      const auto model =
          build(head(fmt::format(R"(
type = "circle"
diameter = {}
)",
                                 d)) +
                    line("l", space ? "[0, 0, 0]" : "[0, 0]", space ? "[0, 0, 2]" : "[0, 2]", n) +
                    element("l") + clamp("l.start", space),
                space ? 3 : 2);
      const System& system = model->system;
      const Index free = system.n_free();
      const DenseMatrix K = free_stiffness(system);
      const DenseMatrix M = dense(system.nv(), [&](MatrixSink& sink) {
                              system.add_mass(system.initial_state(), 1, sink);
                            }).topLeftCorner(free, free);
      const Vector squares = Eigen::GeneralizedSelfAdjointEigenSolver<DenseMatrix>(K, M).eigenvalues();
      const double radius = d / 4;  // of gyration
      const double exact = std::pow(1.875104068711961 / L, 2) * std::sqrt(E / rho) * radius;
      first.push_back(std::sqrt(squares[0]) / exact - 1);
      if (space) {
        EXPECT_NEAR(squares[1] / squares[0], 1, 1e-5);
      }
      const double second = std::sqrt(squares[space ? 2 : 1]);
      EXPECT_NEAR(second / (exact * std::pow(4.694091132974175 / 1.875104068711961, 2)), 1, 0.06);
    }
    EXPECT_LT(std::abs(first[0]), 0.01);
    EXPECT_NEAR(std::log2(first[0] / first[1]), 2, 0.1);
  }
}

std::string message(const std::string& deck, int dimension = 3) {
  try {
    build(deck, dimension);
  } catch (const params::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Beam, RefusesWhatItCannotBuild) {
  using ::testing::HasSubstr;
  const std::string space = line("l", "[0, 0, 0]", "[1, 0, 0]", 1), plane = line("l", "[0, 0]", "[1, 0]", 1);
  const std::string round = R"(
type = "circle"
diameter = 0.1
)";
  EXPECT_EQ(message(head(round) + space + element("l")), "");
  EXPECT_EQ(message(head(flat) + space + element("l", "y_axis = [0, 0, 2]")), "");
  EXPECT_THAT(message(head(flat) + space + element("l")), HasSubstr("needs y_axis"));
  EXPECT_THAT(message(head(flat) + space + element("l", "y_axis = [-3, 0, 0]")), HasSubstr("along the beam"));
  EXPECT_THAT(message(head(flat) + space + element("l", "y_axis = [0, 0, 0]")), HasSubstr("along the beam"));
  EXPECT_THAT(message(head(flat) + plane + element("l", "y_axis = [0, 1, 0]"), 2),
              HasSubstr("dimension = 3"));
  EXPECT_THAT(message(head(round, "E = 1\nrho = 1\n") + space + element("l")), HasSubstr("neither nu nor G"));
  EXPECT_THAT(message(head(round, "E = 1\nrho = 1\nnu = 0.3\nG = 1\n") + space + element("l")),
              HasSubstr("not both"));
  EXPECT_THAT(message(head(round) + line("l", "[0]", "[1]", 1) + element("l"), 1), HasSubstr("2 or 3"));
  EXPECT_THAT(message(head(round) + space + element("l") + R"(
[[boundary]]
on = "l.start"
components = ["rotation"]
motion = "t"
)"),
              HasSubstr("held, not prescribed"));
  EXPECT_THAT(message(head(round) + space + element("l") + R"(
[[boundary]]
on = "l.start"
components = ["angle"]
)"),
              HasSubstr("no component 'angle'"));
  EXPECT_THAT(message(head(round) + plane + element("l") + R"(
[[boundary]]
on = "l.start"
components = ["rotation"]
)",
                      2),
              HasSubstr("no component 'rotation'"));
}

}  // namespace
}  // namespace jounce
