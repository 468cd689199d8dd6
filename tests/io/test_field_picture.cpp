#include "io/field_picture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "io/colour_map.h"
#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using testing::HasSubstr;
using testing::Not;

struct Piece {
  int colour = 0;
  double area = 0, least = HUGE_VAL, most = -HUGE_VAL;  ///< of x
};

/// The polygons of a script; corners by Gauss' formula. What is no field, edges, has another colour.
std::vector<Piece> pieces(const std::string& script, const std::string& name = "faces") {
  const std::size_t start = script.find("$" + name + " << END_OF_DATA\n");
  std::vector<Piece> found;
  if (start == std::string::npos) return found;
  std::istringstream lines(script.substr(start));
  std::string line;
  std::getline(lines, line);
  std::vector<std::pair<double, double>> corners;
  Piece piece;
  while (std::getline(lines, line) && line != "END_OF_DATA") {
    if (!line.empty()) {
      double x = 0, y = 0;
      std::istringstream(line) >> x >> y >> piece.colour;
      corners.emplace_back(x, y);
      piece.least = std::min(piece.least, x);
      piece.most = std::max(piece.most, x);
      continue;
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto &a = corners[i], &b = corners[(i + 1) % corners.size()];
      piece.area += (a.first * b.second - a.second * b.first) / 2;
    }
    piece.area = std::abs(piece.area);
    if (piece.colour != 0x303030) found.push_back(piece);
    corners.clear();
    piece = {};
  }
  return found;
}

double area(const std::vector<Piece>& list) {
  double sum = 0;
  for (const Piece& piece : list) sum += piece.area;
  return sum;
}

std::vector<double> column(const FieldMesh& mesh, std::size_t axis) {
  std::vector<double> values;
  for (std::size_t i = axis; i < mesh.points.size(); i += 3) values.push_back(mesh.points[i]);
  return values;
}

/// Squares of side 1 in a row along x.
FieldMesh squares(int count) {
  FieldMesh mesh;
  mesh.offsets = {0};
  for (int i = 0; i <= count; ++i) mesh.points.insert(mesh.points.end(), {1.0 * i, 0, 0, 1.0 * i, 1, 0});
  for (int i = 0; i < count; ++i) {
    for (const int k : {0, 2, 3, 1}) mesh.connectivity.push_back(2 * i + k);
    mesh.offsets.push_back(4 * (i + 1));
    mesh.types.push_back(9);
  }
  return mesh;
}

FieldMesh cube() {
  FieldMesh mesh;
  mesh.points = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  mesh.connectivity = {0, 1, 2, 3, 4, 5, 6, 7};
  mesh.offsets = {0, 8};
  mesh.types = {12};
  return mesh;
}

FieldPicture picture_of(const FieldMesh& mesh, const std::vector<double>& values) {
  FieldPicture picture;
  picture.mesh = &mesh;
  picture.values = values;
  return picture;
}

TEST(FieldPicture, ColoursFollowALinearField) {
  const FieldMesh mesh = squares(3);
  const FieldScript script = field_picture_script(picture_of(mesh, column(mesh, 0)));
  EXPECT_EQ(script.range, ValueRange(0, 3));
  const auto found = pieces(script.text);
  EXPECT_NEAR(area(found), 3, 1e-5);
  std::set<int> colours;
  for (const Piece& piece : found) {  // each lies in the band of 3/64 that its colour stands for
    const int band = static_cast<int>(std::floor((piece.least + piece.most) / 2 / 3 * 64));
    EXPECT_EQ(piece.colour, map_colour((band + 0.5) / 64));
    EXPECT_GE(piece.least, 3.0 * band / 64 - 1e-5);
    EXPECT_LE(piece.most, 3.0 * (band + 1) / 64 + 1e-5);
    colours.insert(piece.colour);
  }
  EXPECT_EQ(colours.size(), 64U);
}

TEST(FieldPicture, ARangeIsObeyed) {
  const FieldMesh mesh = squares(2);
  const std::vector<double> x = column(mesh, 0);
  FieldPicture picture = picture_of(mesh, x);
  picture.range = ValueRange{1, 1.5};
  const FieldScript script = field_picture_script(picture);
  EXPECT_EQ(script.range, ValueRange(0, 2));
  EXPECT_THAT(script.text, HasSubstr("set cbrange [1:1.5]"));
  std::map<int, double> areas;
  for (const Piece& piece : pieces(script.text)) areas[piece.colour] += piece.area;
  EXPECT_NEAR(areas[map_colour(0.5 / 64)], 1 + 0.5 / 64, 1e-5);
  EXPECT_NEAR(areas[map_colour(63.5 / 64)], 0.5 + 0.5 / 64, 1e-5);
}

TEST(FieldPicture, ABoxCutsAPlaneMeshExactly) {
  const FieldMesh mesh = squares(3);
  const std::vector<double> x = column(mesh, 0);
  FieldPicture picture = picture_of(mesh, x);
  picture.box = {{{0.25, 1.5}, {-2, 0.4}, {-1, 1}}};
  const FieldScript script = field_picture_script(picture);
  EXPECT_NEAR(script.range.first, 0.25, 1e-15);
  EXPECT_NEAR(script.range.second, 1.5, 1e-15);
  EXPECT_NEAR(area(pieces(script.text)), 1.25 * 0.4, 1e-5);
  picture.box = {{{5, 6}, {0, 1}, {0, 1}}};
  EXPECT_TRUE(field_picture_script(picture).text.empty());
  EXPECT_THAT(message_of<OutputError>([&] { draw_field(picture, "/tmp/never.png"); }),
              HasSubstr("nothing to draw in the box"));
}

TEST(FieldPicture, ValuesOfCells) {
  const FieldMesh mesh = squares(2);
  const std::vector<double> values = {5, 9};
  FieldPicture picture = picture_of(mesh, values);
  picture.on_points = false;
  const auto found = pieces(field_picture_script(picture).text);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].colour, map_colour(0.5 / 64));
  EXPECT_EQ(found[1].colour, map_colour(63.5 / 64));
  const std::vector<std::uint8_t> present = {1, 0};
  picture.present = present;
  const FieldScript script = field_picture_script(picture);
  EXPECT_EQ(pieces(script.text).size(), 1U);
  EXPECT_EQ(script.range, ValueRange(5, 5));
  EXPECT_THAT(script.text, HasSubstr("set cbrange [4.5:5.5]"));  // one colour, that of the middle
}

TEST(FieldPicture, WhatIsNoNumberIsGrey) {
  const FieldMesh mesh = squares(2);
  const std::vector<double> values = {0, 0, 1, 1, NAN, HUGE_VAL};
  const FieldScript script = field_picture_script(picture_of(mesh, values));
  EXPECT_EQ(script.range, ValueRange(0, 1));
  std::map<int, double> areas;
  for (const Piece& piece : pieces(script.text)) areas[piece.colour] += piece.area;
  EXPECT_NEAR(areas[0xaaaaaa], 1, 1e-5);
  EXPECT_EQ(areas.size(), 65U);
}

TEST(FieldPicture, SecondOrderValuesAtTheMiddle) {
  // x^2 on the square from -1 to 1: 0 at the middle, where the mean of the nodes is 3/4.
  FieldMesh mesh;
  mesh.points = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0};
  mesh.connectivity = {0, 1, 2, 3, 4, 5, 6, 7};
  mesh.offsets = {0, 8};
  mesh.types = {23};
  std::vector<double> values = column(mesh, 0);
  for (double& x : values) x *= x;
  double lowest = 0;
  for (const Piece& piece : pieces(field_picture_script(picture_of(mesh, values)).text)) {
    EXPECT_LE(std::abs(piece.most), 1);
    if (piece.colour == map_colour(0.5 / 64)) lowest += piece.area;
  }
  EXPECT_NEAR(lowest, 4.0 / 64, 1e-5);  // |x| linear in between: the band |x| < 1/64
}

TEST(FieldPicture, OfSolidsWhatFacesTheViewer) {
  const FieldMesh mesh = cube();
  const std::vector<double> values(8, 2.0);
  FieldPicture picture = picture_of(mesh, values);
  const std::string script = field_picture_script(picture).text;
  const auto found = pieces(script);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NE(found[0].colour, found[1].colour);  // light
  EXPECT_THAT(script, HasSubstr("set label 'z'"));
  EXPECT_THAT(script, Not(HasSubstr("set xlabel")));
  picture.box = {{{0, 0.4}, {0, 1}, {0, 1}}};  // its middle lies outside
  EXPECT_TRUE(field_picture_script(picture).text.empty());
}

TEST(FieldPicture, LinesAndPoints) {
  FieldMesh mesh;
  mesh.points = {0, 0, 0, 2, 0, 0, 3, 3, 0};
  mesh.connectivity = {0, 1, 2};
  mesh.offsets = {0, 2, 3};
  mesh.types = {3, 1};
  const std::vector<double> values = {0, 1, 4};
  FieldPicture picture = picture_of(mesh, values);
  picture.length_unit = "mm";
  const FieldScript script = field_picture_script(picture);
  EXPECT_EQ(script.range, ValueRange(0, 4));
  EXPECT_EQ(pieces(script.text, "lines").size(), 8U);
  EXPECT_EQ(pieces(script.text, "points").front().colour, map_colour(1));
  EXPECT_THAT(script.text, HasSubstr("set xlabel 'x [mm]'"));
}

TEST(FieldPicture, ASinglePointHasRoomAroundIt) {
  const test::TemporaryFolder folder;
  for (const double y : {0.0, 1.001, -3e5, 1e-7}) {
    FieldMesh mesh;
    mesh.points = {0, y, 0};
    mesh.connectivity = {0};
    mesh.offsets = {0, 1};
    mesh.types = {1};
    const std::vector<double> values = {2};
    EXPECT_EQ(draw_field(picture_of(mesh, values), folder / "p.png"), ValueRange(2, 2)) << y;
  }
}

TEST(FieldPicture, DrawsAPngOfTheSize) {
  const test::TemporaryFolder folder;
  const FieldMesh mesh = squares(3);
  const std::vector<double> x = column(mesh, 0);
  FieldPicture picture = picture_of(mesh, x);
  picture.title = R"(it's "50 %" $HOME `id` \n_x^2)";
  picture.label = picture.title;
  picture.width = 580;
  picture.height = 360;
  EXPECT_EQ(draw_field(picture, folder / "p.png"), ValueRange(0, 3));
  const std::string png = test::read(folder / "p.png");
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x02\x44\0\0\x01\x68", 8));
  EXPECT_GT(png.size(), 3000U);
}

}  // namespace
}  // namespace jounce::io
