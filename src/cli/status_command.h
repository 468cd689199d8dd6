#pragma once

#include <filesystem>
#include <vector>

namespace jounce::cli {

struct StatusArguments {
  std::vector<std::filesystem::path> folders;
};

struct StopArguments {
  std::filesystem::path folder;
  bool wait = false;  ///< until the run has ended
};

/// `jounce status` says where runs are, `jounce stop` asks one to end after its step.
int status_command(const StatusArguments& arguments);
int stop_command(const StopArguments& arguments);

}  // namespace jounce::cli
