// *SUBMODEL, and *BOUNDARY, *CLOAD and *TEMPERATURE with SUBMODEL.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "cube.h"
#include "input_file.h"
#include "io/frd_writer.h"
#include "keyword/global_results.h"
#include "math/shape_functions.h"

namespace jounce::keyword {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kSize = 1.25;

/// Writes the results of cubes of the edge kSize about (x, 0, 0): displacements u(place, step) of two steps,
/// forces and temperatures of the first.
class SubmodelTest : public InputFile {
 protected:
  using Field = std::function<Vector3(const Vector3&, int)>;

  struct GlobalCell {
    int number, type;
    CellShape shape;
    Vector3 at;
  };
  void write_global(const std::vector<GlobalCell>& cells, const Field& u, bool binary = false) {
    io::FrdMesh mesh;
    for (const GlobalCell& cell : cells) {
      std::vector<int> nodes;
      for (const Vector3& xi : reference_nodes(cell.shape)) {
        mesh.numbers.push_back(static_cast<int>(mesh.numbers.size()) + 11);
        nodes.push_back(mesh.numbers.back());
        for (int k = 0; k < 3; ++k) mesh.places.push_back(cell.at[k] + kSize * (xi[k] + 1) / 2);
      }
      // Edges across the layers come before those of the last one in the format.
      if (cell.type == 4) std::rotate(nodes.begin() + 12, nodes.begin() + 16, nodes.end());
      if (cell.type == 5) std::rotate(nodes.begin() + 9, nodes.begin() + 12, nodes.end());
      mesh.elements.push_back({cell.number, cell.type, 1, nodes});
    }
    mesh.materials = {"STEEL"};
    io::FrdWriter file(folder_ / "Global.frd", mesh, binary, "test");
    for (int frame = 1; frame <= 3; ++frame) {  // two increments in the first step
      const int step = frame < 3 ? 1 : 2;
      std::vector<double> values, temperatures;
      for (std::size_t i = 0; i < mesh.numbers.size(); ++i) {
        const Vector3 place(mesh.places[3 * i], mesh.places[3 * i + 1], mesh.places[3 * i + 2]);
        const Vector3 value = (frame == 1 ? 0.5 : 1.0) * u(place, step);
        values.insert(values.end(), value.data(), value.data() + 3);
        temperatures.push_back(20 + 100 * place[0]);
      }
      const io::FrdFrame head{.value = static_cast<double>(frame), .number = 4 + frame, .step = step};
      file.block(head, "DISP", io::FrdValues::vector, mesh.numbers, values);
      if (step == 2) continue;
      file.block(head, "FORC", io::FrdValues::vector, mesh.numbers, values);
      file.block(head, "NDTEMP", io::FrdValues::scalar, mesh.numbers, temperatures);
    }
    file.close();
  }
  void write_global() {
    write_global({{14, 1, CellShape::hexahedron8, Vector3::Zero()}},
                 [](const Vector3& x, int step) -> Vector3 {
                   return step * Vector3(0.001 * x[0], 0.002 * x[1] * x[0], -0.003 * x[2] + 0.001);
                 });
  }
  /// The unit cube of the tests with a step.
  static std::string model(const std::string& lines, const std::string& before = kSubmodel) {
    return test::cube(before + "*STEP\n*STATIC\n" + lines + "*END STEP\n");
  }
  /// What one line of *BOUNDARY gives node 7, at (1, 1, 1), along axis `dof`.
  static double value_at_7(const std::vector<NodeLoad>& loads, int dof, const Input& input) {
    for (const NodeLoad& load : loads)
      if (load.first_dof == dof && load.nodes == std::vector<int>{input.node_of_number.at(7)})
        return load.value;
    return -1e9;
  }

  inline static const std::string kSubmodel = "*SUBMODEL, TYPE=NODE, INPUT=Global.frd\nTOP\n";
};

TEST_F(SubmodelTest, DisplacementsAreThoseOfTheGlobalModel) {
  write_global();
  const Input input = read(model("*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1, 3\n"));
  const std::vector<NodeLoad>& supports = input.steps[0].boundaries;
  ASSERT_EQ(supports.size(), 12u);
  EXPECT_NEAR(value_at_7(supports, 1, input), 0.001, 1e-8);
  EXPECT_NEAR(value_at_7(supports, 2, input), 0.002, 1e-8);
  EXPECT_NEAR(value_at_7(supports, 3, input), -0.002, 1e-8);
  EXPECT_TRUE(input.notes.empty());
}

TEST_F(SubmodelTest, StepsAndDataSetsAreTold) {
  write_global();
  const auto first = [&](const char* which) {
    const Input input = read(model(std::string("*BOUNDARY, SUBMODEL, ") + which + "\nTOP, 1\n"));
    EXPECT_EQ(input.steps[0].boundaries.size(), 4u);
    return value_at_7(input.steps[0].boundaries, 1, input);
  };
  EXPECT_NEAR(first("STEP=2"), 0.002, 1e-8);
  EXPECT_NEAR(first("DATA SET=5"), 0.0005, 1e-8);
  EXPECT_NEAR(first("DATA SET=6"), 0.001, 1e-8);
}

TEST_F(SubmodelTest, ForcesAndTemperatures) {
  write_global();
  const Input input =
      read(model("*CLOAD, SUBMODEL, STEP=1, OP=NEW\nTOP, 2\n*TEMPERATURE, SUBMODEL, STEP=1\nTOP\n"));
  EXPECT_NEAR(value_at_7(input.steps[0].forces, 2, input), 0.002, 1e-8);
  EXPECT_TRUE(input.steps[0].new_forces);
  EXPECT_NEAR(value_at_7(input.steps[0].temperatures, 0, input), 120, 1e-4);
}

// A quadratic field is the same in cells of second order only where their nodes have their places.
TEST_F(SubmodelTest, AllCellsInterpolateWithTheirOwnFunctions) {
  const Field u = [](const Vector3& x, int) -> Vector3 {
    return {x[0] * x[0], x[1] * x[2] + x[0], x[2] * x[2] - x[1] * x[1]};
  };
  const std::vector<std::pair<int, CellShape>> types = {{4, CellShape::hexahedron20},
                                                        {5, CellShape::wedge15},
                                                        {6, CellShape::tetrahedron10},
                                                        {8, CellShape::triangle6},
                                                        {10, CellShape::quadrilateral8}};
  const Vector3 point(0.81, 0.93, 0.72);
  for (const auto& [type, shape] : types) {
    SCOPED_TRACE(type);
    write_global({{1, type, shape, Vector3::Zero()}}, u);
    const GlobalResults global(folder_ / "Global.frd", {});
    const DenseMatrix values = global.values("DISP", 3, {1}, {});
    Vector3 at = point;
    if (shape_dimension(shape) == 2) at[2] = kSize / 2;
    const GlobalResults::Place place = global.at(at, {}, {});
    EXPECT_LT(place.distance, 1e-5);
    Vector3 value = Vector3::Zero();
    for (std::size_t a = 0; a < place.nodes.size(); ++a)
      value += place.weights[a] * values.row(place.nodes[a]).transpose();
    EXPECT_LT((value - u(at, 1)).norm(), 3e-5);
  }
}

// Both cubes have the same nodes' places but other displacements.
TEST_F(SubmodelTest, GlobalSetsChooseAmongElements) {
  write_global({{14, 1, CellShape::hexahedron8, Vector3::Zero()},
                {20, 1, CellShape::hexahedron8, Vector3(kSize, 0, 0)},
                {21, 1, CellShape::hexahedron8, Vector3(5, 0, 0)}},
               [](const Vector3& x, int) -> Vector3 {
                 return {x[0] > kSize ? 0.5 : 0.25, 0, 0};
               });
  const auto first = [&](const std::string& set, const std::string& members) {
    const Input input =
        read(model("*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1\n",
                   members + "*SUBMODEL, TYPE=NODE, INPUT=Global.frd, GLOBAL ELSET=" + set + "\nTOP\n"));
    return value_at_7(input.steps[0].boundaries, 1, input);
  };
  EXPECT_NEAR(first("OF14", "*ELSET, ELSET=OF14\n14\n"), 0.25, 1e-6);
  EXPECT_NEAR(first("OF14",
                    "*ELSET, ELSET=OF14\n14\n*ELSET, ELSET=OF21\n21\n"
                    "*SUBMODEL, TYPE=NODE, INPUT=Global.frd, GLOBAL ELSET=OF21\nTOP\n"),
              0.5, 1e-6);  // the first one counts
  EXPECT_NEAR(first("OF21", "*ELSET, ELSET=OF21, GENERATE\n21, 23\n"), 0.5, 1e-6);
  EXPECT_NEAR(first("BOTH", "*ELSET, ELSET=OF21\n21\n*ELSET, ELSET=BOTH\nOF21, 99\n"), 0.5, 1e-6);
  EXPECT_THAT(error(model("",
                          "*ELSET, ELSET=OF99\n99\n*SUBMODEL, TYPE=NODE, INPUT=Global.frd, GLOBAL "
                          "ELSET=OF9\nTOP\n")),
              HasSubstr("named 'OF9'"));
  EXPECT_THAT(error(model("*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1\n",
                          "*ELSET, ELSET=OF99\n99\n*SUBMODEL, TYPE=NODE, INPUT=Global.frd, GLOBAL "
                          "ELSET=OF99\nTOP\n")),
              HasSubstr("no element of GLOBAL ELSET is in"));
}

// The box of the tetrahedron contains the node, too, but the cube has it.
TEST_F(SubmodelTest, TheElementThatContainsANodeCounts) {
  write_global(
      {{14, 1, CellShape::hexahedron8, Vector3::Zero()}, {15, 3, CellShape::tetrahedron4, Vector3::Zero()}},
      [](const Vector3& x, int) -> Vector3 {
        return {0.001 * x[0] * x[1], 0, 0};
      });
  const Input input = read(model("*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1\n"));
  EXPECT_NEAR(value_at_7(input.steps[0].boundaries, 1, input), 0.001, 1e-8);
  EXPECT_TRUE(input.notes.empty());
}

TEST_F(SubmodelTest, NodesOutsideTakeTheNearestValueAndANoteTells) {
  write_global({{1, 1, CellShape::hexahedron8, Vector3(-0.5, 0, 0)}}, [](const Vector3& x, int) -> Vector3 {
    return {x[0], 0, 0};
  });
  const Input input = read(model("*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1\n"));
  EXPECT_NEAR(value_at_7(input.steps[0].boundaries, 1, input), 0.75, 1e-5);
  ASSERT_EQ(input.notes.size(), 1u);
  EXPECT_THAT(input.notes[0],
              AllOf(HasSubstr("outside of the global model"), HasSubstr(": 2, node "), HasSubstr("by 0.25")));
}

TEST_F(SubmodelTest, WhatCannotBeTakenIsRefused) {
  write_global();
  const std::string boundary = "*BOUNDARY, SUBMODEL, STEP=1\n";
  struct Case {
    std::string step, before, message;
  };
  const std::vector<Case> cases = {
      {"*BOUNDARY, SUBMODEL\nTOP, 1\n", kSubmodel, "needs either STEP= or DATA SET="},
      {"*BOUNDARY, SUBMODEL, STEP=1, DATA SET=5\nTOP, 1\n", kSubmodel, "needs either STEP= or DATA SET="},
      {"*BOUNDARY, SUBMODEL, STEP=1, AMPLITUDE=A\nTOP, 1\n", kSubmodel, "takes either SUBMODEL or AMPLITUDE"},
      {"*BOUNDARY, SUBMODEL, STEP=1, FIXED\nTOP, 1\n", kSubmodel, "takes either SUBMODEL or FIXED"},
      {"*CLOAD, SUBMODEL, STEP=1, LOAD CASE=1\nTOP, 1\n", kSubmodel, "takes either SUBMODEL or LOAD CASE"},
      {boundary + "BOTTOM, 1\n", kSubmodel, "node 1 belongs to no *SUBMODEL"},
      {boundary + "TOP, 1, 4\n", kSubmodel, "are 1 to 3"},
      {boundary + "TOP, 1, 2, 0.5\n", kSubmodel, "none is expected here"},
      {"*TEMPERATURE, SUBMODEL, STEP=1\nTOP, 300.\n", kSubmodel, "none is expected here"},
      {"*BOUNDARY, SUBMODEL, STEP=3\nTOP, 1\n", kSubmodel, "has no values DISP; there are some of 1, 2"},
      {"*BOUNDARY, SUBMODEL, DATA SET=4\nTOP, 1\n", kSubmodel,
       "has no values DISP; there are some of 5, 6, 7"},
      {"*TEMPERATURE, SUBMODEL, STEP=2\nTOP\n", kSubmodel, "has no values NDTEMP; there are some of 1"},
      {"*DSLOAD, SUBMODEL, STEP=1\nUPPER\n", kSubmodel,
       "*DSLOAD with the parameter SUBMODEL is not supported"},
      {boundary + "TOP, 1\n", kSubmodel + "*TRANSFORM, NSET=TOP\n1., 1., 0., -1., 1., 0.\n",
       "node 5 has axes"},
      {"", "*SUBMODEL, TYPE=SURFACE, INPUT=Global.frd\nUPPER\n", "of type SURFACE is not supported; NODE is"},
      {"", "*SUBMODEL, TYPE=NODE, INPUT=Global.frd\n", "*SUBMODEL names no nodes"},
      {"", "*SUBMODEL, TYPE=NODE, INPUT=global.frd\nTOP\n", "global.frd' cannot be read"},
      {"", "*SUBMODEL, TYPE=NODE, INPUT=a.inp\nTOP\n", "a.inp' is no result file of CalculiX (.frd)"},
      {"", "*SUBMODEL, TYPE=NODE\nTOP\n", "needs the parameter INPUT="},
      {"", kSubmodel + "*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1\n", "*BOUNDARY belongs into a step"},
  };
  for (const Case& c : cases)
    EXPECT_THAT(error(model(c.step, c.before)), HasSubstr(c.message)) << c.step << c.before;
}

TEST_F(SubmodelTest, WhatIsWrongInTheFileIsNamedWithItsLine) {
  const std::string use = model("*BOUNDARY, SUBMODEL, STEP=1\nTOP, 1\n");
  const Field none = [](const Vector3&, int) -> Vector3 { return Vector3::Zero(); };
  write_global({{1, 1, CellShape::hexahedron8, Vector3::Zero()}}, none, true);
  EXPECT_THAT(error(use), HasSubstr("binary values (*NODE OUTPUT) are not read"));
  write_global({{1, 11, CellShape::line2, Vector3::Zero()}}, none);
  EXPECT_THAT(error(use), HasSubstr("has no solids and no plane elements"));
  write_global();
  const std::string good = io::test::read(folder_ / "Global.frd");
  const auto with = [&](const std::string& from, const std::string& to, std::size_t start = 0) {
    std::string text = good;
    text.replace(text.find(from, start), from.size(), to);
    io::test::write(folder_ / "Global.frd", text);
    return error(use);
  };
  EXPECT_THAT(with(" -1        14    1", " -1        14   13"),
              HasSubstr("13 is no type of an element (1 to 12)"));
  EXPECT_THAT(with(" -2        11        12", " -2        99        12"),
              HasSubstr("element 14: there is no node 99"));
  EXPECT_THAT(with(" -2        11        12", " -7        11        12"),
              HasSubstr("a line of an element is expected"));
  EXPECT_THAT(with(" -1        12 1.2", " -1        12 x.2"),
              AllOf(HasSubstr("Global.frd:"), HasSubstr("a number is expected in columns 14 to 25")));
  // no displacement of node 18 in the last increment of step 1
  const std::size_t second = good.find("DISP", good.find("DISP") + 1);
  ASSERT_LT(good.find(" -1        18", second), good.find("FORC", second));
  EXPECT_THAT(with(" -1        18", " -1        98", second),
              HasSubstr("takes a value from node 18 of the global model, which has no DISP"));
}

}  // namespace
}  // namespace jounce::keyword
