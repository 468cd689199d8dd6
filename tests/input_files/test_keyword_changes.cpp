// What steps of input files change of the model: laws of contacts, contacts, equations; loads that come
// later.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string static_step(const std::string& lines) {
  return "*STEP\n*STATIC\n.5, 1.\n" + lines + "*END STEP\n";
}

/// A second cube on the first, which is held everywhere; E = 200, nu = 0.25.
std::string on_held_cube(const std::string& law, const std::string& steps) {
  return test::cube(
      "*NODE, NSET=OVER\n11, 0., 0., 1.\n12, 1., 0., 1.\n13, 1., 1., 1.\n14, 0., 1., 1.\n15, 0., 0., 2.\n16, "
      "1., 0., 2.\n17, 1., 1., 2.\n18, 0., 1., 2.\n*ELEMENT, TYPE=C3D8, ELSET=SECOND\n2, 11, 12, 13, 14, 15, "
      "16, 17, 18\n*SOLID SECTION, ELSET=SECOND, MATERIAL=STEEL\n*NSET, NSET=HIGH\n15, 16, 17, 18\n*SURFACE, "
      "NAME=LOW\nSECOND, S1\n*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nLOW, UPPER\n*SURFACE "
      "INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n1.e4\n" +
      law + "*BOUNDARY\nTOP, 1, 3\nBOTTOM, 1, 3\nOVER, 2\n" + steps);
}

/// Sum of the printed forces on a set in the direction k, of the n-th print.
class Changes : public KeywordRunTest {
 protected:
  double total(const std::string& set, std::size_t k, int n) const {
    std::size_t place = printed_.find("total force (fx,fy,fz) for set " + set);
    for (; n > 0 && place != std::string::npos; --n)
      place = printed_.find("total force (fx,fy,fz) for set " + set, place + 1);
    if (place == std::string::npos) return std::nan("");
    std::istringstream text(printed_.substr(printed_.find('\n', place)));
    std::array<double, 3> values = {};
    for (double& value : values) text >> value;
    return values.at(k);
  }
  std::string message(const std::string& text) {
    const RunReport report = run(text);
    EXPECT_EQ(report.exit_status, 2) << text;
    return report.message;
  }
};

const std::string kForces = "*NODE PRINT, NSET=OVER, TOTALS=ONLY, FREQUENCY=2\nRF\n",
                  kTopForces = "*NODE PRINT, NSET=HIGH, TOTALS=ONLY, FREQUENCY=2\nRF\n";

// A pressure of 8 presses, all nodes go along x: what holds them back is mu times 8.
TEST_F(Changes, FrictionChangesBetweenSteps) {
  const RunReport report = run(on_held_cube(
      "*FRICTION\n.1, 1.e3\n",
      static_step("*DLOAD\nSECOND, P2, 8.\n*BOUNDARY\nOVER, 1, 1, 0.\n" + kForces) +
          static_step("*BOUNDARY\nOVER, 1, 1, .01\n") +
          static_step("*CHANGE FRICTION, INTERACTION=I\n*FRICTION\n.3, 1.e3\n*BOUNDARY\nOVER, 1, 1, .02\n") +
          static_step("*BOUNDARY\nOVER, 1, 1, .03\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(total("OVER", 0, 1), .1 * 8, 1e-5);
  EXPECT_NEAR(total("OVER", 0, 2), .3 * 8, 1e-5);
  EXPECT_NEAR(total("OVER", 0, 3), .3 * 8, 1e-5) << "as it was left";
}

// The top goes down by 0.1: with K = 1e4 and the constrained modulus 240 in a row 0.1 / (1/240 + 1/K).
TEST_F(Changes, ContactsLeaveAndComeBack) {
  const std::string pair = "LOW, UPPER\n";
  const RunReport report =
      run(on_held_cube("", static_step("*BOUNDARY\nOVER, 1\nHIGH, 3, 3, -.1\n" + kTopForces) +
                               static_step("*MODEL CHANGE, TYPE=CONTACT PAIR, REMOVE\n" + pair) +
                               static_step("*BOUNDARY\nHIGH, 3, 3, 0.\n") +
                               static_step("*MODEL CHANGE, TYPE=CONTACT PAIR, ADD\n" + pair +
                                           "*BOUNDARY\nHIGH, 3, 3, -.1\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const double force = -.1 / (1 / 240. + 1e-4);
  EXPECT_NEAR(total("HIGH", 2, 0), force, 1e-4);
  EXPECT_NEAR(total("HIGH", 2, 1), 0, 1e-6);
  EXPECT_NEAR(total("HIGH", 2, 3), force, 1e-4);
}

// Half as stiff in the second step; a pair that is tied first, and parts in the second step, which pulls.
TEST_F(Changes, LawsOfPressureChangeBetweenSteps) {
  const std::string change =
      "*CHANGE SURFACE BEHAVIOR, INTERACTION=I\n*SURFACE BEHAVIOR, "
      "PRESSURE-OVERCLOSURE=LINEAR\n";
  RunReport report = run(on_held_cube("", static_step("*BOUNDARY\nOVER, 1\nHIGH, 3, 3, -.1\n" + kTopForces) +
                                              static_step(change + "240.\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(total("HIGH", 2, 1), -.1 * 120, 1e-4);
  std::string text = on_held_cube(
      "", static_step("*BOUNDARY\nOVER, 1\nHIGH, 3, 3, .1\n" + kTopForces) + static_step(change + "1.e4\n"));
  text.replace(text.find("LINEAR"), 6, "TIED");
  report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(total("HIGH", 2, 0), .1 * 240, 1e-4);
  EXPECT_NEAR(total("HIGH", 2, 1), 0, 1e-6);
}

// Springs of contacts count in frequencies but where *MODEL CHANGE takes them out: (k + K) / m against k / m,
// with the mass 2/3 of the lower face that alone moves, k = 240 and K = 1e4.
TEST_F(Changes, FrequenciesWithoutAContact) {
  const std::string low =
      "*BOUNDARY\nHIGH, 1, 3\nOVER, 1\n*EQUATION\n2\n12, 3, 1., 11, 3, -1.\n2\n13, 3, 1., "
      "11, 3, -1.\n2\n14, 3, 1., 11, 3, -1.\n";
  const auto frequency = [](const std::string& line) {
    return "*STEP\n" + line + "*FREQUENCY\n1\n*END STEP\n";
  };
  const double mass = 2 / 3.;
  for (const bool overlaps : {true, false}) {  // surfaces that touch exactly are open, as in CalculiX
    std::string text = on_held_cube(
        low, frequency("") + frequency("*MODEL CHANGE, TYPE=CONTACT PAIR, REMOVE\nLOW, UPPER\n"));
    const std::string
        touching = "11, 0., 0., 1.\n12, 1., 0., 1.\n13, 1., 1., 1.\n14, 0., 1., 1.\n",
        overlapping = "11, 0., 0., .999999\n12, 1., 0., .999999\n13, 1., 1., .999999\n14, 0., 1., .999999\n";
    if (overlaps) text.replace(text.find(touching), touching.size(), overlapping);
    const RunReport report = run(text);
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("E I G E N V A L U E", "1", 1).at(0), 240 / mass, 1e-2);
    const double first = line("E I G E N V A L U E", "1", 0).at(0);
    if (overlaps) {
      EXPECT_NEAR(first, (240 + 1e4) / mass, .1);
    } else {
      EXPECT_NEAR(first, 240 / mass, 1e-2);
    }
  }
}

// Equations hold the top on the bottom, until they are removed; then 4 stretches it by 4/E.
TEST_F(Changes, EquationsEnd) {
  const std::string ties =
      "*EQUATION\n2\n5, 3, 1., 1, 3, -1.\n2\n6, 3, 1., 2, 3, -1.\n2\n7, 3, 1., 3, 3, -1.\n2\n8, 3, 1., 4, 3, "
      "-1.\n";
  for (const char* const removal : {"*EQUATION, REMOVE\nTOP, 3\n", "*EQUATION, REMOVE ALL\n"}) {
    const RunReport report =
        run(test::cube(ties + static_step("*CLOAD\nTOP, 3, 1.\n*NODE PRINT, NSET=TOP, FREQUENCY=2\nU\n") +
                       static_step(removal)));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("displacements", "7", 0).at(2), 0, 1e-9);
    EXPECT_NEAR(line("displacements", "7", 1).at(2), .02, 1e-9) << removal;
  }
}

// At the end of the step the amplitude stands where it was half a unit of time before.
TEST_F(Changes, LoadsAndSupportsComeLater) {
  const std::string ramp = "*AMPLITUDE, NAME=A\n0., 0., 1., 1.\n", print = "*NODE PRINT, NSET=TOP\nU\n";
  for (const char* const load : {"*CLOAD, AMPLITUDE=A, TIME DELAY=.5\nTOP, 3, 1.\n",
                                 "*DLOAD, AMPLITUDE=A, TIME DELAY=.5\nALL, P2, -4.\n",
                                 "*BOUNDARY, AMPLITUDE=A, TIME DELAY=.5\nTOP, 3, 3, .02\n"}) {
    const RunReport report = run(test::cube(ramp + static_step(load + print)));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(line("displacements", "7", 0).at(2), 0, 1e-9) << load;
    EXPECT_NEAR(line("displacements", "7", 1).at(2), .01, 1e-9) << load;
  }
}

TEST_F(Changes, NoAnalysisAcceptsTheModel) {
  const RunReport report =
      run(test::cube("*STEP\n*NO ANALYSIS\n*CLOAD\nTOP, 3, 1.\n*END STEP\n", "*ELASTIC\n200., .25\n"));
  EXPECT_EQ(report.exit_status, 0);
  EXPECT_THAT(report.message, HasSubstr("step 1: *NO ANALYSIS, the model is accepted"));
  EXPECT_THAT(message(test::cube("*STEP\n*NO ANALYSIS\n*END STEP\n", "*DENSITY\n1.\n")),
              HasSubstr("needs *ELASTIC, *HYPERELASTIC"));
}

/// Half the modulus doubles the displacement, as CalculiX 2.20 prints; the stress stays.
TEST_F(Changes, SolidSectionsChangeBetweenSteps) {
  const std::string soft = "*MATERIAL, NAME=SOFT\n*ELASTIC\n100., .1\n";
  const std::string print =
      "*NODE PRINT, NSET=TOP, FREQUENCY=100\nU\n*EL PRINT, ELSET=ALL, FREQUENCY=100\nS\n";
  const RunReport report = run(test::cube(soft + static_step("*CLOAD\nTOP, 3, .25\n" + print) +
                                          static_step("*CHANGE SOLID SECTION, ELSET=ALL, MATERIAL=SOFT\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = [&](const char* time) {
    return line(std::string("displacements (vx,vy,vz) for set TOP and time  ") + time, "7");
  };
  EXPECT_NEAR(u("0.1000000E+01").at(2), 0.005, 1e-9);
  EXPECT_NEAR(u("0.1000000E+01").at(0), -0.00125, 1e-9);
  EXPECT_NEAR(u("0.2000000E+01").at(2), 0.01, 1e-9);
  EXPECT_NEAR(u("0.2000000E+01").at(0), -0.001, 1e-9);
  EXPECT_NEAR(line("stresses", "1", 1).at(3), 1, 1e-9);
}

/// Of two elements with the same nodes one leaves in the second step, with a node that it had alone.
TEST_F(Changes, ElementsLeaveTheModel) {
  const std::string other =
      "*NODE\n11, 2., 0., 0.\n12, 2., 0., 1.\n13, 2., 1., 1.\n14, 2., 1., 0.\n*ELEMENT, TYPE=C3D8, "
      "ELSET=OTHER\n2, 1, 2, 3, 4, 5, 6, 7, 8\n*ELEMENT, TYPE=C3D8, ELSET=BESIDE\n3, 2, 11, 14, 3, 6, 12, "
      "13, "
      "7\n*SOLID SECTION, ELSET=OTHER, MATERIAL=STEEL\n*SOLID SECTION, ELSET=BESIDE, MATERIAL=STEEL\n"
      "*BOUNDARY\n11, 3\n14, 3\n";
  const std::string print = "*NODE PRINT, NSET=TOP, FREQUENCY=100\nU\n";
  const RunReport report = run(test::cube(
      other + static_step("*CLOAD\nTOP, 3, .25\n*MODEL CHANGE, TYPE=ELEMENT, REMOVE\nBESIDE\n" + print) +
      static_step("*MODEL CHANGE, TYPE=ELEMENT, REMOVE\n2\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = [&](const char* time) {
    return line(std::string("displacements (vx,vy,vz) for set TOP and time  ") + time, "7").at(2);
  };
  EXPECT_NEAR(u("0.1000000E+01"), 0.0025, 1e-9);
  EXPECT_NEAR(u("0.2000000E+01"), 0.005, 1e-9);
}

/// Two cubes of the same nodes, E = 200 each, under 1: the second leaves, comes back, and the load is
/// doubled.
std::string returning(const std::string& way, const std::string& options = "", const std::string& end = "") {
  const auto step = [&](const std::string& lines) {
    return "*STEP" + options + "\n*STATIC\n.5, 1.\n" + lines + "*END STEP\n";
  };
  return test::cube(
      "*ELEMENT, TYPE=C3D8, ELSET=OTHER\n2, 1, 2, 3, 4, 5, 6, 7, 8\n*SOLID SECTION, ELSET=OTHER, "
      "MATERIAL=STEEL\n" +
      step("*CLOAD\nTOP, 3, .25\n*NODE PRINT, NSET=TOP, FREQUENCY=100\nU\n*EL PRINT, ELSET=ALL, "
           "FREQUENCY=100\nS\n*EL PRINT, ELSET=OTHER, FREQUENCY=100\nS\n") +
      step("*MODEL CHANGE, TYPE=ELEMENT, REMOVE\nOTHER\n") +
      step("*MODEL CHANGE, TYPE=ELEMENT, " + way + "\n2\n") + step("*CLOAD\nTOP, 3, .5\n") + end);
}

TEST_F(Changes, ElementsComeBack) {
  const auto at = [&](const std::string& title, const char* first, const char* time, std::size_t k) {
    const auto values = line(title + " and time  0." + time, first);
    return k < values.size() ? values[k] : std::nan("");
  };
  const auto u = [&](const char* time) { return at("displacements (vx,vy,vz) for set TOP", "7", time, 2); };
  const auto stress = [&](const char* set, const char* element, const char* time) {
    return at("stresses (elem, integ.pnt.,sxx,syy,szz,sxy,sxz,syz) for set " + std::string(set), element,
              time, 3);
  };
  for (const char* const way : {"ADD", "ADD=STRAIN FREE"}) {
    const RunReport report = run(returning(way));
    ASSERT_EQ(report.exit_status, 0) << report.message;
    EXPECT_NEAR(u("1000000E+01"), .0025, 1e-9);
    EXPECT_NEAR(u("2000000E+01"), .005, 1e-9);
    EXPECT_NEAR(u("3000000E+01"), .005, 1e-9);
    EXPECT_NEAR(u("4000000E+01"), .0075, 1e-9);
    EXPECT_NEAR(stress("ALL", "1", "3000000E+01"), 1, 1e-6);
    EXPECT_NEAR(stress("OTHER", "2", "3000000E+01"), 0, 1e-6);
    EXPECT_NEAR(stress("ALL", "1", "4000000E+01"), 1.5, 1e-6);
    EXPECT_NEAR(stress("OTHER", "2", "4000000E+01"), .5, 1e-6);
  }
  const RunReport report = run(returning("ADD=WITH STRAIN"));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_NEAR(u("3000000E+01"), .0025, 1e-9);
  EXPECT_NEAR(u("4000000E+01"), .005, 1e-9);
  EXPECT_NEAR(stress("OTHER", "2", "4000000E+01"), 1, 1e-6);
}

// S_1 = 200 E, S_2 = 200 (E - E_0), E = u + u^2 / 2, and (1 + u) (S_1 + S_2) is the load.
TEST_F(Changes, ElementsComeBackInLargeDeformations) {
  std::string text = returning("ADD", ", NLGEOM");
  text.replace(text.find("TOP, 3, .25"), 11, "TOP, 3, 10.");
  text.replace(text.find("TOP, 3, .5\n"), 11, "TOP, 3, 20.\n");
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto u = [&](const char* time) {
    return line(std::string("displacements (vx,vy,vz) for set TOP and time  ") + time, "7").at(2);
  };
  const auto strain = [](double x) { return x + x * x / 2; };
  const double before = u("0.2000000E+01"), after = u("0.4000000E+01");
  EXPECT_NEAR(u("0.3000000E+01"), before, 1e-9);
  EXPECT_NEAR((1 + before) * 200 * strain(before), 40, 1e-4);
  EXPECT_NEAR((1 + after) * 200 * (2 * strain(after) - strain(before)), 80, 1e-4);
}

TEST_F(Changes, OfReturningElementsThatCannotBeAreRefused) {
  EXPECT_THAT(message(returning("ADD=YES")), HasSubstr("ADD=YES; expected STRAIN FREE or WITH STRAIN"));
  EXPECT_THAT(
      message(returning("ADD", "", static_step("*CHANGE SOLID SECTION, ELSET=OTHER, MATERIAL=STEEL\n"))),
      HasSubstr("of element 2, which has come back without strain"));
  std::string text = returning("ADD");
  text.replace(text.find("*ELASTIC\n200., .25"), 18, "*HYPERELASTIC, NEO HOOKE\n40., .01");
  EXPECT_THAT(message(text), HasSubstr("'STEEL' with *HYPERELASTIC is not supported; of *ELASTIC it is"));
  text = returning("ADD");
  text.replace(text.find("*ELEMENT, TYPE=C3D8, ELSET=OTHER"), 32, "*ELEMENT, TYPE=C3D8R, ELSET=OTHER");
  EXPECT_THAT(message(text), HasSubstr("of element 2 of type C3D8R without strain is not supported"));
  text = returning("ADD");
  text.insert(
      text.find("*STEP"), "*INITIAL CONDITIONS, TYPE=STRESS\n" + [] {
        std::string lines;
        for (int k = 1; k <= 8; ++k) lines += "2, " + std::to_string(k) + ", 0., 0., 1., 0., 0., 0.\n";
        return lines;
      }());
  EXPECT_THAT(message(text), HasSubstr("with *INITIAL CONDITIONS of stresses or strains"));
}

TEST_F(Changes, OfElementsThatCannotBeAreRefused) {
  const auto wrong = [&](const std::string& lines, const char* material = "*ELASTIC\n200., .25\n") {
    return message(test::cube(static_step(lines), material));
  };
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=ELEMENT, ADD\n1\n"),
              AllOf(HasSubstr("a.inp:"), HasSubstr("ADD: element 1 is in the model")));
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=ELEMENT, ADD, REMOVE\n1\n"),
              HasSubstr("needs either ADD or REMOVE"));
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=ELEMENT\n1\n"), HasSubstr("needs either ADD or REMOVE"));
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=ELEMENT, REMOVE\n7\n"), HasSubstr("7"));
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=ELEMENT, REMOVE\n1\n", "*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n"),
              HasSubstr("with *PLASTIC has a memory"));
  EXPECT_THAT(wrong("*CHANGE SOLID SECTION, ELSET=ALL, MATERIAL=NONE\n"),
              HasSubstr("there is no material named 'NONE'"));
}

TEST_F(Changes, ThatCannotBeAreRefused) {
  const auto wrong = [&](const std::string& lines) { return message(on_held_cube("", static_step(lines))); };
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=CONTACT PAIR, REMOVE\nUPPER, LOW\n"),
              HasSubstr("there is no *CONTACT PAIR of the surfaces 'UPPER' and 'LOW'"));
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=CONTACT PAIR\nLOW, UPPER\n"),
              HasSubstr("needs either ADD or REMOVE"));
  EXPECT_THAT(wrong("*MODEL CHANGE, TYPE=NODE, REMOVE\n2\n"),
              HasSubstr("*MODEL CHANGE of type NODE is not supported; CONTACT PAIR and ELEMENT are"));
  EXPECT_THAT(wrong("*CHANGE FRICTION, INTERACTION=II\n*FRICTION\n.3\n"),
              HasSubstr("there is no *SURFACE INTERACTION named 'II' (did you mean 'I'?)"));
  EXPECT_THAT(wrong("*EQUATION, REMOVE\n7, 3\n"),
              HasSubstr("no equation begins with degree of freedom 3 of node 7"));
  EXPECT_THAT(wrong("*CLOAD, TIME DELAY=1.\n17, 3, 1.\n"),
              HasSubstr("*CLOAD with TIME DELAY needs an AMPLITUDE"));
  EXPECT_THAT(wrong("*CLOAD, AMPLITUDE=B, TIME DELAY=1.\n17, 3, 1.\n"),
              HasSubstr("there is no amplitude named 'B' before this card"));
}

// One line, whatever else such files have.
TEST_F(Changes, OtherPhysicsIsOneError) {
  const std::string heat =
      message(test::cube("*STEP\n*HEAT TRANSFER\n*DFLUX\nALL, S1, 1.\n*FILM\nALL, F2, 1., 2.\n*END STEP\n",
                         "*CONDUCTIVITY\n1.\n"));
  EXPECT_THAT(heat, AllOf(HasSubstr("a.inp:"), HasSubstr("*HEAT TRANSFER: heat conduction is not supported"),
                          Not(HasSubstr("FILM")), Not(HasSubstr("\n"))));
  EXPECT_THAT(
      message(test::cube("*FLUID SECTION, ELSET=ALL, TYPE=PIPE\n1.\n*STEP\n*HEAT TRANSFER\n*END STEP\n")),
      HasSubstr("*FLUID SECTION: flow of fluids is not supported"));
  EXPECT_THAT(message(test::cube("*STEP\n*COMPLEX FREQUENCY, CORIOLIS\n1\n*END STEP\n")),
              HasSubstr("motion in a rotating frame is not supported"));
}

}  // namespace
}  // namespace jounce
