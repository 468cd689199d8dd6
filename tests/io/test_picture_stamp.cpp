#include "io/picture_stamp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using namespace std::string_literals;

class PictureStamp : public testing::Test {
 protected:
  std::string stamped(const std::string& bytes, const std::string& text) {
    test::write(folder_ / "picture", bytes);
    stamp_picture(folder_ / "picture", text);
    return test::read(folder_ / "picture");
  }
  test::TemporaryFolder folder_;
};

TEST_F(PictureStamp, StandsBehindTheHeaderOfPng) {
  const std::string header = "\x89PNG\r\n\x1a\n"s + std::string(25, 'h');
  // The last four bytes are zlib's crc32 of "tEXtSoftware\0jounce".
  EXPECT_EQ(stamped(header + "rest", "jounce"),
            header + "\0\0\0\x0ftEXtSoftware\0jounce\x0e\xb1\x88\x0crest"s);
}

TEST_F(PictureStamp, StandsBehindTheColoursOfGif) {
  const std::string header = "GIF89awwhh\x91--"s, colours(12, 'c');  // four colours
  EXPECT_EQ(stamped(header + colours + "rest", "jounce"), header + colours + "\x21\xfe\x06jounce\0rest"s);
  EXPECT_EQ(stamped("GIF89awwhh\x11--rest"s, "jounce"), "GIF89awwhh\x11--\x21\xfe\x06jounce\0rest"s);
  const std::string text(300, 't');
  EXPECT_EQ(stamped(header + colours + "rest", text),
            header + colours + "\x21\xfe\xff"s + text.substr(0, 255) + "\x2d" + text.substr(255) + "\0rest"s);
}

TEST_F(PictureStamp, IsACommentOfSvg) {
  EXPECT_EQ(stamped("<?xml version='1.0'?>\n<svg/>", "a --b\n"),
            "<?xml version='1.0'?>\n<!-- a - b\n -->\n\n<svg/>");
}

TEST_F(PictureStamp, LeavesOtherFilesAsTheyAre) {
  for (const std::string& bytes : {""s, "\x89PNG"s, "GIF89a"s, "<?xml"s, "anything"s})
    EXPECT_EQ(stamped(bytes, "jounce"), bytes);
  EXPECT_THROW(stamp_picture(folder_ / "missing", "jounce"), OutputError);
}

}  // namespace
}  // namespace jounce::io
