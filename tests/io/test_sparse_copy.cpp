#include "io/sparse_copy.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "temporary_folder.h"

namespace jounce::io {
namespace {

class SparseCopy : public testing::Test {
 protected:
  std::int64_t bytes_on_disk(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(stat((folder_ / name).c_str(), &status), 0);
    return 512 * static_cast<std::int64_t>(status.st_blocks);
  }
  test::TemporaryFolder folder_;
};

TEST_F(SparseCopy, HasTheSameBytesAndHoles) {
  constexpr off_t kHole = 64 << 20;
  test::write(folder_ / "from", "begin");
  const int file = open((folder_ / "from").c_str(), O_WRONLY);
  ASSERT_EQ(pwrite(file, "middle", 6, kHole), 6);
  ASSERT_EQ(ftruncate(file, 2 * kHole), 0);
  close(file);
  test::write(folder_ / "to", std::string(100, 'x'));
  ASSERT_TRUE(copy_sparse(folder_ / "from", folder_ / "to"));
  EXPECT_EQ(test::read(folder_ / "to"), test::read(folder_ / "from"));
  EXPECT_LE(bytes_on_disk("to"), bytes_on_disk("from") + 65536);
}

TEST_F(SparseCopy, OfAnEmptyFile) {
  test::write(folder_ / "from", "");
  ASSERT_TRUE(copy_sparse(folder_ / "from", folder_ / "to"));
  EXPECT_EQ(test::read(folder_ / "to"), "");
}

TEST_F(SparseCopy, LeavesNothingWhereItFails) {
  EXPECT_FALSE(copy_sparse(folder_ / "missing", folder_ / "to"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "to"));
  test::write(folder_ / "from", "text");
  EXPECT_FALSE(copy_sparse(folder_ / "from", folder_ / "no folder/to"));
}

}  // namespace
}  // namespace jounce::io
