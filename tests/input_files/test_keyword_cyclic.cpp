// Sectors of rings (*TIE, CYCLIC SYMMETRY) in input files, against CalculiX 2.20 and whole rings.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "keyword_run.h"

namespace jounce {
namespace {

using test::KeywordRunTest;
using ::testing::HasSubstr;

const std::string kSides =
    "*SURFACE, NAME=RIGHT, TYPE=NODE\nNRIGHT\n*SURFACE, NAME=LEFT, TYPE=NODE\nNLEFT\n"
    "*TIE, CYCLIC SYMMETRY, NAME=T, POSITION TOLERANCE=.01\nLEFT, RIGHT\n";
const std::string kMaterial =
    "*MATERIAL, NAME=EL\n*ELASTIC\n200., .25\n*DENSITY\n2.\n*SOLID SECTION, ELSET=ALL, MATERIAL=EL\n";
std::string model(int sectors) {
  return fmt::format("*CYCLIC SYMMETRY MODEL, N={}, TIE=T, ELSET=ALL\n0., 0., 0., 0., 0., 1.\n", sectors);
}

/// `around` of `sectors` parts of a ring of radii 1 to 2 and height 0.4, two C3D8 each; a whole ring is
/// closed. Nodes are numbered from the inside outwards, then around, then upwards.
std::string ring(int sectors, int around) {
  const bool is_whole = around == sectors;
  const int columns = is_whole ? around : around + 1;
  const auto node = [&](int i, int j, int k) { return 1 + i + 3 * (j % columns) + 3 * columns * k; };
  std::string text = "*NODE, NSET=NALL\n", left, right, inner;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < 3; ++i) {
        const double angle = 2 * std::numbers::pi * j / sectors, r = 1 + .5 * i;
        text += fmt::format("{}, {:.14f}, {:.14f}, {}\n", node(i, j, k), r * std::cos(angle),
                            r * std::sin(angle), .4 * k);
        if (j == 0) right += fmt::format("{},\n", node(i, j, k));
        if (j == around) left += fmt::format("{},\n", node(i, j, k));
        if (i == 0 && k == 0 && (is_whole || j < around)) inner += fmt::format("{},\n", node(i, j, k));
      }
  text += "*ELEMENT, TYPE=C3D8, ELSET=ALL\n";
  for (int j = 0, number = 1; j < around; ++j)
    for (int i = 0; i < 2; ++i, ++number)
      text += fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}\n", number, node(i, j, 0), node(i + 1, j, 0),
                          node(i + 1, j + 1, 0), node(i, j + 1, 0), node(i, j, 1), node(i + 1, j, 1),
                          node(i + 1, j + 1, 1), node(i, j + 1, 1));
  text += "*NSET, NSET=INNER\n" + inner + kMaterial;
  return is_whole
             ? text
             : text + "*NSET, NSET=NLEFT\n" + left + "*NSET, NSET=NRIGHT\n" + right + kSides + model(sectors);
}
std::string frequencies(int first, int last, int count = 6) {
  return fmt::format("*FREQUENCY\n{}\n*SELECT CYCLIC SYMMETRY MODES, NMIN={}, NMAX={}\n*END STEP\n", count,
                     first, last);
}

class CyclicTest : public KeywordRunTest {
 protected:
  /// Of the tables of frequencies, in the order of the file.
  std::vector<double> eigenvalues() const {
    std::vector<double> values;
    bool is_table = false;
    std::istringstream text(printed_);
    for (std::string row; std::getline(text, row);) {
      if (row.find("E I G E N V A L U E   O U T P U T") != std::string::npos) is_table = true;
      if (row.find("P A R T I C I P A T I O N") != std::string::npos) is_table = false;
      std::istringstream words(row);
      int diameter = 0, mode = 0;
      double value = 0;
      if (is_table && words >> diameter >> mode >> value) values.push_back(value);
    }
    return values;
  }
};

void expect_equal(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], tolerance * std::abs(expected[i])) << i;
}

TEST_F(CyclicTest, ModesAreThoseOfCalculiX) {
  const RunReport report = run(ring(6, 1) + "*BOUNDARY\nINNER, 1, 3\n*STEP\n" + frequencies(0, 3));
  ASSERT_EQ(report.exit_status, 0) << report.message;
  EXPECT_THAT(report.message, HasSubstr("nodal diameter 2, mode 1: 0.57"));
  expect_equal(eigenvalues(),
               {17.69835, 17.69835, 34.09714, 34.09714, 194.7370, 194.7370, 11.99649, 11.99649,
                73.84857, 73.84857, 202.8929, 202.8929, 13.11697, 13.11697, 137.6364, 137.6364,
                305.7804, 305.7804, 29.59903, 29.59903, 227.2428, 227.2428, 283.2292, 283.2292},
               1e-6);
}

/// The modes of the whole ring, by nodal diameter: those of 1 and 2 twice, as the sector's complex ones.
TEST_F(CyclicTest, SectorsTogetherAreTheWholeRing) {
  std::vector<double> sector;
  for (int diameter = 0; diameter <= 3; ++diameter) {
    ASSERT_EQ(
        run(ring(6, 1) + "*BOUNDARY\nINNER, 1, 3\n*STEP\n" + frequencies(diameter, diameter)).exit_status, 0);
    const std::vector<double> own = eigenvalues();
    for (std::size_t i = 0; i < own.size(); ++i)
      if (diameter == 1 || diameter == 2 || i % 2 == 0) sector.push_back(own[i]);
  }
  std::ranges::sort(sector);
  sector.resize(8);  // below what the six of each leave out
  ASSERT_EQ(run(ring(6, 6) + "*BOUNDARY\nINNER, 1, 3\n*STEP\n*FREQUENCY\n8\n*END STEP\n").exit_status, 0);
  std::vector<double> whole;
  for (int mode = 1; mode <= 8; ++mode)
    whole.push_back(line("E I G E N V A L U E", std::to_string(mode)).at(0));
  expect_equal(sector, whole, 1e-6);
}

/// Rotation at 4 = omega^2: the values of CalculiX 2.20, along the radius and the axis.
TEST_F(CyclicTest, StatesAlikeInAllSectors) {
  const std::string text = ring(12, 2) +
                           "*TRANSFORM, NSET=NALL, TYPE=C\n0., 0., 0., 0., 0., 1.\n*BOUNDARY\nINNER, 2, 3\n"
                           "*STEP\n*STATIC\n*DLOAD\nALL, CENTRIF, 4., 0., 0., 0., 0., 0., 1.\n"
                           "*NODE PRINT, NSET=NALL\nU\n*END STEP\n";
  std::string six = text;
  six.replace(six.find("N=12"), 4, "N=6");
  const RunReport report = run(six);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  for (const char* node : {"1", "4", "7"}) {  // both sides and the middle
    EXPECT_NEAR(line("displacements", node).at(0), .1281477, 1e-7) << node;
    EXPECT_NEAR(line("displacements", node).at(1), 0, 1e-10) << node;
  }
  EXPECT_NEAR(line("displacements", "9").at(0), .1178118, 1e-7);
  EXPECT_NEAR(line("displacements", "9").at(2), -.003734702, 1e-8);
}

/// Modes about a pressed state: the values of CalculiX 2.20.
TEST_F(CyclicTest, ModesAboutALoadedState) {
  std::string text =
      ring(12, 2) +
      "*BOUNDARY\nINNER, 1, 3\n*STEP\n*STATIC\n*DLOAD\nALL, P2, .3\n*END STEP\n*STEP, PERTURBATION\n" +
      frequencies(2, 2);
  text.replace(text.find("N=12"), 4, "N=6");
  ASSERT_EQ(run(text).exit_status, 0);
  expect_equal(eigenvalues(), {7.581959, 7.581959, 113.2487, 113.2487, 115.2917, 115.2917}, 1e-6);
}

/// Six wedges that meet on the axis: free motions are those along and about it (0), across it (1); no others.
TEST_F(CyclicTest, NodesOnTheAxis) {
  std::string text = "*NODE, NSET=NALL\n";
  for (int k = 0; k < 2; ++k)
    text += fmt::format("{}, 0., 0., {}\n{}, 1., 0., {}\n{}, .5, {:.14f}, {}\n", 3 * k + 1, .5 * k, 3 * k + 2,
                        .5 * k, 3 * k + 3, std::sqrt(.75), .5 * k);
  text +=
      "*ELEMENT, TYPE=C3D6, ELSET=ALL\n1, 1, 2, 3, 4, 5, 6\n*NSET, NSET=NRIGHT\n1, 2, 4, 5\n*NSET, "
      "NSET=NLEFT\n"
      "1, 3, 4, 6\n" +
      kMaterial + kSides + model(6) + "*STEP\n" + frequencies(0, 3, 5);
  const RunReport report = run(text);
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const std::vector<double> found = eigenvalues();
  ASSERT_EQ(found.size(), 20U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_free = i < 10 && i % 5 < 4;
    EXPECT_EQ(std::abs(found[i]) < 1e-6, is_free) << i << ": " << found[i];
  }
}

TEST_F(CyclicTest, WhatIsWrongIsSaid) {
  const auto message = [&](const std::string& from, const std::string& to) {
    std::string text = ring(6, 1) + "*STEP\n" + frequencies(0, 3);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return run(text.replace(at, from.size(), to)).message;
  };
  EXPECT_THAT(message("N=6", "N=1"), HasSubstr("N, the number of sectors, is 1; at least 2 are required"));
  EXPECT_THAT(message("N=6", "N=7"),
              HasSubstr("of 'LEFT' has no partner in 'RIGHT': the nearest one in the next sector"));
  EXPECT_THAT(message("LEFT, RIGHT", "LEFT, RIGTH"), HasSubstr("there is no surface named 'RIGTH'"));
  EXPECT_THAT(message("TIE=T,", "TIE=U,"), HasSubstr("no *CYCLIC SYMMETRY MODEL names this *TIE"));
  EXPECT_THAT(message("0., 0., 1.\n", "0., 0., 0.\n"), HasSubstr("the two points of the axis are the same"));
  EXPECT_THAT(message("NMIN=0", "NMIN=4"), HasSubstr("nodal diameters from 4 to 3: there are none"));
  EXPECT_THAT(message("*FREQUENCY\n6\n", "*STATIC\n"),
              HasSubstr("*SELECT CYCLIC SYMMETRY MODES is for steps with *FREQUENCY, not *STATIC"));
  EXPECT_THAT(
      message("*END STEP\n", "*END STEP\n*STEP\n*MODAL DYNAMIC\n.1, 1.\n*END STEP\n"),
      HasSubstr("*MODAL DYNAMIC needs a step with *FREQUENCY before it, of modes without nodal diameters"));
  EXPECT_THAT(message("POSITION TOLERANCE=.01", "POSITION TOLERANCE=9."),
              ::testing::Not(HasSubstr("partner")));
  EXPECT_THAT(message("NAME=T, ", "NAME=T, MULTISTAGE, "),
              HasSubstr("*TIE with the parameter MULTISTAGE is not supported"));
}

}  // namespace
}  // namespace jounce
