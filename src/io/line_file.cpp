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
      take_in(length);
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  last_flush_ = coarse_seconds();
}

/// Adds what the file holds already to the mark, and goes to its end.
void LineFile::take_in(off_t length) {
  if (lseek(descriptor_, 0, SEEK_SET) < 0) fail_output(path_, "continue", errno);
  for (off_t left = length; left > 0;) {
    const ssize_t count =
        ::read(descriptor_, buffer_.data(), std::min(buffer_.size(), static_cast<std::size_t>(left)));
    if (count <= 0) fail_output(path_, "read", count < 0 ? errno : EIO);
    sum_.add(std::string_view(buffer_.data(), static_cast<std::size_t>(count)));
    lines_ += static_cast<std::uint64_t>(std::count(buffer_.data(), buffer_.data() + count, '\n'));
    left -= count;
  }
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
      last_flush_(other.last_flush_),
      sum_(other.sum_),
      lines_(other.lines_) {}

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
    sum_.add(std::string_view(buffer_.data() + written, static_cast<std::size_t>(count)));
    written += static_cast<std::size_t>(count);
  }
  lines_ += static_cast<std::uint64_t>(std::count(buffer_.data(), buffer_.data() + size, '\n'));
  check_name();
}

void LineFile::check_name() const {
  struct stat open_file {
  }, named{};
  if (fstat(descriptor_, &open_file) != 0) fail_output(path_, "write", errno);
  const bool is_there = stat(path_.c_str(), &named) == 0;
  if (is_there && open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino) return;
  throw OutputError(path_, fmt::format("cannot write '{}': the file was {} while the run was writing it (or "
                                       "its folder was); later results are lost",
                                       path_.string(), is_there ? "replaced" : "removed"));
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
    if (used_ != 0)
      flush();
    else
      check_name();
  } catch (...) {
    ::close(std::exchange(descriptor_, -1));
    throw;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail_output(path_, "write", errno);
}

namespace {

/// The rows of a CSV file up to a time.
struct Rows {
  std::size_t count = 0, bytes = 0;  ///< with the header, of the bytes
  double last = 0;                   ///< time of the last one, where there is one
};

Rows rows_until(const std::filesystem::path& csv, const std::string& text, double latest) {
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

  Rows rows;
  rows.bytes = text.size() - rest.size();
  while (!rest.empty()) {
    const std::string_view line = next_line(rest, complete);
    split_csv(line, cells, storage);
    double row_time = 0.0;
    if (!complete || column >= cells.size() || !parse_number(cells[column], row_time)) break;
    if (row_time > latest) break;
    rows.bytes = text.size() - rest.size();
    rows.last = row_time;
    ++rows.count;
  }
  return rows;
}

}  // namespace

void shorten_file(const std::filesystem::path& file, std::size_t bytes) {
  if (::truncate(file.c_str(), static_cast<off_t>(bytes)) != 0) fail_output(file, "shorten", errno);
}

std::size_t truncate_after(const std::filesystem::path& csv, double time, double tolerance) {
  const std::string text = read_text(csv);
  const Rows rows = rows_until(csv, text, time + tolerance);
  if (rows.bytes != text.size()) shorten_file(csv, rows.bytes);
  return rows.count;
}

std::size_t length_to_keep(const std::filesystem::path& csv, const FileMark& mark, double time,
                           double tolerance, bool is_own) {
  const std::string text = read_text(csv);
  if (text.size() >= mark.bytes) {
    Checksum sum;
    sum.add(std::string_view(text).substr(0, mark.bytes));
    if (sum.value() == mark.checksum) return mark.bytes;
  }
  const Rows rows = rows_until(csv, text, time + tolerance);
  if (rows.count == 0 && !is_own) return rows.bytes;
  const std::uint64_t known = mark.lines > 0 ? mark.lines - 1 : 0;
  throw OutputError(
      csv,
      fmt::format(
          "cannot continue '{}': it is not the file that the run had written at its checkpoint at {:.9g}: {} "
          "row{} up to there{} now, {} then{}; restore the file, or choose another folder with -o",
          csv.string(), time, rows.count, rows.count == 1 ? "" : "s",
          rows.count == 0 ? std::string() : fmt::format(" (the last at {:.9g})", rows.last), known,
          rows.count == known ? ", but other ones (their checksum differs)" : ""));
}

}  // namespace jounce::io
