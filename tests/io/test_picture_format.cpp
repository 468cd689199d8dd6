#include "io/picture_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(PictureFormat, IsWhatTheEndingSays) {
  const TemporaryFolder folder;
  {
    HistoryWriter writer(folder / "history.csv", {{"time", "s", ""}, {"x", "m", ""}});
    for (int i = 0; i < 10; ++i) writer.row(std::vector{0.1 * i, 1.0 * i});
  }
  PlotRequest request;
  request.files = {PlotFile{folder.path(), {}, {}, {}, false}};
  request.columns = {"x"};
  for (const Ending& ending : kEndings) {
    const auto curve = folder / (std::string("curve") + ending.name);
    plot(request, curve);
    EXPECT_THAT(read(curve), StartsWith(ending.begin)) << ending.name;
    EXPECT_THAT(read(curve), HasSubstr("jounce ")) << ending.name;  // version, as in other results
    EXPECT_GT(read(curve).size(), 3000u);
  }
}

TEST(PictureFormat, OtherEndingsAreRefusedWithTheListOfThoseThatThereAre) {
  const TemporaryFolder folder;
  for (const char* const name : {"p.bmp", "p", "p.png.gz", "p.pngx", ".png"}) {
    const std::string message = message_of<OutputError>([&] { require_picture_ending(folder / name); });
    EXPECT_THAT(message, HasSubstr("one of .png, .svg, .pdf, .eps, .jpg, .jpeg")) << name;
  }
  EXPECT_THAT(message_of<OutputError>([&] { plot({}, folder / "p.gif"); }), HasSubstr("not .gif"));
}

TEST(PictureFormat, SomeHaveATransparentGround) {
  EXPECT_THAT(picture_terminal("p.png", 400, 300, 11, true), HasSubstr(" transparent"));
  EXPECT_THAT(picture_terminal("p.png", 400, 300, 11), HasSubstr("background '#ffffff'"));
  EXPECT_THAT(message_of<OutputError>([&] { picture_terminal("p.jpg", 400, 300, 11, true); }),
              HasSubstr("with a transparent ground: .png, .svg and .pdf have one"));
}

}  // namespace
}  // namespace jounce::io
