#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "elements/floating_body.h"

// A rigid face stands for one node at the centroid of its area, on which joints sit by name.

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// Two hexahedra, of heights 1 and 3 along y: the nodes of a side are at y = 0, 1 and 4, its area at y = 2.
const std::string kGraded = R"(*NODE
1, 0, 0, 0
2, 2, 0, 0
3, 2, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 2, 0, 1
7, 2, 1, 1
8, 0, 1, 1
9, 2, 4, 0
10, 0, 4, 0
11, 2, 4, 1
12, 0, 4, 1
*ELEMENT, TYPE=C3D8, ELSET=ALL
1, 1, 2, 3, 4, 5, 6, 7, 8
2, 4, 3, 9, 10, 8, 7, 11, 12
*SURFACE, NAME=LEFT
ALL, S6
*SURFACE, NAME=RIGHT
ALL, S4
)";

/// A rod of this mesh and a crank whose end is at the centroid of its left side, (1, 2, 0.5) in space.
const std::string kMechanism = R"toml(
[model]
dimension = 3
[[material]]
name = "m"
E = 1e6
nu = 0.3
rho = 1
[[mesh]]
name = "grid"
type = "abaqus"
file = "graded.inp"
[[element]]
name = "solid"
type = "solid"
mesh = "grid"
material = "m"
[[body]]
name = "crank"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [0.5, 2, 0.5]
[[body]]
name = "rod"
type = "flexible"
mesh = "grid"
supports = ["RIGHT"]
rigid_faces = ["LEFT"]
position = [1, 0, 0]
[integrator]
step = 1e-3
end = 1
)toml";

struct RigidFaces : testing::Test {
  RigidFaces() { io::test::write(folder / "graded.inp", kGraded); }
  std::unique_ptr<Model> build(const std::string& more = {}) {
    io::test::write(folder / "deck.toml", kMechanism + more);
    return deck::build_model(deck::read_deck(folder / "deck.toml", deck_schema()));
  }
  std::unique_ptr<Model> joined(const std::string& keys) {
    return build(R"(
[[joint]]
name = "pin"
)" + keys);
  }
  io::test::TemporaryFolder folder;
};

TEST_F(RigidFaces, HaveTheirNodeAtTheCentroidOfTheirArea) {
  const auto model = build();
  const FlexibleBody& body = dynamic_cast<const FloatingBodyBlock&>(*model->find_block("rod")).body();
  EXPECT_LT((body.points.back() - Vector3(0, 2, 0.5)).norm(), 1e-12) << body.points.back().transpose();
  MarkerKinematics node;
  model->find_marker("rod.LEFT")->evaluate(model->system.initial_state(), Derivatives::none, node);
  EXPECT_LT((node.x - Vector3(1, 2, 0.5)).norm(), 1e-12) << node.x.transpose();
}

/// The same rows with the place that 'at' says and with the node's own.
TEST_F(RigidFaces, CarryJointsByNameWithAndWithoutAt) {
  for (const std::string parts : {R"("crank", "rod.LEFT")", R"("rod.LEFT", "crank")"})
    for (const std::string type : {R"(spherical"
)",
                                   R"(fixed"
)",
                                   R"(revolute"
axis = [0, 0, 1]
)"}) {
      const std::string keys = fmt::format(R"(type = "{}between = [{}]
)",
                                           type, parts);
      const auto by_name = joined(keys), by_place = joined(keys + "at = [1, 2, 0.5]\n");
      State state = by_name->system.initial_state();
      Vector g, g_place;
      by_name->system.joints().values(state, g);
      EXPECT_LT(g.lpNorm<Eigen::Infinity>(), 1e-12) << keys;
      for (Index i = 0; i < state.q.size(); ++i) state.q[i] += 1e-2 * std::sin(1.0 + static_cast<double>(i));
      by_name->system.joints().values(state, g);
      by_place->system.joints().values(state, g_place);
      ASSERT_EQ(g.size(), g_place.size());
      EXPECT_GT(g.lpNorm<Eigen::Infinity>(), 1e-3) << keys;
      EXPECT_LT((g - g_place).lpNorm<Eigen::Infinity>(), 1e-12) << keys;
    }
}

TEST_F(RigidFaces, AreNotJoinedElsewhere) {
  try {
    joined(R"(
type = "spherical"
between = ["crank", "rod.LEFT"]
at = [1, 1.6, 0.5]
)");
    ADD_FAILURE() << "accepted";
  } catch (const params::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'rod.LEFT' is a node at (1, 2, 0.5), not at this point; omit 'at'"));
  }
}

}  // namespace
}  // namespace jounce::test
