#include "io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "io/output_error.h"

namespace jounce::io {
namespace {

/// @return error number of the first failure, 0 if none
int synchronise(const std::filesystem::path& path, int flags) {
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int error = fsync(descriptor) != 0 ? errno : 0;
  if (error == EINVAL) error = 0;  // a file system without synchronisation
  ::close(descriptor);
  return error;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::filesystem::path temporary = path;
  temporary += ".tmp";
  return temporary;
}

void replace_file(const std::filesystem::path& temporary, const std::filesystem::path& path, bool durable) {
  int error = durable ? synchronise(temporary, O_RDONLY) : 0;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    std::remove(temporary.c_str());
    fail_output(path, "replace", error);
  }
  if (durable) error = synchronise(folder_of(path), O_RDONLY | O_DIRECTORY);
  if (error != 0) fail_output(path, "write", error);
}

void write_atomically(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path temporary = temporary_name(path);
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_output(path, "create", errno);
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count > 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      error = count == 0 ? ENOSPC : errno;
    }
  }
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) {
    std::remove(temporary.c_str());
    fail_output(path, "write", error);
  }
  replace_file(temporary, path, false);
}

}  // namespace jounce::io
