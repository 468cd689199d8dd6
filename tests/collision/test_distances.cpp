#include "collision/distances.h"

#include <gtest/gtest.h>

#include "oracle.h"

namespace jounce::collision {
namespace {

double distance(const Vector3& p, const Vector3& d, const Vector3& q, const Vector3& e,
                const SegmentPair& at) {
  return (p + at.s * d - q - at.t * e).norm();
}

TEST(Distances, OfSegmentsAgreeWithTheirDifference) {
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const Vector3 p = random.vector(1), d = random.vector(1), q = random.vector(1);
    // every third pair parallel, or nearly so
    const Vector3 e =
        i % 3 ? random.vector(1) : Vector3(random.in(-2, 2) * d + random.vector(i % 2 ? 1e-9 : 0));
    const SegmentPair at = nearest_of_segments(p, d, q, e);
    EXPECT_TRUE(at.s >= 0 && at.s <= 1 && at.t >= 0 && at.t <= 1);
    EXPECT_NEAR(distance(p, d, q, e, at), signed_distance({p, p + d}, {q, q + e}), 1e-8) << i;
  }
}

TEST(Distances, OfSegmentsWithoutLength) {
  const Vector3 p(1, 2, 3), zero = Vector3::Zero(), d(2, 0, 0);
  EXPECT_EQ(nearest_of_segments(p, zero, zero, zero).s, 0);
  EXPECT_EQ(nearest_of_segments(p, zero, Vector3(0, 2, 3), d).t, 0.5);
  EXPECT_EQ(nearest_of_segments(Vector3(0, 2, 3), d, p, zero).s, 0.5);
  EXPECT_EQ(nearest_on_segment(p, zero, p), 0);
  EXPECT_EQ(nearest_on_segment(zero, d, p), 0.5);
  EXPECT_EQ(nearest_on_segment(zero, d, Vector3(5, 1, 1)), 1);
}

}  // namespace
}  // namespace jounce::collision
