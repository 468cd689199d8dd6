#include "picture/raster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "io/colour_map.h"
#include "picture/box_clip.h"
#include "picture/palette.h"

namespace jounce::picture {
namespace {

using testing::ElementsAre;
using Pixel = std::vector<int>;

constexpr int kSize = 20;
constexpr double kS = Raster::kSamples;

Pixel pixel(const Pixels& pixels, int x, int y) {
  const auto* const at = &pixels[4 * static_cast<std::size_t>(y * kSize + x)];
  return {at[0], at[1], at[2], at[3]};
}

Corner corner(double x, double y, double nearness = 0, double value = 0, double w = 1) {
  return {kS * x, kS * y, nearness, w, Vector3::UnitZ(), value};
}

Paint plain(int rgb, float opacity = 1) {
  return {.plain = colour_of(rgb), .is_lit = false, .opacity = opacity};
}

void square(Raster& raster, double low, double high, double nearness, const Paint& paint) {
  raster.triangle({corner(low, low, nearness), corner(high, low, nearness), corner(high, high, nearness)},
                  paint);
  raster.triangle({corner(low, low, nearness), corner(high, high, nearness), corner(low, high, nearness)},
                  paint);
}

TEST(Raster, FillsTrianglesAndLeavesTheGround) {
  Raster raster(kSize, kSize);
  square(raster, 5, 10, 0, plain(0xff0000));
  const Pixels white = raster.pixels(Colour(Colour::Ones()));
  EXPECT_THAT(pixel(white, 5, 5), ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(pixel(white, 9, 9), ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(pixel(white, 10, 9), ElementsAre(255, 255, 255, 255));
  EXPECT_THAT(pixel(raster.pixels(std::nullopt), 4, 5), testing::Contains(0)) << "transparent";
  EXPECT_EQ(pixel(raster.pixels(std::nullopt), 4, 5)[3], 0);
  EXPECT_EQ(pixel(raster.pixels(std::nullopt), 7, 7)[3], 255);
}

TEST(Raster, BordersAreMeans) {
  Raster raster(kSize, kSize);
  square(raster, 5, 10 + 1 / kS, 0, plain(0x000000));
  EXPECT_THAT(pixel(raster.pixels(Colour(Colour::Ones())), 10, 7), ElementsAre(170, 170, 170, 255))
      << "a third is covered";
  EXPECT_EQ(pixel(raster.pixels(std::nullopt), 10, 7)[3], 85);
}

TEST(Raster, WhatIsNearerHides) {
  for (const bool near_first : {true, false}) {
    Raster raster(kSize, kSize);
    if (near_first) square(raster, 5, 10, 1, plain(0xff0000));
    square(raster, 2, 18, 0, plain(0x0000ff));
    if (!near_first) square(raster, 5, 10, 1, plain(0xff0000));
    const Pixels pixels = raster.pixels(std::nullopt);
    EXPECT_THAT(pixel(pixels, 7, 7), ElementsAre(255, 0, 0, 255));
    EXPECT_THAT(pixel(pixels, 15, 7), ElementsAre(0, 0, 255, 255));
  }
}

TEST(Raster, SurfacesCrossWhereTheyAreEquallyNear) {
  Raster raster(kSize, kSize);
  // One rises to the right, the other to the left.
  const auto slope = [&](double left, double right, int rgb) {
    raster.triangle({corner(0, 0, left), corner(20, 0, right), corner(20, 20, right)}, plain(rgb));
    raster.triangle({corner(0, 0, left), corner(20, 20, right), corner(0, 20, left)}, plain(rgb));
  };
  slope(0, 1, 0xff0000);
  slope(1, 0, 0x00ff00);
  const Pixels pixels = raster.pixels(std::nullopt);
  EXPECT_THAT(pixel(pixels, 9, 5), ElementsAre(0, 255, 0, 255));
  EXPECT_THAT(pixel(pixels, 10, 5), ElementsAre(255, 0, 0, 255));
}

TEST(Raster, PlanesLetThrough) {
  Raster raster(kSize, kSize);
  square(raster, 0, 10, 0, plain(0xff0000));
  square(raster, 5, 20, 1, plain(0x0000ff, 0.25F));
  const Pixels pixels = raster.pixels(std::nullopt);
  EXPECT_THAT(pixel(pixels, 2, 2), ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(pixel(pixels, 7, 7), ElementsAre(191, 0, 64, 255));
  EXPECT_THAT(pixel(pixels, 15, 15), ElementsAre(0, 0, 255, 64));
}

TEST(Raster, ColoursAreThoseOfTheColourBar) {
  const ColourScale scale{10, 20};
  Raster raster(kSize, kSize);
  const Paint paint = {.scale = &scale, .is_lit = false};
  // The value grows from 10 at the left to 20 at the right.
  raster.triangle({corner(0, 0, 0, 10), corner(20, 0, 0, 20), corner(20, 20, 0, 20)}, paint);
  raster.triangle({corner(0, 0, 0, 10), corner(20, 20, 0, 20), corner(0, 20, 0, 10)}, paint);
  const Pixels pixels = raster.pixels(std::nullopt);
  for (const int x : {0, 5, 13, 19}) {
    const int rgb = io::map_colour((x + 0.5) / kSize);
    const Pixel here = pixel(pixels, x, 10);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(here[static_cast<std::size_t>(k)], rgb >> (16 - 8 * k) & 255, 2) << x;
  }
  // What is no number has none of them.
  square(raster, 0, 20, 1, {.scale = &scale, .plain = colour_of(0x123456), .is_lit = false});
  const auto none = std::numeric_limits<double>::quiet_NaN();
  raster.triangle({corner(0, 0, 2, none), corner(20, 0, 2, 20), corner(20, 20, 2, 20)},
                  {.scale = &scale, .plain = colour_of(0x123456), .is_lit = false});
  EXPECT_THAT(pixel(raster.pixels(std::nullopt), 15, 5), ElementsAre(0x12, 0x34, 0x56, 255));
}

// In perspective the middle of a line in space is not that in the picture.
TEST(Raster, ValuesAreLinearInSpace) {
  const ColourScale scale{0, 1};
  Raster raster(kSize, kSize);
  const Paint paint = {.scale = &scale, .is_lit = false};
  const double near = 1, far = 3;
  raster.triangle({corner(0, 0, 0, 0, near), corner(20, 0, 0, 1, far), corner(20, 20, 0, 1, far)}, paint);
  const double share = (15 + 0.5) / kSize;
  const int rgb = io::map_colour((share / far) / ((1 - share) / near + share / far));
  EXPECT_NEAR(pixel(raster.pixels(std::nullopt), 15, 5)[1], rgb >> 8 & 255, 4);
}

TEST(Raster, BothSidesAreLit) {
  for (const double side : {1.0, -1.0}) {
    Raster raster(kSize, kSize);
    Corner corners[] = {corner(0, 0), corner(20, 0), corner(20, 20)};
    for (Corner& c : corners) c.normal = side * Vector3(0.3, 0.2, 0.9);
    raster.triangle({corners[0], corners[1], corners[2]}, {.plain = colour_of(0x808080)});
    EXPECT_GT(pixel(raster.pixels(std::nullopt), 15, 5)[0], 100);
  }
}

TEST(Raster, LinesHaveTheirWidth) {
  Raster raster(kSize, kSize);
  raster.line(corner(2, 10), corner(18, 10), 2 * kS, plain(0x000000));
  const Pixels pixels = raster.pixels(std::nullopt);
  EXPECT_EQ(pixel(pixels, 10, 9)[3], 255);
  EXPECT_EQ(pixel(pixels, 10, 10)[3], 255);
  EXPECT_EQ(pixel(pixels, 10, 8)[3], 0);
  EXPECT_EQ(pixel(pixels, 10, 11)[3], 0);
}

TEST(Raster, WhatLiesOutsideOrIsNoNumberIsLeftOut) {
  Raster raster(kSize, kSize);
  square(raster, -1e12, 1e12, 0, plain(0x0000ff));
  raster.triangle({corner(NAN, 0, 1), corner(20, 0, 1), corner(20, 20, 1)}, plain(0xff0000));
  raster.line(corner(NAN, 0, 1), corner(INFINITY, 0, 1), 5, plain(0xff0000));
  square(raster, 100, 200, 1, plain(0xff0000));
  EXPECT_THAT(pixel(raster.pixels(std::nullopt), 10, 10), ElementsAre(0, 0, 255, 255));
}

TEST(Palette, KeepsFewColoursAndThoseNear) {
  Pixels pixels;
  for (int i = 0; i < 4096; ++i)
    for (const int part : {i % 16 * 16, i / 16 % 16 * 16, i / 256 * 16, 255})
      pixels.push_back(static_cast<std::uint8_t>(part));
  Palette palette;
  palette.count(pixels);
  palette.choose(50);
  Pixels less = pixels;
  palette.apply(less);
  std::set<std::vector<int>> colours;
  double error = 0;
  for (std::size_t i = 0; i < less.size(); i += 4) {
    colours.insert({less[i], less[i + 1], less[i + 2]});
    for (std::size_t k = 0; k < 3; ++k)
      error = std::max(error, std::abs(double(less[i + k]) - pixels[i + k]));
  }
  EXPECT_EQ(colours.size(), 50U);
  EXPECT_LT(error, 80) << "a cube of 50 boxes";
}

TEST(Palette, FewColoursStayAsTheyAre) {
  Pixels pixels = {255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255};
  const Pixels before = pixels;
  Palette palette;
  palette.count(pixels);
  palette.choose(200);
  palette.apply(pixels);
  EXPECT_EQ(pixels, before);
}

/// Keeps what it is given.
class Kept : public Canvas {
 public:
  void triangle(const std::array<Vertex, 3>& corners, int) override { triangles.push_back(corners); }
  void edge(const Vector3& a, const Vector3& b) override { edges.push_back({a, b}); }
  void line(const Vertex& a, const Vertex& b, int) override { lines.push_back({a, b}); }
  void plane(const std::array<Vector3, 4>&, int) override {}
  double area() const {
    double sum = 0;
    for (const auto& [a, b, c] : triangles) sum += (b.at - a.at).cross(c.at - a.at).norm() / 2;
    return sum;
  }
  std::vector<std::array<Vertex, 3>> triangles;
  std::vector<std::array<Vector3, 2>> edges;
  std::vector<std::array<Vertex, 2>> lines;
};

TEST(BoxClip, CutsAndInterpolates) {
  Kept kept;
  BoxClip clip({Range{0, 1}, Range{0, 1}, Range{-INFINITY, INFINITY}}, kept);
  const Vector3 n = Vector3::UnitZ();
  clip.triangle({Vertex{{0, 0, 0}, n, 0}, Vertex{{2, 0, 0}, n, 2}, Vertex{{0, 2, 0}, n, 0}}, 0);
  EXPECT_NEAR(kept.area(), 1, 1e-12) << "the whole square";
  for (const auto& triangle : kept.triangles)
    for (const Vertex& vertex : triangle) EXPECT_NEAR(vertex.value, vertex.at.x(), 1e-12);
  kept.triangles.clear();
  clip.triangle({Vertex{{3, 3, 0}, n, 0}, Vertex{{4, 3, 0}, n, 0}, Vertex{{3, 4, 0}, n, 0}}, 0);
  EXPECT_TRUE(kept.triangles.empty());
  clip.line({{-1, 0.5, 0}, n, -1}, {{3, 0.5, 0}, n, 3}, 0);
  ASSERT_EQ(kept.lines.size(), 1U);
  EXPECT_NEAR(kept.lines[0][0].value, 0, 1e-12);
  EXPECT_NEAR(kept.lines[0][1].value, 1, 1e-12);
  clip.edge({-1, 2, 0}, {3, 2, 0});
  EXPECT_TRUE(kept.edges.empty());
}

}  // namespace
}  // namespace jounce::picture
