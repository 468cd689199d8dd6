#include "run/contact_reach.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"

namespace jounce::test {
namespace {

/// A tip above the left slope of a valley. Its nodes have no foot on the right one, which is a face of the
/// same contact or of another.
std::string valley() {
  return scene::gravity({0, 0}) + scene::material({.E = 1e3, .nu = 0.3, .rho = 1}) +
         solid_block("left", "[-1, -0.2]", "[0, 0]", "[1, 1]") +
         solid_block("right", "[0, -0.2]", "[1, 0]", "[1, 1]") +
         solid_block("tip", "[-0.32, 0.1]", "[-0.3, 0.12]", "[1, 1]") + R"(
[[contact]]
name = "to_left"
type = "surfaces"
points = ["tip"]
against = "left.y_max"
reach = 0.2
[[contact]]
name = "to_right"
type = "surfaces"
points = ["tip"]
against = "right.y_max"
reach = 0.2
[integrator]
type = "nsga-ggl"
step = 1
end = 1
)";
}

/// A step in which the tip moves by (x, y) at constant speed: nothing strays from where the search expects
/// it.
struct Step {
  DeckRun run;
  State end;
  std::vector<ContactRow> known;

  Step(double x, double y)
      : run(valley(), {"mesh.left.rotate=[-0.29]", "mesh.right.rotate=[0.29]"}), end(run.state) {
    for (const auto& node : run.system().dofs().places) {
      if (!is_of_tip(run.state.q[node.position[0]], run.state.q[node.position[1]])) continue;
      run.state.v[node.position[0]] = x;
      run.state.v[node.position[1]] = y;
    }
    end.v = run.state.v;
    end.q += end.v;
    run.system().contacts().search(run.state, {std::numeric_limits<double>::infinity(), 1.0}, known);
  }
  ContactReach::Missed missed() const {
    return ContactReach(run.system(), -1).missed(run.state, 1, end, known);
  }

 private:
  static bool is_of_tip(double x, double y) { return std::abs(x) < 0.33 && y > 0.09; }
};

TEST(ContactReach, FindsAPointThatSlidOntoTheNextFace) {
  Step step(0.62, -0.05);
  ASSERT_FALSE(step.known.empty());
  const ContactReach::Missed missed = step.missed();
  ASSERT_TRUE(missed.any());
  EXPECT_GT(missed.depth, 0.03);
  EXPECT_NE(missed.name.find("to_right"), std::string::npos) << missed.name;
  join_rows(step.known, missed.rows);
  EXPECT_TRUE(step.missed().rows.empty()) << "the repeated step has it";
}

TEST(ContactReach, LeavesAPointThatStaysAbove) {
  const Step step(0.62, 0.02);
  ASSERT_FALSE(step.known.empty());
  EXPECT_FALSE(step.missed().any());
}

}  // namespace
}  // namespace jounce::test
