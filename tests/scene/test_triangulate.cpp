#include "scene/triangulate.h"

#include <gtest/gtest.h>

namespace jounce::scene {
namespace {

/// Sum of the areas, each positive when it turns as the polygon does about z.
double area_of(const std::vector<Vector3>& polygon) {
  double sum = 0;
  for (const auto& [a, b, c] : triangulate(polygon)) {
    const double area = (polygon[b] - polygon[a]).cross(polygon[c] - polygon[a]).z() / 2;
    EXPECT_GE(area, 0);
    sum += area;
  }
  return sum;
}

TEST(Triangulate, CutsAnAngleWithoutGoingOutside) {
  // An L of area 3: a fan from any of most of its corners would cover 4.
  const std::vector<Vector3> angle = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  EXPECT_EQ(triangulate(angle).size(), 4u);
  EXPECT_DOUBLE_EQ(area_of(angle), 3);
}

TEST(Triangulate, CutsACross) {
  std::vector<Vector3> cross = {{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {3, 1, 0}, {3, 2, 0}, {2, 2, 0},
                                {2, 3, 0}, {1, 3, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}, {1, 1, 0}};
  EXPECT_DOUBLE_EQ(area_of(cross), 5);
  std::reverse(cross.begin(), cross.end());
  double sum = 0;
  for (const auto& [a, b, c] : triangulate(cross))
    sum += (cross[b] - cross[a]).cross(cross[c] - cross[a]).z() / 2;
  EXPECT_DOUBLE_EQ(sum, -5);
}

TEST(Triangulate, EndsWithWhatHasNoEar) {
  const std::vector<Vector3> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  EXPECT_EQ(triangulate(line).size(), 2u);
  EXPECT_TRUE(triangulate({}).empty());
}

}  // namespace
}  // namespace jounce::scene
