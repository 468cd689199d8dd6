#include "contact/body_contacts.h"

#include <gtest/gtest.h>

#include "../support/scene.h"
#include "../support/specimens.h"

namespace jounce {
namespace {

using test::build;

/// A dumb-bell (two balls on one body) and a ball, and a floor of the ground.
std::string deck(const std::string& more = {}, const std::string& keys = {}) {
  return R"(
[[body]]
name = "bell"
type = "rigid-3d"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [0, 0, 0.15]
[[body]]
name = "ball"
type = "rigid-3d"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [0.7, 0, 0.1]
velocity = [-20, 0, 0]
[[shape]]
name = "left"
type = "sphere"
on = ["bell"]
radius = 0.12
at = [-0.1, 0, 0]
[[shape]]
name = "right"
type = "sphere"
on = ["bell"]
radius = 0.12
at = [0.1, 0, 0]
)" + scene::sphere({.name = "ball", .on = "ball", .radius = 0.1}) +
         scene::floor() + R"(
[[contact]]
name = "touch"
type = "bodies"
shapes = ["left", "right", "ball", "floor"]
envelope = 0.05
friction = 0.3
)" + keys +
         more;
}

std::vector<std::string> found(const Model& model, const SearchRange& range) {
  std::vector<ContactRow> rows;
  model.system.contacts().search(model.system.initial_state(), range, rows);
  std::vector<std::string> names;
  for (const ContactRow& row : rows) names.push_back(model.system.contacts().all()[0]->point_name(row));
  return names;
}

using Names = std::vector<std::string>;

TEST(BodyContacts, FindsWhatIsWithinTheEnvelopeAndNothingOfOneBody) {
  const auto model = build(deck(), 3);
  EXPECT_EQ(found(*model, 1.0), (Names{"left|floor", "right|floor", "ball|floor"}));
  EXPECT_EQ(found(*model, 0.01), (Names{"ball|floor"}));
}

/// The ball comes 0.4 m nearer in 20 ms: its gap of 0.38 m to the right ball closes.
TEST(BodyContacts, LooksAsFarAheadAsBodiesMove) {
  const auto model = build(deck(), 3);
  EXPECT_EQ(found(*model, {1.0, 0.01}), (Names{"left|floor", "right|floor", "ball|floor"}));
  EXPECT_EQ(found(*model, {1.0, 0.02}), (Names{"left|floor", "right|ball", "right|floor", "ball|floor"}));
}

TEST(BodyContacts, NumbersStayWhenBodiesMoveALittle) {
  const auto model = build(deck(), 3);
  State state = model->system.initial_state();
  std::vector<ContactRow> rows, later;
  model->system.contacts().search(state, 1.0, rows);
  model->system.manifold().retract(state.q, 1e-3 * Vector::LinSpaced(state.v.size(), -1, 1), state.q);
  model->system.contacts().search(state, 1.0, later);
  ASSERT_EQ(rows.size(), later.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].identity(), later[i].identity());
    if (i > 0) {
      EXPECT_LT(rows[i - 1].point, rows[i].point);
    }
  }
}

TEST(BodyContacts, BodiesOfAJointTouchOnlyWhenAsked) {
  const std::string joint = R"(
[[joint]]
name = "rod"
type = "distance"
between = ["bell", "ball"]
)";
  const auto apart = build(deck(joint), 3), together = build(deck(joint, "between_joined = true\n"), 3);
  EXPECT_EQ(found(*apart, {1.0, 0.02}).size(), 3U);
  EXPECT_EQ(found(*together, {1.0, 0.02}).size(), 4U);
}

}  // namespace
}  // namespace jounce
