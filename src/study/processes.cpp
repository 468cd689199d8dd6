#include "study/processes.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <map>

#include "io/output_error.h"

namespace jounce::study {
namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  std::size_t job;
  Clock::time_point begun;
};

pid_t start(const std::string& program, const Job& job) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, job.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0666);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  std::vector<std::string> words = job.arguments;
  std::string name = program;
  std::vector<char*> argv = {name.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) io::fail_output(job.log, "start a run for", error);
  return child;
}

}  // namespace

void run_jobs(const std::vector<Job>& jobs, int at_once,
              const std::function<void(std::size_t job, int status, double seconds)>& done) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  std::map<pid_t, Running> running;
  std::size_t next = 0;
  while (next < jobs.size() || !running.empty()) {
    while (next < jobs.size() && running.size() < static_cast<std::size_t>(at_once)) {
      const pid_t child = start(program, jobs[next]);
      running.emplace(child, Running{next++, Clock::now()});
    }
    int status = 0;
    const pid_t child = waitpid(-1, &status, 0);
    if (child < 0 && errno == EINTR) continue;
    if (child < 0) io::fail_output("study", "wait for the runs of the", errno);
    const auto place = running.find(child);
    if (place == running.end()) continue;
    const std::chrono::duration<double> seconds = Clock::now() - place->second.begun;
    const std::size_t job = place->second.job;
    running.erase(place);
    done(job, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), seconds.count());
  }
}

}  // namespace jounce::study
