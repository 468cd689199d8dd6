#include "picture/link_path.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace jounce::picture {
namespace {

const Vector3 kFrom(1, 2, 3), kTo(1, 2, 13);

/// Greatest distance from the line between the places.
double width(const std::vector<std::array<Vector3, 2>>& lines) {
  double most = 0;
  for (const auto& line : lines)
    for (const Vector3& x : line) most = std::max(most, (x - kFrom).head<2>().norm());
  return most;
}

TEST(LinkPath, JoinsTheTwoPlaces) {
  for (const char* kind : {"spring", "damper", "actuator", "rod", "rope"}) {
    const auto lines = link_path(kind, kFrom, kTo, 0.5);
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line[0] == kFrom; }))
        << kind;
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line[1] == kTo; }))
        << kind;
    for (const auto& line : lines)
      for (const Vector3& x : line) {
        EXPECT_GE(x.z(), kFrom.z()) << kind;
        EXPECT_LE(x.z(), kTo.z()) << kind;
      }
  }
}

TEST(LinkPath, IsAsWideAsThereIsRoom) {
  EXPECT_EQ(link_path("rod", kFrom, kTo, 0.5).size(), 1u);
  for (const char* kind : {"spring", "damper", "actuator"}) {
    EXPECT_NEAR(width(link_path(kind, kFrom, kTo, 0.5)), 0.5, 1e-12) << kind;
    EXPECT_NEAR(width(link_path(kind, kFrom, kTo, 50)), 2, 1e-12) << kind << ": a fifth of the length";
  }
}

TEST(LinkPath, OfOnePlaceIsThatPlace) {
  const auto lines = link_path("spring", kFrom, kFrom, 1);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0][1], kFrom);
}

}  // namespace
}  // namespace jounce::picture
