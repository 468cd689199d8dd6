#include "scene/packing.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

namespace jounce::scene {
namespace {

using testing::ElementsAre;

/// Number i of packed bytes, as the page reads it.
double unpacked(const PackedFrames& packed, std::size_t i, std::size_t component) {
  if (!packed.is_quantised) {
    float value = 0;
    std::memcpy(&value, packed.bytes.data() + 4 * i, 4);
    return value;
  }
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(packed.bytes[k]); };
  const int q = byte(2 * i) + 256 * byte(2 * i + 1);
  return q == 65535 ? NAN
                    : packed.low[component] + (packed.high[component] - packed.low[component]) * q / 65534;
}

// Two frames of three rows of two components: the rows of a component follow each other.
const std::vector<std::vector<float>> kFrames = {{1, 10, 2, 20, 3, 30}, {4, -40, 5, 50, NAN, 60}};

TEST(Packing, KeepsNumbersByComponents) {
  const PackedFrames packed = pack_frames(kFrames, 2, false);
  EXPECT_EQ(packed.bytes.size(), 48u);
  EXPECT_THAT(packed.low, ElementsAre(1, -40));
  EXPECT_THAT(packed.high, ElementsAre(5, 60));
  const double expected[] = {1, 2, 3, 10, 20, 30, 4, 5, NAN, -40, 50, 60};
  for (std::size_t i = 0; i < 12; ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(unpacked(packed, i, 0)));
    } else {
      EXPECT_EQ(unpacked(packed, i, i / 3 % 2), expected[i]) << i;
    }
  }
}

TEST(Packing, QuantisesToTheStatedError) {
  const PackedFrames packed = pack_frames(kFrames, 2, true);
  EXPECT_EQ(packed.bytes.size(), 24u);
  const double expected[] = {1, 2, 3, 10, 20, 30, 4, 5, NAN, -40, 50, 60};
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t component = i / 3 % 2;
    const double error = (packed.high[component] - packed.low[component]) / 131068 * (1 + 1e-9);
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(unpacked(packed, i, component)));
    } else {
      EXPECT_NEAR(unpacked(packed, i, component), expected[i], error) << i;
    }
  }
  EXPECT_EQ(unpacked(packed, 0, 0), 1);  // ends of the range are exact
  EXPECT_EQ(unpacked(packed, 7, 0), 5);
}

TEST(Packing, NeedsNoBytesForOneValue) {
  const PackedFrames packed = pack_frames({{3, 7, 3, 7}, {3, 7, 3, 7}}, 2, true);
  EXPECT_TRUE(packed.bytes.empty());
  EXPECT_THAT(packed.low, ElementsAre(3, 7));
  EXPECT_FALSE(pack_frames({{3, 7, 3, NAN}}, 2, false).bytes.empty());
}

TEST(Packing, IsLittleEndian) {
  EXPECT_EQ(bytes_of(std::vector<std::int32_t>{1, -2}), std::string("\x01\0\0\0\xfe\xff\xff\xff", 8));
  EXPECT_EQ(bytes_of(std::vector<float>{1.0F}), std::string("\0\0\x80\x3f", 4));
  EXPECT_EQ(float_bytes(std::vector<double>{-2.0}), std::string("\0\0\0\xc0", 4));
}

}  // namespace
}  // namespace jounce::scene
