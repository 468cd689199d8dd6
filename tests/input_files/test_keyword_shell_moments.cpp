// Moments on nodes of shells and supports of their rotations (--shells), against formulas of beams.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "shell_option.h"

namespace jounce {
namespace {

using test::shell_section;
using test::ShellMesh;
using ::testing::HasSubstr;

/// A strip of 20 x 1 x 0.1 with nu = 0 that is clamped at x = 0.
struct Strip {
  explicit Strip(const std::string& type) {
    mesh.patch(type, "A", 20, 2, [](double u, double v) { return std::array{20 * u, v, 0.0}; });
    text = mesh.text();
    text.replace(text.find("2e5, .3"), 7, "2e5, 0.");
    text += shell_section("A", 0.1) + mesh.set("FIX", 0, 0) + mesh.set("TIP", 0, 20);
    tip_nodes = type == "S4" ? 3 : 5;
  }
  ShellMesh mesh;
  std::string text;
  int tip_nodes = 0;
  double stiffness = 2e5 * 1e-3 / 12;  ///< E I
};

class ShellMoments : public test::ShellOptionTest {};

// A moment M bends the strip to an arc of the angle M L/(E I), here 1 rad, shared by the nodes of the tip.
TEST_F(ShellMoments, OnNodesBendAStripToAnArc) {
  for (const std::string type : {"S4", "S6", "S8R"}) {
    SCOPED_TRACE(type);
    const Strip strip(type);
    ShellMesh mesh = strip.mesh;
    const RunReport report =
        run_shells(strip.text + "*BOUNDARY\nFIX, 1, 6\n*STEP, NLGEOM\n*STATIC\n.25, 1.\n" +
                   fmt::format("*CLOAD\nTIP, 5, {}\n", -strip.stiffness / 20 / strip.tip_nodes) +
                   "*NODE PRINT, NSET=TIP\nU\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const auto u = line("time  0.1000000E+01", std::to_string(mesh.node({20, 0.5, 0})));
    EXPECT_NEAR(u.at(0), 20 * (std::sin(1.) - 1), 0.001 * 20);
    EXPECT_NEAR(u.at(2), 20 * (1 - std::cos(1.)), 0.001 * 20);
  }
}

// Along axes of *TRANSFORM: axis 1 of the tip is -y.
TEST_F(ShellMoments, TurnAboutTheAxesOfTheirNodes) {
  const Strip strip("S4");
  ShellMesh mesh = strip.mesh;
  const RunReport report = run_shells(
      strip.text + "*TRANSFORM, NSET=TIP\n0., -1., 0., 1., 0., 0.\n*BOUNDARY\nFIX, 1, 6\n*STEP\n*STATIC\n" +
      "*CLOAD\nTIP, 4, 1e-6\n*NODE PRINT, NSET=ALL\nU\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double w = 3e-6 * 10 * 10 / 2 / strip.stiffness;
  EXPECT_NEAR(line("displacements", std::to_string(mesh.node({10, 0.5, 0}))).at(2), w, 0.01 * w);
}

TEST_F(ShellMoments, ActOnNodesOfShells) {
  const Strip strip("S4");
  EXPECT_THAT(
      message(strip.text + "*NODE\n900, 30., 0., 0.\n*ELEMENT, TYPE=T3D2, ELSET=T\n900, 1, 900\n"
                           "*SOLID SECTION, ELSET=T, MATERIAL=M\n1.\n*BOUNDARY\nFIX, 1, 6\n900, 1, 3\n*STEP\n"
                           "*STATIC\n*CLOAD\n900, 5, 1.\n*END STEP\n"),
      HasSubstr("moments act on nodes of shells and on reference nodes of *COUPLING and *RIGID BODY, not on "
                "node 900"));
}

// F L^3/(12 E I) with a tip that does not turn about y, F L^3/(3 E I) with one that does.
TEST_F(ShellMoments, SomeRotationsAreHeldAndOthersFree) {
  const double F = 1e-6;
  for (const std::string type : {"S4", "S6", "S8R"})
    for (const auto& [held, share] : {std::pair("TIP, 5, 5", 12.),
                                      {"TIP, 4, 5", 12.},
                                      {"TIP, 5, 6", 12.},
                                      {"ALL, 4, 4", 3.},
                                      {"ALL, 6, 6", 3.},
                                      {"TIP, 4\nTIP, 6", 3.}}) {
      SCOPED_TRACE(type + " " + held);
      const Strip strip(type);
      ShellMesh mesh = strip.mesh;
      const RunReport report =
          run_shells(strip.text + "*BOUNDARY\nFIX, 1, 6\n" + held + "\n*STEP\n*STATIC\n*CLOAD\n" +
                     fmt::format("TIP, 3, {}\n*NODE PRINT, NSET=TIP\nU\n*END STEP\n", F / strip.tip_nodes));
      ASSERT_EQ(report.exit_status, 0) << report.message;
      const double w = F * 8000 / (share * strip.stiffness);
      EXPECT_NEAR(line("displacements", std::to_string(mesh.node({20, 0.5, 0}))).at(2), w, 0.005 * w);
    }
}

// A plate that is free to slide on rollers which hold two rotations, and not the displacement across.
TEST_F(ShellMoments, HeldRotationsLeaveDisplacementsFree) {
  const Strip strip("S4");
  ShellMesh mesh = strip.mesh;
  const RunReport report = run_shells(
      strip.text + "*BOUNDARY\nFIX, 1, 3\nFIX, 5, 6\nTIP, 5, 6\n*STEP\n*STATIC\n*CLOAD\n" +
      fmt::format("{}, 1, .25e-3\n{}, 1, .5e-3\n{}, 1, .25e-3\n*NODE PRINT, NSET=TIP\nU\n*END STEP\n",
                  mesh.node({20, 0, 0}), mesh.node({20, 0.5, 0}), mesh.node({20, 1, 0})));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double u = 1e-3 * 20 / (2e5 * 0.1);
  EXPECT_NEAR(line("displacements", std::to_string(mesh.node({20, 0.5, 0}))).at(0), u, 1e-4 * u);
}

// Joints hold what a node has at the start of the run; [[boundary]] holds it where it stands.
TEST_F(ShellMoments, RotationsAreHeldFromALaterStepOnWhereAllAreFixed) {
  const Strip strip("S4");
  const auto text = [&](const std::string& held) {
    return strip.text +
           "*BOUNDARY\nFIX, 1, 6\n*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1e-6\n*END STEP\n*STEP\n*STATIC\n" + held +
           "\n*END STEP\n";
  };
  for (const std::string held :
       {"*BOUNDARY\nTIP, 4, 6", "*BOUNDARY, FIXED\nTIP, 5, 6", "*BOUNDARY\nTIP, 5, 5"})
    EXPECT_THAT(message(text(held)),
                HasSubstr("are held from a later step on: with --shells that is supported "
                          "for all three with FIXED"))
        << held;
  const RunReport report = run_shells(text("*BOUNDARY, FIXED\nTIP, 4, 6"));
  EXPECT_EQ(report.exit_status, 0) << report.message;
}

}  // namespace
}  // namespace jounce
