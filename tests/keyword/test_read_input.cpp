#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cube.h"
#include "input_file.h"
#include "keyword/contact_params.h"

namespace jounce::keyword {
namespace {

using io::test::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kStatic = "*STEP\n*STATIC\n*CLOAD\nTOP, 3, 1.\n*END STEP\n";

TEST_F(InputFile, SetsSurfacesAndSteps) {
  const Input input = read(test::cube(kStatic));
  EXPECT_EQ(input.nodes.size(), 9u);
  EXPECT_THAT(input.node_sets.at("TOP"), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(input.node_sets.at("BOTTOM"), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(input.surfaces.at("UPPER").faces.size(), 1u);
  ASSERT_EQ(input.steps.size(), 1u);
  EXPECT_EQ(input.steps[0].procedure->name, "STATIC");
  EXPECT_EQ(input.steps[0].forces[0].nodes.size(), 4u);
  EXPECT_EQ(input.boundaries[0].last_dof, 3);
}

TEST_F(InputFile, ContactDampingIsOfMotions) {
  const std::string damping = "*SURFACE INTERACTION, NAME=I\n*CONTACT DAMPING, TANGENT FRACTION=1\n1e-3\n";
  EXPECT_THAT(error(test::cube(damping + "*STEP\n*DYNAMIC\n1., 1.\n*END STEP\n")),
              HasSubstr("*CONTACT DAMPING is not supported: contact in *DYNAMIC steps is exact"));
  EXPECT_THAT(read(test::cube(damping + kStatic)).notes,
              ElementsAre(HasSubstr("*CONTACT DAMPING has no effect")));
}

TEST_F(InputFile, MeshesLeaveUnusedNodesOutAndNameGroups) {
  const Translation t = translated(test::cube(kStatic));
  EXPECT_EQ(t.mesh.points.size(), 8u);
  EXPECT_EQ(t.point_of_node[8], -1);
  EXPECT_EQ(t.mesh.find("TOP")->points.size(), 4u);
  ASSERT_NE(t.mesh.find("UPPER"), nullptr);
  EXPECT_EQ(t.mesh.find("UPPER")->points, (std::vector<int>{4, 5, 6, 7}));
  EXPECT_EQ(t.mesh.find("ALL_C3D8")->cells[0].size(), 1u);
}

TEST_F(InputFile, EverythingUnknownIsReportedAtOnceWithItsLine) {
  const std::string text =
      test::cube("*SHELL SECTIONS, ELSET=ALL\n*STEP\n*STATIC, RIKS\n*CHANGE PLASTIC\n*END STEP\n");
  EXPECT_THAT(
      error(text),
      AllOf(HasSubstr("*SHELL SECTIONS is not supported"), HasSubstr("(did you mean 'SHELL SECTION'?)"),
            HasSubstr("*STATIC with the parameter RIKS"), HasSubstr("*CHANGE PLASTIC is not supported")));
  EXPECT_THAT(error("*ELEMENT, TYPE=S9R5, ELSET=PLATE\n1, 1\n*SOLID SECTION, ELSET=PLATE, MATERIAL=M\n"),
              AllOf(HasSubstr("elements of type S9R5 are not supported; those of"), Not(HasSubstr("PLATE"))));
  EXPECT_THAT(error("*ELEMENT, TYPE=B33\n"), HasSubstr("B33 are not supported; those of families C3D,"));
}

TEST_F(InputFile, NumbersOfSetsThatNothingHasAreNoted) {
  const Input input = read(test::cube("*NSET, NSET=SOME\n7, 77\n" + std::string(kStatic)));
  EXPECT_THAT(input.notes, ::testing::Contains(
                               AllOf(HasSubstr("a.inp:"), HasSubstr("there is no node 77; it is left out"))));
  EXPECT_EQ(input.node_sets.at("SOME").size(), 1U);
}

// Old files of CalculiX list three nodes of incompatible modes behind the eight.
TEST_F(InputFile, FurtherNodesOfC3D8IAreLeftOut) {
  std::string text = test::cube(kStatic);
  text.replace(text.find("TYPE=C3D8,"), 10, "TYPE=C3D8I,");
  text.replace(text.find("1, 1, 2, 3, 4, 5, 6, 7, 8\n"), 26, "1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n");
  const Input input = read(text);
  ASSERT_EQ(input.elements.size(), 1U);
  EXPECT_EQ(input.elements[0].nodes.size(), 8U);
}

// Contacts and their friction take a fraction of the iterations in nsga-ggl; friction is at most 1e6.
TEST_F(InputFile, MotionsWithContactRunByNsgaGgl) {
  const std::string
      motion = "*STEP\n*DYNAMIC, ALPHA=-.2\n.01, .1\n*END STEP\n",
      pair = "*SURFACE INTERACTION, NAME=I\n*FRICTION\n1.e20\n*CONTACT PAIR, INTERACTION=I\nUPPER\n";
  EXPECT_THAT(deck_of(test::cube(motion)), HasSubstr("type = \"mixed-generalized-alpha\""));
  EXPECT_THAT(deck_of(test::cube(pair + motion)),
              AllOf(HasSubstr("type = \"nsga-ggl\""), HasSubstr("rho_inf = 0.66666666666666"),
                    HasSubstr("friction = 1000000\n")));
}

TEST_F(InputFile, CouplingsAreMarkers) {
  const std::string ref = "*NODE\n50, .5, .5, 2.\n51, 0, 0, 0\n";
  const std::string coupling = ref + "*COUPLING, REF NODE=50, SURFACE=UPPER, CONSTRAINT NAME=C\n";
  EXPECT_THAT(deck_of(test::cube(coupling + "*DISTRIBUTING\n" +
                                 "*STEP\n*STATIC\n*CLOAD\n50, 4, 2.\n*BOUNDARY\n50, 1, 1, .5\n*END STEP\n")),
              AllOf(HasSubstr(R"(at = [0.5, 0.5, 2]
coupling = "averaging")"),
                    HasSubstr(R"(type = "torque")"), HasSubstr(R"(coordinate = "displacement"
axis = [1, 0, 0])")));
  EXPECT_THAT(deck_of(test::cube(ref + "*RIGID BODY, ELSET=ALL, REF NODE=50, ROT NODE=51\n" +
                                 "*STEP\n*STATIC\n*BOUNDARY\n51, 2, 2, .1\n*END STEP\n")),
              AllOf(HasSubstr(R"(coupling = "rigid")"), HasSubstr(R"(coordinate = "angle"
axis = [0, 1, 0])")));

  EXPECT_THAT(error(test::cube("*KINEMATIC\n" + kStatic)),
              HasSubstr("*KINEMATIC needs a *COUPLING before it"));
  EXPECT_THAT(error(test::cube(coupling + kStatic)),
              HasSubstr("*COUPLING needs *KINEMATIC or *DISTRIBUTING"));
  EXPECT_THAT(error(test::cube(coupling + "*KINEMATIC\n2\n" + kStatic)),
              HasSubstr("couplings without all displacements"));
  EXPECT_THAT(error(test::cube(ref + "*COUPLING, REF NODE=50, SURFACE=UPER\n*KINEMATIC\n" + kStatic)),
              HasSubstr("(did you mean 'UPPER'?)"));
  EXPECT_THAT(
      error(test::cube("*COUPLING, REF NODE=7, SURFACE=UPPER\n*DISTRIBUTING\n*STEP\n*STATIC\n*END STEP\n")),
      HasSubstr("reference node 7 belongs to an element"));
  EXPECT_THAT(error(test::cube("*COUPLING, REF NODE=TOP, SURFACE=UPPER\n*KINEMATIC\n" + kStatic)),
              HasSubstr("one node is expected, but REFNODE has 4"));
  EXPECT_THAT(error(test::cube(ref + "*RIGID BODY, REF NODE=50\n" + kStatic)),
              HasSubstr("needs NSET or ELSET"));
  EXPECT_THAT(
      error(test::cube(coupling + "*KINEMATIC\n*NSET, NSET=BOTH\n50, 1\n*STEP\n*STATIC\n*CLOAD\nBOTH, 3, "
                                  "1.\n*END STEP\n")),
      HasSubstr("'BOTH' has a reference node among other nodes"));
  EXPECT_THAT(
      error(test::cube(coupling + "*KINEMATIC\n*STEP\n*STATIC\n*NODE PRINT, NSET=R\nRF\n*END STEP\n")),
      HasSubstr("no set of nodes named 'R'"));
  EXPECT_THAT(error(test::cube("*STEP\n*STATIC\n*CLOAD\nTOP, 4, 1.\n*END STEP\n")),
              HasSubstr("forces act along 1, 2 or 3"));
}

TEST_F(InputFile, WrongNumbersAndNames) {
  EXPECT_THAT(error("*NODE\n1, 0.\n1, 1.\n"), HasSubstr("two nodes with the number 1"));
  EXPECT_THAT(error("*NODE\n1, 0.\n*ELEMENT, TYPE=C3D4\n5, 1, 2, 3, 4\n"), HasSubstr("there is no node 2"));
  EXPECT_THAT(error("*NODE\n1, 0.\n*ELEMENT, TYPE=C3D4\n5, 1, 1, 1\n"),
              HasSubstr("element 5 has 3 nodes; C3D4 has 4"));
  EXPECT_THAT(error(test::cube("*NSET, NSET=X\nTOPP\n")), HasSubstr("(did you mean 'TOP'?)"));
  EXPECT_THAT(error(test::cube("*STEP\n*CLOAD\nTOPP, 3, 1.\n*END STEP\n")),
              AllOf(HasSubstr("no set of nodes named 'TOPP'"), Not(HasSubstr("has no procedure"))));
  EXPECT_THAT(error(test::cube("*STEP\n*CLOAD\nTOP, 3, 1.\n*END STEP\n")), HasSubstr("has no procedure"));
  EXPECT_THAT(error(test::cube("*STEP\n*STATIC\n")), HasSubstr("*END STEP is missing"));
  EXPECT_THAT(error(test::cube("*CLOAD\nTOP, 3, 1.\n")), HasSubstr("*CLOAD belongs into a step"));
  EXPECT_THAT(error(test::cube("*EQUATION\n2\n5, 3, 1.\n")), HasSubstr("fewer than 2 terms"));
  EXPECT_THAT(error(test::cube("*AMPLITUDE, NAME=A\n0., 1., 0., 2.\n")), HasSubstr("must rise"));
}

TEST_F(InputFile, WhatHasNoCounterpartIsRefused) {
  const auto step = [](const std::string& lines) {
    return test::cube("*STEP\n*STATIC\n" + lines + "*END STEP\n");
  };
  EXPECT_THAT(error(step("*DLOAD\nALL, BX, 1.\n")), HasSubstr("the load BX is not supported"));
  EXPECT_THAT(error(step("*DSLOAD\nLOWER, P, 1.\n")), HasSubstr("no surface of elements named 'LOWER'"));
  EXPECT_THAT(error(step("*CLOAD, AMPLITUDE=A\nTOP, 3, 1.\n")), HasSubstr("no amplitude named 'A'"));
  EXPECT_THAT(error(step("*CLOAD\nTOP, 4, 1.\n")), HasSubstr("forces act along 1, 2 or 3"));
  EXPECT_THAT(error(test::cube(kStatic, "*ELASTIC\n200.\n")), HasSubstr("2 constants are expected"));
  EXPECT_THAT(error(test::cube(kStatic, "*DENSITY\n1.\n")), HasSubstr("needs *ELASTIC, *HYPERELASTIC"));
  EXPECT_THAT(error(test::cube("*STEP\n*FREQUENCY\n3\n*END STEP\n", "*ELASTIC\n200., .25\n")),
              HasSubstr("has no *DENSITY"));
}

TEST_F(InputFile, LoadsKeepTheirValuesFromStepToStep) {
  const Translation t =
      translated(test::cube("*AMPLITUDE, NAME=A\n0., 0., .5, 2.\n*BOUNDARY\nTOP, 1\n"
                            "*STEP\n*STATIC\n*CLOAD\nTOP, 3, 4.\n*END STEP\n"
                            "*STEP\n*STATIC\n*BOUNDARY\nTOP, 1, 1, .5\n*END STEP\n"
                            "*STEP\n*STATIC\n*CLOAD, AMPLITUDE=A\nTOP, 3, 3.\n*END STEP\n"));
  ASSERT_EQ(t.times.size(), 3u);
  EXPECT_EQ(t.times[2].end, 3);
  // up to 4 in the first step, kept in the second, then by the amplitude (a jump to its first value)
  EXPECT_THAT(printed(t),
              HasSubstr("{ times = [0, 1, 2, 2.000000001, 2.5, 3], values = [0, 4, 4, 0, 6, 6] }"));
  EXPECT_THAT(printed(t), HasSubstr("{ times = [0, 1, 2, 3], values = [0, 0, 0.5, 0.5] }"));
  EXPECT_THAT(printed(t), AllOf(HasSubstr(R"(type = "static")"), HasSubstr("end = 3")));
}

TEST_F(InputFile, ConventionsOfAbaqusAndOfCalculix) {
  EXPECT_THAT(deck_of(test::cube(kStatic)), HasSubstr(R"(formulation = "full")"));
  EXPECT_THAT(deck_of("*PREPRINT, ECHO=NO\n" + test::cube(kStatic)), HasSubstr(R"(formulation = "b-bar")"));
  const Input input = read("*PREPRINT, ECHO=NO\n" + test::cube(kStatic));
  ASSERT_EQ(input.notes.size(), 1u);
  EXPECT_THAT(input.notes[0], HasSubstr("*PREPRINT has no effect"));
}

// C3D8 of E 200, nu 1/4, rho 2: wave speed sqrt(240/2); h = 0.98 Omega/2 0.9 t/1.625, Omega =
// 2/sqrt(1.045125) for alpha = -0.05.
TEST_F(InputFile, ExplicitIncrements) {
  const auto explicit_step = [](const std::string& data) {
    return test::cube("*STEP\n*DYNAMIC, EXPLICIT\n" + data + "\n*END STEP\n");
  };
  const double stable = 0.98 / std::sqrt(1.045125) * 0.9 / std::sqrt(120.) / 1.625;
  Translation t = translated(explicit_step("1e-9, 1."));
  EXPECT_NEAR(t.increments.front(), stable, 1e-12);
  EXPECT_THAT(printed(t), AllOf(HasSubstr(R"(mass = "lumped")"), Not(HasSubstr("mass_scaling"))));
  EXPECT_NEAR(translated(explicit_step("1e-9, 1., , .01")).increments.front(), 0.01, 1e-15);
  t = translated(explicit_step("1e-9, 1., .1"));  // scales masses, so that the stable increment is 0.1
  EXPECT_NEAR(t.increments.front(), 0.1, 1e-15);
  EXPECT_NEAR(t.model.find("element")->children[0].find("mass_scaling")->number,
              0.1 * 1.625 / (0.98 / std::sqrt(1.045125) * 0.9), 1e-12);
  EXPECT_THAT(deck_of(test::cube("*STEP\n*FREQUENCY\n1, , , .1\n*END STEP\n")), HasSubstr("mass_scaling = "));
}

// CalculiX integrates masses at the points of the stiffness.
TEST_F(InputFile, MassesOfVibrations) {
  const std::string modes = "*STEP\n*FREQUENCY\n1\n*END STEP\n";
  const std::string motion = "*STEP\n*DYNAMIC, DIRECT\n.1, 1.\n*END STEP\n";
  EXPECT_THAT(deck_of(test::cube(modes)), HasSubstr(R"(mass = "stiffness-points")"));
  EXPECT_THAT(deck_of("*PREPRINT, ECHO=NO\n" + test::cube(modes)), HasSubstr(R"(mass = "lumped")"));
  EXPECT_THAT(deck_of(test::cube(modes + motion)), Not(HasSubstr("mass = ")));
}

// Damping in proportion to the stiffness over a time longer than the increment: ten steps for one.
TEST_F(InputFile, DampedIncrementsAreDivided) {
  const auto analysis = [&](const std::string& beta) {
    return deck_of(test::cube("*STEP\n*DYNAMIC, DIRECT\n.1, 1.\n*END STEP\n",
                              "*ELASTIC\n200., .25\n*DENSITY\n2.\n*DAMPING, BETA=" + beta + "\n"));
  };
  EXPECT_THAT(analysis("0.2"), HasSubstr("step = 0.01\n"));
  EXPECT_THAT(analysis("0.05"), HasSubstr("step = 0.1\n"));
}

/// Two cubes, the second one 0.5 x 0.5 x 0.5 on top of the first.
std::string two_cubes(const std::string& slave, const std::string& interaction,
                      const std::string& step = kStatic) {
  return test::cube(
      "*NODE\n11, .25, .25, 1.\n12, .75, .25, 1.\n13, .75, .75, 1.\n14, .25, .75, 1.\n"
      "15, .25, .25, 1.5\n16, .75, .25, 1.5\n17, .75, .75, 1.5\n18, .25, .75, 1.5\n"
      "*ELEMENT, TYPE=C3D8, ELSET=ALL\n2, 11, 12, 13, 14, 15, 16, 17, 18\n"
      "*SURFACE, NAME=LOWER\n2, S1\n*NSET, NSET=FEET\n11, 12\n*SURFACE, TYPE=NODE, NAME=FEET\nFEET\n"
      "*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\n" +
      slave + ", UPPER\n*SURFACE INTERACTION, NAME=I\n" + interaction + step);
}

// Nodes far from a surface: CalculiX pulls them to it, by the second number of a linear law.
TEST_F(InputFile, WhatIsNotFollowedOfALinearLawIsSaid) {
  const auto notes = [&](const std::string& law, bool by_nodes) {
    std::string text = two_cubes("LOWER", "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n" + law);
    if (by_nodes) text.replace(text.find("TYPE=SURFACE TO SURFACE"), 23, "TYPE=NODE TO SURFACE");
    return contact_notes(read(text), true);
  };
  EXPECT_THAT(notes("1e5, 3.\n", true), ElementsAre(HasSubstr("the tension of 3 that CalculiX applies")));
  EXPECT_TRUE(notes("1e5, 3.\n", false).empty());
  EXPECT_TRUE(notes("1e5\n", true).empty());
}

TEST_F(InputFile, LawsOfContact) {
  const auto model = [&](const std::string& interaction, const std::string& slave = "LOWER") {
    return deck_of(two_cubes(slave, interaction));
  };
  EXPECT_THAT(model("*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n1e5, 3.\n*FRICTION\n.2, 700.\n"),
              AllOf(HasSubstr("stiffness = 100000"), HasSubstr("friction = 0.2"),
                    HasSubstr("stick_stiffness = 700")));
  EXPECT_THAT(model("*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=EXPONENTIAL\n.01, 5.\n"),
              AllOf(HasSubstr("touch_pressure = 5"), HasSubstr("clearance = 0.01")));
  EXPECT_THAT(model("*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=TABULAR\n0., .1\n2., .3\n*FRICTION\n.1\n"),
              AllOf(HasSubstr("overclosures = [0.1, 0.3]"), HasSubstr("pressures = [0, 2]"),
                    HasSubstr("stick_stiffness = 10")));
  // 50 times Young's modulus in CalculiX, exact in Abaqus
  const std::string hard = "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=HARD\n";
  EXPECT_THAT(model(hard), HasSubstr("stiffness = 10000\n"));
  EXPECT_THAT(deck_of("*PREPRINT, ECHO=NO\n" + two_cubes("LOWER", hard)), Not(HasSubstr("stiffness =")));
  EXPECT_THAT(model("*FRICTION\n.2\n"), Not(HasSubstr("stiffness =")));
  // a motion has exact contacts
  EXPECT_THAT(deck_of(two_cubes("LOWER", hard + "*FRICTION\n.2, 5.\n",
                                "*STEP\n*DYNAMIC, DIRECT\n.1, 1.\n*END STEP\n")),
              AllOf(HasSubstr("friction = 0.2"), Not(HasSubstr("stiffness ="))));
  // the three outer faces around a corner, a quarter of each
  EXPECT_THAT(model("*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n1e5\n", "FEET"),
              HasSubstr("areas = [0.1875, 0.1875]"));
  const std::string tied = "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=TIED\n1e5\n*FRICTION\n1e30, 1e5\n";
  EXPECT_THAT(model(tied), AllOf(HasSubstr(R"(type = "tie")"), Not(HasSubstr("[[contact]]"))));
  EXPECT_THAT(contact_notes(read(two_cubes("LOWER", tied)), true),
              ElementsAre(HasSubstr("surfaces are tied as by *TIE")));
  EXPECT_THAT(message_of<params::InputError>([&] { model(tied, "UPPER"); }),
              HasSubstr("cannot be tied to itself"));
}

TEST_F(InputFile, SurfacesMayMeetThemselves) {
  for (const char* const pair : {"UPPER, UPPER\n", "UPPER\n", "UPPER,\n"}) {
    std::string text = two_cubes("LOWER", "");
    text.replace(text.find("LOWER, UPPER\n"), 13, pair);
    EXPECT_THAT(deck_of(text), HasSubstr(R"(
surface = "m.contact_1_self"
against = "m.contact_1_self"
)"));
  }
  std::string nodes = two_cubes("FEET", "");
  nodes.replace(nodes.find("FEET, UPPER\n"), 12, "FEET\n");
  EXPECT_THAT(message_of<params::InputError>([&] { translated(nodes); }),
              HasSubstr("surface 'FEET' is in contact with itself: give sides of elements, not nodes"));
}

TEST_F(InputFile, MaterialsAsTheDeckNamesThem) {
  const auto model = [&](const std::string& material) { return deck_of(test::cube(kStatic, material)); };
  EXPECT_THAT(
      model("*ELASTIC, TYPE=ENGINEERING CONSTANTS\n1., 2., 3., .1, .2, .3, 4., 5.,\n6.\n"),
      AllOf(HasSubstr("E = [1, 2, 3]"), HasSubstr("nu = [0.1, 0.2, 0.3]"), HasSubstr("G = [4, 5, 6]")));
  EXPECT_THAT(model("*ELASTIC\n200., .25\n*PLASTIC\n1., 0.\n2., .1\n"),
              AllOf(HasSubstr(R"(type = "plastic")"), HasSubstr("yield_stress = [1, 2]"),
                    HasSubstr("plastic_strain = [0, 0.1]")));
  EXPECT_THAT(model("*ELASTIC, TYPE=ORTHO\n4., 1., 4., 1., 1., 4., 2., 2.,\n2.\n*PLASTIC\n1., 0.\n2., .1\n"),
              AllOf(HasSubstr(R"(type = "plastic")"), HasSubstr("D = [4, 1, 4, 1, 1, 4, 2, 2, 2]")));
  // engineering constants without contraction: D_1111 = E_1, ...
  EXPECT_THAT(
      model("*ELASTIC, TYPE=ENGINEERING CONSTANTS\n1., 2., 3., 0., 0., 0., 4., 5.,\n6.\n*PLASTIC\n1., "
            "0.\n"),
      AllOf(HasSubstr(R"(type = "plastic")"), HasSubstr("D = [1, 0, 2, 0, 0, 3, 4, 5, 6]")));
  EXPECT_THAT(model("*HYPERELASTIC, MOONEY-RIVLIN\n80., 20., .01\n"),
              AllOf(HasSubstr("C10 = 80"), HasSubstr("C01 = 20"), HasSubstr("D = [0.01]")));
  // nu = 0.475: K = 2 mu (1 + nu)/(3 (1 - 2 nu)) = 3933.33 for mu = 200
  EXPECT_THAT(model("*HYPERELASTIC, NEO HOOKE\n100., 0.\n"), HasSubstr("D = [0.000508474"));
}

// Editors of Windows put a mark before the first line; parameters may be cut.
TEST_F(InputFile, FilesOfOtherEditors) {
  EXPECT_EQ(read("\xEF\xBB\xBF" + test::cube("*STEP\n*STATIC\n*NODE PRINT, NSET=TOP, FREQ=7\nU\n*END STEP\n"))
                .steps[0]
                .prints[0]
                .frequency,
            7);
  EXPECT_THAT(error(test::cube("*STEP\n*STATIC\n*NODE PRINT, NSET=TOP, FRE=7\nU\n*END STEP\n")),
              HasSubstr("*NODE PRINT with the parameter FRE is not supported"));
}

// a + (b - a) x^3 (10 - 15 x + 6 x^2): half of the way at the middle, 0.10351 of it at a quarter.
TEST_F(InputFile, SmoothSteps) {
  const Input input =
      read(test::cube("*AMPLITUDE, NAME=A, DEFINITION=SMOOTH STEP\n0., 1., 2., 3., 4., -1.\n"));
  const Amplitude& a = input.amplitudes.at("A");
  const auto at = [&](double t) {
    const auto place = std::ranges::lower_bound(a.times, t - 1e-9);
    return a.values[static_cast<std::size_t>(place - a.times.begin())];
  };
  EXPECT_EQ(at(0), 1);
  EXPECT_NEAR(at(.5), 1 + 2 * .103515625, 1e-12);
  EXPECT_NEAR(at(1), 2, 1e-12);
  EXPECT_NEAR(at(2), 3, 1e-12);
  EXPECT_NEAR(at(3.5), -1 + 4 * .103515625, 1e-12);
  EXPECT_EQ(a.values.back(), -1);
  EXPECT_THAT(error(test::cube("*AMPLITUDE, NAME=A, DEFINITION=PERIODIC\n0., 1.\n")),
              HasSubstr("DEFINITION=PERIODIC is not supported"));
  EXPECT_THAT(error(test::cube("*AMPLITUDE, NAME=A, VALUE=ABSOLUTE\n0., 1.\n")),
              HasSubstr("VALUE=ABSOLUTE is not supported"));
}

TEST_F(InputFile, StepsTakeTime) {
  EXPECT_THAT(error(test::cube("*STEP\n*STATIC\n0., 0.\n*END STEP\n")),
              HasSubstr("the period of the step, the second number, must be greater than zero"));
}

}  // namespace
}  // namespace jounce::keyword
