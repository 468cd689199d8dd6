// What a process may do after it is confined, by the kernel alone.

#include "mesh/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "../io/temporary_folder.h"

namespace jounce {
namespace {

using io::test::TemporaryFolder;

constexpr int kSignalled = 1000;

/// What a confined process returns from `action`, or kSignalled + the signal that ends it.
int confined(const std::filesystem::path& folder, const std::function<int()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGSYS, SIG_DFL);
    confine_process({folder});
    _exit(action());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
}

class Sandbox : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("JOUNCE_SANITIZED") != nullptr)
      GTEST_SKIP() << "the runtime of sanitizers forks and traces";
    io::test::write(folder_ / "file", "text");
    if (confined(folder_.path(), [] { return socket(AF_INET, SOCK_STREAM, 0) >= 0 ? 1 : 0; }) == 1)
      GTEST_SKIP() << "this kernel has no seccomp";
  }

  int opened(const std::filesystem::path& path, int flags) {
    return confined(folder_.path(), [&] { return open(path.c_str(), flags, 0600) >= 0 ? 1 : 0; });
  }

  TemporaryFolder folder_;
};

TEST_F(Sandbox, ReadsItsFolderAndWritesNothing) {
  EXPECT_EQ(opened(folder_ / "file", O_RDONLY), 1);
  EXPECT_EQ(opened(folder_ / "file", O_WRONLY), 0);
  EXPECT_EQ(opened(folder_ / "file", O_RDWR), 0);
  EXPECT_EQ(opened(folder_ / "file", O_RDONLY | O_TRUNC), 0);
  EXPECT_EQ(opened(folder_ / "new", O_WRONLY | O_CREAT), 0);
  EXPECT_EQ(io::test::read(folder_ / "file"), "text");
  const bool has_landlock = syscall(SYS_landlock_create_ruleset, nullptr, 0, 1U) > 0;
  if (has_landlock) {
    EXPECT_EQ(opened("/etc/passwd", O_RDONLY), 0);
  }
  const auto done = [&](const std::function<int()>& action) {
    return confined(folder_.path(), [&] { return action() == 0 ? 1 : 0; });
  };
  const std::string file = folder_ / "file", other = folder_ / "other";
  EXPECT_EQ(done([&] { return unlink(file.c_str()); }), 0);
  EXPECT_EQ(done([&] { return rename(file.c_str(), other.c_str()); }), 0);
  EXPECT_EQ(done([&] { return mkdir(other.c_str(), 0700); }), 0);
  EXPECT_EQ(done([&] { return chmod(file.c_str(), 0777); }), 0);
  EXPECT_EQ(done([&] { return symlink(file.c_str(), other.c_str()); }), 0);
  EXPECT_EQ(done([&] { return link(file.c_str(), other.c_str()); }), 0);
  EXPECT_EQ(done([&] { return truncate(file.c_str(), 0); }), 0);
}

TEST_F(Sandbox, EndsWithProgramsProcessesConnectionsAndSignals) {
  constexpr int kEnd = kSignalled + SIGSYS;
  const pid_t parent = getpid();
  EXPECT_EQ(confined(folder_.path(), [] { return std::system("true"); }), kEnd);
  EXPECT_EQ(confined(folder_.path(), [] { return execl("/bin/true", "true", nullptr); }), kEnd);
  EXPECT_EQ(confined(folder_.path(), [] { return static_cast<int>(fork()); }), kEnd);
  EXPECT_EQ(confined(folder_.path(), [] { return popen("true", "r") != nullptr ? 1 : 0; }), 0);
  EXPECT_EQ(confined(folder_.path(), [] { return socket(AF_INET, SOCK_STREAM, 0); }), kEnd);
  EXPECT_EQ(confined(folder_.path(), [] { return socket(AF_UNIX, SOCK_STREAM, 0); }), kEnd);
  EXPECT_EQ(confined(folder_.path(), [&] { return kill(parent, 0); }), kEnd);
}

TEST_F(Sandbox, ComputesWithThreadsAndMemory) {
  EXPECT_EQ(confined(folder_.path(),
                     [] {
                       int sum = 0;
                       std::thread other([&] { sum += 40; });
                       other.join();
                       const std::string much(10 << 20, 'x');
                       return sum + static_cast<int>(much.size() >> 20) / 5;
                     }),
            42);
  EXPECT_EQ(confined(folder_.path(), []() -> int { std::abort(); }), kSignalled + SIGABRT);
}

}  // namespace
}  // namespace jounce
