// Contact where corners and edges of a body meet faces of another one.

#include "contact/corner_rows.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "derivatives.h"
#include "features.h"

namespace jounce::test {
namespace {

constexpr double kHalfDiagonal = 0.8660254037844386;
constexpr const char* kOnCorner =
    "[0.6755108588560398, -0.6755108588560398, 0]";  // a diagonal stands upright
constexpr const char* kOnEdge = "[0.7853981633974483, 0, 0]";

/// A plate with its top at z = 0 and a turned cube of unit size at a height, either of which has the means.
std::string cube_on_plate(const std::string& turn, const std::string& place, int order, bool is_turned,
                          const std::string& rest) {
  const auto block = [&](const std::string& name, const std::string& from, const std::string& to,
                         const std::string& counts, const std::string& keys) {
    std::string text = solid_block(name, from, to, counts);
    return text.insert(text.find("from = "), fmt::format("order = {}\n{}", order, keys));
  };
  return scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) +
         block("plate", "[-1.6, -1.4, -1]", "[1.7, 1.5, 0]", "[3, 3, 1]", "") +
         block("cube", "[-0.5, -0.5, -0.5]", "[0.5, 0.5, 0.5]", "[2, 1, 1]",
               fmt::format("rotate = {}\ntranslate = {}\n", turn, place)) +
         fmt::format(R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "{}.boundary"
against = "{}.boundary"
friction = 0.3
)",
                     is_turned ? "plate" : "cube", is_turned ? "cube" : "plate") +
         rest;
}

TEST(CornerRows, ACornerOnAFaceHasOne) {
  for (const int order : {1, 2})
    for (const bool is_turned : {false, true})
      for (const double gap : {2e-3, -2e-3}) {
        const std::string place = fmt::format("[0.13, 0.21, {}]", kHalfDiagonal + gap);
        const DeckRun run(cube_on_plate(kOnCorner, place, order, is_turned, kOneStep));
        const std::vector<ContactRow> rows = feature_rows(run, 0.01);
        ASSERT_EQ(rows.size(), 1U) << order << is_turned << gap;
        const ContactPair& pair = *run.system().contacts().all()[0];
        EXPECT_NEAR(pair.gap(run.state, rows[0]), gap, 1e-12);
        EXPECT_LT((pair.axis(run.state, rows[0], Direction::normal) - Vector3::UnitZ()).norm(), 1e-12);
        EXPECT_LT((pair.position(run.state, rows[0]) - Vector3(0.13, 0.21, gap)).norm(), 1e-6);
        EXPECT_THAT(pair.point_name(rows[0]), testing::MatchesRegex("cube.* on the face of plate.* and .*"));
      }
}

/// All nodes of an edge that lies on a face, and each once, though one is over the edge between two faces.
TEST(CornerRows, AnEdgeOnAFaceHasThemAtItsNodes) {
  for (const int order : {1, 2})
    for (const bool is_turned : {false, true}) {
      const std::string place = fmt::format("[0.1, 0.05, {}]", std::sqrt(0.5) - 1e-3);
      const DeckRun run(cube_on_plate(kOnEdge, place, order, is_turned, kOneStep));
      const std::vector<ContactRow> rows = feature_rows(run, 0.01);
      ASSERT_EQ(rows.size(), order == 1 ? 3U : 5U);
      const ContactPair& pair = *run.system().contacts().all()[0];
      std::set<double> places;
      for (const ContactRow& row : rows) {
        EXPECT_NEAR(pair.gap(run.state, row), -1e-3, 1e-12);
        places.insert(std::round(100 * pair.position(run.state, row).x()));
      }
      EXPECT_EQ(places.size(), rows.size());
    }
}

/// What is nearly flat is what means are for; what is deeper than half of a wall is on its other side.
TEST(CornerRows, FlatAndFarHaveNone) {
  const auto count = [](const std::string& turn, double height) {
    const DeckRun run(cube_on_plate(turn, fmt::format("[0.1, 0.05, {}]", height), 1, false, kOneStep));
    return feature_rows(run, 0.01).size();
  };
  EXPECT_EQ(count("[0.02, 0.01, 0]", 0.5), 0U);
  EXPECT_GT(count("[0.08, 0.06, 0]", 0.54), 0U);
  EXPECT_EQ(count(kOnCorner, kHalfDiagonal - 0.2), 1U);
  EXPECT_EQ(count(kOnCorner, kHalfDiagonal - 0.6), 0U);
}

/// A corner that is nearer to the side of the plate than to its top does not leave by the top.
TEST(CornerRows, TheWayOutIsTheShorterOne) {
  const auto count = [](double x) {
    const DeckRun run(
        cube_on_plate(kOnCorner, fmt::format("[{}, 0.21, {}]", x, kHalfDiagonal - 0.05), 1, false, kOneStep));
    const ContactPair& pair = *run.system().contacts().all()[0];
    return std::ranges::count_if(feature_rows(run, 0.01), [&](const ContactRow& row) {
      return pair.point_name(row).find("on the face of plate") != std::string::npos;
    });
  };
  EXPECT_EQ(count(1.6), 1);
  EXPECT_EQ(count(1.68), 0);
}

TEST(CornerRows, DerivativesAgreeWithDifferences) {
  for (const bool is_turned : {false, true})
    for (const char* const turn : {kOnCorner, kOnEdge}) {
      DeckRun run(cube_on_plate(turn, "[0.13, 0.21, 0.8]", 1, is_turned, kOneStep));
      Random random(3);
      run.state.q += random.vector(run.state.q.size(), -0.02, 0.02);
      run.state.v = random.vector(run.state.v.size());
      const std::vector<ContactRow> rows = feature_rows(run, 0.1);
      ASSERT_GE(rows.size(), 1U);
      expect_derivatives(*run.system().contacts().all()[0], run.state, {rows[0]});
    }
}

/// Two bodies in one surface touch, a body does not touch itself.
TEST(CornerRows, BodiesOfOneSurface) {
  const io::test::TemporaryFolder folder;
  const auto rows_at = [&](double gap) {
    io::test::write(folder / "two.geo", fmt::format(R"(
SetFactory("OpenCASCADE");
Box(1) = {{-1, -1, -0.2, 2, 2, 0.2}}; Box(2) = {{-0.5, -0.5, -0.5, 1, 1, 1}};
Rotate {{{{1, 0, 0}}, {{0, 0, 0}}, Pi/4}} {{ Volume{{2}}; }}
Rotate {{{{0, 1, 0}}, {{0, 0, 0}}, Atan(Sqrt(0.5))}} {{ Volume{{2}}; }}
Translate {{0.1, 0.07, {}}} {{ Volume{{2}}; }}
MeshSize{{:}} = 0.4;
Physical Volume("body") = {{1, 2}}; Physical Surface("all") = {{1:12}};
)",
                                                    kHalfDiagonal + 0.5));
    DeckRun run(surface_with_itself((folder / "two.geo").string()));
    // Walls are those of bodies that do not overlap at the start.
    for (const auto& node : run.system().dofs().places) {
      double& z = run.state.q[node.position[2]];
      if (z > 0.1) z += gap - 0.5;
    }
    return feature_rows(run, 0.02).size();
  };
  EXPECT_EQ(rows_at(0.5), 0U);
  EXPECT_EQ(rows_at(0.01), 1U);
  EXPECT_EQ(rows_at(-0.01), 1U);
}

/// Height of the lowest node that is free to move.
double lowest_node(const DeckRun& run) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& node : run.system().dofs().places)
    if (node.position[2] < run.system().n_free()) lowest = std::min(lowest, run.state.q[node.position[2]]);
  return lowest;
}

/// A cube of rubber is thrown on a plate that is held, on a corner and on an edge: no node gets below the
/// plate, whatever the rows say of themselves.
struct ThrownCube : testing::TestWithParam<std::string> {};

TEST_P(ThrownCube, StaysAbove) {
  const std::string scheme = GetParam();
  const bool is_explicit = scheme == "half-explicit";
  for (const char* const turn : {kOnCorner, kOnEdge}) {
    std::string text = cube_on_plate(turn, "[0.13, 0.21, 0.9]", 1, false, R"(
[[boundary]]
on = "plate"
components = ["x", "y", "z"]
[[initial]]
on = "cube"
velocity = [1, 0, -6]
[integrator]
type = ")" + scheme + R"("
step = )" + (is_explicit ? "5e-4" : "2e-3") + R"(
end = 1
)");
    text = with_solid_keys(
        text, std::string(is_explicit ? "mass = \"lumped\"\n" : "") + "strain = \"green-lagrange\"\n");
    DeckRun run(text);
    const double energy = run.energy();
    double lowest = 1, impulse = 0;
    while (run.state.t < 0.1) {
      ASSERT_TRUE(run.step()) << run.result.failure_cause;
      lowest = std::min(lowest, lowest_node(run));
      impulse += run.result.impulse.sum();
      EXPECT_LT(run.energy(), energy * (1 + 1e-6));
    }
    EXPECT_GT(impulse, 0.5 * 6 * 1000);
    EXPECT_LT(lowest, 1e-3);
    EXPECT_GT(lowest, scheme == "nsga-ggl" ? -1e-12 : is_explicit ? -3e-3 : -0.012);  // a step at 6 m/s
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, ThrownCube, testing::Values("nsga-ggl", "moreau-jean", "half-explicit"),
                         scheme_name);

/// The deck with a fixed plane that the nodes of the cube stay above, in place of the plate: contact of
/// points with planes is other code.
std::string on_plane(std::string text) {
  const std::size_t first = text.find("[[contact]]"), last = text.find("friction = 0.3");
  return text.replace(first, last - first, R"([[contact]]
name = "c"
type = "point-plane"
points = ["cube"]
through = [0, 0, 0]
normal = [0, 0, 1]
)");
}

/// In statics a cube that is pressed on a plate that is held stands on its corner or its edge, as on a plane.
TEST(CornerRows, StaticsDoNotPass) {
  for (const char* const turn : {kOnCorner, kOnEdge}) {
    const std::string text = cube_on_plate(turn, "[0.13, 0.21, 0.9]", 1, false, R"(
[[boundary]]
on = "plate"
components = ["x", "y", "z"]
[[boundary]]
on = "cube.z_max"
components = ["x", "y"]
[[boundary]]
on = "cube.z_max"
components = ["z"]
motion = "-0.3*t"
[analysis]
type = "static"
step = 0.25
end = 1
)");
    DeckRun run(text), reference(on_plane(text));
    for (DeckRun* one : {&run, &reference})
      while (one->state.t < 1) ASSERT_TRUE(one->step()) << one->result.failure_cause;
    EXPECT_NEAR(lowest_node(run), 0, 1e-12);
    EXPECT_GT(reference.result.impulse.sum(), 1e3);
    EXPECT_NEAR(run.result.impulse.sum() / reference.result.impulse.sum(), 1, 1e-8);
    EXPECT_LT((run.state.q - reference.state.q).cwiseAbs().maxCoeff(), 1e-8);
  }
}

}  // namespace
}  // namespace jounce::test
