#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../support/scene.h"
#include "../support/solid_block.h"
#include "statics.h"

namespace jounce {
namespace {

using test::solid_block;
using test::Statics;

const std::string kSteel =
    R"(
[[material]]
name = "m"
E = 1000
nu = 0.3
rho = 1
[analysis]
type = "static"
step = 0.25
)";

std::string support(const std::string& on, const std::string& component, const std::string& motion = "0") {
  return fmt::format(R"(
[[boundary]]
on = "{}"
components = ["{}"]
motion = "{}"
)",
                     on, component, motion);
}

/// Sums over the contact rows of the last step: forces, and the tangential ones along the first direction.
struct Sums {
  explicit Sums(const Statics& s) {
    const double h = s.h();
    for (std::size_t i = 0; i < s.result.rows.size(); ++i)
      normal += s.result.impulse[static_cast<Index>(i)] / h;
    friction = s.result.friction_impulse.sum() / h;
  }
  double normal = 0, friction = 0;
};

/// A simply supported plate at a height of its lowest face, pressed from above.
std::string plate(const std::string& name, double low, double thickness, double pressure) {
  const double z = low + thickness / 2;
  std::string text =
      scene::sheet_mesh({.name = name, .corners = {0, 0, z, 2, 0, z, 2, 2, z, 0, 2, z}, .counts = {6, 6}}) +
      scene::element({.name = "of_" + name, .type = "shell", .mesh = name, .thickness = thickness}) +
      scene::held(name + ".boundary", {"x", "y", "z"});
  if (pressure != 0)
    text += fmt::format("[[load]]\nname = \"press\"\ntype = \"pressure\"\nsurface = \"{}\"\npressure = {}\n",
                        name, pressure);
  return text;
}

double deflection(const Statics& s, const std::string& mesh) {
  const auto middle = s.model->find_marker(mesh + ".middle");
  MarkerKinematics before, after;
  middle->evaluate(s.model->system.initial_state(), Derivatives::none, before);
  middle->evaluate(s.state, Derivatives::none, after);
  return after.x[2] - before.x[2];
}

/// Two plates that lie on each other bend alike and share the load by their stiffness, t^3 of each: the upper
/// one bends as a plate alone under its share.
TEST(StaticContact, PlatesShareTheLoadByTheirStiffness) {
  const std::string head = "[model]\ndimension = 3\n" + kSteel;
  for (const double ratio : {1.0, 2.0}) {
    const double t = 0.02, p = 2e-6, share = 1 / (1 + std::pow(ratio, 3));
    Statics both(head + plate("low", 0, ratio * t, 0) + plate("high", ratio * t, t, p) + R"(
[[contact]]
name = "c"
type = "surfaces"
surface = "high"
against = "low"
)");
    Statics alone(head + plate("high", 0, t, share * p));
    ASSERT_TRUE(both.run());
    ASSERT_TRUE(alone.run());
    const double w = deflection(alone, "high");
    EXPECT_LT(w, -1e-5);
    EXPECT_NEAR(deflection(both, "high"), w, (ratio == 1 ? 1e-3 : 5e-3) * std::abs(w)) << ratio;
    EXPECT_NEAR(deflection(both, "low"), deflection(both, "high"), 1e-4 * std::abs(w)) << ratio;
  }
}

/// The first node under a disc on a soft block (nearly incompressible) sticks. Newton's method finds that
/// though its weight for the slip, from the diagonal of the stiffness, is too large for such a block.
TEST(StaticContact, NodesThatTurnTheirSlipStickInBetween) {
  Statics s(
      R"(
[model]
dimension = 2
[[material]]
name = "m"
E = 3
nu = 0.45
rho = 1
[analysis]
type = "static"
step = 0.02
end = 0.2
line_search = false
max_cuts = 0
)" + solid_block("low", "[-2, -1]", "[2, 0]", "[40, 10]") +
      support("low.y_min", "x") + support("low.y_min", "y") + R"(
[[body]]
name = "punch"
type = "rigid"
mass = 1
inertia = 1
position = [-0.2, 0.5]
[[shape]]
name = "disc"
type = "sphere"
radius = 0.5
on = ["punch"]
)" + support("punch", "x") +
      support("punch", "angle") + support("punch", "y", "-0.4*t") + R"(
[[contact]]
name = "c"
type = "point-shape"
points = ["low.y_max"]
shapes = ["disc"]
friction = 0.3
)");
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  EXPECT_GT(Sums(s).normal, 0.1);
  for (const ContactRow& row : s.result.rows)
    EXPECT_GT(s.model->system.contacts().all()[0]->gap(s.state, row), -1e-15);
}

/// A block is pressed on another one, then shifted: it sticks at first, then all of it slips.
std::string shifted_block(const std::string& contact, double shift) {
  return "[model]\ndimension = 2\n" + kSteel + solid_block("low", "[-1, -1]", "[4, 0]", "[7, 2]") +
         solid_block("high", "[0, 0]", "[2, 1]", "[4, 2]") + support("low.y_min", "x") +
         support("low.y_min", "y") + support("high.y_max", "y", "-0.01*min(2*t, 1)") +
         support("high.y_max", "x", "max(2*t - 1, 0)*" + std::to_string(shift)) + R"(
[[contact]]
name = "c"
surface = "high.y_min"
against = "low.y_max"
type = "surfaces"
)" + contact;
}

TEST(StaticContact, FrictionSticksThenSlips) {
  for (const double shift : {0.0005, 0.2}) {
    Statics s(shifted_block("friction = 0.3\n", shift));
    ASSERT_TRUE(s.run()) << s.result.failure_cause;
    const Sums sums(s);
    EXPECT_GT(sums.normal, 5);
    if (shift > 0.1) {
      EXPECT_NEAR(std::abs(sums.friction), 0.3 * sums.normal, 1e-8 * sums.normal);
      EXPECT_LT(sums.friction * s.result.slip_velocity.sum(), 0) << "friction is against the slip";
    } else {
      EXPECT_LT(std::abs(sums.friction), 0.25 * sums.normal);
      EXPECT_GT(std::abs(sums.friction), 0.01 * sums.normal);
    }
  }
}

/// A quarter of a block that is pressed on a rough floor and slides outward. At nodes of the planes of
/// symmetry the joints, or the supports, hold the direction across the slip.
TEST(StaticContact, PlanesOfSymmetryHoldWhatSlides) {
  const std::string quarter = "[model]\ndimension = 3\n" + kSteel +
                              solid_block("q", "[0, 0, 0]", "[1, 1, 1]", "[3, 3, 3]") +
                              support("q.z_max", "z", "-0.1*t") + R"(
[[contact]]
name = "floor"
type = "point-plane"
points = ["q.z_min"]
through = [0, 0, 0]
normal = [0, 0, 1]
friction = 0.1
)";
  Statics by_joints(quarter + R"(
[[joint]]
name = "symmetry"
type = "symmetry"
planes = [{ on = "q.x_min", normal = [1, 0, 0] }, { on = "q.y_min", normal = [0, 1, 0] }]
)");
  Statics by_supports(quarter + support("q.x_min", "x") + support("q.y_min", "y"));
  ASSERT_TRUE(by_joints.run()) << by_joints.result.failure_cause;
  ASSERT_TRUE(by_supports.run()) << by_supports.result.failure_cause;
  const double normal = Sums(by_joints).normal;
  EXPECT_NEAR(normal, Sums(by_supports).normal, 1e-7 * normal);
  EXPECT_GT(normal, 90);
}

/// Points that stick with a stiffness k: blocks as good as rigid, 2 long, so that the force is 2 k s until it
/// slips; back from there it is elastic again.
TEST(StaticContact, StickingHasAStiffness) {
  const auto run = [](const std::string& law, const std::string& shift, const std::string& end = "1") {
    std::string text = shifted_block("friction = 0.3\nstick_stiffness = 1000\n" + law, 1);
    const std::string from = "max(2*t - 1, 0)*" + std::to_string(1.0);
    text.replace(text.find(from), from.size(), shift);
    text.replace(text.find("E = 1000"), 8, "E = 1e9");
    text.replace(text.find("-0.01*min(2*t, 1)"), 17, law.empty() ? "-1e-8*min(2*t, 1)" : "-1e-3*min(2*t, 1)");
    Statics s(text, {"analysis.end=" + end});
    EXPECT_TRUE(s.run()) << s.result.failure_cause;
    return Sums(s);
  };
  for (const std::string law : {"", "stiffness = 2e4\n"}) {
    SCOPED_TRACE(law);
    const Sums small = run(law, "max(2*t - 1, 0)*1e-4");
    ASSERT_GT(small.normal, 1);
    EXPECT_NEAR(std::abs(small.friction), 0.2, 1e-4);
    const Sums slipped = run(law, "max(2*t - 1, 0)*0.1");
    EXPECT_NEAR(std::abs(slipped.friction), 0.3 * slipped.normal, 1e-6 * slipped.normal);
    // 0.05 at t = 0.75, back by 1e-3 until t = 1
    const std::string path = "0.2*max(t - 0.5, 0) - 0.204*max(t - 0.75, 0)";
    const Sums before = run(law, path, "0.75"), back = run(law, path);
    EXPECT_NEAR(std::abs(before.friction), 0.3 * before.normal, 1e-6 * before.normal);
    EXPECT_NEAR(std::abs(back.friction), std::abs(before.friction) - 2, 1e-4);
  }
}

TEST(StaticContact, WithoutFrictionNothingHoldsTheBlock) {
  Statics s(shifted_block("", 0.2));
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  EXPECT_EQ(s.result.friction_impulse.size(), 0);
  for (std::size_t i = 0; i < s.result.rows.size(); ++i) {
    const ContactRow& row = s.result.rows[i];
    EXPECT_GT(s.model->system.contacts().all()[0]->gap(s.state, row), -1e-12);
  }
}

/// The solution does not depend on how many load steps led to it: every search at a solution finds the same.
TEST(StaticContact, SmoothContactKnowsNoPath) {
  Vector q;
  for (const char* step : {"analysis.step=1", "analysis.step=0.1"}) {
    Statics s(shifted_block("", 0.37), {step});
    ASSERT_TRUE(s.run()) << s.result.failure_cause;
    if (q.size() > 0) {
      EXPECT_LT((s.state.q - q).norm(), 1e-9);
    }
    q = s.state.q;
  }
}

/// A sheet that rests on the ground is lifted in the middle: its nodes open one after the other, which takes
/// an iteration for each or two of them, more than are allowed without changes of the contacts.
TEST(StaticContact, NodesThatOpenTakeTheIterationsTheyNeed) {
  Statics s("[model]\ndimension = 2\ngravity = [0, -1]\n" + kSteel.substr(0, kSteel.find("step")) +
            "step = 1\nmax_cuts = 0\nmax_iterations = 3\nline_search = false\n" +
            solid_block("sheet", "[0, 0]", "[40, 1]", "[40, 1]") + support("sheet.x_min", "x") +
            support("sheet.x_min", "y", "0.5*t") + R"(
[[contact]]
name = "c"
type = "point-plane"
points = ["sheet.y_min"]
through = [0, 0]
normal = [0, 1]
)");
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  EXPECT_GT(s.result.iterations, 3);
  EXPECT_EQ(s.result.rows.size(), 41U);
  int closed = 0;
  for (Index i = 0; i < s.result.impulse.size(); ++i) {
    EXPECT_GE(s.result.impulse[i], 0);
    if (s.result.impulse[i] > 0) ++closed;
    EXPECT_GT(s.model->system.contacts().all()[0]->gap(s.state, s.result.rows[i]), -1e-12);
  }
  EXPECT_GT(closed, 5);
  EXPECT_LT(closed, 36);
}

/// Layers of one surface: only the one in front counts, though that behind is within reach.
TEST(StaticContact, ALayerHidesWhatIsBehindIt) {
  const std::string layers =
      "[model]\ndimension = 2\n" + kSteel + solid_block("low", "[0, 0]", "[2, 0.2]", "[3, 1]") +
      solid_block("up", "[0, 0.5]", "[2, 0.7]", "[3, 1]") +
      solid_block("t", "[0.5, 0.75]", "[1.5, 1.5]", "[2, 2]") + support("up.y_min", "x") +
      support("up.y_min", "y") + support("low.y_min", "x") + support("low.y_min", "y") +
      support("t.y_max", "x") + support("t.y_max", "y", "-0.06*t");
  const auto contact = [](const std::string& name, const std::string& against) {
    return fmt::format(R"(
[[contact]]
name = "{}"
type = "surfaces"
surface = "t.y_min"
against = "{}"
reach = 1
)",
                       name, against);
  };
  Statics s(layers + contact("upper", "up.y_max"));
  ASSERT_TRUE(s.run()) << s.result.failure_cause;
  EXPECT_GT(Sums(s).normal, 1);
  // a whole skin in place of its top: its far side looks away or is hidden
  Statics skin(layers + contact("skin", "up"));
  ASSERT_TRUE(skin.run()) << skin.result.failure_cause;
  EXPECT_NEAR(Sums(skin).normal, Sums(s).normal, 1e-9);
}

/// A load step that carries a body through the other one finds it all the same.
TEST(StaticContact, LoadStepsDoNotTunnel) {
  double force = 0;
  for (const char* step : {"analysis.step=1", "analysis.step=0.25"}) {
    Statics s("[model]\ndimension = 2\n" + kSteel + solid_block("low", "[-1, -1]", "[3, 0]", "[8, 2]") +
                  solid_block("high", "[0, 0.2]", "[2, 1.2]", "[4, 2]") + support("low.y_min", "x") +
                  support("low.y_min", "y") + support("high.y_max", "x") +
                  support("high.y_max", "y", "-0.5*t") + R"(
[[contact]]
name = "c"
surface = "high.y_min"
against = "low.y_max"
type = "surfaces"
reach = 0.1
)",
              {step});
    ASSERT_TRUE(s.run()) << s.result.failure_cause;
    const double now = s.result.impulse.sum() / (step[14] == '1' ? 1 : 0.25);
    EXPECT_GT(now, 10);
    if (force > 0) {
      EXPECT_NEAR(now, force, 1e-8 * force);
    }
    force = now;
  }
}

TEST(StaticContact, ASurfaceThatIsGivenIsRefused) {
  EXPECT_THROW(
      Statics("[model]\ndimension = 2\n" + kSteel + solid_block("low", "[-1, -1]", "[3, 0]", "[2, 1]") +
              solid_block("high", "[0, 0]", "[2, 1]", "[4, 1]") + support("high", "x") +
              support("high", "y") + support("low.y_min", "y") + R"(
[[contact]]
name = "c"
surface = "high.y_min"
against = "low.y_max"
type = "surfaces"
)"),
      params::InputError);
}

/// Force over area is the pressure, whatever an edge stands for: with a thickness, or as a ring. nu = 0 keeps
/// the sides in line.
TEST(StaticContact, PressureIsForceOverArea) {
  for (const std::string kind : {R"(
plane = "strain"
thickness = 0.2
)",
                                 R"(
plane = "stress"
thickness = 3
)",
                                 R"(plane = "axisymmetric"
)"}) {
    SCOPED_TRACE(kind);
    const std::string material = R"(
[[material]]
name = "m"
E = 1000
nu = 0
rho = 1
)";
    Statics s(
        R"(
[model]
dimension = 2
[analysis]
type = "static"
step = 1
)" + material +
        solid_block("low", "[0, 0]", "[2, 1]", "[3, 1]") + kind +
        solid_block("high", "[0, 1]", "[2, 2]", "[4, 1]") + kind + support("low.y_min", "y") +
        support("low.x_min", "x") + support("high.x_min", "x") + R"(
[[contact]]
name = "c"
surface = "high.y_min"
against = "low.y_max"
type = "surfaces"
[[load]]
name = "p"
type = "pressure"
surface = "high.y_max"
pressure = 5
)");
    ASSERT_TRUE(s.run()) << s.result.failure_cause;
    ASSERT_EQ(s.result.rows.size(), 5U);
    for (std::size_t i = 0; i < s.result.rows.size(); ++i)
      EXPECT_NEAR(s.result.impulse[static_cast<Index>(i)] / s.result.rows[i].area, 5, 1e-9);
  }
}

}  // namespace
}  // namespace jounce
