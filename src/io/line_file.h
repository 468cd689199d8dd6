#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "io/checksum.h"

namespace jounce::io {

/// Append-only text file that grows by whole lines: they are collected in an own buffer that goes to the file
/// by write(2) only at ends of lines. Only a kill -9 in the middle of that call can leave an unfinished last
/// line, which readers and a continued file drop. The buffer is written when it
/// exceeds 64 kB and, when `poll_clock` is called often enough, at least every 0.25 s of wall time.
class LineFile {
 public:
  enum class Start { fresh, append };

  /// Opens the file, creating or emptying it (fresh) or continuing at its end (append; an unfinished last
  /// line is cut off). Throws OutputError.
  LineFile(const std::filesystem::path& path, Start start);
  ~LineFile();
  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&&) = delete;
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  /// Room for at least `bytes` characters; the caller writes there and hands the end of the line to `commit`.
  char* reserve(std::size_t bytes) {
    if (used_ + bytes > buffer_.size()) make_room(bytes);
    return buffer_.data() + used_;
  }
  /// Takes the characters from the last `reserve` up to `end`; they end with a newline.
  void commit(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }
  /// Appends one line (without its newline).
  void line(std::string_view text);
  /// Writes the buffer if it is older than 0.25 s. One reading of the coarse clock.
  void poll_clock();
  /// The same for callers with many lines a second: reads the clock only every few calls, the more the faster
  /// they follow each other.
  void tick() {
    if (--lines_left_ <= 0) look_at_clock();
  }
  /// Writes the buffer. Throws OutputError; a short write is an error, and so is a file that is no longer
  /// under its name (removed or replaced with its folder), where the lines would vanish.
  void flush();
  /// Length of the file with what the buffer holds.
  std::size_t size();
  /// Takes back everything behind the first `size` characters. Throws OutputError.
  void cut(std::size_t size);
  /// Writes the buffer and closes. Throws OutputError. The destructor does the same without throwing.
  void close();

  const std::filesystem::path& path() const { return path_; }
  /// What was written to the file so far, with what it held before.
  FileMark mark() const { return {sum_.bytes(), lines_, sum_.value()}; }

 private:
  void take_in(off_t length);
  void check_name() const;
  void make_room(std::size_t bytes);
  void look_at_clock();

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  double last_flush_ = 0.0;
  double last_look_ = 0.0;
  int lines_left_ = 1;
  int stride_ = 1;
  Checksum sum_;
  std::uint64_t lines_ = 0;
};

/// Shortens a CSV file (history, events) for a restart: keeps the header and the rows before the first whose
/// column `time` exceeds `time` + `tolerance`; an unfinished last line goes too. One truncation, so the file
/// is whole at every moment.
/// @param tolerance half a time step is right
/// @return number of rows kept. Throws OutputError (unreadable file, no column `time`).
std::size_t truncate_after(const std::filesystem::path& csv, double time, double tolerance);

/// Bytes of such a file that a restart keeps, where a mark of it at that time is known: those up to the mark,
/// if they are still the same. Throws OutputError for a file that was shortened or changed.
/// @param is_own false for a file in another folder than the checkpoint: there an earlier restart may have
/// begun it
///   anew, without rows up to that time; then its header stays
std::size_t length_to_keep(const std::filesystem::path& csv, const FileMark& mark, double time,
                           double tolerance, bool is_own);
/// Cuts a file off behind so many bytes. Throws OutputError.
void shorten_file(const std::filesystem::path& file, std::size_t bytes);

}  // namespace jounce::io
