#include "io/cell_picture.h"

#include <gmock/gmock.h>

#include <set>
#include <sstream>

namespace jounce::io {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Unit cubes in a row along x.
FieldMesh cubes(int count) {
  FieldMesh mesh;
  for (int i = 0; i <= count; ++i)
    for (const double y : {0.0, 1.0})
      for (const double z : {0.0, 1.0}) mesh.points.insert(mesh.points.end(), {static_cast<double>(i), y, z});
  mesh.offsets = {0};
  for (int i = 0; i < count; ++i) {
    for (const int k : {0, 4, 6, 2, 1, 5, 7, 3}) mesh.connectivity.push_back(4 * i + k);
    mesh.offsets.push_back(8 * (i + 1));
    mesh.types.push_back(12);
  }
  return mesh;
}

/// Blocks of rows of the data named `name`.
std::vector<std::string> blocks(const std::string& script, const std::string& name) {
  const std::size_t start = script.find("$" + name + " << END_OF_DATA\n");
  if (start == std::string::npos) return {};
  std::istringstream lines(script.substr(start));
  std::string line;
  std::getline(lines, line);
  std::vector<std::string> found(1);
  while (std::getline(lines, line) && line != "END_OF_DATA") {
    if (line.empty())
      found.emplace_back();
    else
      found.back() += line + '\n';
  }
  found.pop_back();
  return found;
}

TEST(CellPicture, SharedFacesOfSolidsAreLeftOut) {
  const std::vector<double> parts = {0, 1, 1};
  EXPECT_EQ(blocks(cell_picture_script(cubes(1), {parts.data(), 1}, "", "a.png"), "faces").size(), 6U);
  EXPECT_EQ(blocks(cell_picture_script(cubes(3), parts, "", "a.png"), "faces").size(), 14U);
}

TEST(CellPicture, NearFacesCoverFarOnes) {
  const std::vector<double> parts = {0};
  const auto faces = blocks(cell_picture_script(cubes(1), parts, "", "a.png"), "faces");
  ASSERT_EQ(faces.size(), 6U);
  // Seen from (0.5, -0.75, 0.45): the face y = 0 is nearest, then x = 1, then z = 1; y = 1 is farthest. A
  // face has four corners of its own shade; the near corner (1, 0, 1) is in the last three and in no other.
  const auto has_near_corner = [](const std::string& face) {
    // right = (0.75, 0.5, 0) / |..| = (0.832, 0.555, 0)
    return face.find("0.83205 0.") != std::string::npos;
  };
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(has_near_corner(faces[i]), i > 2) << i << ":\n" << faces[i];
}

TEST(CellPicture, PlaneIsSeenFromAbove) {
  FieldMesh mesh;
  mesh.points = {0, 0, 0, 2, 0, 0, 2, 1, 0, 3, 3, 0};
  mesh.connectivity = {0, 1, 2, 2, 3, 3};
  mesh.offsets = {0, 3, 5, 6};
  mesh.types = {5, 3, 1};
  const std::vector<double> parts = {0, 1, -1};
  const std::string script = cell_picture_script(mesh, parts, "It's a test", "a.png");
  EXPECT_THAT(script, HasSubstr("0 0 29362\n2 0 29362\n2 1 29362\n"));                    // 0x0072b2
  EXPECT_THAT(script, HasSubstr("$lines << END_OF_DATA\n2 1 15113984\n3 3 15113984\n"));  // 0xe69f00
  EXPECT_THAT(script, HasSubstr("$points << END_OF_DATA\n3 3 11184810\n"));               // 0xaaaaaa
  EXPECT_THAT(script, HasSubstr("'It''s a test'"));
  EXPECT_THAT(script, HasSubstr("title 'part 1'"));
  EXPECT_THAT(script, HasSubstr("title 'ground'"));
  EXPECT_THAT(script, HasSubstr("border lc"));
}

TEST(CellPicture, ColoursDiffer) {
  EXPECT_EQ(part_colour(0), "#0072b2");
  EXPECT_EQ(part_colour(-1), "#aaaaaa");
  std::set<std::string> colours;
  for (int part = -1; part < 64; ++part) colours.insert(part_colour(part));
  EXPECT_EQ(colours.size(), 65U);
}

TEST(CellPicture, ManyPartsHaveNoLegend) {
  const FieldMesh mesh = cubes(20);
  std::vector<double> parts(20);
  for (std::size_t i = 0; i < 20; ++i) parts[i] = static_cast<double>(i);
  EXPECT_THAT(cell_picture_script(mesh, parts, "", "a.png"), Not(HasSubstr("keyentry")));
}

}  // namespace
}  // namespace jounce::io
