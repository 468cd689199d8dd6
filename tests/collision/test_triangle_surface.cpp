#include "collision/triangle_surface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "oracle.h"
#include "surfaces.h"

namespace jounce::collision {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(TriangleSurface, TreeFindsTheTrianglesInABox) {
  Random random(1);
  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int t = 0; t < 500; ++t) {
    const Vector3 at = random.vector(5);
    for (int k = 0; k < 3; ++k) vertices.push_back(at + random.vector(0.5));
    triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  const Shape shape = make_surface(vertices, triangles);
  const TriangleSurface& surface = *shape.surface;
  for (int i = 0; i < 200; ++i) {
    const Vector3 middle = random.vector(5), half = random.vector(2).cwiseAbs();
    std::set<int> found, expected;
    surface.for_each_in(middle - half, middle + half, [&](int t) { EXPECT_TRUE(found.insert(t).second); });
    for (int t = 0; t < 500; ++t) {
      Vector3 low = vertices[3 * t], high = low;
      for (int k = 1; k < 3; ++k) {
        low = low.cwiseMin(vertices[3 * t + k]);
        high = high.cwiseMax(vertices[3 * t + k]);
      }
      if ((low.array() <= (middle + half).array()).all() && (high.array() >= (middle - half).array()).all())
        expected.insert(t);
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(TriangleSurface, JoinsVerticesAndKnowsNeighbours) {
  const Shape shape = make_surface({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                                   {{0, 1, 2}, {3, 4, 5}});  // two triangles that share no numbers
  const TriangleSurface& surface = *shape.surface;
  EXPECT_EQ(surface.vertices.size(), 4u);
  EXPECT_EQ(surface.edges.size(), 5u);
  int inner = 0;
  for (const auto& edge : surface.edges) inner += edge.triangles[1] >= 0;
  EXPECT_EQ(inner, 1);
}

TEST(TriangleSurface, KnowsWhereItIsFlat) {
  const Shape floor = floor_surface(4, 1, [](double, double) { return 0.0; });
  int flat = 0;
  for (const char is_flat : floor.surface->is_flat) flat += is_flat;
  EXPECT_EQ(flat, 8);  // the two by two cells that touch no boundary
  const Shape dent = floor_surface(4, 1, [](double x, double y) { return x == 0 && y == 0 ? -0.1 : 0.0; });
  for (const char is_flat : dent.surface->is_flat) EXPECT_EQ(is_flat, 0);
}

TEST(TriangleSurface, RefusesWrongTriangles) {
  const auto fails = [](const char* message) {
    return ThrowsMessage<std::invalid_argument>(HasSubstr(message));
  };
  const std::vector<Vector3> vertices{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}};
  EXPECT_THAT([&] { make_surface(vertices, {}); }, fails("without triangles"));
  EXPECT_THAT(
      [&] {
        make_surface(vertices, {{0, 1, 3}, {0, 1, 4}});
      },
      fails("triangle 1 has vertex 4; there are 4"));
  EXPECT_THAT([&] { make_surface(vertices, {{-1, 1, 3}}); }, fails("triangle 0 has vertex -1"));
  EXPECT_THAT([&] { make_surface(vertices, {{0, 1, 2}}); }, fails("triangle 0 has no area"));
  EXPECT_THAT([&] { make_surface(vertices, {{0, 1, 1}}); }, fails("triangle 0 has no area"));
  EXPECT_THAT(
      [] {
        make_surface({{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}}, {{0, 1, 2}});
      },
      fails("not finite"));
}

}  // namespace
}  // namespace jounce::collision
