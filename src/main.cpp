#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "cli/arguments.h"

namespace {

/// A stream that is closed gets a place where writing fails: else the first file that is opened would have
/// its number, and what is printed would go into that file.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) {
      const int opened = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
      if (opened > STDERR_FILENO) close(opened);
    }
}

/// What was printed must have arrived. @return the status of the program
int finish(int status) {
  const bool failed_before = std::ferror(stdout) != 0;
  errno = 0;
  if (std::fflush(stdout) == 0 && !failed_before) return status;
  int error = errno;
  if (error == 0 && write(STDOUT_FILENO, "", 0) < 0) error = errno;  // why an earlier one failed
  fmt::print(stderr, "jounce: cannot write to the standard output{}{}\n", error != 0 ? ": " : "",
             error != 0 ? std::strerror(error) : "");
  return status == 0 ? 1 : status;
}

}  // namespace

int main(int argc, char** argv) {
  occupy_closed_streams();
  try {
    return finish(jounce::cli::main(argc, argv));
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "jounce: this needs more memory than is available\n");
    return finish(1);
  } catch (const std::length_error&) {  // of a container, which no memory would hold
    fmt::print(stderr, "jounce: this needs more memory than is available\n");
    return finish(1);
  } catch (const std::exception& error) {
    if (std::ferror(stdout) == 0) fmt::print(stderr, "jounce: {}\n", error.what());
    return finish(1);
  }
}
