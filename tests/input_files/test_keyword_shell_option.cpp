// Shells of input files as shells on nodes with rotations (--shells), against formulas of plates.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "../support/frd_reader.h"
#include "input_files/keyword_run.h"
#include "shell_option.h"

namespace jounce {
namespace {

using test::kPlatePrints;
using test::Plate;
using test::shell_section;
using test::ShellMesh;
using test::stiffness_of;
using ::testing::HasSubstr;

class ShellOption : public test::ShellOptionTest {};

// w = 0.00126 q a^4/D and M = 0.0513 q a^2 in the middle of the edges of a clamped square plate (Timoshenko
// and Woinowsky-Krieger, table 35). P pushes along the normal.
TEST_F(ShellOption, AClampedPlateBendsAsPlateTheorySays) {
  for (const auto& [type, count] : {std::pair("S4R", 16), {"S3", 16}, {"S6", 16}, {"S8", 4}, {"S8R", 4}}) {
    SCOPED_TRACE(type);
    Plate plate(type, count);
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
  for (const auto& [type, count] : {std::pair("S4R", 16), {"S6", 8}, {"S8R", 6}}) {
    SCOPED_TRACE(type);
    Plate plate(type, count);
    std::string text = plate.text(1) + "*BOUNDARY\nX0, 1, 2\n";
    for (const char* side : {"X0", "X1", "Y0", "Y1"}) text += std::string(side) + ", 3, 3\n";
    const RunReport report = run_shells(text + "*STEP\n*FREQUENCY\n2\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const double f = std::numbers::pi / 2 * std::sqrt(stiffness_of(1) / 7.8e-9) * 2 / 1e4;
    EXPECT_NEAR(line("E I G E N V A L U E   O", "1").at(2), f, 0.02 * f);
  }
}

// A strip that is clamped and pulled down at its tip: sigma = 6 F x/(b t^2), tension above; nu = 0.
TEST_F(ShellOption, StressesOfBothFacesArePrinted) {
  // Nodes of the first element and their mean x.
  for (const auto& [type, count, x] :
       {std::tuple("S4R", 4, 1.), {"S8", 8, 1.}, {"S8R", 8, 1.}, {"S6", 6, 4. / 3}}) {
    SCOPED_TRACE(type);
    ShellMesh mesh;
    mesh.patch(type, "A", 10, 1, [](double u, double v) { return std::array{20 * u, 2 * v, 0.0}; });
    std::string text = mesh.text();
    text.replace(text.find("2e5, .3"), 7, "2e5, 0.");
    // Consistent: the corners of an edge of second order have a sixth of its force.
    const bool has_middle = count > 4;
    const RunReport report =
        run_shells(text + shell_section("A", 0.5) + mesh.set("FIX", 0, 0) +
                   "*BOUNDARY\nFIX, 1, 6\n*STEP\n*STATIC\n*CLOAD\n" +
                   fmt::format("{0}, 3, {2}\n{1}, 3, {2}\n", mesh.node({20, 0, 0}), mesh.node({20, 2, 0}),
                               has_middle ? -2e-3 / 6 : -1e-3) +
                   (has_middle ? fmt::format("{}, 3, {}\n", mesh.node({20, 1, 0}), -8e-3 / 6) : "") +
                   "*EL PRINT, ELSET=A\nS\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    // All nodes of the lower face, then those of the upper one.
    double lower = 0, upper = 0;
    std::istringstream printed(printed_.substr(printed_.find("stresses")));
    std::string row;
    std::getline(printed, row);
    std::getline(printed, row);
    for (int k = 0; k < 2 * count; ++k) {
      int element = 0, point = 0;
      double xx = 0;
      std::getline(printed, row);
      std::istringstream(row) >> element >> point >> xx;
      EXPECT_EQ(element, 1);
      (k < count ? lower : upper) += xx / count;
    }
    const double sigma = 6 * 2e-3 * (20 - x) / (2 * 0.25);
    EXPECT_NEAR(upper, sigma, 0.01 * sigma);
    EXPECT_NEAR(lower, -sigma, 0.01 * sigma);
  }
}

// A moment on a reference node bends a clamped strip to an arc, tip slope M L/(E I) with nu = 0: here 1 rad.
TEST_F(ShellOption, AReferenceNodeTurnsTheNodesOfItsRigidBody) {
  for (const auto& [type, count] : {std::pair("S4", 20), {"S6", 10}, {"S8R", 10}}) {
    SCOPED_TRACE(type);
    ShellMesh mesh;
    mesh.patch(type, "A", count, 2, [](double u, double v) { return std::array{20 * u, v, 0.0}; });
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
    EXPECT_NEAR(u.at(0), 20 * (std::sin(1.) - 1), 0.001 * 20);
    EXPECT_NEAR(u.at(2), 20 * (1 - std::cos(1.)), 0.001 * 20);
  }
}

// Two plates that lie on each other with their middles a thickness apart share a pressure on the upper one.
TEST_F(ShellOption, PlatesInContactShareALoad) {
  for (const auto& [type, count] : {std::pair("S4R", 6), {"S6", 8}, {"S8R", 4}}) {
    SCOPED_TRACE(type);
    ShellMesh mesh;
    for (const auto& [set, z] : {std::pair("A", 0.), {"B", 1.}})
      mesh.patch(type, set, count, count, [height = z](double u, double v) {
        return std::array{100 * u, 100 * v, height};
      });
    std::string text = mesh.text() + shell_section("A", 1) + shell_section("B", 1);
    for (const auto& [name, axis, value] :
         {std::tuple("X0", 0u, 0.), {"X1", 0u, 100.}, {"Y0", 1u, 0.}, {"Y1", 1u, 100.}})
      text += mesh.set(name, axis, value) + "*BOUNDARY\n" + name + ", 1, 6\n";
    const int low = mesh.node({50, 50, 0}), high = mesh.node({50, 50, 1});
    const RunReport report = run_shells(
        text +
        "*SURFACE, NAME=TOP\nA, SPOS\n*SURFACE, NAME=BELOW\nB, SNEG\n*SURFACE INTERACTION, NAME=I\n"
        "*PREPRINT\n*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nBELOW, TOP\n"
        "*STEP\n*STATIC\n*DLOAD\nB, P, -1e-4\n" +
        kPlatePrints);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const double w = 0.00126 * 0.5e-4 * 1e8 / stiffness_of(1);
    EXPECT_NEAR(line("displacements", std::to_string(low)).at(2), -w, 0.05 * w);
    EXPECT_NEAR(line("displacements", std::to_string(high)).at(2), -w, 0.05 * w);
  }
}

// h = 0: a free plate that is thrown falls as g says, with its stable increments.
TEST_F(ShellOption, AnExplicitPlateFallsFreely) {
  for (const std::string type : {"S4R", "S6", "S8R"}) {
    SCOPED_TRACE(type);
    Plate plate(type, 2);
    const RunReport report = run_shells(
        plate.text(1) + "*STEP\n*DYNAMIC, EXPLICIT\n, 1e-3\n*DLOAD\nA, GRAV, 9810., 0., 0., -1.\n" +
        "*NODE PRINT, NSET=ALL, FREQUENCY=100000\nU\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    for (const char* node : {"1", "5", "9"})
      EXPECT_NEAR(line("displacements", node).at(2), -9810 * 1e-6 / 2, 1e-8);
  }
}

// Of two layers: N = (A - B^2/D) e with B from their places, which bends the strip; nu = 0, without MATERIAL
// on the card.
TEST_F(ShellOption, LayersBendAStripThatIsPulled) {
  for (const std::string type : {"S4", "S3", "S6", "S8R"}) {
    SCOPED_TRACE(type);
    ShellMesh mesh;
    mesh.patch(type, "A", 10, 2, [](double u, double v) { return std::array{20 * u, 2 * v, 0.0}; });
    std::string text = mesh.text();
    text.replace(text.find("2e5, .3"), 7, "2e5, 0.");
    const RunReport report = run_shells(
        text + "*MATERIAL, NAME=N\n*ELASTIC\n7e4, 0.\n*DENSITY\n2.7e-9\n" + mesh.set("FIX", 0, 0) +
        mesh.set("TIP", 0, 20) + "*NODE\n900, 20., 1., 0.\n*RIGID BODY, NSET=TIP, REF NODE=900\n" +
        "*SHELL SECTION, ELSET=A, COMPOSITE\n.2, , M\n.3, , N\n*BOUNDARY\nFIX, 1, 6\n*STEP\n*STATIC\n" +
        "*CLOAD\n900, 1, 1e-3\n*NODE PRINT, NSET=TIP\nU\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const double A = 2e5 * .2 + 7e4 * .3, B = -2e5 * .2 * .15 + 7e4 * .3 * .1;
    const double D =
        2e5 * (std::pow(.25, 3) - std::pow(.05, 3)) / 3 + 7e4 * (std::pow(.25, 3) + std::pow(.05, 3)) / 3;
    const double strain = 0.5e-3 * D / (A * D - B * B), curvature = -0.5e-3 * B / (A * D - B * B);
    const auto u = line("displacements", std::to_string(mesh.node({20, 1, 0})));
    EXPECT_NEAR(u.at(0), 20 * strain, 0.01 * 20 * strain);
    EXPECT_NEAR(std::abs(u.at(2)), 200 * curvature, 0.01 * 200 * curvature);
    EXPECT_LT(u.at(2), 0);  // the stiff layer is below
  }
}

// The .frd has triangles of 6 (type 8) and quadrilaterals of 8 nodes (type 10) in the order of the file.
TEST_F(ShellOption, FilesOfResultsHaveShellsOfSecondOrder) {
  for (const auto& [type, number, count] : {std::tuple("S6", 8, 6u), {"S8R", 10, 8u}}) {
    SCOPED_TRACE(type);
    const Plate plate(type, 2);
    io::test::write(folder_ / "job.inp", plate.text(1) +
                                             "*BOUNDARY\nX0, 1, 6\n*STEP\n*STATIC\n*DLOAD\nA, P, 1e-4\n" +
                                             "*NODE FILE, OUTPUT=2D\nU\n*EL FILE\nS\n*END STEP\n");
    const RunReport report =
        run_job(folder_ / "job", [](const std::string&) {}, {.umat = {}, .shells = true});
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const test::FrdFile file = test::FrdReader::read((folder_ / "job.frd").string());
    const std::vector<int>& first = file.elements.at(1);
    ASSERT_EQ(first.size(), 1 + count);
    EXPECT_EQ(first[0], number);
    const std::size_t corners = count / 2;
    for (std::size_t k = 0; k < corners; ++k)  // middles of the sides after the corners
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(
            file.nodes.at(first[1 + corners + k])[axis],
            0.5 * (file.nodes.at(first[1 + k])[axis] + file.nodes.at(first[1 + (k + 1) % corners])[axis]),
            1e-6);
    ASSERT_EQ(file.blocks.size(), 2u);
    EXPECT_EQ(file.blocks[1].values.size(), file.nodes.size());
  }
}

TEST_F(ShellOption, WhatIsNotSupportedIsRefused) {
  const Plate plate("S4", 2);
  const std::string step = "*STEP\n*STATIC\n";
  const auto refused = [&](const std::string& before, const std::string& in_step) {
    return message(plate.text(1) + before + step + in_step + "*END STEP\n");
  };
  EXPECT_THAT(refused("*TRANSFORM, NSET=X0\n1., 1., 0., -1., 1., 0.\n*BOUNDARY\nX0, 1, 4\n", ""),
              HasSubstr("some of the rotations about axes of *TRANSFORM are not supported"));
  EXPECT_THAT(refused("", "*BOUNDARY\nX0, 4, 6, 0.1\n"), HasSubstr("can be held, but not prescribed"));
  EXPECT_THAT(refused("", "*DLOAD\nA, EDNOR1, 1.\n"), HasSubstr("on an edge is not supported with --shells"));
  EXPECT_THAT(refused("*NODAL THICKNESS\nALL, 1.\n", ""), Not(HasSubstr("NODAL THICKNESS is not")));
  EXPECT_THAT(
      message(plate.mesh.text() + plate.sets +
              "*SHELL SECTION, ELSET=A, MATERIAL=M, NODAL THICKNESS\n1.\n*NODAL THICKNESS\nALL, 1.\n" + step +
              "*END STEP\n"),
      HasSubstr("*NODAL THICKNESS is not supported with --shells"));
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
