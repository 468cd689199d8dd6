#include "model/node_table.h"

#include <gmock/gmock.h>

namespace jounce {
namespace {

using testing::ElementsAre;

NodeTable::Motion moves_by(double offset) {
  return [offset](double, double& x, double& v, double& a) {
    x = offset;
    v = a = 0;
  };
}

TEST(NodeTable, NumbersFreeDegreesOfFreedomFirstAndRotationsBesideTheirNode) {
  NodeTable nodes;
  const int a = nodes.add({1, 2, 0}, 2, 0), b = nodes.add({3, 4, 0}, 2, 1);
  nodes.add_rotations(a, 1);
  nodes.set_velocity(a, {0.1, 0.2, 0});
  nodes.set_angle(b, 0.5, 7);
  EXPECT_TRUE(nodes.prescribe(nodes[a].first + 1, moves_by(0.25)));
  State initial;
  const DofMap map = nodes.number(initial);
  EXPECT_EQ(map.n_free, 5);
  EXPECT_EQ(map.nv(), 6);
  EXPECT_THAT(nodes.dofs(a), ElementsAre(0, 5, 1));
  EXPECT_THAT(nodes.dofs(b), ElementsAre(2, 3, 4));
  EXPECT_EQ(initial.q, (Vector(6) << 1, 0, 3, 4, 0.5, 2).finished());
  EXPECT_EQ(initial.v, (Vector(6) << 0.1, 0, 0, 0, 7, 0.2).finished());
  EXPECT_EQ(nodes.node_of(4), b);
  EXPECT_EQ(nodes.node_of(5), a);
  EXPECT_EQ(map.places[a].angle, 1);
  EXPECT_EQ(map.places[b].position[1], 3);
  EXPECT_EQ(map.uniform_translation(1), (Vector(6) << 0, 0, 0, 1, 0, 1).finished());

  const auto prescribed = nodes.prescribed();
  ASSERT_EQ(prescribed.size(), 1u);
  EXPECT_EQ(prescribed[0].dof, 5);
  double q = 0, v = 1, acceleration = 1;
  prescribed[0].motion(0, q, v, acceleration);
  EXPECT_EQ(q, 2.25) << "counted from the initial coordinate";
}

TEST(NodeTable, HoldsACoordinateTwice) {
  NodeTable nodes;
  nodes.add({0, 0, 0}, 3, 0);
  EXPECT_TRUE(nodes.prescribe(1, moves_by(0), NodeTable::Support::held));
  EXPECT_TRUE(nodes.prescribe(1, moves_by(0), NodeTable::Support::held));
  EXPECT_FALSE(nodes.prescribe(1, moves_by(1)));
  State initial;
  EXPECT_EQ(nodes.number(initial).n_free, 2);
  EXPECT_EQ(nodes.prescribed().size(), 1u);
}

TEST(NodeTable, RefusesASecondMotionOfACoordinate) {
  NodeTable nodes;
  nodes.add({0, 0, 0}, 3, 0);
  EXPECT_TRUE(nodes.prescribe(2, moves_by(1)));
  EXPECT_FALSE(nodes.prescribe(2, moves_by(1)));
  State initial;
  EXPECT_EQ(nodes.number(initial).n_free, 2);
}

TEST(NodeTable, OrientationsAreQuaternionsBehindTheCoordinates) {
  NodeTable nodes;
  const int body = nodes.add({1, 2, 3}, 3, 3), free = nodes.add({4, 5, 6}, 3, 0);
  nodes.set_orientation(body, Quaternion(0, 1, 0, 0), {7, 8, 9});
  nodes.add_rotations(free, 3);
  nodes.add_amplitudes(free, 2);
  State initial;
  const DofMap map = nodes.number(initial);
  EXPECT_EQ(map.nv(), 14);
  ASSERT_EQ(initial.q.size(), map.manifold.size());
  const auto& rotations = map.manifold.rotations();
  ASSERT_EQ(rotations.size(), 2u);
  EXPECT_EQ(Eigen::Vector4d(initial.q.segment<4>(rotations[0].quaternion)), Eigen::Vector4d(0, 1, 0, 0));
  EXPECT_EQ(Eigen::Vector4d(initial.q.segment<4>(rotations[1].quaternion)), Eigen::Vector4d(1, 0, 0, 0));
  EXPECT_EQ(Vector3(initial.v.segment<3>(rotations[0].tangent)), Vector3(7, 8, 9));
  EXPECT_THAT(nodes.amplitudes(free), ElementsAre(12, 13));
  EXPECT_EQ(map.kinds[12], DofKind::amplitude);
  EXPECT_EQ(map.translation_axes[12], -1);
}

}  // namespace
}  // namespace jounce
