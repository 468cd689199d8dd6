#include "collision/broad_phase.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace jounce::collision {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Boxes : public ::testing::Test {
 public:
  Bounds box(double spread, double least, double largest) {
    std::uniform_real_distribution<double> place(-spread, spread),
        logarithm(std::log(least), std::log(largest));
    const Vector3 low(place(engine), place(engine), place(engine));
    const Vector3 size(std::exp(logarithm(engine)), std::exp(logarithm(engine)), std::exp(logarithm(engine)));
    return {low, low + size};
  }
  std::vector<std::array<int, 2>> expected() const {
    std::vector<std::array<int, 2>> pairs;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t j = i + 1; j < boxes.size(); ++j)
        if (groups[i] != groups[j] && (boxes[i].low.array() <= boxes[j].high.array()).all() &&
            (boxes[j].low.array() <= boxes[i].high.array()).all())
          pairs.push_back({static_cast<int>(i), static_cast<int>(j)});
    return pairs;
  }
  void add(const Bounds& bounds, int group = -1) {
    boxes.push_back(bounds);
    groups.push_back(group < 0 ? 1000 + static_cast<int>(boxes.size()) : group);
  }
  std::vector<std::array<int, 2>> found() {
    std::vector<std::array<int, 2>> pairs;
    broad_phase.find(boxes, groups, pairs);
    return pairs;
  }

  std::mt19937 engine{7};
  BroadPhase broad_phase;
  std::vector<Bounds> boxes;
  std::vector<int> groups;
};

TEST_F(Boxes, PairsOfEqualOnesAreThoseOfBruteForce) {
  for (int i = 0; i < 600; ++i) add(box(1, 0.1, 0.1));
  EXPECT_GT(expected().size(), 100U);
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, PairsOfVeryDifferentSizesAreThoseOfBruteForce) {
  for (int i = 0; i < 500; ++i) add(box(1, 1e-4, 3));
  for (int i = 0; i < 5; ++i) add(box(1, 200, 2000));
  EXPECT_GT(expected().size(), 1000U);
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, UnboundedOnesMeetAllThatTheyReach) {
  add({Vector3(-kInfinity, -kInfinity, -kInfinity), Vector3(kInfinity, kInfinity, 0)});
  add({Vector3(-kInfinity, -kInfinity, -kInfinity), Vector3(-0.5, kInfinity, kInfinity)});
  for (int i = 0; i < 200; ++i) add(box(1, 0.05, 0.2));
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, OfOneGroupDoNotPair) {
  for (int i = 0; i < 200; ++i) add(box(0.5, 0.1, 0.3), i / 3);
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, TouchingOnesPair) {
  add({Vector3::Zero(), Vector3::Ones()});
  add({Vector3(1, 0, 0), Vector3(2, 1, 1)});
  EXPECT_EQ(found().size(), 1U);
}

TEST_F(Boxes, OfNoSizeAndOfNoneArePairsToo) {
  EXPECT_TRUE(found().empty());
  add({Vector3::Ones(), Vector3::Ones()});
  add({Vector3::Ones(), Vector3::Ones()});
  add({Vector3(3, 1, 1), Vector3(3, 1, 1)});
  EXPECT_EQ(found(), expected());
  EXPECT_EQ(found().size(), 1U);
}

TEST_F(Boxes, FarFromTheOriginNothingIsLost) {
  for (int i = 0; i < 300; ++i) {
    Bounds b = box(1, 0.1, 0.4);
    const Vector3 shift(1e7, -3e7, 2e6);
    add({b.low + shift, b.high + shift});
  }
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, FartherThanCellsHaveNumbersAreFound) {
  for (int i = 0; i < 50; ++i) add(box(1, 0.1, 0.1));
  for (const double far : {1e17, -6e149, 1e300})
    for (int i = 0; i < 2; ++i) add({Vector3::Constant(far), Vector3::Constant(far)});
  EXPECT_GE(expected().size(), 3U);
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, WithoutANumberMeetNothing) {
  for (int i = 0; i < 20; ++i) add(box(0.2, 0.1, 0.2));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  add({Vector3::Constant(nan), Vector3::Constant(nan)});
  EXPECT_EQ(found(), expected());
}

TEST_F(Boxes, OfBodiesThatAreNotThereMeetNothing) {
  add({Vector3(-kInfinity, -kInfinity, -kInfinity), Vector3(kInfinity, kInfinity, 0)});
  for (int i = 0; i < 300; ++i) add(i % 3 == 0 ? Bounds::none() : box(0.5, 0.1, 0.3));
  EXPECT_TRUE(Bounds::none().is_none());
  EXPECT_EQ(found(), expected());
  EXPECT_GT(found().size(), 100U);
  for (const auto& [i, j] : found()) EXPECT_FALSE((i > 0 && i % 3 == 1) || j % 3 == 1);
}

}  // namespace
}  // namespace jounce::collision
