// Averaging and rigid couplings as decks make them (src/model/builder_couplings.cpp).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/differences.h"
#include "../support/specimens.h"
#include "model/redundancy.h"

namespace jounce {
namespace {

using test::build;
using test::close;

/// A block of solids with a marker on `on`; nothing else holds it.
std::string block(int dimension, const std::string& on, const std::string& coupling, int order = 2) {
  const std::string places = dimension == 2 ? "from = [1, 2]\nto = [3, 3]\ncounts = [2, 2]\n"
                                            : "from = [1, 2, 3]\nto = [3, 3, 4]\ncounts = [2, 2, 2]\n";
  return fmt::format(R"(
[[material]]
name = "m"
E = 2.5
nu = 0.2
rho = 1.4
[[mesh]]
name = "s"
type = "block"
{}order = {}
[[element]]
name = "part"
type = "solid"
mesh = "s"
material = "m"
[[marker]]
name = "m"
on = "{}"
coupling = "{}"
)",
                     places, order, on, coupling);
}

MarkerKinematics at(const Model& model, const State& state) {
  MarkerKinematics k;
  model.find_marker("m")->evaluate(state, Derivatives::first, k);
  return k;
}

TEST(Couplings, RigidOnesLeaveTheFreedomOfABodyAndNoRedundantRow) {
  for (const int dimension : {2, 3})
    for (const std::string on : {"s.x_max", "s"}) {
      SCOPED_TRACE(on + std::to_string(dimension));
      const auto model = build(block(dimension, on, "rigid"), dimension);
      const System& system = model->system;
      EXPECT_FALSE(Redundancy(system, system.initial_state()).any());
      Index nodes = 0;
      for (const Mesh::Group& group : model->meshes[0].groups)
        if (on == "s." + group.name) nodes = static_cast<Index>(group.points.size());
      if (on == "s") nodes = static_cast<Index>(model->meshes[0].points.size());
      EXPECT_EQ(system.joints().rows(), dimension * nodes - (dimension == 2 ? 3 : 6));
      // Rows vanish at the start, and their rates under rigid motions.
      Vector g;
      system.joints().values(system.initial_state(), g);
      EXPECT_LT(g.cwiseAbs().maxCoeff(), 1e-14);
      RowJacobian G;
      system.joints().jacobian(system.initial_state(), G);
      const Vector3 omega = dimension == 2 ? Vector3(0, 0, 0.9) : Vector3(0.3, -0.7, 0.9);
      Vector v = Vector::Zero(system.nv());
      const Vector& q = system.initial_state().q;
      for (Index i = 0; i < v.size(); i += dimension) {
        Vector3 x = Vector3::Zero();
        x.head(dimension) = q.segment(i, dimension);
        v.segment(i, dimension) = (Vector3(1, -2, 0.5) + omega.cross(x)).head(dimension);
      }
      Vector rate;
      G.multiply(v, rate);
      EXPECT_LT(rate.cwiseAbs().maxCoeff(), 1e-13);
    }
}

TEST(Couplings, TheMarkerSitsAtTheCentroidUnlessPlaced) {
  for (const std::string coupling : {"averaging", "rigid"}) {
    const auto plane = build(block(2, "s.x_max", coupling), 2);
    EXPECT_TRUE(close(at(*plane, plane->system.initial_state()).x, Vector3(3, 2.5, 0), 1e-14));
    const auto space = build(block(3, "s.x_max", coupling) + "at = [5, 0, 1]\nrotation = [0, 0, 0.5]\n", 3);
    const MarkerKinematics k = at(*space, space->system.initial_state());
    EXPECT_TRUE(close(k.x, Vector3(5, 0, 1), 1e-13));
    EXPECT_TRUE(close(k.R, rotation_exponential({0, 0, 0.5}).toRotationMatrix(), 1e-14));
  }
}

/// A moment on a face becomes the node forces of a linear traction: for a face of height h = 1 and width w,
/// sigma = M y/(w h^3/12), of which a node at the middle of the height gets nothing.
TEST(Couplings, AMomentOnAFaceIsALinearTraction) {
  const auto model = build(block(2, "s.x_max", "averaging", 1), 2);
  const MarkerKinematics k = at(*model, model->system.initial_state());
  const auto marker = model->find_marker("m");
  Vector3 sum = Vector3::Zero();
  for (int i = 0; i < marker->size(); i += 2) {
    const double y = model->system.initial_state().q[marker->dofs()[i + 1]] - 2.5;
    // int N (12 y) dy with elements of 0.5: at the ends 0.5/6 (2 * 6 + 0), in the middle 0
    const double expected = y == 0 ? 0 : -std::copysign(1.0, y);
    EXPECT_NEAR(k.J_r(2, i), expected, 1e-13) << y;
    EXPECT_NEAR(k.J_r(2, i + 1), 0, 1e-14);
    sum += k.J_r.col(i);
  }
  EXPECT_LT(sum.norm(), 1e-14);
}

/// Groups of nodes without faces weigh all nodes alike.
TEST(Couplings, NodesWithoutFacesCountAlike) {
  const auto model = build(block(2, "s", "averaging", 1), 2);
  const MarkerKinematics k = at(*model, model->system.initial_state());
  for (int i = 0; i < k.J.cols(); i += 2) EXPECT_NEAR(k.J(0, i), 1.0 / 9, 1e-15);
}

}  // namespace
}  // namespace jounce
