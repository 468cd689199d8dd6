#include "view/follow.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "../io/temporary_folder.h"
#include "io/field_writer.h"
#include "io/folder_lock.h"
#include "io/output_error.h"

namespace jounce::view {
namespace {

using io::test::message_of;
using io::test::read;
using testing::HasSubstr;
using testing::Not;

/// A run that moves a point and writes a frame each time that it is asked to.
class FollowTest : public testing::Test {
 protected:
  void begin() {
    io::FieldMesh mesh;
    mesh.points = {0, 0, 0};
    mesh.connectivity = {0};
    mesh.offsets = {0, 1};
    mesh.types = {1};
    mesh.body = {0};
    mesh.body_names = {"ball"};
    writer_.emplace(folder_ / "fields.vtkhdf", mesh, std::vector<io::Field>{{"displacement", "m", 3, true}},
                    io::FieldWriter::Metadata{{"title", "A ball"}, {"time_unit", "s"}},
                    io::FieldWriterOptions{10, {}});
  }
  void frame(int k) {
    const std::vector<double> place = {0.1 * k, 0, 0};
    const std::vector<std::span<const double>> values = {place};
    writer_->frame(k, place, values);
  }
  ViewRequest request(std::vector<std::string> fields = {}) const {
    return {folder_.path(), {}, 0, std::move(fields)};
  }

  io::test::TemporaryFolder folder_;
  std::optional<io::FieldWriter> writer_;
};

TEST_F(FollowTest, WritesAPageOfEachNewFrameUntilTheRunEnds) {
  io::FolderLock lock(folder_.path());
  begin();
  frame(0);
  frame(1);
  std::vector<std::size_t> frames;
  const View last = follow(
      request(),
      [&](const View& view) {
        frames.push_back(view.frames);
        const std::string page = read(view.page);
        if (frames.size() < 3) {
          EXPECT_THAT(page, HasSubstr("\"next\": 2")) << "a page looks for the next one";
          frame(static_cast<int>(view.frames));
        } else if (frames.size() == 3) {
          frame(4);  // the last frame comes, and the run ends before the next look
          writer_->close();
          lock.release();
        } else {
          EXPECT_THAT(page, Not(HasSubstr("\"next\":"))) << "the last page stays";
        }
      },
      0.01);
  EXPECT_THAT(frames, testing::ElementsAre(2, 3, 4, 5));
  EXPECT_EQ(last.all_frames, 5u);
}

TEST_F(FollowTest, WaitsForTheFirstFrame) {
  const pid_t run = fork();
  if (run == 0) {
    const io::FolderLock lock(folder_.path());
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    begin();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    frame(0);
    writer_->close();
    std::_Exit(0);  // whose lock goes with it
  }
  while (!io::folder_user(folder_.path())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const View last = follow(
      request(), [](const View&) {}, 0.01);
  int status = -1;
  waitpid(run, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(last.frames, 1u);
}

TEST_F(FollowTest, WritesThePageOfAnEndedRunOnce) {
  begin();
  frame(0);
  writer_->close();
  int pages = 0;
  follow(request(), [&](const View&) { ++pages; });
  EXPECT_EQ(pages, 1);
  EXPECT_THAT(read(folder_ / "view.html"), Not(HasSubstr("\"next\":")));
}

TEST_F(FollowTest, SaysWhatIsMissing) {
  const auto nothing = [](const View&) {};
  EXPECT_THAT(message_of<io::OutputError>([&] {
                follow({folder_ / "none", {}, 0, {}}, nothing);
              }),
              HasSubstr("there is no '"));
  // A run without fields ended.
  EXPECT_THAT(message_of<io::OutputError>([&] { follow(request(), nothing); }),
              HasSubstr("was it run with output.frames = 0?"));
  // A wrong name is not waited for.
  const io::FolderLock lock(folder_.path());
  begin();
  frame(0);
  EXPECT_THAT(message_of<io::OutputError>([&] { follow(request({"displacment"}), nothing, 0.01); }),
              HasSubstr("did you mean 'displacement'?"));
  EXPECT_NE(message_of<NotWritten>([&] {
              follow({folder_.path(), folder_ / "no/such/page.html", 0, {}}, nothing, 0.01);
            }),
            "");
}

}  // namespace
}  // namespace jounce::view
