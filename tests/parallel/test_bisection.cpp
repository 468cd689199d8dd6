#include "parallel/bisection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "la/types.h"

namespace jounce::parallel {
namespace {

std::vector<Vector3> lattice(int nx, int ny, int nz) {
  std::vector<Vector3> points;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) points.emplace_back(x, y, z);
  return points;
}

std::map<int, double> weights_of(const std::vector<int>& parts, const std::vector<double>& weights) {
  std::map<int, double> sums;
  for (std::size_t i = 0; i < parts.size(); ++i) sums[parts[i]] += weights[i];
  return sums;
}

TEST(Bisection, CutsAcrossTheLongestSide) {
  const std::vector<Vector3> points = lattice(8, 2, 3);
  const std::vector<int> parts = bisect(points, std::vector<double>(points.size(), 1.0), 2);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(parts[i], points[i].x() < 4 ? 0 : 1) << i;
}

TEST(Bisection, PartsHaveEqualWeightAlsoWhenTheirNumberIsNoPowerOfTwo) {
  const std::vector<Vector3> points = lattice(12, 10, 5);
  std::vector<double> weights;
  for (const Vector3& point : points) weights.push_back(point.x() < 3 ? 5.0 : 1.0);
  for (const int count : {1, 2, 3, 5, 7}) {
    const std::map<int, double> sums = weights_of(bisect(points, weights, count), weights);
    ASSERT_EQ(sums.size(), static_cast<std::size_t>(count));
    for (const auto& [part, sum] : sums) EXPECT_NEAR(sum, 1200.0 / count, 6.0 * count) << count;
  }
}

TEST(Bisection, EqualPlacesAreCutByNumber) {
  const std::vector<Vector3> points(10, Vector3(1, 2, 3));
  const std::vector<int> parts = bisect(points, std::vector<double>(10, 1.0), 2);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(parts[i], i < 5 ? 0 : 1);
}

TEST(Bisection, FewerPointsThanParts) {
  const std::vector<Vector3> points = lattice(3, 1, 1);
  const std::vector<int> parts = bisect(points, std::vector<double>(3, 1.0), 8);
  for (const int part : parts) EXPECT_TRUE(part >= 0 && part < 8);
  EXPECT_EQ(weights_of(parts, {1, 1, 1}).size(), 3U);
  EXPECT_TRUE(bisect({}, {}, 4).empty());
}

}  // namespace
}  // namespace jounce::parallel
