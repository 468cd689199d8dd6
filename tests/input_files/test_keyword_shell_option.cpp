// Shells of input files as shells on nodes with rotations (--shells), against formulas of plates.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "keyword_run.h"
#include "shell_mesh.h"

namespace jounce {
namespace {

using test::shell_section;
using test::ShellMesh;
using ::testing::HasSubstr;

class ShellOption : public test::KeywordRunTest {
 protected:
  RunReport run_shells(const std::string& text) {
    io::test::write(folder_ / "a.inp", text);
    RunOptions options;
    options.deck = folder_ / "a.inp";
    options.output = folder_ / "out";
    options.shells = true;
    options.quiet = true;
    RunReport report = run_deck(options);
    printed_ = report.exit_status == 0 ? io::test::read(folder_ / "out" / "a.dat") : "";
    if (report.exit_status == 0) test::expect_its_deck_runs_alike(folder_ / "a.inp", folder_ / "out");
    return report;
  }
  std::string message(const std::string& text) { return run_shells(text).message; }
};

/// A plate of 100 x 100, or a quarter of it, with the sets X0, X1, Y0, Y1 of its sides.
struct Plate {
  explicit Plate(const std::string& type, int n, double size = 100) {
    mesh.patch(type, "A", n, n, [size](double u, double v) { return std::array{size * u, size * v, 0.0}; });
    for (const auto& [name, axis, value] :
         {std::tuple("X0", 0u, 0.), {"X1", 0u, size}, {"Y0", 1u, 0.}, {"Y1", 1u, size}})
      sets += mesh.set(name, axis, value);
  }
  std::string text(double thickness, const std::string& more = "") const {
    return mesh.text() + shell_section("A", thickness, more) + sets;
  }
  ShellMesh mesh;
  std::string sets;
};

const std::string kPlatePrints = "*NODE PRINT, NSET=ALL\nU, RF\n*END STEP\n";
double stiffness_of(double t) { return 2e5 * t * t * t / (12 * (1 - 0.09)); }

// w = 0.00126 q a^4/D and M = 0.0513 q a^2 in the middle of the edges of a clamped square plate (Timoshenko
// and Woinowsky-Krieger, table 35). P pushes along the normal.
TEST_F(ShellOption, AClampedPlateBendsAsPlateTheorySays) {
  for (const std::string type : {"S4R", "S3"}) {
    SCOPED_TRACE(type);
    Plate plate(type, 16);
    const int middle = plate.mesh.node({50, 50, 0});
    std::string text = plate.text(1) + "*BOUNDARY\n";
    for (const char* side : {"X0", "X1", "Y0", "Y1"}) text += std::string(side) + ", 1, 6\n";
    const RunReport report = run_shells(text + "*STEP\n*STATIC\n*DLOAD\nA, P, 1e-4\n" + kPlatePrints);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const double w = 0.00126 * 1e-4 * 1e8 / stiffness_of(1);
    EXPECT_NEAR(line("displacements", std::to_string(middle)).at(2), w, 0.02 * w);
  }
}

TEST_F(ShellOption, PlanesOfSymmetryAreThoseOfTheWholePlate) {
  Plate quarter("S4", 8, 50);
  const int middle = quarter.mesh.node({50, 50, 0});
  const RunReport report =
      run_shells(quarter.text(1) + "*BOUNDARY\nX0, ENCASTRE\nY0, ENCASTRE\nX1, XSYMM\nY1, YSYMM\n" +
                 "*STEP\n*STATIC\n*DLOAD\nA, P, 1e-4\n" + kPlatePrints);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double w = 0.00126 * 1e-4 * 1e8 / stiffness_of(1);
  EXPECT_NEAR(line("displacements", std::to_string(middle)).at(2), w, 0.02 * w);
  EXPECT_EQ(line("displacements", std::to_string(middle)).at(0), 0);
}

// f_mn = (pi/2) sqrt(D/(rho t)) (m^2 + n^2)/a^2 of a simply supported square plate.
TEST_F(ShellOption, ASquarePlateVibratesAsPlateTheorySays) {
  Plate plate("S4R", 16);
  std::string text = plate.text(1) + "*BOUNDARY\nX0, 1, 2\n";
  for (const char* side : {"X0", "X1", "Y0", "Y1"}) text += std::string(side) + ", 3, 3\n";
  const RunReport report = run_shells(text + "*STEP\n*FREQUENCY\n2\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double f = std::numbers::pi / 2 * std::sqrt(stiffness_of(1) / 7.8e-9) * 2 / 1e4;
  EXPECT_NEAR(line("E I G E N V A L U E   O", "1").at(2), f, 0.02 * f);
}

// A strip that is clamped and pulled down at its tip: sigma = 6 F x/(b t^2), tension above; nu = 0.
TEST_F(ShellOption, StressesOfBothFacesArePrinted) {
  ShellMesh mesh;
  mesh.patch("S4R", "A", 10, 1, [](double u, double v) { return std::array{20 * u, 2 * v, 0.0}; });
  std::string text = mesh.text();
  text.replace(text.find("2e5, .3"), 7, "2e5, 0.");
  const RunReport report = run_shells(
      text + shell_section("A", 0.5) + mesh.set("FIX", 0, 0) + mesh.set("TIP", 0, 20) +
      "*BOUNDARY\nFIX, 1, 6\n*STEP\n*STATIC\n*CLOAD\nTIP, 3, -1e-3\n*EL PRINT, ELSET=A\nS\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  // The first element: nodes 1 to 4 of the lower face, then of the upper one; its mean is that at x = 1.
  double lower = 0, upper = 0;
  std::istringstream printed(printed_.substr(printed_.find("stresses")));
  std::string row;
  std::getline(printed, row);
  std::getline(printed, row);
  for (int k = 0; k < 8; ++k) {
    int element = 0, point = 0;
    double xx = 0;
    std::getline(printed, row);
    std::istringstream(row) >> element >> point >> xx;
    EXPECT_EQ(element, 1);
    (k < 4 ? lower : upper) += xx / 4;
  }
  const double sigma = 6 * 2e-3 * 19 / (2 * 0.25);
  EXPECT_NEAR(upper, sigma, 0.01 * sigma);
  EXPECT_NEAR(lower, -sigma, 0.01 * sigma);
}

// A moment on a reference node bends a clamped strip to an arc, tip slope M L/(E I) with nu = 0: here 1 rad.
TEST_F(ShellOption, AReferenceNodeTurnsTheNodesOfItsRigidBody) {
  ShellMesh mesh;
  mesh.patch("S4", "A", 20, 2, [](double u, double v) { return std::array{20 * u, v, 0.0}; });
  std::string text = mesh.text();
  text.replace(text.find("2e5, .3"), 7, "2e5, 0.");
  const double moment = 2e5 * std::pow(0.1, 3) / 12 / 20;
  const RunReport report = run_shells(
      text + "*NODE\n900, 20., .5, 0.\n" + shell_section("A", 0.1) + mesh.set("FIX", 0, 0) +
      mesh.set("TIP", 0, 20) + "*RIGID BODY, NSET=TIP, REF NODE=900\n*BOUNDARY\nFIX, 1, 6\n" +
      fmt::format(
          "*STEP, NLGEOM\n*STATIC\n.25, 1.\n*CLOAD\n900, 5, {}\n*NODE PRINT, NSET=TIP\nU\n*END STEP\n",
          -moment));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("time  0.1000000E+01", std::to_string(mesh.node({20, 0.5, 0})));
  EXPECT_NEAR(u.at(0), 20 * (std::sin(1.) - 1), 0.005 * 20);
  EXPECT_NEAR(u.at(2), 20 * (1 - std::cos(1.)), 0.005 * 20);
}

// Two plates that lie on each other with their middles a thickness apart share a pressure on the upper one.
TEST_F(ShellOption, PlatesInContactShareALoad) {
  ShellMesh mesh;
  for (const auto& [set, z] : {std::pair("A", 0.), {"B", 1.}})
    mesh.patch("S4R", set, 6, 6, [height = z](double u, double v) {
      return std::array{100 * u, 100 * v, height};
    });
  std::string text = mesh.text() + shell_section("A", 1) + shell_section("B", 1);
  for (const auto& [name, axis, value] :
       {std::tuple("X0", 0u, 0.), {"X1", 0u, 100.}, {"Y0", 1u, 0.}, {"Y1", 1u, 100.}})
    text += mesh.set(name, axis, value) + "*BOUNDARY\n" + name + ", 1, 6\n";
  const int low = mesh.node({50, 50, 0}), high = mesh.node({50, 50, 1});
  const RunReport report =
      run_shells(text +
                 "*SURFACE, NAME=TOP\nA, SPOS\n*SURFACE, NAME=BELOW\nB, SNEG\n*SURFACE INTERACTION, NAME=I\n"
                 "*PREPRINT\n*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nBELOW, TOP\n"
                 "*STEP\n*STATIC\n*DLOAD\nB, P, -1e-4\n" +
                 kPlatePrints);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double w = 0.00126 * 0.5e-4 * 1e8 / stiffness_of(1);
  EXPECT_NEAR(line("displacements", std::to_string(low)).at(2), -w, 0.05 * w);
  EXPECT_NEAR(line("displacements", std::to_string(high)).at(2), -w, 0.05 * w);
}

// h = 0: a free plate that is thrown falls as g says, with its stable increments.
TEST_F(ShellOption, AnExplicitPlateFallsFreely) {
  Plate plate("S4R", 2);
  const RunReport report =
      run_shells(plate.text(1) + "*STEP\n*DYNAMIC, EXPLICIT\n, 1e-3\n*DLOAD\nA, GRAV, 9810., 0., 0., -1.\n" +
                 "*NODE PRINT, NSET=ALL, FREQUENCY=100000\nU\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const char* node : {"1", "5", "9"})
    EXPECT_NEAR(line("displacements", node).at(2), -9810 * 1e-6 / 2, 1e-8);
}

TEST_F(ShellOption, WhatIsNotSupportedIsRefused) {
  const Plate plate("S4", 2);
  const std::string step = "*STEP\n*STATIC\n";
  const auto refused = [&](const std::string& before, const std::string& in_step) {
    return message(plate.text(1) + before + step + in_step + "*END STEP\n");
  };
  EXPECT_THAT(refused("*BOUNDARY\nX0, 1, 4\n", ""),
              HasSubstr("all three rotations (4, 5, 6) of a node are held"));
  EXPECT_THAT(refused("", "*BOUNDARY\nX0, 4, 6, 0.1\n"), HasSubstr("can be held, but not prescribed"));
  EXPECT_THAT(refused("", "*CLOAD\nX1, 5, 1.\n"), HasSubstr("moments act on reference nodes"));
  EXPECT_THAT(refused("", "*DLOAD\nA, EDNOR1, 1.\n"), HasSubstr("on an edge is not supported with --shells"));
  EXPECT_THAT(refused("*NODAL THICKNESS\nALL, 1.\n", ""), Not(HasSubstr("NODAL THICKNESS is not")));
  EXPECT_THAT(
      message(plate.mesh.text() + plate.sets +
              "*SHELL SECTION, ELSET=A, MATERIAL=M, NODAL THICKNESS\n1.\n*NODAL THICKNESS\nALL, 1.\n" + step +
              "*END STEP\n"),
      HasSubstr("*NODAL THICKNESS is not supported with --shells"));
  EXPECT_THAT(message(Plate("S8R", 2).text(1) + step + "*END STEP\n"),
              HasSubstr("element 1 of type S8R is not supported with --shells"));
  EXPECT_THAT(refused("*NORMAL\n1, 1, 0., 0., 1.\n", ""), HasSubstr("*NORMAL (element 1, node 1)"));
  EXPECT_THAT(message(plate.text(1) + "*BOUNDARY\nX0, 1, 6\n*STEP\n*BUCKLE\n1\n*END STEP\n"),
              HasSubstr("*BUCKLE of shells is not supported with --shells"));
}

TEST_F(ShellOption, IsOfInputFiles) {
  io::test::write(folder_ / "a.toml", "[model]\ndimension = 2\n");
  RunOptions options;
  options.deck = folder_ / "a.toml";
  options.shells = true;
  options.quiet = true;
  EXPECT_THAT(run_deck(options).message, HasSubstr("--shells is for input files"));
}

}  // namespace
}  // namespace jounce
