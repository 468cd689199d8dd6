// Parts of Abaqus' files and their instances.

#include "keyword/instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input_file.h"

namespace jounce::keyword {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kPart =
    "*PART, NAME=Block\n*NODE, NSET=All\n1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, 0\n4, 0, 1, 0\n5, 0, 0, 1\n6, 1, "
    "0, 1\n7, 1, 1, "
    "1\n8, 0, 1, 1\n*ELEMENT, TYPE=C3D8, ELSET=Body\n1, 1, 2, 3, 4, 5, 6, 7, 8\n*NSET, NSET=Low, "
    "GENERATE\n1, 4, 1\n"
    "*SURFACE, NAME=Top\nBody, S2\n*SOLID SECTION, ELSET=Body, MATERIAL=M\n,\n*END PART\n";
const std::string kMaterial = "*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n";

std::string assembly(const std::string& cards) {
  return kPart + "*ASSEMBLY, NAME=A\n" + cards + "*END ASSEMBLY\n" + kMaterial;
}

// The second block stands on the first, turned by a right angle about its lower edge along y and lifted.
TEST_F(InputFile, InstancesAreMovedCopies) {
  const Input input = read(assembly(
      "*INSTANCE, NAME=A, PART=Block\n*END INSTANCE\n*INSTANCE, NAME=B, PART=Block\n0., 0., 1.\n0., "
      "0., 1., 0., 1., 1., 90.\n*END INSTANCE\n*NODE\n1, 5., 5., 5.\n*NSET, NSET=Point\n1\n*NSET, "
      "NSET=Both, INSTANCE=B\n2, 3\n*NSET, NSET=Both, INSTANCE=A\n8\n*EQUATION\n2\nB.2, 1, 1., 1, 1, "
      "-1.\n"));
  EXPECT_THAT(input.node_numbers,
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 2001));
  const auto place = [&](int number) { return input.nodes[input.node_of_number.at(number)]; };
  EXPECT_NEAR((place(1001) - Vector3(0, 0, 1)).norm(), 0, 1e-14);
  EXPECT_NEAR((place(1002) - Vector3(0, 0, 0)).norm(), 0, 1e-14);  // x becomes -z
  EXPECT_NEAR((place(1005) - Vector3(1, 0, 1)).norm(), 0, 1e-14);  // z becomes x
  EXPECT_EQ(input.elements.size(), 2);
  EXPECT_EQ(input.elements[1].number, 1001);
  EXPECT_EQ(input.node_sets.at("B:LOW").size(), 4);
  EXPECT_EQ(input.node_numbers[input.node_sets.at("B:LOW")[3]], 1004);
  EXPECT_EQ(input.surfaces.at("B:TOP").faces[0].element, 1);
  EXPECT_EQ(input.node_sets.at("BOTH").size(), 3);
  EXPECT_EQ(input.node_numbers[input.node_sets.at("POINT")[0]], 2001);
  EXPECT_EQ(input.node_numbers[input.equations[0].terms[0].node], 1002);
  EXPECT_EQ(input.node_numbers[input.equations[0].terms[1].node], 2001);
  EXPECT_EQ(input.sections.size(), 2);
  EXPECT_TRUE(input.is_of_abaqus);
}

// The loads of steps name sets of instances.
TEST_F(InputFile, InstancesInSteps) {
  const std::string deck = deck_of(assembly("*INSTANCE, NAME=A, PART=Block\n*END INSTANCE\n*INSTANCE, "
                                            "NAME=B, PART=Block\n2.\n*END INSTANCE\n") +
                                   "*BOUNDARY\nA.Low, 1, 3\nB.Low, 1, 3\n*STEP\n*STATIC\n*DSLOAD\nB.Top, P, "
                                   "3.\n*CLOAD\nA.7, 3, 5.\n*END STEP\n");
  EXPECT_THAT(deck,
              AllOf(HasSubstr("elements = [1001], sides = [2]"), HasSubstr("name = \"force_1\", nodes = [7]"),
                    HasSubstr("A:BODY_C3D8"), HasSubstr("B:BODY_C3D8")));
}

TEST_F(InputFile, OneInstanceKeepsItsNames) {
  const Input input = read(assembly("*INSTANCE, NAME=A, PART=Block\n*END INSTANCE\n"));
  EXPECT_EQ(input.node_sets.count("LOW"), 1);
}

TEST_F(InputFile, WrongInstances) {
  const std::string two = "*INSTANCE, NAME=A, PART=Block\n*END INSTANCE\n*INSTANCE, NAME=B, PART=";
  EXPECT_THAT(error(assembly(two + "Blok\n*END INSTANCE\n")),
              AllOf(HasSubstr("there is no *PART named 'BLOK'"), HasSubstr("did you mean 'BLOCK'?")));
  EXPECT_THAT(
      error(assembly(
          "*INSTANCE, NAME=A, PART=Block\n*END INSTANCE\n*INSTANCE, NAME=A, PART=Block\n*END INSTANCE\n")),
      HasSubstr("there are two instances named 'A'"));
  EXPECT_THAT(error(assembly(two + "Block\n0., 0., 1.\n0., 0., 1., 0., 0., 1., 90.\n*END INSTANCE\n")),
              HasSubstr("two points on the axis"));
  EXPECT_THAT(error(assembly(two + "Block\n*END INSTANCE\n*NSET, NSET=X, INSTANCE=C\n1\n")),
              HasSubstr("there is no *INSTANCE named 'C'"));
}

/// Bars 1-2, 2-3, 2-4, 2-5 with further cards in their part.
std::string bars(const std::string& cards, const std::string& place = "0., 0., 5.\n") {
  return "*PART, NAME=P\n*NODE, NSET=ALL\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 2., 0., 0.\n4, 1., 1., 0.\n5, 1., "
         "0., 1.\n*ELEMENT, TYPE=T3D2, ELSET=E\n1, 1, 2\n2, 2, 3\n3, 2, 4\n4, 2, 5\n*SOLID SECTION, ELSET=E, "
         "MATERIAL=M\n1.\n" +
         cards +
         "*END PART\n*ASSEMBLY, NAME=X\n*INSTANCE, NAME=A, PART=P\n*END INSTANCE\n*INSTANCE, NAME=B, "
         "PART=P\n" +
         place + "*END INSTANCE\n*END ASSEMBLY\n" + kMaterial;
}
const std::string kTurn = "0., 0., 5.\n0., 0., 0., 0., 0., 1., 90.\n";

TEST_F(InputFile, ConstraintsOfPartsAreThoseOfEachInstance) {
  const Input input = read(bars("*MPC\nSTRAIGHT, 1, 3, 2, 0\n*EQUATION\n2\n4, 1, 1., 5, 1, -1.\n"));
  const auto numbers = [&](const std::vector<int>& nodes) {
    std::vector<int> found;
    for (const int node : nodes) found.push_back(input.node_numbers[node]);
    return found;
  };
  ASSERT_EQ(input.mpcs.size(), 2);
  EXPECT_THAT(numbers(input.mpcs[0].nodes), ElementsAre(1, 3, 2));
  EXPECT_THAT(numbers(input.mpcs[1].nodes), ElementsAre(1001, 1003, 1002));
  ASSERT_EQ(input.equations.size(), 2);
  EXPECT_THAT(numbers({input.equations[1].terms[0].node, input.equations[1].terms[1].node}),
              ElementsAre(1004, 1005));
}

// Keywords without blanks and cut parameters are those of assemblies, too.
TEST_F(InputFile, CutParametersInAssemblies) {
  std::string text = bars("");
  const std::string end = "*END ASSEMBLY\n";
  text.replace(text.find(end), end.size(), "*NSET, NSET=Tip, INST=B\n2\n*ENDASSEMBLY\n");
  const Input input = read(text);
  EXPECT_EQ(input.node_numbers[input.node_sets.at("TIP").at(0)], 1002);
}

TEST_F(InputFile, DirectionsInTurnedPartsAreRefused) {
  const std::string beams = "*BEAM SECTION, ELSET=E, MATERIAL=M, SECTION=RECT\n.1, .2\n0., 1., 0.\n";
  for (const std::string& cards :
       {std::string("*TRANSFORM, NSET=ALL\n0., 1., 0., -1., 0., 0.\n"), beams,
        std::string("*NORMAL\n1, 2, 0., 0., 1.\n"), std::string("*PRE-TENSION SECTION, SURFACE=S, NODE=5\n"),
        std::string("*EQUATION\n2\n4, 1, 1., 5, 1, -1.\n"), std::string("*SPRING, ELSET=E\n1\n4.\n"),
        std::string("*SHELL SECTION, ELSET=E, COMPOSITE\n1., , M\n")}) {
    const std::string name = cards.substr(0, cards.find_first_of(",\n"));
    EXPECT_THAT(error(bars(cards, kTurn)),
                HasSubstr(name + " in a part whose instance B is turned is not supported"));
  }
  read(bars("*TRANSFORM, NSET=ALL\n0., 1., 0., -1., 0., 0.\n"));
}

TEST_F(InputFile, CardsThatAreNotOfPartsAreNotCopied) {
  EXPECT_THAT(error(bars("*BOUNDARY\n1, 1, 3\n")),
              HasSubstr("*BOUNDARY in a part with several or turned instances is not supported"));
  EXPECT_THAT(error(bars("*SOLID SECTOIN, ELSET=E, MATERIAL=M\n")),
              HasSubstr("did you mean 'SOLID SECTION'?"));
}

}  // namespace
}  // namespace jounce::keyword
