// Shells of input files against formulas of plates, and against values that CalculiX 2.20 computed.

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "keyword_run.h"
#include "shell_mesh.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using test::shell_section;
using test::ShellMesh;

// w = 0.00406 q a^4/D in the middle of a square plate with simply supported edges (Timoshenko and
// Woinowsky-Krieger, Theory of Plates and Shells, table 8), D = E t^3/(12 (1 - nu^2)); thin: a/t = 100.
TEST_F(KeywordRunTest, ASquarePlateBendsAsPlateTheorySays) {
  for (const std::string type : {"S8", "S8R"}) {
    SCOPED_TRACE(type);
    ShellMesh mesh;
    mesh.patch(type, "A", 8, 8, [](double u, double v) { return std::array{100 * u, 100 * v, 0.0}; });
    const int middle = mesh.node({50, 50, 0});
    std::string sets;
    for (const auto& [name, axis, value] :
         {std::tuple("X0", 0u, 0.), {"X1", 0u, 100.}, {"Y0", 1u, 0.}, {"Y1", 1u, 100.}})
      sets += mesh.set(name, axis, value) + "*BOUNDARY\n" + name + ", 3, 3\n";
    const RunReport report =
        run(mesh.text() + shell_section("A", 1) + sets + "*BOUNDARY\nX0, 1, 1\nY0, 2, 2\n" +
            "*STEP\n*STATIC\n*DLOAD\nA, P, -1e-3\n*NODE PRINT, NSET=ALL\nU\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const double D = 2e5 / (12 * (1 - 0.09)), w = 0.00406 * 1e-3 * 1e8 / D;
    EXPECT_NEAR(line("displacements", std::to_string(middle)).at(2), -w, 0.02 * w);
  }
}

// A clamped strip that a moment at its tip bends to an arc, tip slope M L/(E I) with nu = 0: here 1 rad.
TEST_F(KeywordRunTest, AMomentBendsAStripToAnArc) {
  ShellMesh mesh;
  mesh.patch("S8", "A", 20, 1, [](double u, double v) { return std::array{20 * u, v, 0.0}; });
  std::string text = mesh.text();
  text.replace(text.find("2e5, .3"), 7, "2e5, 0.");
  const double moment = 2e5 * std::pow(0.1, 3) / 12 / 20;  // of the width 1; on three nodes 1/6, 2/3, 1/6
  const int low = mesh.node({20, 0, 0}), middle = mesh.node({20, 0.5, 0}), high = mesh.node({20, 1, 0});
  const RunReport report =
      run(text + shell_section("A", 0.1) + mesh.set("FIX", 0, 0) + "*BOUNDARY\nFIX, 1, 6\n" +
          fmt::format("*STEP, NLGEOM\n*STATIC\n.25, 1.\n*CLOAD\n{}, 5, {}\n{}, 5, {}\n{}, 5, {}\n", low,
                      -moment / 6, middle, -moment * 2 / 3, high, -moment / 6) +
          "*NODE PRINT, NSET=ALL\nU\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("time  0.1000000E+01", std::to_string(middle));
  EXPECT_NEAR(u.at(0), 20 * (std::sin(1.) - 1), 0.01 * 20);
  EXPECT_NEAR(u.at(2), 20 * (1 - std::cos(1.)), 0.01 * 20);
}

// f_mn = (pi/2) sqrt(D/(rho t)) (m^2 + n^2)/a^2 of a simply supported square plate.
TEST_F(KeywordRunTest, ASquarePlateVibratesAsPlateTheorySays) {
  ShellMesh mesh;
  mesh.patch("S8R", "A", 8, 8, [](double u, double v) { return std::array{100 * u, 100 * v, 0.0}; });
  std::string sets;
  for (const auto& [name, axis, value] :
       {std::tuple("X0", 0u, 0.), {"X1", 0u, 100.}, {"Y0", 1u, 0.}, {"Y1", 1u, 100.}})
    sets += mesh.set(name, axis, value) + "*BOUNDARY\n" + name + ", 3, 3\n";
  const RunReport report = run(mesh.text() + shell_section("A", 1) + sets +
                               "*BOUNDARY\nX0, 1, 1\nY0, 2, 2\n*STEP\n*FREQUENCY\n4\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double D = 2e5 / (12 * (1 - 0.09)), unit = std::numbers::pi / 2 * std::sqrt(D / 7.8e-9) / 1e4;
  for (const auto& [mode, factor] : {std::pair("1", 2.), {"2", 5.}, {"3", 5.}, {"4", 8.}})
    EXPECT_NEAR(line("E I G E N V A L U E", mode).at(2), factor * unit, 0.01 * factor * unit) << mode;
}

// sigma = 3 along x: u = sigma L/E, lateral -nu sigma b/E. M3D3 alone has motions without strain.
TEST_F(KeywordRunTest, MembranesUnderTensionStretch) {
  for (const std::string type : {"M3D3", "M3D4", "M3D4R", "M3D6", "M3D8", "M3D8R"}) {
    SCOPED_TRACE(type);
    ShellMesh mesh;
    mesh.patch(type, "A", 3, 2, [](double u, double v) { return std::array{6 * u, 4 * v, 0.0}; });
    const int corner = mesh.node({6, 4, 0});
    const RunReport report = run(mesh.text() + "*MEMBRANE SECTION, ELSET=A, MATERIAL=M\n.1\n" +
                                 mesh.set("X0", 0, 0) + mesh.set("Y0", 1, 0) + mesh.edge("END", 6) +
                                 "*BOUNDARY\nX0, 1, 1\nY0, 2, 2\nALL, 3, 3\n*STEP\n*STATIC\n*DLOAD\n"
                                 "END, EDNOR2, -.3\n*NODE PRINT, NSET=ALL\nU\n*END STEP\n");
    ASSERT_EQ(report.exit_status, 0) << report.message;
    const auto u = line("displacements", std::to_string(corner));
    EXPECT_NEAR(u.at(0), 3 * 6 / 2e5, 1e-6 * 3 * 6 / 2e5);
    EXPECT_NEAR(u.at(1), -0.3 * 3 * 4 / 2e5, 1e-6 * 3 * 6 / 2e5);
  }
}

/// Two plates of different thickness and offset along an edge where they enclose 117 degrees, with forces and
/// moments on nodes beside and at the edge and a pressure.
std::string folded_plate(const std::string& type) {
  ShellMesh mesh;
  const double c = std::cos(1.1), s = std::sin(1.1);
  mesh.patch(type, "A", 4, 3, [](double u, double v) { return std::array{10 * u, 8 * v, 0.0}; });
  mesh.patch(type, "B", 3, 3, [&](double u, double v) {
    return std::array{10 + 6 * u * c, 8 * v, 6 * u * s};
  });
  const int tip = mesh.node({10 + 6 * c, 8, 6 * s}), knot = mesh.node({10, 8, 0}),
            flat = mesh.node({5, 0, 0});
  return mesh.text() + shell_section("A", 0.4) + shell_section("B", 0.3, ", OFFSET=.5") +
         mesh.set("FIX", 0, 0) +
         fmt::format("*NSET, NSET=TIP\n{}\n*NSET, NSET=KNOT\n{}\n*NSET, NSET=FLAT\n{}\n", tip, knot, flat) +
         "*BOUNDARY\nFIX, 1, 6\n*STEP\n*STATIC\n*CLOAD\nTIP, 3, -2.\nTIP, 1, 1.\nKNOT, 5, 20.\nFLAT, 4, 10.\n"
         "TIP, 6, 4.\nFLAT, 2, 3.\n*DLOAD\nB, P, .01\n*NODE PRINT, NSET=TIP\nU\n*NODE PRINT, NSET=KNOT\nU\n"
         "*NODE PRINT, NSET=FLAT\nU\n*NODE PRINT, NSET=FIX, TOTALS=ONLY\nRF\n*END STEP\n";
}

struct Expected {
  const char* set;
  std::array<double, 3> u;
};

class FoldedPlate : public KeywordRunTest {
 protected:
  void expect(const std::string& type, const std::vector<Expected>& values) {
    const RunReport report = run(folded_plate(type));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    for (const Expected& expected : values) {
      const std::string title = std::string("for set ") + expected.set;
      const std::size_t at = printed_.find(title);
      ASSERT_NE(at, std::string::npos);
      std::istringstream rows(printed_.substr(printed_.find("\n\n", at)));
      int number = 0;
      std::array<double, 3> u{};
      rows >> number >> u[0] >> u[1] >> u[2];
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(u[k], expected.u[k], 1e-5 * 0.4) << type << " " << expected.set << " " << k;
    }
  }
};

// What CalculiX 2.20 printed.
TEST_F(FoldedPlate, IsThatOfCalculix) {
  expect("S8R", {{"TIP", {0.2679726, 0.0340118, -0.3897044}},
                 {"KNOT", {-0.002162004, -6.415327e-06, -0.2465516}},
                 {"FLAT", {6.250058e-05, 0.0001696754, -0.05737892}}});
  expect("S8", {{"TIP", {0.2643603, 0.0330337, -0.3849837}},
                {"KNOT", {-0.002047477, 4.751451e-05, -0.2442412}},
                {"FLAT", {5.717775e-05, 0.0001629384, -0.05566718}}});
  expect("S6", {{"TIP", {0.2656033, 0.03369671, -0.3864037}},
                {"KNOT", {-0.001442967, 0.0001249656, -0.2437523}},
                {"FLAT", {6.16188e-05, 0.0001629196, -0.05527007}}});
  expect("S4", {{"TIP", {0.2694873, 0.03085799, -0.3903835}},
                {"KNOT", {-0.001828535, 4.796409e-05, -0.2478003}},
                {"FLAT", {5.516703e-05, 0.0001510065, -0.05599693}}});
  expect("S3", {{"TIP", {0.07259854, -0.01493058, -0.09692714}},
                {"KNOT", {-0.0003008114, 0.0001327134, -0.05828988}},
                {"FLAT", {5.532656e-05, 0.0001147927, -0.0254424}}});
}

/// A strip of two S8R under bending and tension.
std::string laminate(const std::string& cards) {
  return "*NODE, NSET=ALL\n"
         "1, 0, 0, 0\n"
         "2, 2, 0, 0\n"
         "3, 2, 1, 0\n"
         "4, 0, 1, 0\n"
         "5, 1, 0, 0\n"
         "6, 2, .5, 0\n"
         "7, 1, 1, 0\n"
         "8, 0, .5, 0\n"
         "9, 4, 0, 0\n"
         "10, 4, 1, 0\n"
         "11, 3, 0, 0\n"
         "12, 4, .5, 0\n"
         "13, 3, 1, 0\n"
         "*ELEMENT, TYPE=S8R, ELSET=E\n"
         "1, 1, 2, 3, 4, 5, 6, 7, 8\n"
         "2, 2, 9, 10, 3, 11, 12, 13, 6\n"
         "*NSET, NSET=FIX\n"
         "1, 4, 8\n" +
         cards +
         "*BOUNDARY\n"
         "FIX, 1, 6\n"
         "*STEP\n"
         "*STATIC\n"
         "*CLOAD\n"
         "9, 3, .001\n"
         "10, 3, .001\n"
         "12, 1, .5\n"
         "*NODE PRINT, NSET=ALL\n"
         "U\n"
         "*EL PRINT, ELSET=E\n"
         "S, EVOL\n"
         "*END STEP\n";
}

// Layers of wood along, across and askew, each by an *ORIENTATION of its own or by its angle: what
// CalculiX 2.20 printed. The stresses are in the axes of their layers.
TEST_F(KeywordRunTest, LayersHaveTheirOwnAxes) {
  const std::string wood =
      "*MATERIAL, NAME=A\n*ELASTIC, TYPE=ENGINEERING CONSTANTS\n3000., 500., 500., .3, .3, .3, 400., "
      "400.\n200.\n"
      "*ORIENTATION, NAME=ALONG\n1., 0., 0., 0., 1., 0.\n*ORIENTATION, NAME=ACROSS\n0., 1., 0., -1., 0., 0.\n"
      "*ORIENTATION, NAME=SKEW\n1., 0., 0., 0., 1., 0.\n3, 30.\n";
  for (const char* section :
       {"*SHELL SECTION, ELSET=E, COMPOSITE\n.05, , A, ALONG\n.1, , A, ACROSS\n.02, , A, SKEW\n",
        "*SHELL SECTION, ELSET=E, COMPOSITE, ORIENTATION=ALONG\n.05, , A\n.1, , A, 90.\n.02, , "
        "A, 30.\n"}) {
    const RunReport report = run(laminate(wood + section));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("displacements", "9").at(0), 9.125934e-3, 2e-8);
    EXPECT_NEAR(line("displacements", "9").at(1), -1.764548e-3, 2e-8);
    EXPECT_NEAR(line("displacements", "9").at(2), -9.636521e-2, 2e-7);
    const auto stress = [&](const std::string& point, std::size_t component) {
      const std::string row = "\n         1" + std::string(4 - point.size(), ' ') + point + " ";
      std::istringstream numbers(printed_.substr(printed_.find(row, printed_.find("stresses")) + row.size()));
      double value = 0;
      for (std::size_t k = 0; k <= component; ++k) numbers >> value;
      return value;
    };
    EXPECT_NEAR(stress("1", 0), 4.903203, 2e-6);
    EXPECT_NEAR(stress("9", 0), -0.2624272, 2e-6);
    EXPECT_NEAR(stress("9", 1), 1.082158, 2e-6);
    EXPECT_NEAR(stress("17", 0), 5.432843, 2e-6);
    EXPECT_NEAR(stress("24", 3), -1.682822, 2e-6);
  }
}

// Three layers of two materials under bending and tension: what CalculiX 2.20 printed.
TEST_F(KeywordRunTest, ALaminateIsThatOfCalculix) {
  const std::string deck = laminate(
      "*MATERIAL, NAME=A\n"
      "*ELASTIC\n"
      "1000., .3\n"
      "*MATERIAL, NAME=B\n"
      "*ELASTIC\n"
      "3000., .2\n"
      "*SHELL SECTION, ELSET=E, COMPOSITE\n"
      ".05, , A\n"
      ".1, , B\n"
      ".02, , A\n");
  const RunReport report = run(deck);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "9").at(0), 5.430822e-3, 2e-6);
  EXPECT_NEAR(line("displacements", "9").at(2), 1.160069e-1, 2e-6);
  EXPECT_NEAR(line("displacements", "2").at(1), 3.870129e-5, 2e-6);
  const auto stress = [&](const std::string& point) {
    const std::string row = "\n         1" + std::string(4 - point.size(), ' ') + point + " ";
    const std::size_t place = printed_.find(row, printed_.find("stresses"));
    EXPECT_NE(place, std::string::npos) << point;
    return place == std::string::npos ? 0 : std::stod(printed_.substr(place + row.size()));
  };
  EXPECT_NEAR(stress("1"), 3.033876, 5e-4);    // below
  EXPECT_NEAR(stress("9"), 5.054238, 5e-4);    // within
  EXPECT_NEAR(stress("24"), 0.2715811, 5e-4);  // above
  EXPECT_NEAR(line("volume (element, volume)", "1").at(0), 2 * 0.17, 1e-7);
  const auto wrong = [&](const std::string& from, const std::string& to) {
    std::string text = deck;
    text.replace(text.find(from), from.size(), to);
    io::test::write(folder_ / "a.inp", text);
    return test::run_file(folder_ / "a.inp", folder_ / "out").message;
  };
  EXPECT_THAT(wrong(".1, , B", "0., , B"), testing::HasSubstr("the thickness 0 must be greater than zero"));
  EXPECT_THAT(wrong(".1, , B", ".1, , B, O"),
              testing::HasSubstr("there is no orientation named 'O', and it is no angle in degrees"));
  EXPECT_THAT(wrong(".1, , B", ".1, , C"), testing::HasSubstr("there is no material named 'C'"));
}

}  // namespace
}  // namespace jounce
