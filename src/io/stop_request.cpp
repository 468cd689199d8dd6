#include "io/stop_request.h"

#include <unistd.h>

#include "io/atomic_file.h"

namespace jounce::io {

void request_stop(const std::filesystem::path& folder) {
  write_atomically(folder / kStopFile, "The run that writes here ends after its step.\n");
}

bool is_stop_requested(const std::filesystem::path& folder) {
  return access((folder / kStopFile).c_str(), F_OK) == 0;
}

void forget_stop(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove(folder / kStopFile, ignored);
}

}  // namespace jounce::io
