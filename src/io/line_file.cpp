#include "io/line_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "io/csv.h"
#include "io/output_error.h"
#include "io/wall_clock.h"

namespace jounce::io {
namespace {

constexpr std::size_t flush_size = 64 * 1024;
constexpr int longest_stride = 64;  // lines between two readings of the clock

/// Length of the file up to and including its last newline.
off_t whole_lines(int descriptor, const std::filesystem::path& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) fail_output(path, "read", errno);
  char block[4096];
  off_t end = status.st_size;
  while (end > 0) {
    const off_t begin = end > off_t{sizeof block} ? end - off_t{sizeof block} : 0;
    const ssize_t count = pread(descriptor, block, static_cast<std::size_t>(end - begin), begin);
    if (count <= 0) fail_output(path, "read", count < 0 ? errno : EIO);
    const void* newline = memrchr(block, '\n', static_cast<std::size_t>(count));
    if (newline != nullptr) return begin + (static_cast<const char*>(newline) - block) + 1;
    end = begin;
  }
  return 0;
}

}  // namespace

LineFile::LineFile(const std::filesystem::path& path, Start start) : path_(path), buffer_(flush_size + 4096) {
  const bool append = start == Start::append;
  const int flags = append ? O_RDWR | O_CREAT : O_WRONLY | O_CREAT | O_TRUNC;
  descriptor_ = open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_output(path, append ? "continue" : "create", errno);
  try {
    if (append) {
      const off_t length = whole_lines(descriptor_, path);
      if (ftruncate(descriptor_, length) != 0) fail_output(path, "continue", errno);
      if (lseek(descriptor_, length, SEEK_SET) < 0) fail_output(path, "continue", errno);
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  last_flush_ = coarse_seconds();
}

LineFile::~LineFile() {
  try {
    close();
  } catch (const OutputError&) {
    // The caller who wants to know calls close().
  }
}

LineFile::LineFile(LineFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)),
      used_(std::exchange(other.used_, 0)),
      last_flush_(other.last_flush_) {}

void LineFile::make_room(std::size_t bytes) {
  flush();
  if (bytes > buffer_.size()) buffer_.resize(bytes);
}

void LineFile::line(std::string_view text) {
  char* out = reserve(text.size() + 1);
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = '\n';
  commit(out + text.size() + 1);
}

void LineFile::poll_clock() {
  if (used_ != 0 && coarse_seconds() - last_flush_ >= flush_seconds) flush();
}

void LineFile::look_at_clock() {
  const double now = coarse_seconds();
  if (now - last_look_ < 2e-3) {
    stride_ = std::min(2 * stride_, longest_stride);
  } else if (now - last_look_ > 0.02) {
    stride_ = 1;
  }
  last_look_ = now;
  lines_left_ = stride_;
  if (used_ != 0 && now - last_flush_ >= flush_seconds) flush();
}

void LineFile::flush() {
  last_flush_ = coarse_seconds();
  const std::size_t size = std::exchange(used_, 0);
  std::size_t written = 0;
  while (written < size) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + written, size - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int error = count < 0 ? errno : ENOSPC;
      const off_t position = lseek(descriptor_, 0, SEEK_CUR);
      // Cut the part of a line that a short write has left; not possible on devices, and then not needed.
      if (position > 0 && written > 0) {
        const void* newline = memrchr(buffer_.data(), '\n', written);
        const std::size_t whole =
            newline != nullptr
                ? static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data()) + 1
                : 0;
        if (ftruncate(descriptor_, position - static_cast<off_t>(written - whole)) == 0) {
          lseek(descriptor_, 0, SEEK_END);
        }
      }
      fail_output(path_, "write", error);
    }
    written += static_cast<std::size_t>(count);
  }
}

std::size_t LineFile::size() {
  const off_t position = lseek(descriptor_, 0, SEEK_END);
  return (position > 0 ? static_cast<std::size_t>(position) : 0) + used_;
}

void LineFile::cut(std::size_t size) {
  flush();
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail_output(path_, "shorten", errno);
  lseek(descriptor_, 0, SEEK_END);
}

void LineFile::close() {
  if (descriptor_ < 0) return;
  try {
    if (used_ != 0) flush();
  } catch (...) {
    ::close(std::exchange(descriptor_, -1));
    throw;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail_output(path_, "write", errno);
}

std::size_t truncate_after(const std::filesystem::path& csv, double time, double tolerance) {
  const std::string text = read_text(csv);
  std::string_view rest = text;
  std::vector<std::string_view> cells;
  std::vector<std::string> storage;
  bool complete = false;
  split_csv(next_line(rest, complete), cells, storage);
  const auto found = std::find(cells.begin(), cells.end(), "time");
  if (!complete || found == cells.end()) {
    throw OutputError(csv,
                      fmt::format("cannot continue '{}': it has no header line with a column 'time'; start "
                                  "the run anew or restore the file",
                                  csv.string()));
  }
  const auto column = static_cast<std::size_t>(found - cells.begin());

  std::size_t kept = text.size() - rest.size();
  std::size_t rows = 0;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest, complete);
    split_csv(line, cells, storage);
    double row_time = 0.0;
    if (!complete || column >= cells.size() || !parse_number(cells[column], row_time)) break;
    if (row_time > time + tolerance) break;
    kept = text.size() - rest.size();
    ++rows;
  }
  if (kept != text.size() && ::truncate(csv.c_str(), static_cast<off_t>(kept)) != 0) {
    fail_output(csv, "shorten", errno);
  }
  return rows;
}

}  // namespace jounce::io
