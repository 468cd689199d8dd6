#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "../io/temporary_folder.h"
#include "../support/scene.h"

// Runs the program itself, as a user does.

namespace jounce::test {

using io::test::read;
using io::test::TemporaryFolder;
using io::test::write;

inline const std::string kInputs = std::string(JOUNCE_SOURCE_DIR) + "/inputs/";

using Arguments = std::vector<std::string>;

inline Arguments operator+(Arguments a, const Arguments& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// "--set" before each of the values.
inline Arguments set(const std::vector<std::string>& values) {
  Arguments list;
  for (const std::string& value : values) {
    list.emplace_back("--set");
    list.push_back(value);
  }
  return list;
}

/// Takes what a running MPI has put into the environment out of it: mpiexec would refuse to start.
inline void forget_mpi() {
  Arguments names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string name = std::string(*entry).substr(0, std::string(*entry).find('='));
    if (name.starts_with("OMPI_") || name.starts_with("PMIX_") || name.starts_with("ORTE_"))
      names.push_back(name);
  }
  for (const std::string& name : names) unsetenv(name.c_str());
}

/// A process of the program in a folder, its output in the files `out` and `err` there.
class Process {
 public:
  /// @param file_limit largest size of a file in bytes, as on a full disk; none unless positive
  /// @param ranks more than one: by mpiexec
  Process(const std::filesystem::path& folder, const Arguments& arguments, long file_limit = 0,
          int ranks = 1) {
    child_ = fork();
    if (child_ != 0) return;
    if (chdir(folder.c_str()) != 0) _exit(126);
    for (const auto& [name, descriptor] : {std::pair{"out", 1}, std::pair{"err", 2}}) {
      const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
      if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
    }
    if (file_limit > 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{static_cast<rlim_t>(file_limit), static_cast<rlim_t>(file_limit)};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (ranks > 1) forget_mpi();
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
    const Arguments line = (ranks > 1 ? Arguments{JOUNCE_MPIEXEC, "-n", std::to_string(ranks), JOUNCE_BINARY}
                                      : Arguments{JOUNCE_BINARY}) +
                           arguments;
    std::vector<char*> argv;
    for (const std::string& argument : line) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Process() {
    if (child_ > 0) end();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Exit status; minus the signal when one ended it.
  int wait() {
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  int end(int signal = SIGKILL) {
    kill(child_, signal);
    return wait();
  }
  bool runs() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }

 private:
  pid_t child_ = 0;
};

struct Outcome {
  int status = 0;
  std::string out, err;
};

inline Outcome jounce(const std::filesystem::path& folder, const Arguments& arguments, long file_limit = 0,
                      int ranks = 1) {
  Process process(folder, arguments, file_limit, ranks);
  Outcome outcome;
  outcome.status = process.wait();
  outcome.out = read(folder / "out");
  outcome.err = read(folder / "err");
  return outcome;
}

/// Lines of a file without their ends; the last one too when it has no end.
inline std::vector<std::string> lines(const std::filesystem::path& file) {
  std::vector<std::string> list;
  std::istringstream stream(read(file));
  for (std::string line; std::getline(stream, line);) list.push_back(line);
  return list;
}

/// A rigid pendulum that needs several Newton iterations a step.
inline const std::string kPendulum =
    scene::gravity({0, -10}) + scene::rigid({.name = "bob", .inertia = {0.1}, .position = {1, 0}}) + R"(
[[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "bob"]
at = [0, 0]
[[history]]
name = "x"
quantity = "position"
of = "bob"
[output]
frames = 0
[integrator]
step = 0.1
end = 2
)";

}  // namespace jounce::test
