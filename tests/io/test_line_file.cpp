#include "io/line_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "child_process.h"
#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using test::write;
using testing::HasSubstr;

TEST(LineFile, WritesLinesAtFlushAndClose) {
  const TemporaryFolder folder;
  LineFile file(folder / "a.csv", LineFile::Start::fresh);
  file.line("one");
  EXPECT_EQ(read(folder / "a.csv"), "");
  file.flush();
  EXPECT_EQ(read(folder / "a.csv"), "one\n");
  file.line("two");
  file.close();
  EXPECT_EQ(read(folder / "a.csv"), "one\ntwo\n");
}

TEST(LineFile, FullBufferGoesToTheFileInWholeLines) {
  const TemporaryFolder folder;
  LineFile file(folder / "a.csv", LineFile::Start::fresh);
  const std::string line(999, 'x');
  for (int i = 0; i < 200; ++i) file.line(line);
  const std::string text = read(folder / "a.csv");
  EXPECT_GE(text.size(), 128000u);
  EXPECT_EQ(text.size() % 1000, 0u);
}

TEST(LineFile, LineLongerThanTheBuffer) {
  const TemporaryFolder folder;
  LineFile file(folder / "a.csv", LineFile::Start::fresh);
  file.line("short");
  file.line(std::string(300000, 'y'));
  file.close();
  EXPECT_EQ(read(folder / "a.csv"), "short\n" + std::string(300000, 'y') + "\n");
}

TEST(LineFile, OldLinesAreWrittenWhenTheClockIsRead) {
  const TemporaryFolder folder;
  LineFile file(folder / "a.csv", LineFile::Start::fresh);
  file.line("one");
  EXPECT_EQ(read(folder / "a.csv"), "");
  usleep(300000);
  file.poll_clock();
  EXPECT_EQ(read(folder / "a.csv"), "one\n");
}

TEST(LineFile, TicksOfASlowRunReachTheFileWithinASecond) {
  const TemporaryFolder folder;
  LineFile file(folder / "a.csv", LineFile::Start::fresh);
  for (int i = 0; i < 100000; ++i) file.tick();  // a fast start
  for (int i = 0; i < 80; ++i) {                 // then 10 ms a line
    file.line("x");
    file.tick();
    usleep(10000);
  }
  EXPECT_GE(read(folder / "a.csv").size(), 2u);
}

TEST(LineFile, AppendCutsAnUnfinishedLine) {
  const TemporaryFolder folder;
  write(folder / "a.csv", "one\ntwo\nthr");
  LineFile file(folder / "a.csv", LineFile::Start::append);
  file.line("three");
  file.close();
  EXPECT_EQ(read(folder / "a.csv"), "one\ntwo\nthree\n");
}

TEST(LineFile, AppendFindsTheLastNewlineFarBack) {
  const TemporaryFolder folder;
  write(folder / "a.csv", "one\n" + std::string(10000, 'z'));
  LineFile(folder / "a.csv", LineFile::Start::append).line("two");
  EXPECT_EQ(read(folder / "a.csv"), "one\ntwo\n");
}

TEST(LineFile, DestructorWrites) {
  const TemporaryFolder folder;
  { LineFile(folder / "a.csv", LineFile::Start::fresh).line("one"); }
  EXPECT_EQ(read(folder / "a.csv"), "one\n");
}

TEST(LineFile, FullDiskIsAnError) {
  LineFile file("/dev/full", LineFile::Start::fresh);
  file.line("one");
  const std::string message = message_of<OutputError>([&] { file.flush(); });
  EXPECT_THAT(message, HasSubstr("/dev/full"));
  EXPECT_THAT(message, HasSubstr("No space left on device"));
  EXPECT_THAT(message, HasSubstr("free some space"));
  EXPECT_NO_THROW(file.close());
}

TEST(LineFile, CloseReportsAFullDisk) {
  LineFile file("/dev/full", LineFile::Start::fresh);
  file.line("one");
  EXPECT_THROW(file.close(), OutputError);
}

TEST(LineFile, ShortWriteIsAnErrorAndLeavesWholeLines) {
  const TemporaryFolder folder;
  const int status = test::with_file_limit(10500, [&] {
    LineFile file(folder / "a.csv", LineFile::Start::fresh);
    for (int i = 0; i < 20; ++i) file.line(std::string(999, 'x'));
    try {
      file.flush();
    } catch (const OutputError&) {
      return 7;
    }
    return 0;
  });
  EXPECT_EQ(status, 7);
  EXPECT_EQ(read(folder / "a.csv").size(), 10000u);
}

TEST(LineFile, PathThroughAFile) {
  const TemporaryFolder folder;
  write(folder / "file", "x");
  const std::string message =
      message_of<OutputError>([&] { LineFile(folder / "file/a.csv", LineFile::Start::fresh); });
  EXPECT_THAT(message, HasSubstr("Not a directory"));
  EXPECT_THAT(message, HasSubstr("choose another folder"));
}

TEST(LineFile, PathIsAFolderOrMissing) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<OutputError>([&] { LineFile(folder.path(), LineFile::Start::fresh); }),
              HasSubstr("Is a directory"));
  EXPECT_THAT(message_of<OutputError>([&] { LineFile(folder / "no/a.csv", LineFile::Start::fresh); }),
              HasSubstr("the folder must exist"));
}

TEST(TruncateAfter, KeepsRowsUpToTheTime) {
  const TemporaryFolder folder;
  write(folder / "h.csv", "time,x\n0,1\n0.1,2\n0.2,3\n0.30000000000000004,4\n0.4,5\n0.5");
  EXPECT_EQ(truncate_after(folder / "h.csv", 0.3, 0.05), 4u);
  EXPECT_EQ(read(folder / "h.csv"), "time,x\n0,1\n0.1,2\n0.2,3\n0.30000000000000004,4\n");
}

TEST(TruncateAfter, KeepsAllAndKeepsNone) {
  const TemporaryFolder folder;
  write(folder / "h.csv", "x,time\n0,1\n0,2\n");
  EXPECT_EQ(truncate_after(folder / "h.csv", 9.0, 0.0), 2u);
  EXPECT_EQ(read(folder / "h.csv"), "x,time\n0,1\n0,2\n");
  EXPECT_EQ(truncate_after(folder / "h.csv", 0.5, 0.0), 0u);
  EXPECT_EQ(read(folder / "h.csv"), "x,time\n");
}

TEST(TruncateAfter, QuotedNamesOfEvents) {
  const TemporaryFolder folder;
  write(folder / "e.csv", R"(contact,time
"left, ""low""",0.1
right,0.2
)");
  EXPECT_EQ(truncate_after(folder / "e.csv", 0.1, 0.0), 1u);
  EXPECT_EQ(read(folder / "e.csv"), R"(contact,time
"left, ""low""",0.1
)");
}

TEST(TruncateAfter, RefusesFilesWithoutTime) {
  const TemporaryFolder folder;
  write(folder / "h.csv", "x,y\n0,1\n");
  EXPECT_THAT(message_of<OutputError>([&] { truncate_after(folder / "h.csv", 0.5, 0.0); }),
              HasSubstr("no header line with a column 'time'"));
  write(folder / "h.csv", "");
  EXPECT_THROW(truncate_after(folder / "h.csv", 0.5, 0.0), OutputError);
  EXPECT_THROW(truncate_after(folder / "none.csv", 0.5, 0.0), OutputError);
  EXPECT_THROW(truncate_after(folder.path(), 0.5, 0.0), OutputError);
}

}  // namespace
}  // namespace jounce::io
