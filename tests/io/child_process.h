#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>

namespace jounce::io::test {

/// Runs `action` in a child process and kills it with signal 9 the given time after `path` appeared
/// and `is_ready`.
/// @return true if it was still running then
inline bool kill_during(
    const std::function<void()>& action, const std::filesystem::path& path, int milliseconds,
    const std::function<bool()>& is_ready = [] { return true; }) {
  const pid_t child = fork();
  if (child == 0) {
    action();
    _exit(0);
  }
  for (int i = 0; i < 30000 && !(std::filesystem::exists(path) && is_ready()); ++i) usleep(1000);
  usleep(static_cast<useconds_t>(milliseconds) * 1000);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

/// Runs `action` in a child process whose files cannot grow beyond `bytes` (as on a full disk).
/// @return its exit status: what `action` returns
inline int with_file_limit(rlim_t bytes, const std::function<int()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    _exit(action());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace jounce::io::test
