// Every element type of input files, from the file to its matrices.

#include <gtest/gtest.h>

#include <cmath>

#include "input_files.h"
#include "keyword/input.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

using test::read_matrix;

constexpr double kDensity = 2, kThickness = 0.5;

/// Places of the nodes: the reference cell, rings one radius away from the axis.
std::vector<Vector3> places(const keyword::ElementType& type) {
  if (type.dimension == 1) return {{1, 0, 0}, {2, 0, 0}};
  auto nodes = reference_nodes(*find_shape(type.dimension, type.nodes));
  const Vector3 least = nodes[0];  // some reference cells reach from -1 to 1
  for (Vector3& x : nodes) x = x - least + Vector3::UnitX();
  return nodes;
}

/// Mass of the reference cell, from its size and centre.
double mass(const keyword::ElementType& type) {
  if (type.dimension == 1) return kDensity * kThickness;
  const CellShape shape = *find_shape(type.dimension, type.nodes);
  const int corners = topology(shape).corners;
  const bool triangle = corners == 3;
  if (type.dimension == 3) return kDensity * (corners == 4 ? 1.0 / 6 : corners == 6 ? 1.0 : 8.0);
  const double area = triangle ? 0.5 : 4.0, radius = triangle ? 4.0 / 3 : 2.0;
  return kDensity * area * (type.plane == "axisymmetric" ? 2 * M_PI * radius : kThickness);
}

std::string input(const std::string& name, const std::vector<Vector3>& nodes, int coordinates) {
  std::string text = "*NODE\n", element = "*ELEMENT, TYPE=" + name + ", ELSET=E\n1";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    text += std::to_string(i + 1);
    for (int k = 0; k < coordinates; ++k) text += ", " + std::to_string(nodes[i][k]);
    text += "\n";
    element += (i == 12 ? ",\n" : ", ") + std::to_string(i + 1);
  }
  return text + element +
         "\n*MATERIAL, NAME=M\n*ELASTIC\n200., .25\n*DENSITY\n2.\n*SOLID SECTION, ELSET=E, MATERIAL=M\n" +
         (name.substr(0, 3) == "C3D" || name.substr(0, 3) == "CAX" ? "" : "0.5\n") +
         "*STEP\n*MATRIX GENERATE, STIFFNESS, MASS\n*MATRIX OUTPUT, STIFFNESS, MASS, FORMAT=COORDINATE\n"
         "*END STEP\n";
}

class ElementTypes : public testing::TestWithParam<const char*> {};

TEST_P(ElementTypes, HaveTheirMassAndNoForcesInTranslation) {
  const std::string name = GetParam();
  const keyword::ElementType* type = keyword::find_element_type(name);
  ASSERT_NE(type, nullptr);
  const int axes = name[0] == 'T' ? name[1] - '0' : type->dimension;
  const io::test::TemporaryFolder folder;
  io::test::write(folder / "a.inp", input(name, places(*type), axes));
  const RunReport report = test::run_file(folder / "a.inp", folder / "out");
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const auto K = read_matrix(folder / "out" / "a_STIF1.mtx"), M = read_matrix(folder / "out" / "a_MASS1.mtx");
  for (int axis = 0; axis < axes; ++axis) {
    const auto is_along = [&](long number) { return (number - 1) % axes == axis; };
    double total = 0, scale = 0;
    std::map<long, double> forces;
    for (const auto& [place, value] : M)
      if (is_along(place.first) && is_along(place.second)) total += value;
    for (const auto& [place, value] : K) {
      scale = std::max(scale, std::abs(value));
      if (is_along(place.second)) forces[place.first] += value;
    }
    EXPECT_NEAR(total, mass(*type), 1e-12 * mass(*type));
    ASSERT_GT(scale, 10);
    if (type->plane == "axisymmetric" && axis == 0) continue;  // rings widen
    for (const auto& [row, force] : forces) EXPECT_NEAR(force, 0, 1e-12 * scale) << row << " axis " << axis;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ElementTypes,
                         testing::Values("C3D4", "C3D10", "C3D6", "C3D15", "C3D8", "C3D8R", "C3D8I", "C3D20",
                                         "C3D20R", "CPS3", "CPS4", "CPS4R", "CPS4I", "CPS6", "CPS8", "CPS8R",
                                         "CPE3", "CPE4", "CPE4R", "CPE4I", "CPE6", "CPE8", "CPE8R", "CAX3",
                                         "CAX4", "CAX4R", "CAX6", "CAX8", "CAX8R", "T3D2", "T2D2"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace jounce
