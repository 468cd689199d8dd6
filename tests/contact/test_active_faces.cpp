// Surfaces in contact whose elements are deleted: faces go with them, and those behind come to light.

#include "contact/active_faces.h"

#include <gtest/gtest.h>

#include "../support/deck_run.h"
#include "../support/solid_block.h"
#include "contact/limited_reach.h"
#include "contact/surface_pair.h"
#include "elements/solid.h"

namespace jounce::test {
namespace {

const std::string kHead = R"(
[model]
dimension = 2
[[material]]
name = "m"
type = "johnson-cook"
E = 200
nu = 0.3
rho = 1
A = 1
B = 1
n = 1
failure_strain = [0.1]
deletion = true
[integrator]
type = "half-explicit"
step = 1e-4
end = 1
)";

std::string contact_of(const std::string& surface, const std::string& against) {
  return "[[contact]]\nname = \"c\"\ntype = \"surfaces\"\nreach = 1.5\nsurface = \"" + surface +
         "\"\nagainst = \"" + against + "\"\n";
}

/// Three by two elements of size 1, 0.1 below a block whose face has a node above the middle.
std::string two_blocks() {
  return kHead + solid_block("lower", "[0, 0]", "[3, 2]", "[3, 2]") +
         solid_block("upper", "[1.1, 2.1]", "[1.9, 2.9]", "[2, 1]") +
         contact_of("upper.y_min", "lower.y_max");
}

/// Marks an element as deleted: all its points have failed.
void remove(const SolidElements& block, std::size_t element, State& state) {
  const Material& law = *block.properties().material;
  const auto size = static_cast<std::size_t>(law.history_size());
  const auto points = static_cast<std::size_t>(block.n_points());
  auto history = std::make_shared<std::vector<double>>(state.history[block.history()].committed());
  for (std::size_t k = 0; k < points; ++k)
    (*history)[(element * points + k) * size + static_cast<std::size_t>(law.failure_place())] = 1;
  state.history[block.history()].values = history;
}

/// The element whose middle is at (x, y).
std::size_t element_at(const SolidElements& block, double x, double y) {
  for (std::size_t i = 0; i < block.cells().size(); ++i) {
    double X = 0, Y = 0;
    for (const int node : block.cells().cell(i)) {
      X += block.cells().places[2 * node] / 4;
      Y += block.cells().places[2 * node + 1] / 4;
    }
    if (std::abs(X - x) + std::abs(Y - y) < 1e-9) return i;
  }
  return block.cells().size();
}

int count(const ContactSurface& surface, const ActiveFaces& active) {
  int faces = 0;
  for (std::size_t i = 0; i < surface.faces().size(); ++i)
    faces += active.has_face(static_cast<int>(i)) ? 1 : 0;
  return faces;
}

TEST(ActiveFaces, GoWithTheirElementsAndComeToLightBehindThem) {
  DeckRun run(two_blocks());
  const auto& pair = dynamic_cast<const SurfacePair&>(*run.system().contacts().all()[0]);
  const SolidElements& lower = *solids_of(run.system().blocks())[0];
  const ContactSurface& surface = pair.opposite();
  ASSERT_TRUE(surface.can_change());
  EXPECT_EQ(surface.faces().size(), 3u + 2 * 7);
  ActiveFaces active(surface);
  EXPECT_EQ(count(surface, active), 3);
  EXPECT_FALSE(active.update(run.state));
  const auto gap = [&] {
    std::vector<ContactRow> rows;
    run.system().contacts().search(run.state, 2.0, rows);
    double least = 1e9;
    for (const ContactRow& row : rows) least = std::min(least, pair.gap(run.state, row));
    return least;
  };
  EXPECT_NEAR(gap(), 0.1, 1e-12);
  const State whole = run.state;
  remove(lower, element_at(lower, 1.5, 1.5), run.state);
  EXPECT_TRUE(active.update(run.state));
  EXPECT_EQ(count(surface, active), 2 + 3) << "both neighbours, and the sides and the bottom of the hole";
  EXPECT_FALSE(active.update(run.state));
  EXPECT_NEAR(gap(), 1.1, 1e-12) << "the bottom of the hole";
  remove(lower, element_at(lower, 1.5, 0.5), run.state);
  EXPECT_TRUE(active.update(run.state));
  EXPECT_EQ(count(surface, active), 2 + 4) << "through";
  EXPECT_GT(gap(), 1e6);
  // Steps are repeated from states before: the faces are those of the state.
  run.state = whole;
  EXPECT_TRUE(active.update(run.state));
  EXPECT_EQ(count(surface, active), 3);
  EXPECT_NEAR(gap(), 0.1, 1e-12);
}

/// What falls into a hole meets its bottom, whose nodes and faces are those of the elements that are left.
TEST(ActiveFaces, ArePassedLikeOthers) {
  DeckRun run(two_blocks());
  const LimitedReach& pair = *run.system().contacts().all()[0]->limited_reach();
  const SolidElements& lower = *solids_of(run.system().blocks())[0];
  State hole = run.state;
  remove(lower, element_at(lower, 1.5, 1.5), hole);
  const auto fallen = [](const State& from, double by) {
    State state = from;
    state.t += 1;
    for (Index y = 1; y < state.q.size(); y += 2)
      if (from.q[y] > 2.05) state.q[y] -= by;
    return state;
  };
  EXPECT_TRUE(pair.crossing(run.state, fallen(run.state, 0.9)));
  EXPECT_FALSE(pair.crossing(hole, fallen(hole, 0.9)));
  EXPECT_TRUE(pair.crossing(hole, fallen(hole, 1.6)));
  remove(lower, element_at(lower, 1.5, 0.5), hole);
  EXPECT_FALSE(pair.crossing(hole, fallen(hole, 4)));
}

TEST(ActiveFaces, OfABodyThatMeetsItselfHaveTwoSides) {
  DeckRun run(kHead + solid_block("b", "[0, 0]", "[3, 2]", "[3, 2]") + contact_of("b.y_max", "b.y_max"));
  const auto& pair = dynamic_cast<const SurfacePair&>(*run.system().contacts().all()[0]);
  EXPECT_EQ(pair.surface().faces().size(), 17u);
  EXPECT_EQ(pair.opposite().faces().size(), 17u);
  // The sides of a slot face each other.
  const SolidElements& body = *solids_of(run.system().blocks())[0];
  remove(body, element_at(body, 1.5, 1.5), run.state);
  std::vector<ContactRow> rows;
  run.system().contacts().search(run.state, 2.0, rows);
  ASSERT_FALSE(rows.empty());
  for (const ContactRow& row : rows) EXPECT_NEAR(pair.gap(run.state, row), 1, 1e-12);
}

/// Two groups of one body have no inner faces: both sides would have them.
TEST(ActiveFaces, OfTwoGroupsOfOneBodyOnlyGo) {
  DeckRun run(kHead + solid_block("b", "[0, 0]", "[3, 2]", "[3, 2]") + contact_of("b.y_max", "b.y_min"));
  const auto& pair = dynamic_cast<const SurfacePair&>(*run.system().contacts().all()[0]);
  EXPECT_EQ(pair.surface().faces().size(), 3u);
  EXPECT_TRUE(pair.surface().can_change());
}

TEST(ActiveFaces, OfModelsWithoutDeletionNeverChange) {
  std::string text = two_blocks();
  text.replace(text.find("deletion = true"), 15, "");
  DeckRun run(text);
  const auto& pair = dynamic_cast<const SurfacePair&>(*run.system().contacts().all()[0]);
  EXPECT_FALSE(pair.opposite().can_change());
  EXPECT_EQ(pair.opposite().faces().size(), 3u);
}

}  // namespace
}  // namespace jounce::test
