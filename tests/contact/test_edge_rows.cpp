// Contact where the edges of two bodies cross.

#include "contact/edge_rows.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "../support/differences.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "features.h"

namespace jounce::test {
namespace {

std::array<Vector3, 4> nodes_of(const Vector& q) {
  return {Vector3(q.segment<3>(0)), Vector3(q.segment<3>(3)), Vector3(q.segment<3>(6)),
          Vector3(q.segment<3>(9))};
}

TEST(EdgePoint, RowsAndGradientsAreDerivatives) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const double sign : {1.0, -1.0}) {
    Vector q(EdgePoint::kDofs);
    do
      for (double& value : q) value = number(engine);
    while (EdgePoint(nodes_of(q), sign).size < 0.5);
    const auto row = [&](const Vector& at, Direction direction) {
      Vector W(EdgePoint::kDofs);
      EdgePoint(nodes_of(at), sign).row(direction, W.data());
      return W;
    };
    const auto gap = [&](const Vector& at) {
      return Vector(Vector::Constant(1, EdgePoint(nodes_of(at), sign).gap));
    };
    EXPECT_TRUE(close(differences(gap, q).transpose(), row(q, Direction::normal), 1e-8));
    for (const Direction direction : {Direction::normal, Direction::tangent_1, Direction::tangent_2})
      EXPECT_TRUE(close(EdgePoint(nodes_of(q), sign).gradient(direction),
                        differences([&](const Vector& at) { return row(at, direction); }, q), 1e-8));
  }
}

constexpr const char* kContact = R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "high.boundary"
against = "low.boundary"
)";

/// A square bar along x and one along y above it, each with a ridge towards the other: their diagonals stand
/// upright. Half of a diagonal is 0.02.
std::string crossed_bars(double gap, const std::string& rest, int order = 1) {
  const double side = 0.01 * std::sqrt(2.0), quarter = std::atan(1.0);
  const auto bar = [&](const std::string& name, const Vector3& half, const std::string& counts,
                       const std::string& place) {
    const auto corner = [](const Vector3& x) { return fmt::format("[{}, {}, {}]", x.x(), x.y(), x.z()); };
    std::string text = solid_block(name, corner(-half), corner(half), counts);
    return text.insert(text.find("from = "), fmt::format("order = {}\n{}", order, place));
  };
  const std::string text =
      scene::gravity({0, 0, 0}) + scene::material({.E = 1e9, .nu = 0.3, .rho = 1000}) +
      bar("low", {0.2, side, side}, "[7, 1, 1]", fmt::format("rotate = [{}, 0, 0]\n", quarter)) +
      bar("high", {side, 0.15, side}, "[1, 6, 1]",
          fmt::format("rotate = [0, {}, 0]\ntranslate = [0.013, 0.003, {}]\n", quarter, 0.04 + gap));
  return text + kContact + rest;
}

TEST(EdgeRows, RidgesThatCrossHaveOneRow) {
  for (const int order : {1, 2})
    for (const double gap : {2e-4, -2e-4}) {
      const DeckRun run(crossed_bars(gap, kOneStep, order));
      const std::vector<ContactRow> rows = feature_rows(run, 1e-3);
      ASSERT_EQ(rows.size(), 1U) << order << ' ' << gap;
      const ContactPair& pair = *run.system().contacts().all()[0];
      EXPECT_NEAR(pair.gap(run.state, rows[0]), gap, 1e-12);
      EXPECT_LT((pair.axis(run.state, rows[0], Direction::normal) - Vector3::UnitZ()).norm(), 1e-12);
      EXPECT_LT((pair.position(run.state, rows[0]) - Vector3(0.013, 0, 0.02 + gap)).norm(), 1e-12);
      EXPECT_THAT(pair.point_name(rows[0]), testing::MatchesRegex("edge of high.* on that of low.*"));
    }
}

/// What faces do is none of the edges' business: a block on a block whose edges stand over, and one beside
/// another whose upper edge has sunk into its side.
TEST(EdgeRows, FacesOnFacesHaveNone) {
  const auto blocks = [](const std::string& from, const std::string& to) {
    return scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) +
           solid_block("low", "[0, 0, 0]", "[1, 1, 1]", "[2, 2, 2]") +
           solid_block("high", from, to, "[2, 2, 2]") + kContact + kOneStep;
  };
  for (const double depth : {0.0, 1e-6, 1e-3}) {
    const DeckRun on_top(blocks(fmt::format("[0.3, 0.4, {}]", 1 - depth), "[1.4, 1.3, 2.1]"));
    EXPECT_TRUE(feature_rows(on_top, 0.01).empty()) << depth;
    // The upper edges of the lower block are a little above the lower ones of the other.
    const DeckRun beside(blocks(fmt::format("[{}, 0.2, 0.93]", 1 - depth), "[1.8, 1.3, 2.1]"));
    EXPECT_TRUE(feature_rows(beside, 0.01).empty()) << depth;
  }
}

/// The upper ridge of one sheet does not see the lower ridge of another that is two walls below it.
TEST(EdgeRows, TheOtherSideOfAWallHasNone) {
  DeckRun run(scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1000}) +
              solid_block("low", "[-1, -0.2, 0]", "[1, 0.2, 0.01]", "[5, 4, 1]") +
              solid_block("high", "[-0.2, -1, 0.0101]", "[0.2, 1, 0.02]", "[4, 5, 1]") + kContact + kOneStep);
  for (const auto& node : run.system().dofs().places) {
    double& z = run.state.q[node.position[2]];
    z += z < 0.01005 ? 0.4 * std::abs(run.state.q[node.position[1]])
                     : -0.4 * std::abs(run.state.q[node.position[0]]);
  }
  EXPECT_TRUE(feature_rows(run, 0.03).empty());
}

/// The same two bars as parts of one surface, one of them in tetrahedra: whatever the mesh, one row.
TEST(EdgeRows, RidgesOfOneSurfaceHaveOneRow) {
  const io::test::TemporaryFolder folder;
  io::test::write(folder / "bars.geo", R"(
SetFactory("OpenCASCADE");
Box(1) = {-0.2, -0.01, -0.01, 0.4, 0.02, 0.02}; Rotate {{1, 0, 0}, {0, 0, 0}, Pi/4} { Volume{1}; }
Box(2) = {-0.01, -0.15, -0.01, 0.02, 0.3, 0.02}; Rotate {{0, 1, 0}, {0, 0, 0}, Pi/4} { Volume{2}; }
Translate {0.013, 0.003, 0.02*Sqrt(2) + 2e-4} { Volume{2}; }
MeshSize{:} = 0.018;
Physical Volume("body") = {1, 2}; Physical Surface("all") = {1:12};
)");
  const DeckRun run(surface_with_itself((folder / "bars.geo").string()));
  const std::vector<ContactRow> rows = feature_rows(run, 1e-3);
  ASSERT_EQ(rows.size(), 1U);
  const ContactPair& pair = *run.system().contacts().all()[0];
  EXPECT_NEAR(pair.gap(run.state, rows[0]), 2e-4, 1e-9);
  EXPECT_LT((pair.position(run.state, rows[0]).head<2>() - Eigen::Vector2d(0.013, 0)).norm(), 1e-9);
}

/// A bar is thrown on the ridge of one that is held at its ends.
struct ThrownBar : testing::TestWithParam<std::string> {};

TEST_P(ThrownBar, DoesNotPass) {
  const std::string scheme = GetParam();
  std::string text = crossed_bars(1e-4, R"(
friction = 0.3
[[boundary]]
on = "low.x_min"
components = ["x", "y", "z"]
[[boundary]]
on = "low.x_max"
components = ["x", "y", "z"]
[[initial]]
on = "high"
velocity = [0, 0, -5]
[integrator]
type = ")" + scheme + R"("
step = )" + (scheme == "half-explicit" ? "5e-6" : "2e-5") +
                                            R"(
end = 1
)");
  if (scheme == "half-explicit")
    text = with_solid_keys(text, "mass = \"lumped\"\nstrain = \"green-lagrange\"\n");
  DeckRun run(text);
  const ContactPair& pair = *run.system().contacts().all()[0];
  const double energy = run.energy();
  double impulse = 0, deepest = 0;
  while (run.state.t < 1e-3) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    for (std::size_t i = 0; i < run.result.rows.size(); ++i) {
      EXPECT_TRUE(FeatureRows::has(run.result.rows[i]) || run.result.impulse[static_cast<Index>(i)] == 0);
      impulse += run.result.impulse[static_cast<Index>(i)];
      deepest = std::max(deepest, -pair.gap(run.state, run.result.rows[i]));
    }
    EXPECT_LT(run.energy(), energy * (1 + 1e-6));
  }
  EXPECT_GT(impulse, 0.2 * 5 * 1000 * 0.3 * 8e-4);            // a fifth of the bar's momentum
  EXPECT_LT(deepest, scheme == "nsga-ggl" ? 1e-12 : 1.5e-4);  // on velocity level, a step at 5 m/s
}

INSTANTIATE_TEST_SUITE_P(Schemes, ThrownBar, testing::Values("nsga-ggl", "moreau-jean", "half-explicit"),
                         scheme_name);

/// Two blocks of rubber at 8 m/s, in arbitrary positions, whose edges overlap where a search finds them late.
TEST(EdgeRows, FoundLateMakeNoEnergy) {
  const auto turned = [](std::string block, const std::string& keys) {
    return block.insert(block.find("from = "), keys);
  };
  DeckRun run(scene::gravity({0, 0, 0}) + scene::material({.E = 2e7, .nu = 0.4, .rho = 1100}) +
              turned(solid_block("low", "[-0.03, -0.03, -0.03]", "[0.03, 0.03, 0.03]", "[2, 2, 2]"),
                     "rotate = [-1.2176, 0.24836, 1.22911]\n") +
              turned(solid_block("high", "[-0.025, -0.025, -0.04]", "[0.025, 0.025, 0.04]", "[1, 1, 1]"),
                     "rotate = [-0.85591, -1.24216, -0.24548]\ntranslate = [-0.00631, -0.02711, 0.1]\n") +
              R"(
[[initial]]
on = "high"
velocity = [0, 0, -8]
)" + kContact +
              R"(friction = 0.2
[integrator]
type = "nsga-ggl"
step = 1e-4
end = 1
)");
  const double energy = run.energy();
  double largest = 0;
  while (run.state.t < 0.0125) {
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    largest = std::max(largest, run.energy());
  }
  EXPECT_LT(largest, 1.03 * energy);  // 2.5 times it where overlaps are closed at once
}

}  // namespace
}  // namespace jounce::test
