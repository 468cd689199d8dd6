// *SUBSTRUCTURE GENERATE of input files.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "../keyword/cube.h"
#include "keyword_run.h"

namespace jounce {
namespace {

using test::cube;
using test::KeywordRunTest;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SubstructureTest : public KeywordRunTest {
 protected:
  static std::string generate(const std::string& retained, const std::string& step = "",
                              const std::string& sorted = ", SORTED=NO") {
    return "*STEP" + step + "\n*SUBSTRUCTURE GENERATE\n*RETAINED NODAL DOFS" + sorted + "\n" + retained +
           "*SUBSTRUCTURE MATRIX OUTPUT, STIFFNESS=YES, OUTPUT FILE=USER DEFINED, FILE NAME=Sub\n*END STEP\n";
  }
  /// The stiffness in the file that the last run has left.
  DenseMatrix stiffness(Index size) const {
    std::string text = io::test::read(folder_ / "out" / "Sub.mtx");
    text = text.substr(text.find("STIFFNESS\n") + 10);
    std::replace(text.begin(), text.end(), ',', ' ');
    std::istringstream numbers(text);
    DenseMatrix S(size, size);
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j <= i; ++j) {
        EXPECT_TRUE(numbers >> S(i, j));
        S(j, i) = S(i, j);
      }
    std::string rest;
    EXPECT_FALSE(numbers >> rest);
    return S;
  }
  void refuses(const std::string& text, const std::string& message) {
    try {
      EXPECT_THAT(run(text).message, HasSubstr(message));
    } catch (const params::InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
};

// S = K_rr - K_ri K_ii^-1 K_ir, in the order of the file.
TEST_F(SubstructureTest, OtherUnknownsAreCondensed) {
  const std::string matrix =
      "*STEP\n*MATRIX GENERATE, STIFFNESS\n*MATRIX OUTPUT, STIFFNESS, FORMAT=COORDINATE\n*END STEP\n";
  const RunReport report = run(cube(matrix + generate("7, 1, 2\n6, 3\n8, 2, 3\n")));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_THAT(report.message, HasSubstr("Sub.mtx has 5 retained degrees of freedom"));
  const auto entries = test::read_matrix(folder_ / "out" / "a_STIF1.mtx");
  std::vector<long> retained = {19, 20, 18, 23, 24}, order = retained;
  for (const auto& [place, value] : entries)
    if (place.first == place.second && std::ranges::find(retained, place.first) == retained.end())
      order.push_back(place.first);
  const auto n = static_cast<Index>(order.size());
  DenseMatrix K = DenseMatrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      if (const auto entry = entries.find({order[i], order[j]}); entry != entries.end())
        K(i, j) = entry->second;
  const Index m = n - 5;
  const DenseMatrix expected =
      K.topLeftCorner(5, 5) - K.topRightCorner(5, m) * K.bottomRightCorner(m, m).fullPivLu().solve(
                                                           DenseMatrix(K.bottomLeftCorner(m, 5)));
  EXPECT_LT((stiffness(5) - expected).cwiseAbs().maxCoeff(), 1e-10 * expected.cwiseAbs().maxCoeff());
}

// More unknowns than dense matrices serve; retained nodes at the end of a row of cubes under a force there.
TEST_F(SubstructureTest, ManyUnknownsAreCondensed) {
  std::string rod = "*NODE, NSET=ALL\n";
  for (int i = 0; i <= 20; ++i)
    for (int j = 0; j < 4; ++j)
      rod += fmt::format("{}, {}., {}., {}.\n", 4 * i + j + 1, i, j == 1 || j == 2 ? 1 : 0, j / 2);
  rod += "*ELEMENT, TYPE=C3D8, ELSET=E\n";
  for (int i = 0; i < 20; ++i) {
    rod += fmt::format("{}", i + 1);
    for (const int k : {1, 5, 6, 2, 4, 8, 7, 3}) rod += fmt::format(", {}", 4 * i + k);
    rod += "\n";
  }
  rod +=
      "*BOUNDARY\n1, 1, 3\n2, 1, 3\n3, 1, 3\n4, 1, 3\n*MATERIAL, NAME=M\n*ELASTIC\n2.1e5, 0.3\n"
      "*SOLID SECTION, ELSET=E, MATERIAL=M\n";
  ASSERT_EQ(run(rod + generate("83, 1, 3\n")).exit_status, 0);
  const DenseMatrix S = stiffness(3);
  ASSERT_EQ(run(rod + "*NSET, NSET=N\n83\n*STEP\n*STATIC\n*CLOAD\n83, 1, 300.\n83, 2, -2.\n83, 3, 5.\n"
                      "*NODE PRINT, NSET=N\nU\n*END STEP\n")
                .exit_status,
            0);
  const std::vector<double> u = line("displacements", "83");
  EXPECT_LT((S * Vector3(u[0], u[1], u[2]) - Vector3(300, -2, 5)).norm(), 1e-2);
}

TEST_F(SubstructureTest, TheFileIsAUserElement) {
  ASSERT_EQ(run(cube(generate("TOP, 3\n7, 1, 2\n", "", ""), "*ELASTIC\n200., .25\n")).exit_status, 0);
  const std::string text = io::test::read(folder_ / "out" / "Sub.mtx");
  EXPECT_THAT(text,
              StartsWith("**\n** GENERATION OF SUBSTRUCTURE\n*USER ELEMENT,NODES=          6,LINEAR\n"
                         "** ELEMENT NODES\n"
                         "**         5,         6,         7,         7,         7,         8,\n"
                         "         3\n         2,         3\n         3,         3\n         4,         1\n"
                         "         5,         2\n         6,         3\n*MATRIX,TYPE=STIFFNESS\n"));
  const std::string numbers = text.substr(text.find("STIFFNESS\n") + 10);
  EXPECT_EQ(std::ranges::count(numbers, '\n'), 1 + 1 + 1 + 1 + 2 + 2);
  EXPECT_EQ(numbers.find('\n'), 21u);
}

// A set of *NSET keeps its order, and what is named twice is one.
TEST_F(SubstructureTest, NodesKeepTheOrderOfTheirSet) {
  ASSERT_EQ(run(cube("*NSET, NSET=CROSS\n7, 5\n" + generate("CROSS, 3\n5, 3\n6, 3\n"))).exit_status, 0);
  EXPECT_THAT(io::test::read(folder_ / "out" / "Sub.mtx"),
              HasSubstr("**         7,         5,         6,\n"));
}

// Forces on the retained nodes move them by S^-1 f, also where equations tie nodes.
TEST_F(SubstructureTest, EquationsHold) {
  const std::string tie = "*EQUATION\n2\n6, 1, 1., 7, 1, -1.\n2\n6, 3, 1., 8, 3, 1.\n";
  ASSERT_EQ(run(cube(tie + generate("7, 1, 3\n6, 3\n"))).exit_status, 0);
  const DenseMatrix S = stiffness(4);
  ASSERT_EQ(run(cube(tie + "*STEP\n*STATIC\n*CLOAD\n7, 1, 1.\n7, 2, -2.\n7, 3, .5\n6, 3, 3.\n"
                           "*NODE PRINT, NSET=TOP\nU\n*END STEP\n"))
                .exit_status,
            0);
  const std::vector<double> u_7 = line("displacements", "7"), u_6 = line("displacements", "6");
  const Vector f = S * Eigen::Vector4d(u_7[0], u_7[1], u_7[2], u_6[2]);
  EXPECT_LT((f - Eigen::Vector4d(1, -2, .5, 3)).norm(), 1e-5);
}

// With PERTURBATION the stiffness of the stresses counts: what a small further force moves.
TEST_F(SubstructureTest, LoadedStatesHaveTheStiffnessOfTheirStresses) {
  const auto pull = [](const std::string& further) {
    return "*STEP, NLGEOM\n*STATIC\n.5, 1.\n*CLOAD\nTOP, 3, 4.\n" + further +
           "*NODE PRINT, NSET=TOP\nU\n*END STEP\n";
  };
  const std::string retained = "7, 1, 3\n";
  ASSERT_EQ(run(cube(pull("") + generate(retained, ", PERTURBATION"))).exit_status, 0);
  const DenseMatrix S = stiffness(3);
  ASSERT_EQ(run(cube(pull("") + generate(retained))).exit_status, 0);
  EXPECT_GT((stiffness(3) - S).norm(), 0.01 * S.norm());
  const auto moved = [&](const std::string& further) {
    EXPECT_EQ(run(cube(pull(further))).exit_status, 0);
    const std::vector<double> u = line("time  0.1000000E+01", "7");
    return Vector3(u.at(0), u.at(1), u.at(2));
  };
  const Vector3 u = (moved("7, 1, .01\n7, 2, -.02\n") - moved("7, 1, -.01\n7, 2, .02\n")) / 2;
  EXPECT_LT((S * u - Vector3(.01, -.02, 0)).norm(), 5e-6);
}

TEST_F(SubstructureTest, WhatCannotBeRetainedIsRefused) {
  refuses(cube(generate("1, 3\n")),
          "degree of freedom 3 of node 1 cannot be retained: it is held (*BOUNDARY)");
  refuses(cube(generate("99, 3\n")), "cannot be retained: the node belongs to no element");
  refuses(cube(generate("7, 1, 4\n")), "retained degrees of freedom are 1 to 3");
  refuses(cube("*TRANSFORM, NSET=TOP\n1., 1., 0., -1., 1., 0.\n" + generate("6, 3\n")), "axes of its own");
  refuses(cube(generate("")), "names no nodes");
  refuses(cube(generate("TIP, 3\n")), "named 'TIP'");
  refuses(cube(generate("TOP\n")), "a whole number is expected");
  refuses(
      "*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=CPE4, ELSET=E\n1, 1, 2, 3, 4\n"
      "*BOUNDARY\n1, 1, 2\n2, 2\n*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*SOLID SECTION, ELSET=E, "
      "MATERIAL=M\n" +
          generate("3, 3\n"),
      "the model lies in a plane");
  const std::string twin =
      "*NODE\n21, 5., 0., 0.\n22, 6., 0., 0.\n23, 6., 1., 0.\n24, 5., 1., 0.\n25, 5., 0., 1.\n"
      "26, 6., 0., 1.\n27, 6., 1., 1.\n28, 5., 1., 1.\n"
      "*ELEMENT, TYPE=C3D8, ELSET=ALL\n2, 21, 22, 23, 24, 25, 26, 27, 28\n";
  refuses(cube(generate("7, 1, 3\n")).replace(0, 0, twin), "move freely with the retained degrees");
}

TEST_F(SubstructureTest, CardsBelongTogether) {
  const std::string retained = "*RETAINED NODAL DOFS\n7, 1\n",
                    output = "*SUBSTRUCTURE MATRIX OUTPUT, STIFFNESS=YES\n";
  const auto step = [](const std::string& lines) {
    return cube("*STEP\n*SUBSTRUCTURE GENERATE\n" + lines + "*END STEP\n");
  };
  refuses(step(retained), "needs *SUBSTRUCTURE MATRIX OUTPUT");
  refuses(step(output), "needs *RETAINED NODAL DOFS");
  refuses(step(retained + "*SUBSTRUCTURE MATRIX OUTPUT\n"), "STIFFNESS=YES is expected");
  refuses(step(retained + "*SUBSTRUCTURE MATRIX OUTPUT, STIFFNESS=YES, OUTPUT FILE=RESULTS FILE\n"),
          "OUTPUT FILE=RESULTS FILE is not supported");
  refuses(cube("*STEP\n*STATIC\n" + retained + "*END STEP\n"), "belongs behind *SUBSTRUCTURE GENERATE");
  ASSERT_EQ(run(step(retained + output)).exit_status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "a.mtx"));
}

}  // namespace
}  // namespace jounce
