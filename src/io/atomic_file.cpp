#include "io/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
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

std::string obstacle(const std::filesystem::path& path) {
  using std::filesystem::file_type;
  std::error_code ignored;  // a place that cannot be looked at fails when it is written
  switch (std::filesystem::status(path, ignored).type()) {
    case file_type::directory:
      return "it is a folder";
    case file_type::block:
    case file_type::character:
      return "it is a device";
    case file_type::fifo:
      return "it is a pipe";
    case file_type::socket:
      return "it is a socket";
    default:
      return {};
  }
}

void require_place_of_file(const std::filesystem::path& path) {
  const std::string found = obstacle(path);
  if (!found.empty())
    throw OutputError(
        path, fmt::format("cannot write '{}': {}, not a file; choose another name", path.string(), found));
}

void replace_file(const std::filesystem::path& temporary, const std::filesystem::path& path, bool durable) {
  if (!obstacle(path).empty()) std::remove(temporary.c_str());
  require_place_of_file(path);
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
  require_place_of_file(path);
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

bool write_over(const std::filesystem::path& path, std::string_view text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const auto size = static_cast<off_t>(text.size());
  const bool has_room = posix_fallocate(descriptor, 0, size) == 0;
  const bool is_written =
      has_room && pwrite(descriptor, text.data(), text.size(), 0) == size && ftruncate(descriptor, size) == 0;
  return ::close(descriptor) == 0 && is_written;
}

}  // namespace jounce::io
