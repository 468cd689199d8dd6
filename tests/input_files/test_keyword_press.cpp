// A job of two parts against the deck with [[step]] that says the same by hand.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "input_files.h"
#include "keyword/translation.h"
#include "registry.h"
#include "run/model_file.h"
#include "run/step_sequence.h"

namespace jounce {
namespace {

/// A block of 2 x 1 x 1 elements of height 10 whose nodes count from `first`, with its sets.
std::string block(const std::string& part, int first, const Vector3& at, double length, double width) {
  std::string text = "*NODE, NSET=" + part + "\n";
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 3; ++i)
        text += fmt::format("{}, {}, {}, {}\n", first + 6 * k + 3 * j + i, at.x() + i * length,
                            at.y() + j * width, at.z() + 10 * k);
  text += "*ELEMENT, TYPE=C3D8, ELSET=E" + part + "\n";
  for (int i = 0; i < 2; ++i) {
    const int a = first + i;
    text += fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}\n", a, a, a + 1, a + 4, a + 3, a + 6, a + 7,
                        a + 10, a + 9);
  }
  return text + fmt::format("*SURFACE, NAME={0}BELOW\nE{0}, S1\n*SURFACE, NAME={0}ABOVE\nE{0}, S2\n", part);
}

/// Foot and plate are tied; the die lies on the plate.
std::string mesh_cards() {
  return block("FOOT", 1, {-5, -5, 0}, 15, 20) + block("PLATE", 101, {-5, -5, 10}, 15, 20) +
         block("DIE", 201, {0, 0, 20}, 10, 10) +
         "*NSET, NSET=BASE, GENERATE\n1, 6\n*NSET, NSET=HEAD, GENERATE\n207, 212\n";
}

std::string job() {
  return mesh_cards() +
         "*MATERIAL, NAME=STEEL\n*ELASTIC\n210000., .3\n*DENSITY\n7.85e-9\n"
         "*SOLID SECTION, ELSET=EFOOT, MATERIAL=STEEL\n*SOLID SECTION, ELSET=EPLATE, MATERIAL=STEEL\n"
         "*SOLID SECTION, ELSET=EDIE, MATERIAL=STEEL\n"
         "*TIE, NAME=T, POSITION TOLERANCE=.1\nPLATEBELOW, FOOTABOVE\n"
         "*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n1.e5\n*FRICTION\n.2\n"
         "*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nDIEBELOW, PLATEABOVE\n"
         "*BOUNDARY\nBASE, 1, 3\nDIE, 2\n"
         "*INITIAL CONDITIONS, TYPE=VELOCITY\nDIE, 1, 3000.\n"
         "*STEP\n*STATIC, DIRECT\n.5, 1.\n*BOUNDARY\nHEAD, 1\n*DLOAD\nEDIE, P2, 10.\n*END STEP\n"
         "*STEP\n*DYNAMIC, DIRECT, ALPHA=0.\n1.e-6, 4.e-5\n*BOUNDARY, OP=NEW\nBASE, 1, 3\nDIE, 2\n*END "
         "STEP\n";
}

// By the numbers of the nodes of the mesh, not by what the translation calls its groups.
const char* const kDeck = R"(
[model]
dimension = 3
gravity = [0, 0, 0]

[units]
length = "mm"
mass = "t"

[[material]]
name = "steel"
type = "linear-elastic"
E = 210000
nu = 0.3
rho = 7.85e-9

[[mesh]]
name = "parts"
type = "abaqus"
file = "mesh.inp"

[[element]]
name = "all"
type = "solid"
strain = "small"
formulation = "full"
mesh = "parts"
material = "steel"

[[boundary]]
on = "parts.BASE"
components = ["x", "y", "z"]

[[boundary]]
on = "parts.DIE"
components = ["y"]

[[boundary]]
on = "parts.HEAD"
components = ["x"]
steps = ["press"]

[[joint]]
name = "tied"
type = "tie"
surface = "parts.PLATEBELOW"
to = "parts.FOOTABOVE"
tolerance = 0.1

[[contact]]
name = "soft"
type = "surfaces"
surface = "parts.DIEBELOW"
against = "parts.PLATEABOVE"
stiffness = 1e5
stick_stiffness = 1e5
friction = 0.2
steps = ["press"]

[[contact]]
name = "exact"
type = "surfaces"
surface = "parts.DIEBELOW"
against = "parts.PLATEABOVE"
friction = 0.2
steps = ["slide"]

[[load]]
name = "press"
type = "pressure"
surface = "parts.DIEABOVE"
pressure = { times = [0, 1], values = [0, 10] }

[[initial]]
on = "parts.DIE"
velocity = [3000, 0, 0]

[[step]]
name = "press"
type = "static"
step = 0.5
end = 1

[[step]]
name = "slide"
type = "nsga-ggl"
rho_inf = 1
step = 1e-6
end = 1.00004
)";

/// Displacement and velocity of every node at the end, by its place in thousandths.
struct Motion {
  Vector3 u = Vector3::Zero(), v = Vector3::Zero();
};
using Motions = std::map<std::array<long, 4>, Motion>;

Motions motions_of(const Model& model, const State& state) {
  Motions motions;
  const State& start = model.system.initial_state();
  std::map<std::array<long, 3>, int> met;  // nodes of two parts at one place come in the order of the file
  for (const NodePlace& place : model.system.dofs().places) {
    std::array<long, 3> at = {};
    Motion motion;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Index dof = place.position[axis];
      at[axis] = std::lround(1000 * start.q[dof]);
      motion.u[static_cast<Index>(axis)] = state.q[dof] - start.q[dof];
      motion.v[static_cast<Index>(axis)] = state.v[dof];
    }
    motions[{at[0], at[1], at[2], met[at]++}] = motion;
  }
  return motions;
}

Motions end_of(const deck::Deck& deck, int& iterations) {
  RunOptions options;
  options.quiet = true;
  options.write = false;
  StepSequence steps(deck, options);
  iterations = 0;
  steps.watch([&](Simulation& simulation) {
    simulation.watch(
        [&](const State&, const StepResult& result, double) { iterations += result.iterations; });
  });
  const RunReport report = steps.run();
  EXPECT_EQ(report.exit_status, 0) << report.message;
  return motions_of(steps.now().model(), steps.now().state());
}

double largest(const Motions& motions, Vector3 Motion::*what) {
  double size = 0;
  for (const auto& [place, motion] : motions) size = std::max(size, (motion.*what).norm());
  return size;
}

// 2 kN press the die on a plate that is tied to a foot, then it slides with 3 m/s.
TEST(KeywordPress, IsTheDeckWithTheSameSteps) {
  const io::test::TemporaryFolder folder;
  io::test::write(folder / "a.inp", job());
  io::test::write(folder / "mesh.inp", mesh_cards());
  io::test::write(folder / "deck.toml", kDeck);
  const auto input = std::make_shared<const keyword::Input>(keyword::read_input(folder / "a.inp"));
  const keyword::Translation translation = keyword::translate(*input, keyword::general_steps(*input));
  int of_job = 0, of_deck = 0;
  const Motions job = end_of(deck_of(input, translation.deck(), {}), of_job);
  const Motions deck = end_of(deck::read_deck(folder / "deck.toml", deck_schema()), of_deck);
  ASSERT_EQ(job.size(), 36U);
  ASSERT_EQ(deck.size(), job.size());
  const double u = largest(deck, &Motion::u), v = largest(deck, &Motion::v);
  EXPECT_GT(u, 0.05) << "it slides";
  EXPECT_GT(v, 1000);
  for (const auto& [place, motion] : deck) {
    EXPECT_LT((job.at(place).u - motion.u).norm(), 1e-10 * u);
    EXPECT_LT((job.at(place).v - motion.v).norm(), 1e-10 * v);
  }
  EXPECT_NEAR(of_job, of_deck, 1) << "round-off may cost one iteration more";
  EXPECT_LT(of_job, 40 * 20) << "iterations of 40 steps; mixed-generalized-alpha takes several times as many";
}

}  // namespace
}  // namespace jounce
