#include "io/picture_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/field_picture.h"
#include "io/history_writer.h"
#include "io/output_error.h"
#include "io/plot.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::StartsWith;

struct Ending {
  const char *name, *begin;
};

const std::vector<Ending> kEndings = {
    {".png", "\x89PNG"},      {".svg", "<?xml"},         {".pdf", "%PDF"},    {".eps", "%!PS-Adobe"},
    {".jpg", "\xff\xd8\xff"}, {".jpeg", "\xff\xd8\xff"}, {".PNG", "\x89PNG"}, {".Pdf", "%PDF"}};

/// A strip of two triangles.
FieldPicture strip(const FieldMesh& mesh, const std::vector<double>& values) {
  FieldPicture picture;
  picture.mesh = &mesh;
  picture.values = values;
  picture.title = "strip";
  picture.label = "value";
  return picture;
}

TEST(PictureFormat, IsWhatTheEndingSays) {
  const TemporaryFolder folder;
  {
    HistoryWriter writer(folder / "history.csv", {{"time", "s", ""}, {"x", "m", ""}});
    for (int i = 0; i < 10; ++i) writer.row(std::vector{0.1 * i, 1.0 * i});
  }
  PlotRequest request;
  request.files = {PlotFile{folder.path(), {}, {}, {}, false}};
  request.columns = {"x"};
  FieldMesh mesh;
  mesh.points = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  mesh.connectivity = {0, 1, 2, 0, 2, 3};
  mesh.offsets = {0, 3, 6};
  mesh.types = {5, 5};
  mesh.body = {0, 0};
  const std::vector<double> values = {0, 1, 2, 3};
  for (const Ending& ending : kEndings) {
    const auto curve = folder / (std::string("curve") + ending.name);
    plot(request, curve);
    EXPECT_THAT(read(curve), StartsWith(ending.begin)) << ending.name;
    EXPECT_THAT(read(curve), HasSubstr("jounce ")) << ending.name;  // version, as in other results
    EXPECT_GT(read(curve).size(), 3000u);
    const auto field = folder / (std::string("field") + ending.name);
    draw_field(strip(mesh, values), field);
    EXPECT_THAT(read(field), StartsWith(ending.begin)) << ending.name;
  }
}

TEST(PictureFormat, OtherEndingsAreRefusedWithTheListOfThoseThatThereAre) {
  const TemporaryFolder folder;
  for (const char* const name : {"p.bmp", "p", "p.png.gz", "p.pngx", ".png"}) {
    const std::string message = message_of<OutputError>([&] { require_picture_ending(folder / name); });
    EXPECT_THAT(message, HasSubstr("one of .png, .svg, .pdf, .eps, .jpg, .jpeg")) << name;
  }
  const FieldMesh mesh;
  EXPECT_THAT(message_of<OutputError>([&] { draw_field(strip(mesh, {}), folder / "p.tiff"); }),
              HasSubstr("not .tiff"));
  EXPECT_THAT(message_of<OutputError>([&] { plot({}, folder / "p.gif"); }), HasSubstr("not .gif"));
}

}  // namespace
}  // namespace jounce::io
