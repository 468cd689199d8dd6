// Contact between surfaces of shells.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <limits>
#include <utility>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "contact/surface_pair.h"
#include "directions.h"

namespace jounce {
namespace {

std::string material() { return scene::material({.E = 1000, .nu = 0.3, .rho = 1}); }

/// A square sheet of side 2 at a height.
std::string sheet(const std::string& name, double z, double thickness, const std::string& keys = "",
                  int order = 1, const std::string& cells = "quadrilaterals") {
  return scene::sheet_mesh({.name = name,
                            .corners = {0, 0, z, 2, 0, z, 2, 2, z, 0, 2, z},
                            .counts = {2, 2},
                            .cells = cells}) +
         fmt::format("order = {}\n", order) +
         scene::element({.name = "of_" + name, .type = "shell", .mesh = name, .thickness = thickness}) +
         keys + "\n";
}

std::string contact(const std::string& name, const std::string& surface, const std::string& against) {
  return fmt::format(R"(
[[contact]]
name = "{}"
type = "surfaces"
surface = "{}"
against = "{}"
)",
                     name, surface, against);
}

/// The rows of a model at its start, and their gaps.
struct Rows {
  explicit Rows(const std::string& parts)
      : deck(deck::read_deck_text("[model]\ndimension = 3\n" + material() + parts, "test.toml", deck_schema(),
                                  {})),
        model(deck::build_model(deck)) {
    model->system.contacts().search(state(), std::numeric_limits<double>::infinity(), rows);
  }
  const State& state() const { return model->system.initial_state(); }
  double gap(const ContactRow& row) const {
    return model->system.contacts().all()[static_cast<std::size_t>(row.pair)]->gap(state(), row);
  }

  deck::Deck deck;
  std::unique_ptr<Model> model;
  std::vector<ContactRow> rows;
};

/// Each side of a shell with an offset lies where its section ends, whichever side carries the rows.
TEST(ShellSurfaces, GapsAreBetweenTheFacesOfTheSections) {
  for (const int order : {1, 2})
    for (const std::string cells : {"quadrilaterals", "triangles"}) {
      SCOPED_TRACE(cells + std::to_string(order));
      for (const auto& [surface, against] : {std::pair{"low", "high"}, {"high", "low"}}) {
        const Rows found(sheet("low", 0, 0.2, "offset = 0.05", order, cells) +
                         sheet("high", 1, 0.4, "", order) + contact("c", surface, against));
        ASSERT_EQ(found.rows.size(), 9U) << surface;
        for (const ContactRow& row : found.rows) EXPECT_NEAR(found.gap(row), 1 - 0.15 - 0.2, 1e-12);
      }
      const Rows turned(sheet("low", 0, 0.2, "offset = 0.05", order, cells) +
                        sheet("high", -1, 0.4, "", order) + contact("c", "low", "high"));
      ASSERT_EQ(turned.rows.size(), 9U);
      for (const ContactRow& row : turned.rows) EXPECT_NEAR(turned.gap(row), 1 - 0.05 - 0.2, 1e-12);
    }
}

/// A shell between two others has rows on both of its sides, each with the gap of that side.
TEST(ShellSurfaces, BothSidesOfANodeTouchOnTheirOwn) {
  const Rows found(sheet("middle", 0, 0.2) + sheet("below", -0.5, 0.2) + sheet("above", 0.9, 0.2) +
                   contact("b", "middle", "below") + contact("a", "middle", "above"));
  ASSERT_EQ(found.rows.size(), 18U);
  for (const ContactRow& row : found.rows) EXPECT_NEAR(found.gap(row), row.pair == 0 ? 0.3 : 0.7, 1e-12);
}

/// Three layers of one group: each meets its neighbour and not the one behind it, and none meets itself.
TEST(ShellSurfaces, LayersOfOneGroupMeetTheirNeighbours) {
  for (const int order : {1, 2}) {
    const int around = 60 / order;
    const std::string mesh = fmt::format(R"(
[[mesh]]
name = "s"
type = "sheet"
coordinates = "cylindrical"
corners = [1, 0, 0, 1.6, 900, 0, 1.6, 900, 0.3, 1, 0, 0.3]
counts = [{}, 1]
order = {}
[[element]]
name = "of_s"
type = "shell"
mesh = "s"
material = "m"
thickness = 0.02
)",
                                         around, order);
    const Rows found(mesh + contact("c", "s", "s"));
    int near = 0;
    for (const ContactRow& row : found.rows) {
      const double gap = found.gap(row);
      EXPECT_GT(gap, 0);
      if (gap < 0.24 - 0.02 + 0.02) ++near;  // the pitch is 0.24 a turn
    }
    // One and a half turns lie on the turn within.
    EXPECT_NEAR(near, 2 * around * 1.5 / 2.5, 6) << order;
  }
}

/// A strip folded to a U: legs "low" and "high", a bend of one shell between them.
std::string folded_strip() {
  const std::string file = testing::TempDir() + "folded_strip.msh";
  std::ofstream out(file);
  out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 1 \"all\"\n2 2 \"low\"\n2 3 "
         "\"high\"\n$EndPhysicalNames\n$Nodes\n12\n";
  const std::array<std::array<double, 2>, 6> profile = {{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}}};
  for (std::size_t i = 0; i < 12; ++i)
    out << i + 1 << ' ' << profile[i % 6][0] << ' ' << i / 6 << ' ' << profile[i % 6][1] << '\n';
  out << "$EndNodes\n$Elements\n9\n";
  int number = 0;
  const auto shell = [&](int group, int i) {
    out << ++number << " 3 2 " << group << ' ' << i << ' ' << i << ' ' << i + 1 << ' ' << i + 7 << ' '
        << i + 6 << '\n';
  };
  for (int i = 1; i <= 5; ++i) shell(1, i);
  for (const int i : {1, 2}) shell(2, i);
  for (const int i : {4, 5}) shell(3, i);
  out << "$EndElements\n";
  return R"(
[[mesh]]
name = "u"
type = "gmsh"
file = ")" +
         file + R"("
[[element]]
name = "of_u"
type = "shell"
mesh = "u.all"
material = "m"
thickness = 0.1
)";
}

/// Rows of nodes that supports hold would all fall to the other leg, which may be unable to satisfy them.
TEST(ShellSurfaces, TheFreeLegOfAFoldCarriesTheRows) {
  for (const std::string held : {"low", "high"}) {
    const Rows found(folded_strip() + contact("c", "u.all", "u.all") + "[[boundary]]\non = \"u." + held +
                     "\"\ncomponents = [\"x\", \"y\", \"z\", \"rotation\"]\n");
    ASSERT_FALSE(found.rows.empty());
    const auto& pair = *found.model->system.contacts().all()[0];
    for (const ContactRow& row : found.rows)
      EXPECT_NEAR(pair.position(found.state(), row).z(), held == "low" ? 1 : 0, 0.06) << held;
  }
}

/// The free leg is pressed onto the held one: the fold meets itself as one leg meets the other.
TEST(ShellSurfaces, AFoldMeetsItselfAsItsLegsDo) {
  const auto deck = [](const std::string& surface, const std::string& against) {
    return "[model]\ndimension = 3\n" + material() + folded_strip() + contact("c", surface, against) + R"(
[[boundary]]
on = "u.low"
components = ["x", "y", "z", "rotation"]
[[load]]
name = "press"
type = "pressure"
surface = "u.high"
pressure = -0.1
[integrator]
type = "nsga-ggl"
step = 0.05
end = 10
)";
  };
  test::DeckRun fold(deck("u.all", "u.all")), legs(deck("u.high", "u.low"));
  int touching = 0;
  for (int i = 0; i < 120; ++i) {
    ASSERT_TRUE(fold.step()) << i << ": " << fold.result.failure_cause;
    ASSERT_TRUE(legs.step()) << i << ": " << legs.result.failure_cause;
    touching += fold.result.active_contacts > 0 ? 1 : 0;
    ASSERT_LT((fold.state.q - legs.state.q).lpNorm<Eigen::Infinity>(), 1e-7) << i;
  }
  EXPECT_GT(touching, 10);
}

/// A plate that falls on another one in explicit steps. @param more  other contacts
test::DeckRun falling_plate(const std::string& more, int order = 1,
                            const std::string& cells = "quadrilaterals") {
  return test::DeckRun("[model]\ndimension = 3\n" + material() + sheet("low", 0, 0.1, "", order, cells) +
                       sheet("high", 0.3, 0.1, "", order, cells) + contact("c", "high", "low") + more +
                       scene::held("low.boundary", {"x", "y", "z"}) + R"(
[[initial]]
on = "high"
velocity = [0, 0, -8]
[integrator]
type = "half-explicit"
step = 2e-4
end = 10
)");
}

/// Explicit steps of shells look no farther than they go, and miss nothing.
TEST(ShellSurfaces, ExplicitStepsLookNoFartherThanTheyGo) {
  for (const int order : {1, 2})
    for (const std::string cells : {"quadrilaterals", "triangles"}) {
      SCOPED_TRACE(cells + std::to_string(order));
      test::DeckRun run = falling_plate("", order, cells);
      constexpr double kMeet = 0.2 / 8;
      double first = 0;
      for (int i = 0; i < 200; ++i) {
        ASSERT_TRUE(run.step()) << i << ": " << run.result.failure_cause;
        if (run.state.t < 0.8 * kMeet) {
          ASSERT_TRUE(run.result.rows.empty()) << i;
        }
        if (first == 0 && !run.result.impacts.empty()) first = run.state.t;
      }
      EXPECT_NEAR(first, kMeet, 2.1e-4);
    }
}

/// A plane that hangs on a node which turns may come from afar, and so may a shape; a plane of the ground
/// that the plate falls on may not.
TEST(ShellSurfaces, ExplicitStepsLookAtAllThatHangsOnNodesThatTurn) {
  const auto plane = [](const std::string& on) {
    return "\n[[contact]]\nname = \"plane\"\ntype = \"point-plane\"\npoints = [\"high.corner_3\"]\n" + on +
           "through = [0, 0, -3]\nnormal = [0, 0, 1]\n";
  };
  for (const auto& [on, looks] : {std::pair{"", false}, std::pair{"on = \"low.corner_1\"\n", true}}) {
    test::DeckRun run = falling_plate(plane(on));
    ASSERT_TRUE(run.step()) << run.result.failure_cause;
    EXPECT_EQ(run.result.rows.empty(), !looks) << on;
  }
}

/// Forces on both sheets add up to nothing, and so do their moments, at whatever gap.
TEST(ShellSurfaces, ForcesAreInBalance) {
  for (const int order : {1, 2}) {
    const Rows found(
        sheet("low", 0, 0.2, "", order) +
        scene::sheet_mesh({.name = "high",
                           .corners = {0.3, 0.2, 0.8, 1.7, 0.1, 0.9, 1.8, 1.6, 1.1, 0.2, 1.5, 0.7},
                           .counts = {2, 1},
                           .cells = "triangles"}) +
        fmt::format("order = {}\n", order) +
        scene::element({.name = "of_high", .type = "shell", .mesh = "high", .thickness = 0.3}) +
        contact("c", "high", "low"));
    ASSERT_FALSE(found.rows.empty());
    for (const ContactRow& row : found.rows) {
      const ContactPair& pair = *found.model->system.contacts().all()[0];
      std::vector<Index> dofs;
      pair.append_dofs(row, dofs);
      std::vector<double> W(dofs.size());
      pair.jacobian(found.state(), row, Direction::normal, W.data());
      Vector3 force = Vector3::Zero(), moment = force;
      for (std::size_t i = 0; i < dofs.size(); i += 3) {
        const Vector3 f(W[i], W[i + 1], W[i + 2]);
        const auto& q = found.state().q;
        const Vector3 x(q[dofs[i]], q[dofs[i + 1]], q[dofs[i + 2]]);
        force += f;
        moment += x.cross(f);
      }
      EXPECT_NEAR(force.norm(), 0, 1e-12);
      EXPECT_NEAR(moment.norm(), 0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace jounce
