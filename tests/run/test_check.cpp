#include <gmock/gmock.h>

#include "../support/scene.h"
#include "program.h"

// What `jounce check` finds in decks that can be read: entries without use, parts without mass, meshes that
// fall apart.

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A beam along "l".
const std::string kBeam = R"(
[parameters]
long = 1
half = "long/2"
forgotten = 3
[[material]]
name = "m"
E = 1e9
nu = 0.3
rho = 1000
[[material]]
name = "spare"
E = 1e9
nu = 0.3
rho = 1000
[[section]]
name = "s"
type = "circle"
diameter = 0.01
[[section]]
name = "t"
type = "circle"
diameter = 0.01
[[shape]]
name = "ball"
type = "sphere"
radius = "half"
[[mesh]]
name = "l"
type = "line"
from = [0, 0]
to = [1, 0]
elements = 3
)" + scene::element({.type = "beam", .section = "s"}) +
                          R"(
[integrator]
step = 1e-3
end = 0.02
)";

TEST(Check, TellsEntriesThatNothingUses) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kBeam);
  const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* const told :
       {"deck.toml:5:1: the parameter 'forgotten' is not used",
        "deck.toml:11:1: nothing uses the material 'spare'", "deck.toml:20:1: nothing uses the section 't'",
        "deck.toml:24:1: no contact looks at the shape 'ball': it is only drawn"})
    EXPECT_THAT(outcome.out, HasSubstr(told));
  for (const char* const used : {"'long'", "'half'", "material 'm'", "section 's'", "mesh 'l'"})
    EXPECT_THAT(outcome.out, Not(HasSubstr(used)));
}

TEST(Check, TellsNothingUnusedOfAFullDeck) {
  const TemporaryFolder folder;
  for (const char* const deck : {"elastic_bar", "box_stack", "sphere_pile", "rubber_block", "pendulum"}) {
    const Outcome outcome = jounce(folder.path(), {"check", kInputs + deck + ".toml"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("not used"))) << deck;
    EXPECT_THAT(outcome.out, Not(HasSubstr("nothing uses"))) << deck;
  }
}

// check and run say the same of a mesh without elements and of a body without mass.
TEST(Check, PartsWithoutMassAreNamed) {
  const TemporaryFolder folder;
  write(folder / "mesh.toml", std::string(kBeam) + R"(
[[mesh]]
name = "lonely"
type = "line"
from = [0, 1]
to = [1, 1]
elements = 2
)");
  write(folder / "body.toml", R"toml(
[[body]]
name = "a"
type = "rigid"
mass = 0
inertia = 0
position = [0.5, 0]
[[joint]]
name = "p"
type = "revolute"
between = ["ground", "a"]
at = [0, 0]
[integrator]
step = 1e-3
end = 0.02
)toml");
  for (const char* const command : {"check", "run"}) {
    const Outcome mesh = jounce(folder.path(), {command, "mesh.toml"});
    EXPECT_EQ(mesh.status, 1);
    EXPECT_THAT(mesh.err, testing::ContainsRegex(
                              "'lonely[a-z.]*' at \\((0|0.5|1), 1\\) at the start, x has neither mass"));
    const Outcome body = jounce(folder.path(), {command, "body.toml"});
    EXPECT_EQ(body.status, 1);
    EXPECT_THAT(body.err,
                HasSubstr("'a' (at (0.5, 0) at the start, rotation about z) has neither mass nor a joint"));
  }
  const Outcome impulses = jounce(folder.path(), {"run", "body.toml", "--set", "integrator.type=ccp-euler",
                                                  "--set", "joint.p.type=fixed"});
  EXPECT_EQ(impulses.status, 1);
  EXPECT_THAT(impulses.err, HasSubstr("'a' (at (0.5, 0) at the start, x) has no mass or inertia"));
}

const std::string kPlate = R"(
[[material]]
name = "m"
type = "orthotropic"
E = [1e11, 1e10, 1e10]
G = [5e9, 5e9, 5e9]
nu = [0.3, 0.3, 0.3]
rho = 1600
[[mesh]]
name = "b"
type = "gmsh"
file = "b.msh"
)" + scene::element({.mesh = "b"}) +
                           R"(
[integrator]
step = 1e-6
end = 2e-6
)";

/// Two squares side by side with four nodes each.
const char* const kTwoSquares =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 1 0 0\n6 2 0 0\n"
    "7 2 1 0\n8 1 1 0\n$EndNodes\n$Elements\n2\n1 3 2 1 1 1 2 3 4\n2 3 2 1 1 5 6 7 8\n$EndElements\n";

TEST(Check, NodesAtTheSamePlaceAreNoted) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kPlate);
  write(folder / "b.msh", kTwoSquares);
  for (const char* const command : {"check", "run"}) {
    const Outcome outcome = jounce(folder.path(), {command, "deck.toml"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("mesh 'b' has 2 pairs of unconnected nodes at the same position, for example nodes "
                          "2 and 5 at (1, 0, 0)"));
  }
  std::string joined = kTwoSquares;
  joined.replace(joined.find("5 6 7 8"), 7, "2 6 7 3");
  write(folder / "b.msh", joined);
  EXPECT_THAT(jounce(folder.path(), {"check", "deck.toml"}).out, Not(HasSubstr("same position")));
}

TEST(Check, CoordinatesOfAnInputFileThatAreNoNumbersAreNamedThere) {
  const TemporaryFolder folder;
  write(folder / "a.inp",
        "*NODE, NSET=N\n1,0,0,0\n2,nan,0,0\n*ELEMENT,TYPE=T3D2,ELSET=E\n1,1,2\n*STEP\n*STATIC\n*END STEP\n");
  const Outcome outcome = jounce(folder.path(), {"check", "a.inp"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("a.inp:3"));
  EXPECT_THAT(outcome.err, HasSubstr("a number is expected"));
}

}  // namespace
}  // namespace jounce::test
