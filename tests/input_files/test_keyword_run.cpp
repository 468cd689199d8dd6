// Input files of Abaqus and CalculiX from end to end.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "../keyword/cube.h"
#include "io/history_reader.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

using test::KeywordRunTest;

/// The cube, held at the bottom, with a reference node above its top.
std::string coupled(const std::string& cards, const std::string& step) {
  return test::cube("*NODE\n50, 0.5, 0.5, 1.5\n51, 0.5, 0.5, 1.5\n" + cards +
                    "*NSET, NSET=REF\n50\n*STEP, NLGEOM\n*STATIC\n" + step +
                    "*NODE PRINT, NSET=REF\nU\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n");
}

// sigma = 4e-3 on the mean of the top: u_z = sigma/E. The reference node moves as the mean of the face.
TEST_F(KeywordRunTest, ADistributingCouplingSpreadsForces) {
  const std::string cards = "*COUPLING, REF NODE=50, SURFACE=UPPER, CONSTRAINT NAME=C\n*DISTRIBUTING\n1, 6\n";
  RunReport report = run(coupled(cards, "*CLOAD\n50, 3, 4e-3\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "50")[2], 4e-3 / 200, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 1)[2], 4e-3 / 200, 1e-9);
  EXPECT_NEAR(line("displacements", "7", 1)[0], -0.25 * 4e-3 / 200, 1e-9) << "free to contract";
  report = run(coupled(cards, "*CLOAD\nREF, 5, 1e-3\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  double mean = 0;
  for (const char* const node : {"5", "6", "7", "8"}) mean += line("displacements", node, 1)[2] / 4;
  EXPECT_NEAR(line("displacements", "50")[2], mean, 1e-9) << "but for the square of the tilt, 3e-5";
  EXPECT_LT(line("displacements", "7", 1)[2], -1e-5) << "a moment about y presses the side of +x down";
  EXPECT_GT(line("displacements", "8", 1)[2], 1e-5);
}

TEST_F(KeywordRunTest, KinematicCouplingsAndRigidBodiesMoveAFaceAsOne) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"*COUPLING, REF NODE=50, SURFACE=UPPER, CONSTRAINT NAME=C\n*KINEMATIC\n1, 3\n",
       "*BOUNDARY\n50, 1, 2\n50, 3, 3, 0.01\n50, 4, 6\n"},
      {"*RIGID BODY, NSET=TOP, REF NODE=50, ROT NODE=51\n",
       "*BOUNDARY\n50, 1, 2\n50, 3, 3, 0.01\n51, 1, 3\n"}};
  for (const auto& [cards, step] : cases) {
    const RunReport report = run(coupled(cards, step));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("displacements", "50")[2], 0.01, 1e-9);
    for (const char* const node : {"5", "6", "7", "8"}) {
      EXPECT_NEAR(line("displacements", node, 1)[2], 0.01, 1e-9);
      EXPECT_NEAR(line("displacements", node, 1)[0], 0, 1e-9) << "held against contraction";
    }
  }
}

// A block on the cube: one surface of the faces of both that meets itself, or two that meet each other.
TEST_F(KeywordRunTest, ASurfaceMeetsItself) {
  const auto pressed = [&](const std::string& pair) {
    const RunReport report = run(test::cube(
        "*PREPRINT, ECHO=NO\n*NODE\n11, .25, .25, 1.\n12, .75, .25, 1.\n13, .75, .75, 1.\n14, .25, .75, 1.\n"
        "15, .25, .25, 1.5\n16, .75, .25, 1.5\n17, .75, .75, 1.5\n18, .25, .75, 1.5\n"
        "*ELEMENT, TYPE=C3D8, ELSET=ALL\n2, 11, 12, 13, 14, 15, 16, 17, 18\n*SURFACE, NAME=LOWER\n2, S1\n"
        "*SURFACE, NAME=HIGH\n1, S2\n*SURFACE, NAME=BOTH\n1, S2\n2, S1\n*NSET, NSET=LOADED\n15, 16, 17, 18\n"
        "*BOUNDARY\nLOADED, 1, 2\n*CONTACT PAIR, INTERACTION=I\n" +
        pair +
        "\n*SURFACE INTERACTION, NAME=I\n*STEP\n*STATIC\n*CLOAD\nLOADED, 3, -1.\n*NODE PRINT, "
        "NSET=LOADED\nU\n*END STEP\n"));
    EXPECT_EQ(report.exit_status, 0) << report.message;
    return line("displacements", "15").at(2);
  };
  const double alone = pressed("BOTH"), apart = pressed("LOWER, HIGH");
  EXPECT_LT(alone, -0.01);
  EXPECT_NEAR(alone, apart, 1e-7);
}

// sigma = 4 on the top: u_z = sigma/E, u_x = -nu sigma/E; the supports bear what the load gives.
TEST_F(KeywordRunTest, ACubeUnderTension) {
  const RunReport report =
      run(test::cube("*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*NODE PRINT, NSET=NALL, TOTALS=YES\nU, RF\n*EL "
                     "PRINT, ELSET=ALL, TOTALS=YES\nS, EVOL, "
                     "ELSE\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = line("displacements", "7");
  ASSERT_EQ(u.size(), 3u);
  EXPECT_NEAR(u[0], -0.25 * 4 / 200., 1e-8);
  EXPECT_NEAR(u[2], 4 / 200., 1e-8);
  EXPECT_EQ(line("displacements", "99")[2], 0) << "a node of no element";
  EXPECT_NEAR(line("forces (fx", "1")[2], -1, 1e-6);
  EXPECT_NEAR(line("forces (fx", "7")[2], 1, 1e-6);
  const auto s = line("stresses", "1");  // element 1, point 1
  ASSERT_EQ(s.size(), 7u);
  EXPECT_NEAR(s[3], 4, 1e-6);
  EXPECT_NEAR(s[1], 0, 1e-6);
  EXPECT_THAT(printed_,
              HasSubstr("total volume for set ALL and time  0.1000000E+01\n\n        1.000000E+00"));
  EXPECT_THAT(printed_,
              HasSubstr("total internal energy for set ALL and time  0.1000000E+01\n\n        4.000000E-02"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "fields.vtkhdf"));
}

// All of the top moves by the same w, nothing sideways: k = E (1 - nu)/((1 + nu)(1 - 2 nu)) = 240, mass 2/3
// of the consistent matrix, omega^2 = 360. A force that is suddenly there: w = F/k (1 - cos(omega t)).
TEST_F(KeywordRunTest, ModesAndMotionInThem) {
  const std::string ties =
      "*BOUNDARY\nNALL, 1, 2\n*EQUATION\n2\n6, 3, 1., 5, 3, -1.\n2\n7, 3, 1., 5, 3, -1.\n2\n8, 3, 1., 5, 3, "
      "-1.\n";
  const RunReport report = run(test::cube(
      ties +
      "*STEP\n*FREQUENCY\n1\n*END STEP\n*STEP\n*MODAL DYNAMIC\n.01, .2\n*CLOAD\n5, 3, 6.\n*NODE PRINT, "
      "NSET=TOP\nU\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto mode = line("E I G E N V A L U E", "1");
  ASSERT_EQ(mode.size(), 4u);
  EXPECT_NEAR(mode[0], 360, 1e-4);
  EXPECT_NEAR(line("T O T A L   E F F E C T I V E", "0.2000000E+01")[0], 2, 1e-6)
      << "total masses after that along x";
  const double w = 6 / 240. * (1 - std::cos(std::sqrt(360.) * 0.2));
  EXPECT_NEAR(line("displacements", "8", 19)[2], w, 1e-7);
  const io::History history(folder_ / "out" / "history.csv");
  EXPECT_EQ(history.size(), 20U);
  EXPECT_NEAR(history.column("time").back(), 0.2, 1e-15);
  EXPECT_NEAR(history.column("u_8_z").back(), w, 1e-14);
  EXPECT_FALSE(history.has("v_8_z")) << "not asked for";
}

// Steps that grow: 0.01, 0.015, ... up to a tenth of the step's length, 0.1; the motion is exact at all.
TEST_F(KeywordRunTest, MotionInModesWithGrowingIncrements) {
  const std::string ties =
      "*BOUNDARY\nNALL, 1, 2\n*EQUATION\n2\n6, 3, 1., 5, 3, -1.\n2\n7, 3, 1., 5, 3, -1.\n2\n8, 3, 1., 5, 3, "
      "-1.\n";
  const RunReport report = run(test::cube(
      ties +
      "*STEP\n*FREQUENCY\n1\n*END STEP\n*STEP\n*MODAL DYNAMIC, DIRECT=NO, DELTMX=1.\n.01, 1.\n*CLOAD\n5, 3, "
      "6.\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto w = [](double t) { return 6 / 240. * (1 - std::cos(std::sqrt(360.) * t)); };
  EXPECT_NEAR(line("displacements", "8", 0)[2], w(0.01), 1e-6);
  EXPECT_NEAR(line("displacements", "8", 1)[2], w(0.025), 1e-6);
  EXPECT_NEAR(line("displacements", "8", 6)[2], w(0.01 * (1 + 1.5 + 2.25 + 3.375 + 5.0625 + 7.59375 + 10)),
              1e-6);
  const auto last = printed_.rfind("time  0.1000000E+01");
  ASSERT_NE(last, std::string::npos);
}

// One element under tension: strain s/E_1 + p at s = 100 + 1000 p.
TEST_F(KeywordRunTest, PlasticOrthotropicMaterial) {
  const RunReport report =
      run(test::cube("*STEP\n*STATIC\n.25, 1.\n*DLOAD\nALL, P2, -120.\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n",
                     "*ELASTIC, TYPE=ENGINEERING CONSTANTS\n3e5, 2e5, 4e5, .2, .3, .25, 1e5, 1.2e5,\n"
                     "1.5e5\n*PLASTIC\n100., 0.\n1100., 1.\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "8", 3)[2], 120 / 4e5 + 0.02, 1e-8);
}

// Tension raises the frequencies of what it stretches; steps are printed in their order.
TEST_F(KeywordRunTest, ModesBetweenStaticSteps) {
  const auto step = [](const std::string& load) {
    return "*STEP, NLGEOM\n*STATIC\n*CLOAD\nTOP, 3, " + load + "\n*NODE PRINT, NSET=TOP\nU\n*END STEP\n";
  };
  const std::string modes = "*STEP, PERTURBATION\n*FREQUENCY\n1\n*END STEP\n";
  const RunReport report = run(test::cube(modes + step("1.") + modes + step("5.") + modes));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_THAT(report.message, HasSubstr("mode 1"));
  std::vector<double> values;
  for (int i = 0; i < 3; ++i) values.push_back(line("E I G E N V A L U E", "1", i).at(0));
  EXPECT_NE(values[0], values[1]);
  EXPECT_NE(values[1], values[2]);
  std::size_t place = 0;
  for (const char* next :
       {"S T E P       1", "E I G E N", "S T E P       2", "displacements", "S T E P       3", "E I G E N",
        "S T E P       4", "time  0.2000000E+01", "S T E P       5", "E I G E N"}) {
    place = printed_.find(next, place);
    ASSERT_NE(place, std::string::npos) << next;
  }
}

TEST_F(KeywordRunTest, GravityComesOnWithTime) {
  const RunReport report =
      run(test::cube("*STEP\n*STATIC\n.5, 1.\n*DLOAD\nALL, GRAV, 10., 0., 0., -2.\n*NODE PRINT, NSET=BOTTOM, "
                     "TOTALS=ONLY\nRF\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  // the load's share of the bottom nodes, half of 20, is not in the internal forces
  EXPECT_THAT(printed_, HasSubstr("time  0.5000000E+00"));
  EXPECT_THAT(printed_, HasSubstr("time  0.1000000E+01"));
  const auto total = printed_.rfind("total force");
  ASSERT_NE(total, std::string::npos);
  std::istringstream numbers(printed_.substr(printed_.find('\n', total)));
  double x = 0, y = 0, z = 0;
  numbers >> x >> y >> z;
  EXPECT_NEAR(z, 10, 1e-6);
}

TEST_F(KeywordRunTest, PrintsThatAreNotMadeAreNamed) {
  const keyword::Input input = [&] {
    const io::test::TemporaryFolder folder;
    std::ofstream(folder / "a.inp") << test::cube(
        "*STEP\n*STATIC\n*SECTION PRINT, SURFACE=UPPER, NAME=S\nSOF\n*CONTACT PRINT\nCSTR, PCON\n*END "
        "STEP\n");
    return keyword::read_input(folder / "a.inp");
  }();
  const auto notes = KeywordPrint::unknown(input);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_THAT(notes[0], HasSubstr("*SECTION PRINT prints nothing"));
  EXPECT_THAT(notes[1], HasSubstr("PCON is not printed by *CONTACT PRINT"));
}

// The diagonal of the consistent mass matrix of a cube: 1/27 of its mass.
TEST_F(KeywordRunTest, MatricesByTheNumbersOfTheFile) {
  const RunReport report =
      run(test::cube("*STEP\n*MATRIX GENERATE, MASS\n*MATRIX OUTPUT, MASS, FORMAT=COORDINATE\n*END STEP\n"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  std::istringstream text(io::test::read(folder_ / "out" / "a_MASS1.mtx"));
  long row = 0, column = 0;
  double value = 0, diagonal = 0;
  while (text >> row >> column >> value)
    if (row == 21 && column == 21) diagonal = value;  // node 7 along z
  EXPECT_NEAR(diagonal, 2. / 27, 1e-12);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "a_STIF1.mtx"));
}

TEST_F(KeywordRunTest, StiffnessNeedsNoDensityAndMassesDo) {
  const auto generate = [&](const std::string& kinds, const std::string& density) {
    return run(test::cube("*STEP\n*MATRIX GENERATE, " + kinds + "\n*MATRIX OUTPUT, " + kinds +
                              ", FORMAT=COORDINATE\n*END STEP\n",
                          "*ELASTIC\n200., .25\n" + density));
  };
  const auto matrix = [&] { return io::test::read(folder_ / "out" / "a_STIF1.mtx"); };
  ASSERT_EQ(generate("STIFFNESS", "*DENSITY\n2.\n").exit_status, 0);
  const std::string expected = matrix();
  std::filesystem::remove(folder_ / "out" / "a_STIF1.mtx");
  const RunReport report = generate("STIFFNESS", "");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_EQ(matrix(), expected);
  EXPECT_THAT(generate("MASS", "").message, HasSubstr("has no *DENSITY"));
  EXPECT_THAT(generate("STIFFNESS, MASS", "").message, HasSubstr("has no *DENSITY"));
}

TEST_F(KeywordRunTest, WrongFilesEndWithStatusTwo) {
  EXPECT_EQ(run("*NODE\n1, 0.\n").exit_status, 2);
  EXPECT_EQ(run(test::cube("")).exit_status, 2) << "no step";
  const RunReport report = run(test::cube("*STEP\n*MODAL DYNAMIC\n.1, 1.\n*END STEP\n"));
  EXPECT_EQ(report.exit_status, 2);
  EXPECT_THAT(report.message, HasSubstr("needs a step with *FREQUENCY before it"));
  EXPECT_THAT(run(test::cube("*STEP, PERTURBATION\n*STATIC\n*END STEP\n")).message,
              HasSubstr("with PERTURBATION"));
  const char* moved =
      "*STEP\n*FREQUENCY\n1\n*END STEP\n"
      "*STEP\n*MODAL DYNAMIC\n.01, .2\n*BOUNDARY\n5, 3, 3, 6.\n*END STEP\n";
  EXPECT_THAT(run(test::cube(moved)).message,
              HasSubstr("this support would jump at the start of *MODAL DYNAMIC"));
  EXPECT_THAT(run(test::cube("*STEP\n*FREQUENCY\n2, 2., 1.\n*END STEP\n")).message,
              HasSubstr("the upper limit 1 of frequencies is not above the lower one, 2"));
  EXPECT_THAT(run(test::cube("*STEP\n*STATIC\n*NODE PRINT, NSET=NON\nU\n*END STEP\n")).message,
              HasSubstr("'NON'"));
  EXPECT_THAT(run(test::cube("*STEP\n*STATIC\n*EL PRINT\nS\n*END STEP\n")).message, HasSubstr("ELSET="));
}

// Four plane stress elements of 10 x 5 around one free node, which has the stiffness 4 D t (b/(3 a) + (1 -
// nu)/2 a/(3 b)) along x, D = E / (1 - nu^2). Coordinates that are left out are 0; POSITION concerns files
// only.
TEST_F(KeywordRunTest, NodesWithoutAllCoordinates) {
  const RunReport report =
      run("*NODE, NSET=ALL\n1\n2, 10\n3, 20, 0.\n4, , 5\n5, 10, 5\n6, 20, 5\n7, , 10\n8, 10, 10\n9, 20, 10\n"
          "*NSET, NSET=EDGE\n1, 2, 3, 4, 6, 7, 8, 9\n*ELEMENT, TYPE=CPS4, ELSET=E\n1, 1, 2, 5, 4\n2, 2, 3, "
          "6, 5\n3, 5, "
          "6, 9, 8\n4, 4, 5, 8, 7\n*MATERIAL, NAME=M\n*ELASTIC\n910., .3\n*SOLID SECTION, ELSET=E, "
          "MATERIAL=M\n.5\n"
          "*BOUNDARY\nEDGE, 1, 2\n*STEP\n*STATIC\n*CLOAD\n5, 1, 8.\n*NODE PRINT, NSET=ALL\nU\n*EL FILE, "
          "POSITION=AVERAGED AT NODES\nS\n*END STEP\n");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(line("displacements", "5").at(0), 8 / (4 * 1000 * 0.5 * (5 / 30. + 0.35 * 10 / 15)), 1e-8);
}

// A column of C3D20R, one in each layer, can move without strain, and pulled evenly it gets longer by F L /
// (E A).
TEST_F(KeywordRunTest, ARowOfReducedElementsIsPulled) {
  std::string text = "*NODE, NSET=NALL\n";
  const auto number = [](int i, int j, int k) { return 9 * k + 3 * j + i + 1; };
  for (int k = 0; k <= 4; ++k)
    for (int j = 0; j <= 2; ++j)
      for (int i = 0; i <= 2; ++i)
        if (i % 2 + j % 2 + k % 2 < 2)
          text += fmt::format("{}, {}, {}, {}\n", number(i, j, k), .5 * i, .5 * j, .5 * k);
  text += "*ELEMENT, TYPE=C3D20R, ELSET=ALL\n";
  for (int e = 0; e < 2; ++e) {
    const int k = 2 * e;
    text += fmt::format("{}", e + 1);
    for (const auto& [i, j, l] : std::vector<std::array<int, 3>>{
             {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
             {0, 2, 2}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2},
             {1, 2, 2}, {0, 1, 2}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}})
      text += fmt::format(",{} {}", l == 2 && i == 1 && j == 0 ? "\n" : "", number(i, j, k + l));
    text += "\n";
  }
  text +=
      "*NSET, NSET=LOW\n1, 2, 3, 4, 6, 7, 8, 9\n*BOUNDARY\nLOW, 3\n1, 1, 2\n7, 1\n*MATERIAL, "
      "NAME=M\n*ELASTIC\n200., 0.25\n"
      "*SOLID SECTION, ELSET=ALL, MATERIAL=M\n*STEP\n*STATIC\n*DLOAD\n2, P2, -4.\n*NODE PRINT, "
      "NSET=NALL\nU\n*END STEP\n";
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const int node : {37, 38, 39, 40, 42, 43, 44, 45})
    EXPECT_NEAR(line("displacements", std::to_string(node)).at(2), 4. / 200 * 2, 1e-6) << node;
  EXPECT_THAT(io::test::read(folder_ / "out" / "run.log"), HasSubstr("can move without strain"));
}

}  // namespace
}  // namespace jounce
