#include "picture/draw.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "io/colour_map.h"
#include "io/field_writer.h"
#include "io/output_error.h"
#include "io/scene_record.h"

namespace jounce::picture {
namespace {

using io::test::message_of;
using io::test::read;
using testing::HasSubstr;

/// Two cubes of edge 1 beside each other along x, with a temperature of x and a number of the cell; a ball of
/// radius 0.5 at (5, 0.5, 0.5) above a plane z = 0 and a beam along x at y = 3.
class PictureTest : public testing::Test {
 protected:
  PictureTest() {
    io::FieldMesh mesh;
    for (int i = 0; i < 3; ++i)
      for (const auto& [y, z] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
        mesh.points.insert(mesh.points.end(), {1.0 * i, 1.0 * y, 1.0 * z});
    const auto cube = [&](std::int64_t from) {
      for (const std::int64_t k : {0, 4, 5, 1, 3, 7, 6, 2}) mesh.connectivity.push_back(from + k);
      mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
      mesh.types.push_back(12);
      mesh.body.push_back(0);
    };
    mesh.offsets = {0};
    cube(0);
    cube(4);
    mesh.points.insert(mesh.points.end(), {5, 0.5, 0.5, 0, 3, 0, 4, 3, 0});
    const auto cell = [&](std::vector<std::int64_t> points, std::uint8_t type, int body) {
      mesh.connectivity.insert(mesh.connectivity.end(), points.begin(), points.end());
      mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
      mesh.types.push_back(type);
      mesh.body.push_back(body);
    };
    cell({12}, 1, 1);
    cell({13, 14}, 3, 2);
    mesh.body_names = {"cubes", "ball", "beam"};
    io::SceneRecord scene;
    scene.dimension = 3;
    scene.body_ends = {12, 13, 15};
    scene.pieces.push_back(
        {.kind = io::SceneShape::sphere, .point = 12, .name = scene.name_number("ball"), .radius = 0.5});
    scene.pieces.push_back({.kind = io::SceneShape::plane, .name = scene.name_number("floor")});
    scene.sections.push_back(
        {scene.name_number("beam"), false, {-0.25, -0.1, 0.25, -0.1, 0.25, 0.1, -0.25, 0.1}});
    scene.beams.push_back({{13, 14}, 0, {0, 0, 0, 1}});
    io::FieldWriter writer(file_, mesh,
                           {{"heat", "K", 1, true}, {"displacement", "m", 3, true}, {"number", "", 1, false}},
                           {{"title", "Cubes"}, {"time_unit", "s"}}, {2, {}, &scene});
    std::vector<double> heat;
    for (std::size_t i = 0; i < mesh.points.size(); i += 3) heat.push_back(mesh.points[i]);
    const std::vector<double> still(mesh.points.size(), 0.0), number = {1, 2, 3, 4};
    const std::vector<std::span<const double>> values = {heat, still, number};
    writer.frame(0, mesh.points, values);
    writer.close();
  }

  /// What is drawn of the field of a request.
  struct Shown {
    Layout layout;
    Pictures::Extent extent;
    Pixels pixels;
    std::vector<int> at(const Camera& camera, const Vector3& x) const {
      const Camera::Place place = camera.place(x);
      const double scale = layout.width / (layout.x.second - layout.x.first);
      const int i = static_cast<int>((place.x - layout.x.first) * scale),
                j = static_cast<int>((place.y - layout.y.first) * scale);
      const auto* const p = &pixels.at(4 * static_cast<std::size_t>(j * layout.width + i));
      return {p[0], p[1], p[2], p[3]};
    }
  };
  Shown show(io::DrawRequest request, Camera* camera = nullptr) {
    if (request.field.empty()) request.field = "heat";
    const io::FieldFile file(file_);
    const io::PreparedPicture picture = io::prepare_picture(file, request, 0);
    Pictures pictures(file, request);
    Shown shown;
    shown.extent = pictures.extent(picture);
    shown.layout = pictures.layout(picture, shown.extent);
    shown.pixels = pictures.pixels(picture, shown.layout);
    if (camera != nullptr) *camera = pictures.camera();
    return shown;
  }

  io::test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "fields.vtkhdf";
};

TEST_F(PictureTest, ReachesOverAllThatIsDrawnButPlanes) {
  const Shown x = show({.view = "-y"});
  EXPECT_NEAR(x.extent.x.first, 0, 1e-9);
  EXPECT_NEAR(x.extent.x.second, 5.5, 1e-9) << "the ball";
  EXPECT_NEAR(x.extent.y.first, -0.1, 1e-9) << "the section of the beam";
  EXPECT_NEAR(x.extent.y.second, 1, 1e-9);
  EXPECT_EQ(x.extent.values, Range(0, 5));
  const Shown z = show({.view = "z"});
  EXPECT_NEAR(z.extent.y.second, 3.25, 1e-9);
}

TEST_F(PictureTest, ColoursAreThoseOfTheValuesWithLight) {
  Camera camera;
  const Shown shown = show({.view = "z", .no_edges = true}, &camera);
  const auto colour = [&](double value) { return ColourScale{0, 5}.of(value); };
  for (const double x : {0.3, 1.5}) {
    const std::vector<int> pixel = shown.at(camera, {x, 0.5, 1});
    // Light multiplies all parts; seen from above it is nearly one.
    const Colour wanted = colour(x);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(pixel[static_cast<std::size_t>(k)], 255 * wanted[k], 8) << x;
  }
  EXPECT_EQ(shown.at(camera, {3.5, 1.7, 0})[3], 255);
  EXPECT_GT(shown.at(camera, {5, 0.5, 1})[1], 150) << "the ball is yellow";
}

TEST_F(PictureTest, TheGroundIsWhiteOrTransparent) {
  for (const bool transparent : {false, true}) {
    Camera camera;
    const Shown shown = show({.view = "-y", .transparent = transparent}, &camera);
    EXPECT_EQ(shown.at(camera, {3.5, 0, 0.8}),
              transparent ? (std::vector{255, 255, 255, 0}) : (std::vector{255, 255, 255, 255}));
    EXPECT_EQ(shown.at(camera, {1, 0, 0.5})[3], 255);
  }
}

TEST_F(PictureTest, ZoomShowsOnePart) {
  const Shown shown = show({.view = "-y", .zoom = "ball"});
  EXPECT_NEAR(shown.extent.x.first, 4.5, 1e-9);
  EXPECT_NEAR(shown.extent.x.second, 5.5, 1e-9);
  EXPECT_EQ(shown.extent.values, Range(5, 5));
  EXPECT_THAT(message_of<io::OutputError>([&] { show({.zoom = "bal"}); }),
              HasSubstr("no part 'bal' (did you mean 'ball'?)"));
}

TEST_F(PictureTest, PartsCanBeHidden) {
  const Shown without = show({.view = "-y", .hide = {"ball"}});
  EXPECT_NEAR(without.extent.x.second, 4, 1e-9);
  EXPECT_LT(without.extent.values.second, 5);
  const Shown alone = show({.view = "-y", .only = {"ball"}});
  EXPECT_NEAR(alone.extent.x.first, 4.5, 1e-9);
  EXPECT_NEAR(alone.extent.x.second, 5.5, 1e-9);
  EXPECT_THAT(message_of<io::OutputError>([&] {
                show({.hide = {"ball", "bal"}});
              }),
              HasSubstr("--hide: there is no part 'bal' (did you mean 'ball'?)"));
  EXPECT_THAT(message_of<io::OutputError>([&] { show({.zoom = "ball", .hide = {"ball"}}); }),
              HasSubstr("--zoom: part 'ball' is not shown"));
}

TEST_F(PictureTest, ABoxCutsSolidsOpen) {
  Camera camera;
  const Shown shown = show({.box = {-1, -1, -1, 1, 2, 2}, .view = "x"}, &camera);
  EXPECT_EQ(shown.extent.values.second, 1) << "the first cube alone";
  const std::vector<int> pixel = shown.at(camera, {1, 0.5, 0.5});
  EXPECT_LT(pixel[1] + pixel[0], 500) << "the face between the cubes is there";
}

TEST_F(PictureTest, FieldsOnCellsHaveOneColourACell) {
  Camera camera;
  const Shown shown = show({.field = "number", .view = "z", .no_edges = true}, &camera);
  EXPECT_EQ(shown.extent.values, Range(1, 4));
  EXPECT_EQ(shown.at(camera, {0.2, 0.5, 1}), shown.at(camera, {0.8, 0.5, 1}));
  EXPECT_NE(shown.at(camera, {0.8, 0.5, 1}), shown.at(camera, {1.2, 0.5, 1}));
}

TEST_F(PictureTest, PerspectiveMakesNearThingsLarger) {
  const auto height = [&](bool perspective) {
    const Shown shown = show({.view = "x", .perspective = perspective, .zoom = "ball"});
    return shown.extent.y.second - shown.extent.y.first;
  };
  EXPECT_NEAR(height(false), 1, 1e-6);
  EXPECT_GT(height(true), 1.1) << "the ball stands in front of the middle";
}

TEST_F(PictureTest, PlanesAreSeenFromTheirFrontAlone) {
  const Vector3 beside(2.5, 1.5, 0);
  Camera camera;
  const Shown above = show({.view = "z", .transparent = true}, &camera);
  EXPECT_EQ(above.at(camera, beside)[3], 71) << "0.28 of 255";
  const Shown below = show({.view = "-z", .transparent = true}, &camera);
  EXPECT_EQ(below.at(camera, beside)[3], 0);
  const Shown along = show({.view = "-y", .transparent = true}, &camera);
  EXPECT_GT(along.at(camera, {3.0, 0, 0})[3], 100) << "a line";
}

TEST(PictureScript, TheTitleStaysWithinThePicture) {
  io::PreparedPicture picture;
  picture.width = 300;
  picture.height = 300;
  std::string text;
  const auto place = [&](const std::string& title) {
    picture.title = title;
    const Layout layout = layout_of(picture, {0, 1}, {0, 1}, {0, 1}, false);
    text = script_of(picture, layout, camera_of("iso", false), "pixels");
    return std::stod(text.substr(text.find("at screen ") + 10));
  };
  EXPECT_LT(place("short"), 0.35) << "above the model, beside the colour bar";
  EXPECT_NEAR(place("Bodies of all shapes in a bowl"), (30 * 3.9 + 6) / 300, 1e-4);
  EXPECT_THAT(text, testing::Not(HasSubstr("font")));
  EXPECT_NEAR(place(std::string(60, 'x')), 0.5, 1e-4);
  EXPECT_THAT(text, HasSubstr("center front font 'DejaVu Sans,6.9'")) << "480 pixels in 11 points";
}

/// Gnuplot writes 0.0000100 on its own, which pushes the label of the colour bar out of the picture.
TEST_F(PictureTest, SmallNumbersAreShort) {
  const io::FieldFile file(file_);
  io::DrawRequest request{.field = "heat", .range = {0.0, 1.05e-4}};
  request.png = folder_ / "small.svg";
  const std::string text = read(draw(file, request).png);
  EXPECT_THAT(text, HasSubstr("1e-05"));
  EXPECT_THAT(text, testing::Not(HasSubstr("0.00001")));
}

TEST_F(PictureTest, EdgesCanBeLeftOut) {
  EXPECT_NE(show({.view = "iso"}).pixels, show({.view = "iso", .no_edges = true}).pixels);
}

TEST_F(PictureTest, PicturesAreWhatTheirEndingSays) {
  const io::FieldFile file(file_);
  const std::pair<const char*, const char*> endings[] = {{".png", "\x89PNG"},
                                                         {".svg", "<?xml"},
                                                         {".pdf", "%PDF"},
                                                         {".eps", "%!PS-Adobe"},
                                                         {".jpg", "\xff\xd8\xff"}};
  for (const auto& [ending, begin] : endings) {
    io::DrawRequest request;
    request.size = {400, 300};
    request.png = folder_ / (std::string("p") + ending);
    const io::Drawn drawn = draw(file, request);
    EXPECT_THAT(read(drawn.png), testing::StartsWith(begin)) << ending;
    EXPECT_THAT(read(drawn.png), HasSubstr("jounce ")) << ending;
    EXPECT_GT(read(drawn.png).size(), 3000U) << ending;
  }
}

TEST_F(PictureTest, MistakesAreNamed) {
  const io::FieldFile file(file_);
  EXPECT_THAT(message_of<io::OutputError>([&] { draw(file, {.view = "front"}); }),
              HasSubstr("--view: 'front' is none of"));
  EXPECT_THAT(message_of<io::OutputError>([&] { draw(file, {.png = folder_ / "p.tiff"}); }),
              HasSubstr("not .tiff"));
  EXPECT_THAT(
      message_of<io::OutputError>([&] { draw(file, {.transparent = true, .png = folder_ / "p.eps"}); }),
      HasSubstr("transparent"));
  EXPECT_THAT(message_of<io::OutputError>([&] {
                draw(file, {.box = {7, 7, 7, 8, 8, 8}, .png = folder_ / "p.png"});
              }),
              HasSubstr("nothing to draw in the box"));
}

}  // namespace
}  // namespace jounce::picture
