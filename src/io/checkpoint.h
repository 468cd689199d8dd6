#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/output_error.h"

namespace jounce::io {

/// Named arrays of doubles and integers and named texts of a checkpoint.
struct CheckpointContent {
  std::map<std::string, std::vector<double>, std::less<>> doubles;
  std::map<std::string, std::vector<std::int64_t>, std::less<>> integers;
  std::map<std::string, std::string, std::less<>> texts;
};

/// Collects named arrays, scalars and texts and writes them as one file, atomically: a temporary file in the
/// same folder, fsync, rename. A run killed while writing keeps the previous checkpoint.
///
/// Layout: HDF5; root attribute `jounce_checkpoint` (the format version), groups /doubles, /integers, /texts
/// with one dataset per name; after the end of the HDF5 content a mark and a 64-bit checksum of all bytes
/// before. Values are bitwise exact, not-a-number payloads and signed zeros included.
class CheckpointWriter {
 public:
  /// Names are unique over all kinds, not empty, and hold no '/' (std::invalid_argument otherwise).
  void put(std::string_view name, std::span<const double> values);
  void put(std::string_view name, std::span<const std::int64_t> values);
  void put(std::string_view name, std::string_view text);
  void put(std::string_view name, const char* text) { put(name, std::string_view(text)); }
  void put(std::string_view name, double value) { put(name, std::span<const double>(&value, 1)); }
  template <std::integral Integer>
  void put(std::string_view name, Integer value) {
    const auto wide = static_cast<std::int64_t>(value);
    put(name, std::span<const std::int64_t>(&wide, 1));
  }
  const CheckpointContent& content() const { return content_; }
  /// Throws CheckpointError; the file at `path` is then as before.
  void write(const std::filesystem::path& path) const;

 private:
  void check_name(std::string_view name) const;

  CheckpointContent content_;
};

/// A checkpoint read into memory and verified. Files that are damaged, truncated, not checkpoints or of
/// another format version are refused with a CheckpointError that says which and what is expected.
class CheckpointReader {
 public:
  explicit CheckpointReader(const std::filesystem::path& path);
  /// Of what a writer has collected, without a file; `name` stands in messages.
  CheckpointReader(CheckpointContent content, std::filesystem::path name)
      : path_(std::move(name)), content_(std::move(content)) {}
  bool has(std::string_view name) const;
  std::vector<std::string> names() const;
  /// Each throws CheckpointError when the name is missing, is of another kind, or (scalars) not of size 1.
  const std::vector<double>& doubles(std::string_view name) const;
  const std::vector<std::int64_t>& integers(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  double number(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;

 private:
  [[noreturn]] void fail_missing(std::string_view name, std::string_view kind) const;

  std::filesystem::path path_;
  CheckpointContent content_;
};

}  // namespace jounce::io
