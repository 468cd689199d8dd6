#include "io/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "child_process.h"
#include "io/file_seal.h"
#include "io/hdf5_file.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using test::write;
using testing::ElementsAre;
using testing::HasSubstr;

CheckpointWriter example() {
  CheckpointWriter writer;
  std::vector<double> q(300);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = 0.1 * static_cast<double>(i) - 7.0;
  writer.put("q", q);
  writer.put("active", std::vector<std::int64_t>{-3, std::numeric_limits<std::int64_t>::max()});
  writer.put("deck", R"(title = "bar"
)");
  writer.put("time", 0.1);
  writer.put("step", 12345);
  return writer;
}

TEST(Checkpoint, ReadsBackBitwise) {
  const TemporaryFolder folder;
  std::vector<double> odd = {-0.0, 5e-324, std::numeric_limits<double>::infinity(), 0.0, 0.1 + 0.2};
  const std::uint64_t payload = 0x7ff8000000abcdefULL;
  std::memcpy(&odd[3], &payload, sizeof payload);
  CheckpointWriter writer = example();
  writer.put("odd", odd);
  writer.put("empty", std::vector<double>{});
  writer.put("no text", "");
  writer.put("zeros", std::string_view("a\0b\0", 4));
  writer.write(folder / "c.h5");

  const CheckpointReader reader(folder / "c.h5");
  EXPECT_EQ(reader.doubles("q").size(), 300u);
  EXPECT_EQ(reader.doubles("q")[299], 0.1 * 299.0 - 7.0);
  EXPECT_EQ(std::memcmp(reader.doubles("odd").data(), odd.data(), odd.size() * sizeof(double)), 0);
  EXPECT_THAT(reader.integers("active"), ElementsAre(-3, std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(reader.text("deck"), R"(title = "bar"
)");
  EXPECT_EQ(reader.text("no text"), "");
  EXPECT_EQ(reader.text("zeros"), std::string("a\0b\0", 4));
  EXPECT_TRUE(reader.doubles("empty").empty());
  EXPECT_EQ(reader.number("time"), 0.1);
  EXPECT_EQ(reader.integer("step"), 12345);
  EXPECT_TRUE(reader.has("q"));
  EXPECT_FALSE(reader.has("v"));
  EXPECT_EQ(reader.names().size(), 9u);
}

TEST(Checkpoint, WrongEntriesAreNamed) {
  const TemporaryFolder folder;
  example().write(folder / "c.h5");
  const CheckpointReader reader(folder / "c.h5");
  EXPECT_THAT(message_of<CheckpointError>([&] { reader.doubles("v"); }), HasSubstr("'v' is missing"));
  EXPECT_THAT(message_of<CheckpointError>([&] { reader.doubles("step"); }),
              HasSubstr("'step' is not an array of doubles"));
  EXPECT_THAT(message_of<CheckpointError>([&] { reader.number("q"); }),
              HasSubstr("'q' is not a single number"));
  EXPECT_THROW(reader.integers("q"), CheckpointError);
  EXPECT_THROW(reader.integer("active"), CheckpointError);
  EXPECT_THROW(reader.text("q"), CheckpointError);
}

TEST(Checkpoint, BadNames) {
  CheckpointWriter writer;
  writer.put("a", 1.0);
  EXPECT_THROW(writer.put("a", 2), std::invalid_argument);
  EXPECT_THROW(writer.put("", 2), std::invalid_argument);
  EXPECT_THROW(writer.put("a/b", 2), std::invalid_argument);
  EXPECT_THROW(writer.put(".", 2), std::invalid_argument);
}

TEST(Checkpoint, ReplacesTheOldOne) {
  const TemporaryFolder folder;
  example().write(folder / "c.h5");
  CheckpointWriter writer;
  writer.put("time", 0.2);
  writer.write(folder / "c.h5");
  EXPECT_EQ(CheckpointReader(folder / "c.h5").number("time"), 0.2);
  EXPECT_FALSE(std::filesystem::exists(folder / "c.h5.tmp"));
}

TEST(Checkpoint, EveryDamagedByteIsNoticed) {
  const TemporaryFolder folder;
  example().write(folder / "c.h5");
  const std::string good = read(folder / "c.h5");
  for (std::size_t at = 0; at < good.size(); at += 7) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    write(folder / "bad.h5", bad);
    ASSERT_THROW(CheckpointReader(folder / "bad.h5"), CheckpointError) << at;
  }
}

TEST(Checkpoint, TruncatedFilesAreRefused) {
  const TemporaryFolder folder;
  example().write(folder / "c.h5");
  const std::string good = read(folder / "c.h5");
  for (std::size_t size = 0; size < good.size(); size += good.size() / 37) {
    write(folder / "bad.h5", good.substr(0, size));
    const std::string message = message_of<CheckpointError>([&] { CheckpointReader(folder / "bad.h5"); });
    ASSERT_THAT(message, HasSubstr("expected a checkpoint of format version 1")) << size;
  }
}

TEST(Checkpoint, ForeignFilesAreRefused) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<CheckpointError>([&] { CheckpointReader(folder / "no.h5"); }),
              HasSubstr("there is no such file"));
  EXPECT_THAT(message_of<CheckpointError>([&] { CheckpointReader{folder.path()}; }),
              HasSubstr("it is not a file"));
  write(folder / "a.h5", "time,gap\n");
  EXPECT_THAT(message_of<CheckpointError>([&] { CheckpointReader(folder / "a.h5"); }),
              HasSubstr("it is not an HDF5 file"));
  hdf5::create_file({folder / "b.h5", "write"});
  EXPECT_THAT(message_of<CheckpointError>([&] { CheckpointReader(folder / "b.h5"); }),
              HasSubstr("it is not a checkpoint, or it is truncated"));
}

TEST(Checkpoint, OtherFormatVersionIsRefused) {
  const TemporaryFolder folder;
  {
    const hdf5::Context context{folder / "d.h5", "write"};
    const std::int64_t version = 99;
    hdf5::write_attribute(context, hdf5::create_file(context), "jounce_checkpoint", H5T_NATIVE_INT64,
                          &version, 1);
  }
  seal_file(folder / "d.h5");
  EXPECT_THAT(message_of<CheckpointError>([&] { CheckpointReader(folder / "d.h5"); }),
              HasSubstr("it has the format version 99; expected a checkpoint of format version 1"));
}

TEST(Checkpoint, FullDiskKeepsTheOldOne) {
  const TemporaryFolder folder;
  example().write(folder / "c.h5");
  const int status = test::with_file_limit(20000, [&] {
    CheckpointWriter writer;
    writer.put("q", std::vector<double>(100000, 1.0));
    const std::string message = message_of<CheckpointError>([&] { writer.write(folder / "c.h5"); });
    return message.find("c.h5") != std::string::npos && message.find("File too large") != std::string::npos
               ? 7
               : 0;
  });
  EXPECT_EQ(status, 7);
  EXPECT_EQ(CheckpointReader(folder / "c.h5").integer("step"), 12345);
  EXPECT_FALSE(std::filesystem::exists(folder / "c.h5.tmp"));
}

TEST(Checkpoint, PathThroughAFile) {
  const TemporaryFolder folder;
  write(folder / "file", "x");
  EXPECT_THAT(message_of<CheckpointError>([&] { example().write(folder / "file/c.h5"); }),
              HasSubstr("Not a directory"));
  EXPECT_THROW(example().write(folder.path()), CheckpointError);
}

TEST(Checkpoint, KilledWriterLeavesTheOldOrTheNewOne) {
  for (int trial = 0; trial < 10; ++trial) {
    const TemporaryFolder folder;
    example().write(folder / "c.h5");
    test::kill_during(
        [&] {
          for (int step = 0;; ++step) {
            CheckpointWriter writer;
            writer.put("q", std::vector<double>(20000, step));
            writer.put("step", step);
            writer.write(folder / "c.h5");
          }
        },
        folder / "c.h5", 2 + 3 * trial);
    const CheckpointReader reader(folder / "c.h5");
    if (reader.integer("step") != 12345) {
      EXPECT_EQ(reader.doubles("q")[19999], static_cast<double>(reader.integer("step")));
    }
  }
}

}  // namespace
}  // namespace jounce::io
