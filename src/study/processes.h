#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace jounce::study {

struct Job {
  std::vector<std::string> arguments;  ///< of this program
  std::filesystem::path log;           ///< for what it prints
};

/// Runs this program once for each job as a process of its own, up to `at_once` at the same time, and calls
/// `done` with the number of the job, its exit status (minus the signal that ended it) and the seconds that
/// it took. Throws io::OutputError when a process cannot be started.
void run_jobs(const std::vector<Job>& jobs, int at_once,
              const std::function<void(std::size_t job, int status, double seconds)>& done);

}  // namespace jounce::study
