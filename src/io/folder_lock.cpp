#include "io/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "io/output_error.h"

namespace jounce::io {
namespace {

struct Holder {
  long process = 0;  ///< 0: not known
  std::string host;
};

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

/// "process 12\nhost name\n"; what is not so (an unfinished file) is nobody's.
Holder holder_of(int descriptor) {
  std::array<char, 512> text{};
  const ssize_t count = pread(descriptor, text.data(), text.size() - 1, 0);
  const std::string_view content(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  constexpr std::string_view process = "process ", host = "\nhost ";
  const auto at = content.find(host);
  const auto end = at == std::string_view::npos ? at : content.find('\n', at + host.size());
  if (!content.starts_with(process) || end == std::string_view::npos) return {};
  return {std::strtol(text.data() + process.size(), nullptr, 10),
          std::string(content.substr(at + host.size(), end - at - host.size()))};
}

std::string words(const Holder& holder) {
  if (holder.process == 0) return "another process";
  if (holder.process == getpid() && holder.host == host_name()) return "another run of this process";
  return fmt::format("process {} on host {}", holder.process, holder.host);
}

[[noreturn]] void refuse(const std::filesystem::path& file, const Holder& holder, bool is_sure) {
  throw OutputError(
      file, fmt::format("{} {} '{}' (its lock is {}); wait for its end, or choose another folder with -o{}",
                        words(holder), is_sure ? "writes into" : "may still write into",
                        file.parent_path().string(), file.string(),
                        is_sure ? "" : ". If it has ended, remove the lock"));
}

bool is_alive(long process) { return kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM; }

/// False where the file was replaced or removed since it was opened.
bool is_named(int descriptor, const std::filesystem::path& path) {
  struct stat open_file {
  }, named{};
  return fstat(descriptor, &open_file) == 0 && stat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

/// The file, open and locked; one that its holder removes meanwhile is no lock any more.
int open_locked(const std::filesystem::path& path) {
  while (true) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (descriptor < 0) fail_output(path, "create", errno);
    int error = 0;
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      error = errno;
      if (error != EINTR) break;
      error = 0;
    }
    const Holder holder = holder_of(descriptor);
    const bool has_no_locks = error != 0 && error != EWOULDBLOCK;  // such a file system
    const bool is_here = holder.host == host_name();
    const bool runs = has_no_locks && is_here && holder.process != getpid() && is_alive(holder.process);
    const bool is_held = error == EWOULDBLOCK || runs;
    if (is_held || (holder.process != 0 && !is_here)) {
      ::close(descriptor);
      refuse(path, holder, is_held);
    }
    if (is_named(descriptor, path)) return descriptor;
    ::close(descriptor);
  }
}

}  // namespace

std::optional<FolderUser> folder_user(const std::filesystem::path& folder) {
  const int descriptor = open((folder / FolderLock::kName).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return std::nullopt;
  const Holder holder = holder_of(descriptor);
  const bool is_here = holder.host == host_name();
  // A run that begins must not find the lock taken by this look: only a process that lives is asked for it.
  bool is_held = !is_here || is_alive(holder.process);
  if (holder.process == 0) is_held = false;
  if (is_held && is_here && flock(descriptor, LOCK_SH | LOCK_NB) == 0) is_held = false;
  ::close(descriptor);
  if (!is_held) return std::nullopt;
  return FolderUser{words(holder), is_here};
}

FolderLock::FolderLock(const std::filesystem::path& folder)
    : path_(folder / kName), descriptor_(open_locked(path_)) {
  if (const Holder before = holder_of(descriptor_); before.process != 0)
    word_ = fmt::format("'{}' of {}, which has ended, was taken over", path_.string(), words(before));
  const std::string text = fmt::format("process {}\nhost {}\n", getpid(), host_name());
  const bool is_written = ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, text.data(), text.size(),
                                                                   0) == static_cast<ssize_t>(text.size());
  if (is_written) return;
  const int error = errno;
  release();
  fail_output(path_, "write", error);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      word_(std::move(other.word_)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(word_, other.word_);
  return *this;
}

void FolderLock::release() {
  if (descriptor_ < 0) return;
  if (is_named(descriptor_, path_)) ::unlink(path_.c_str());
  ::close(std::exchange(descriptor_, -1));
}

}  // namespace jounce::io
