#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "contact/surface_pair.h"

namespace jounce {
namespace {

using Places = std::vector<Vector3>;

/// Edges between places and a state of them; the solid lies on the left of the way from place to place.
class EdgeScene {
 public:
  /// Edges from each place to the next, moved by `shift` since they were undeformed. Returns the edges.
  SurfaceFaces chain(const Places& places, bool is_closed, const Vector3& shift = Vector3::Zero()) {
    SurfaceFaces faces;
    faces.shape = CellShape::line2;
    faces.mesh = "m";
    const auto count = places.size();
    for (std::size_t edge = 0; edge + (is_closed ? 0 : 1) < count; ++edge)
      for (const std::size_t node : {edge, (edge + 1) % count}) {
        faces.nodes.push_back(static_cast<int>(faces.nodes.size()));
        faces.points.push_back(static_cast<int>(q_.size() / 2 + node));
        for (int k = 0; k < 2; ++k) {
          faces.places.push_back(places[node][k]);
          faces.dofs.push_back(static_cast<Index>(q_.size() + 2 * node) + k);
        }
      }
    for (const Vector3& x : places)
      for (int k = 0; k < 2; ++k) q_.push_back(x[k] + shift[k]);
    return faces;
  }
  ContactSurface node(const Vector3& x) {
    const auto first = static_cast<Index>(q_.size());
    q_.insert(q_.end(), {x[0], x[1]});
    return {2, std::vector<ContactSurface::Point>{{"p", {first, first + 1}, x}}};
  }
  State state() const {
    State state;
    state.q = Eigen::Map<const Vector>(q_.data(), static_cast<Index>(q_.size()));
    state.v = Vector::Zero(state.q.size());
    return state;
  }

 private:
  std::vector<double> q_;
};

/// Gaps of all rows, ascending.
std::vector<double> gaps(const SurfacePair& pair, const State& state) {
  std::vector<ContactRow> rows;
  pair.search(state, SearchRange(std::numeric_limits<double>::infinity()), 0, rows);
  std::vector<double> all;
  for (const ContactRow& row : rows) all.push_back(pair.gap(state, row));
  std::sort(all.begin(), all.end());
  return all;
}

Places rectangle(double left, double low, double right, double high) {
  Places places;
  const int count = static_cast<int>(std::lround(right - left));
  for (int i = 0; i <= count; ++i) places.emplace_back(left + i, low, 0);
  for (int i = 0; i <= count; ++i) places.emplace_back(right - i, high, 0);
  return places;
}

std::vector<double> gaps_of_node(const Places& around, const Vector3& x, double reach = 3) {
  EdgeScene scene;
  ContactSurface body(2, {scene.chain(around, true)});
  ContactSurface node = scene.node(x);
  return gaps({"c", {}, std::move(node), std::move(body), reach}, scene.state());
}

void expect_gaps(const std::vector<double>& found, const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-12);
}

TEST(SurfaceSearch, NodesOverAPlateDoNotMeetItsFarSide) {
  const Places plate = rectangle(0, 0, 4, 0.5);
  for (const double x : {0.1, 1.5, 2.0})
    for (const double height : {0.1, 1e-6, 1e-12, 0.0, -1e-12, -1e-6, -0.02})
      expect_gaps(gaps_of_node(plate, {x, 0.5 + height, 0}), {height});
  expect_gaps(gaps_of_node(plate, {1.5, 0.1, 0}), {-0.1});
  expect_gaps(gaps_of_node(plate, {-0.1, 0.2, 0}), {0.1});
  expect_gaps(gaps_of_node(plate, {0.3, 0.4, 0}), {-0.1});
}

TEST(SurfaceSearch, CornersBetweenWallsHoldNodesTwice) {
  const Places corner = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {2, 1, 0},
                         {1, 1, 0}, {1, 2, 0}, {1, 3, 0}, {0, 3, 0}};
  expect_gaps(gaps_of_node(corner, {1.1, 1.2, 0}, 0.5), {0.1, 0.2});
  for (const double gap : gaps_of_node(corner, {1, 1, 0}, 0.5)) EXPECT_NEAR(gap, 0, 1e-12);
  EXPECT_EQ(gaps_of_node(corner, {1, 1, 0}, 0.5).size(), 2U);
  EXPECT_EQ(gaps_of_node(corner, {1 - 1e-9, 1 - 1e-9, 0}, 0.5).size(), 2U);
}

/// Two parts that overlap by what a scheme allows, and a node between them; apart before deformation.
TEST(SurfaceSearch, NodesBetweenTwoPartsAreHeldByBoth) {
  for (const double overlap : {1e-12, 1e-3, 0.04}) {
    EdgeScene scene;
    ContactSurface parts(2, {scene.chain(rectangle(0, -1, 4, 0), true),
                             scene.chain(rectangle(0, 0.5, 4, 1.5), true, {0, -0.5 - overlap, 0})});
    ContactSurface node = scene.node({1.7, -0.25 * overlap, 0});
    expect_gaps(gaps({"c", {}, std::move(node), std::move(parts), 0.5}, scene.state()),
                {-0.75 * overlap, -0.25 * overlap});
  }
}

/// Nodes outside of a convex body are not behind any of its faces, wherever they are, and nodes inside leave
/// it by the nearest side.
TEST(SurfaceSearch, ConvexBodiesPushNodesOutByTheNearestSide) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> number(0, 1);
  int over_vertices = 0, inside = 0;
  for (const int sides : {3, 4, 5, 7, 12}) {
    Places polygon;
    const double turn = number(engine);
    for (int i = 0; i < sides; ++i) {
      const double angle = turn + 2 * M_PI * i / sides;
      polygon.emplace_back(std::cos(angle), 0.6 * std::sin(angle), 0);
    }
    for (int trial = 0; trial < 300; ++trial) {
      const Vector3 x(3 * number(engine) - 1.5, 2 * number(engine) - 1, 0);
      double outside = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < sides; ++i) {
        const Vector3 &a = polygon[i], along = polygon[(i + 1) % sides] - a;
        outside = std::max(outside, Vector3(along.y(), -along.x(), 0).normalized().dot(x - a));
      }
      const std::vector<double> found = gaps_of_node(polygon, x, 4);
      if (outside < 0) {
        ++inside;
        ASSERT_EQ(found.size(), 1U) << sides << ", " << x.transpose();
        EXPECT_NEAR(found[0], outside, 1e-12);
        continue;
      }
      if (found.empty()) ++over_vertices;
      for (const double gap : found)
        EXPECT_TRUE(gap >= 0 || (gap > -0.1 && outside < -0.1 * gap)) << sides << ", " << x.transpose();
    }
  }
  EXPECT_GT(over_vertices, 100);
  EXPECT_GT(inside, 300);
}

/// Mortar: a body above a plate of which only the bottom is a surface of the contact, with or without the
/// rest of the plate: the top of the body is deeper behind that bottom than the body is thick.
TEST(SurfaceSearch, BodiesOverAPlateDoNotMeetItsFarSide) {
  const Places plate = rectangle(0, 0, 4, 0.5);
  const Places bottom(plate.begin(), plate.begin() + 5), others(plate.begin() + 5, plate.end());
  for (const bool is_closed : {false, true}) {
    EdgeScene scene;
    std::vector<SurfaceFaces> rest;
    ContactSurface below(2, {scene.chain(bottom, false)});
    if (is_closed) rest.push_back(scene.chain(others, false));
    ContactSurface above(2, {scene.chain(rectangle(1, 0.6, 3, 0.8), true)});
    EXPECT_TRUE(
        gaps({"c", {}, std::move(above), std::move(below), 3, {}, false, rest}, scene.state()).empty());
  }
}

/// What is deeper than a wall is not in contact through it: a thin body would have passed.
TEST(SurfaceSearch, ThinBodiesDoNotMeetWhatIsDeeperThanTheirWalls) {
  const auto count = [](double thickness) {
    EdgeScene scene;
    ContactSurface below(2, {scene.chain({{4, 0, 0}, {3, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}}, false)});
    ContactSurface above(2, {scene.chain(rectangle(1, -0.3, 3, -0.3 + thickness), true)});
    return gaps({"c", {}, std::move(above), std::move(below), 3}, scene.state()).size();
  };
  EXPECT_EQ(count(0.2), 0U);
  EXPECT_GT(count(0.5), 0U);
}

/// The lower edge of a block is in the top of a plate, near the plate's left end: only the bottom of the
/// block has rows, not its right side with the plate's left end.
TEST(SurfaceSearch, SidesOfABodyDoNotMeetThoseOfThePlateItStandsOn) {
  for (const double depth : {1e-12, 1e-5, 1e-3}) {
    EdgeScene scene;
    ContactSurface below(2, {scene.chain(rectangle(0, 0, 4, 0.5), true)});
    ContactSurface above(2, {scene.chain(rectangle(-0.7, 0.5 - depth, 0.3, 1.2), true)});
    const std::vector<double> found = gaps({"c", {}, std::move(above), std::move(below), 1}, scene.state());
    ASSERT_FALSE(found.empty());
    for (const double gap : found) EXPECT_NEAR(gap, -depth, 1e-12);
  }
}

/// The same with bodies of a deck, whose boundary is known.
TEST(SurfaceSearch, TheRestOfABoundaryComesFromTheMesh) {
  for (const std::string upper : {"surface = \"upper.z_max\"", "points = [\"upper.z_max\"]"}) {
    const std::string text = "[model]\ndimension = 3\n" + scene::material({.E = 1000, .nu = 0.3, .rho = 1}) +
                             test::solid_block("plate", "[0, 0, 0]", "[4, 4, 0.5]", "[4, 4, 1]") +
                             test::solid_block("upper", "[1.2, 1.2, 0.6]", "[2.7, 2.7, 0.8]", "[2, 2, 1]") +
                             "[[contact]]\nname = \"c\"\ntype = \"surfaces\"\nreach = 2\n" + upper +
                             "\nagainst = \"plate.z_min\"\n[integrator]\nstep = 1e-3\nend = 1\n";
    const auto model = deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema(), {}));
    std::vector<ContactRow> rows;
    model->system.contacts().search(model->system.initial_state(), std::numeric_limits<double>::infinity(),
                                    rows);
    EXPECT_TRUE(rows.empty()) << upper;
  }
}

}  // namespace
}  // namespace jounce
