#include <gmock/gmock.h>

#include <cmath>

#include "../support/scene.h"
#include "../support/solid_block.h"
#include "io/history_reader.h"
#include "la/types.h"
#include "program.h"
#include "rows.h"

// Steps of half-explicit that follow the limit of stability of the elements, and given ones beyond it.

namespace jounce::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string follows_limit(double end, const std::string& more = {}) {
  return fmt::format("\n[integrator]\ntype = \"half-explicit\"\nend = {}\n{}\n[output]\nframes = 0\n", end,
                     more);
}

/// One element, named b, with its mass.
struct Kind {
  std::string label, deck;
  int dimension;
  double mass;
};

/// One cell of a type of Abaqus with its nodes.
std::string one_element(const char* type, const std::vector<Vector3>& nodes) {
  std::string text = "*NODE\n";
  for (std::size_t i = 0; i < nodes.size(); ++i)
    text += fmt::format("{}, {}, {}, {}\n", i + 1, nodes[i].x(), nodes[i].y(), nodes[i].z());
  text += fmt::format("*ELEMENT, TYPE={}, ELSET=E\n1", type);
  for (std::size_t i = 0; i < nodes.size(); ++i) text += fmt::format(",{} {}", i == 10 ? "\n" : "", i + 1);
  return text + "\n";
}

/// Corners with the middles of these edges behind them.
std::vector<Vector3> with_middles(std::vector<Vector3> nodes, const std::vector<std::array<int, 2>>& edges) {
  for (const auto& [a, b] : edges) nodes.push_back((nodes[a] + nodes[b]) / 2);
  return nodes;
}

void add_simplices(const std::filesystem::path& folder, const std::string& keys, std::vector<Kind>& kinds) {
  const std::vector<Vector3> triangle = {{0, 0, 0}, {1, 0, 0}, {0.2, 0.7, 0}},
                             tetrahedron = {{0, 0, 0}, {1, 0, 0}, {0.2, 0.7, 0}, {0.1, 0.2, 0.5}},
                             wedge = {{0, 0, 0}, {1, 0, 0}, {0.2, 0.7, 0},
                                      {0, 0, 1}, {1, 0, 1}, {0.2, 0.7, 1}};
  const std::vector<std::array<int, 2>> ring = {{0, 1}, {1, 2}, {2, 0}};
  std::vector<std::array<int, 2>> of_tetrahedron = ring, of_wedge = ring;
  for (const int a : {0, 1, 2}) of_tetrahedron.push_back({a, 3});
  for (const auto& [a, b] : ring) of_wedge.push_back({a + 3, b + 3});
  for (const int a : {0, 1, 2}) of_wedge.push_back({a, a + 3});
  const auto add = [&](const char* type, int dimension, double mass, const std::vector<Vector3>& nodes) {
    const std::string file = std::string(type) + ".inp";
    write(folder / file, one_element(type, nodes));
    kinds.push_back({type + (" " + keys),
                     "\n[[mesh]]\nname = \"b\"\ntype = \"abaqus\"\nfile = \"" + file + "\"\n" +
                         scene::element({.name = "b", .mesh = "b"}) + keys,
                     dimension, mass});
  };
  add("CPE3", 2, 350, triangle);
  add("CPE6", 2, 350, with_middles(triangle, ring));
  add("C3D4", 3, 1000 * 0.7 * 0.5 / 6, tetrahedron);
  add("C3D10", 3, 1000 * 0.7 * 0.5 / 6, with_middles(tetrahedron, of_tetrahedron));
  add("C3D6", 3, 350, wedge);
  add("C3D15", 3, 350, with_middles(wedge, of_wedge));
}

void add_boxes(const std::string& keys, std::vector<Kind>& kinds) {
  for (const int dimension : {2, 3})
    for (const int order : {1, 2})
      for (const char* const formulation : {"full", "reduced", "b-bar"}) {
        if (order == 2 && std::string(formulation) == "b-bar") continue;
        const bool space = dimension == 3;
        kinds.push_back(
            {fmt::format("box {} {} {} {}", dimension, order, formulation, keys),
             scene::block_mesh({.from = space ? scene::Numbers{0, 0, 0} : scene::Numbers{0, 0},
                                .to = space ? scene::Numbers{1, 0.7, 0.4} : scene::Numbers{1, 0.7},
                                .counts = space ? scene::Numbers{1, 1, 1} : scene::Numbers{1, 1}}) +
                 fmt::format("order = {}\n", order) + scene::element({.name = "b", .mesh = "b"}) +
                 fmt::format("formulation = \"{}\"\n", formulation) + keys,
             dimension, space ? 280.0 : 700.0});
      }
}

void add_lines(std::vector<Kind>& kinds) {
  for (const int dimension : {2, 3})
    for (const char* const type : {"bar", "beam", "euler-bernoulli"}) {
      if (dimension == 3 && std::string(type) == "euler-bernoulli") continue;
      const bool space = dimension == 3;
      kinds.push_back(
          {fmt::format("{} {}", type, dimension),
           scene::rectangle({.height = 0.1, .width = 0.1}) +
               scene::line_mesh({.from = space ? scene::Numbers{0, 0, 0} : scene::Numbers{0, 0},
                                 .to = space ? scene::Numbers{1, 2, 2} : scene::Numbers{3, 4}}) +
               (std::string(type) == "bar" ? scene::element({.name = "b", .type = type}) + "area = 0.01\n"
                                           : scene::element({.name = "b", .type = type, .section = "s"})),
           dimension, space ? 30.0 : 50.0});
    }
}

/// A free element falls by g t^2 / 2 exactly, at the step that the program finds.
TEST(LimitedSteps, OneFreeElementOfEveryKindFallsExactly) {
  const TemporaryFolder folder;
  std::vector<Kind> kinds;
  for (const char* const mass : {"mass = \"lumped\"\n", "mass = \"consistent\"\n"})
    for (const char* const strain : {"strain = \"small\"\n", "strain = \"green-lagrange\"\n"}) {
      add_boxes(std::string(mass) + strain, kinds);
      add_simplices(folder.path(), std::string(mass) + strain, kinds);
    }
  add_lines(kinds);
  for (const Kind& kind : kinds) {
    SCOPED_TRACE(kind.label);
    const bool space = kind.dimension == 3;
    const scene::Numbers g = space ? scene::Numbers{1, -9, 2} : scene::Numbers{1, -9};
    write(folder / "deck.toml", scene::gravity(g) + scene::material({.E = 1e5, .nu = 0.3, .rho = 1000}) +
                                    kind.deck + follows_limit(0.5));
    const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const io::History history(folder / "r/history.csv");
    const auto value = [&](const char* name) { return history.column(name).back(); };
    EXPECT_EQ(value("time"), 0.5);
    const double energy = kind.mass / 2 * (space ? 86 : 82) * 0.25;
    EXPECT_NEAR(value("energy_kinetic"), energy, 1e-10 * energy);
    EXPECT_NEAR(value("energy_potential") - history.column("energy_potential")[0], -energy, 1e-10 * energy);
    EXPECT_NEAR(value("energy_strain"), 0, 1e-16 * energy);
  }
}

/// A strip that is stretched to five times its length grows stiffer: its steps shrink with it.
std::string stretched_strip() {
  return R"(
[[material]]
name = "m"
E = 1e6
nu = 0
rho = 1000
)" + solid_block("strip", "[0, 0]", "[1, 0.1]", "[10, 1]") +
         R"toml(
strain = "green-lagrange"
mass = "lumped"
)toml" + scene::held("strip.x_min", {"x", "y"}) +
         scene::held("strip.x_max", {"x"}) + "motion = \"20*t\"\n";
}

TEST(LimitedSteps, StepsShrinkWithAStripThatGrowsStiffer) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", stretched_strip() + follows_limit(0.2));
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("steps follow the limit of stability: 0."));
  EXPECT_THAT(outcome.out, HasSubstr("quadrilateral4 "));
  const io::History history(folder / "r/history.csv");
  const auto& time = history.column("time");
  const double first = time[1] - time[0], last = time[time.size() - 2] - time[time.size() - 3];
  EXPECT_LT(last, 0.5 * first);
  EXPECT_GT(last, 0.05 * first);
}

TEST(LimitedSteps, GivenStepsAreCutToTheLimitAndTheRunSaysSo) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", stretched_strip() + follows_limit(0.2, "step = 1.4e-3\n"));
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cut to the limit of stability, from t = 0."));
  EXPECT_THAT(read(folder / "r/run.toml"), HasSubstr("cut to the limit of stability"));
}

TEST(LimitedSteps, AreSaidByCheck) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", stretched_strip() + follows_limit(0.2, "step_factor = 0.5\n"));
  const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("steps follow the limit of stability"),
                                 HasSubstr("of mesh 'strip'"), HasSubstr("0.5 of the limit of stability")));
}

TEST(LimitedSteps, RefusalsNameWhatIsMissing) {
  const TemporaryFolder folder;
  const auto says = [&](const std::string& deck, const std::string& text) {
    write(folder / "deck.toml", deck);
    const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr(text));
  };
  says(stretched_strip() + "[integrator]\nend = 1\n", "lacks the required key 'step'");
  says(stretched_strip() + follows_limit(1, "step = 1e-4\nstep_factor = 0.5\n"), "give one or the other");
  says(stretched_strip() + follows_limit(1, "error_tolerance = 1e-4\n"), "this key requires integrator.step");
  says(scene::gravity({0, -1}) + scene::point_mass({.position = {0, 0}}) + follows_limit(1),
       "nothing in the model limits the steps");
}

TEST(LimitedSteps, AStepBeyondTheLimitIsRefusedWithTheElement) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", stretched_strip() + follows_limit(0.2, "step = 1e-2\n"));
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("the step of 0.01 is beyond the limit of stability of quadrilateral4"),
                    HasSubstr("omit it so that it follows the limit")));
}

/// St. Venant-Kirchhoff's law gives way under pressure: the run ends with the element, not with iterations.
TEST(LimitedSteps, ElementsThatAreCrushedAreNamed) {
  const TemporaryFolder folder;
  write(folder / "deck.toml",
        scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) + solid_block("b", "[0, 0]", "[1, 1]", "[4, 4]") +
            "strain = \"green-lagrange\"\nmass = \"lumped\"\n" + scene::held("b.x_min", {"x", "y"}) +
            scene::held("b.x_max", {"x"}) + "motion = \"-10*t\"\n" + follows_limit(0.2));
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("of mesh 'b' near ("));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr("0 iterations")));
}

/// What masses were scaled by stands in the notes.
TEST(LimitedSteps, ScaledMassesAreReported) {
  const TemporaryFolder folder;
  const std::string deck = scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) +
                           solid_block("b", "[0, 0]", "[1, 1]", "[4, 4]") + "mass = \"lumped\"\n";
  write(folder / "deck.toml", deck + "mass_scaling = 1.3e-2\n" + follows_limit(0.2));
  write(folder / "light.toml", deck + follows_limit(0.2));
  const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("mass scaling of 'b' adds"), HasSubstr("16 of 16 elements")));
  EXPECT_THAT(jounce(folder.path(), {"check", "light.toml"}).out, testing::Not(HasSubstr("mass scaling")));
}

/// Gelatine at 100 m/s, twice the speed of its waves in shear, is crushed by more than a tenth of its
/// elements in a step of the limit of their state.
TEST(LimitedSteps, CrushSoftBlocksWithoutMakingEnergy) {
  const RunRows run(scene::gravity({0, 0, 0}) +
                    scene::material({.type = "neo-hookean", .E = 5e6, .nu = 0.45, .rho = 950}) +
                    solid_block("b", "[0, 0, 1e-3]", "[0.04, 0.04, 0.061]", "[6, 6, 9]") +
                    "strain = \"green-lagrange\"\nmass = \"lumped\"\n" + R"(
[[initial]]
on = "b"
velocity = [0, 0, -100]
[[contact]]
name = "wall"
type = "point-plane"
points = ["b"]
through = [0, 0, 0]
normal = [0, 0, 1]
)" + follows_limit(4e-4));
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  const double energy = run.rows.front().at("energy_total");
  double most = 0;
  for (const Row& row : run.rows) most = std::max(most, std::abs(row.at("dissipated_numerical")));
  EXPECT_LT(most, 0.01 * energy);  // 0.0016; 29 without the bound of the strain in a step
  EXPECT_LT(run.last().at("energy_kinetic"), 0.7 * energy);
}

}  // namespace
}  // namespace jounce::test
