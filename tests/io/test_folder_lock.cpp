#include "io/folder_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using test::read;
using test::TemporaryFolder;
using test::write;
using testing::HasSubstr;

std::string host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

TEST(FolderLock, NamesProcessAndHostAndIsGoneAfterwards) {
  const TemporaryFolder folder;
  {
    FolderLock lock(folder.path());
    EXPECT_EQ(read(folder / "jounce.lock"),
              "process " + std::to_string(getpid()) + "\nhost " + host() + "\n");
    EXPECT_EQ(lock.word(), "");
    const FolderLock moved = std::move(lock);
    EXPECT_TRUE(std::filesystem::exists(folder / "jounce.lock"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "jounce.lock"));
}

TEST(FolderLock, RefusesASecondOneOfTheSameProcess) {
  const TemporaryFolder folder;
  FolderLock lock(folder.path());
  EXPECT_THAT(message_of<OutputError>([&] { FolderLock(folder.path()); }),
              HasSubstr("another run of this process writes into"));
  lock.release();
  EXPECT_NO_THROW(FolderLock(folder.path()));
}

/// A process that holds the lock of a folder until it is killed.
class HoldingProcess {
 public:
  explicit HoldingProcess(const std::filesystem::path& folder) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    child_ = fork();
    if (child_ == 0) {
      const FolderLock lock(folder);
      EXPECT_EQ(::write(ends[1], "x", 1), 1);
      pause();
      _exit(0);
    }
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~HoldingProcess() { end(); }
  void end() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }
  pid_t id() const { return child_; }

 private:
  pid_t child_ = 0;
};

TEST(FolderLock, RefusesThatOfALivingProcessAndTakesThatOfADeadOne) {
  const TemporaryFolder folder;
  HoldingProcess other(folder.path());
  const std::string name = "process " + std::to_string(other.id()) + " on host " + host();
  EXPECT_THAT(message_of<OutputError>([&] { FolderLock(folder.path()); }),
              testing::AllOf(HasSubstr(name + " writes into '"), HasSubstr("-o")));
  EXPECT_TRUE(std::filesystem::exists(folder / "jounce.lock"));
  other.end();
  EXPECT_TRUE(std::filesystem::exists(folder / "jounce.lock"));
  const FolderLock lock(folder.path());
  EXPECT_THAT(lock.word(), testing::AllOf(HasSubstr(name), HasSubstr("has ended, was taken over")));
  EXPECT_THAT(read(folder / "jounce.lock"), HasSubstr(std::to_string(getpid())));
}

TEST(FolderLock, OfAnotherHostIsNotTakenOver) {
  const TemporaryFolder folder;
  write(folder / "jounce.lock", "process 1\nhost some-other-host\n");
  EXPECT_THAT(message_of<OutputError>([&] { FolderLock(folder.path()); }),
              testing::AllOf(HasSubstr("process 1 on host some-other-host may still write into"),
                             HasSubstr("remove the lock")));
}

TEST(FolderLock, AnUnfinishedFileIsNobodys) {
  const TemporaryFolder folder;
  for (const char* const text : {"", "process", "process 12\nhost", "something\n"}) {
    write(folder / "jounce.lock", text);
    EXPECT_NO_THROW(FolderLock(folder.path())) << text;
  }
}

TEST(FolderLock, OfARemovedFolderLeavesANewOneAlone) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "r");
  FolderLock lock(folder / "r");
  std::filesystem::remove_all(folder / "r");
  std::filesystem::create_directory(folder / "r");
  const FolderLock next(folder / "r");
  lock.release();
  EXPECT_TRUE(std::filesystem::exists(folder / "r/jounce.lock"));
}

}  // namespace
}  // namespace jounce::io
