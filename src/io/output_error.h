#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace jounce::io {

/// A results file could not be written or read: no space, no permission, wrong kind of file, damaged content.
/// what() is a complete message: the path, what was attempted, the reason, and what the user can do.
class OutputError : public std::runtime_error {
 public:
  OutputError(std::filesystem::path path, const std::string& message)
      : std::runtime_error(message), path_(std::move(path)) {}
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A checkpoint that is damaged, truncated, foreign, of another format version, or lacks an entry.
class CheckpointError : public OutputError {
 public:
  using OutputError::OutputError;
};

/// Throws OutputError "cannot <action> <path>: <text of the error number>; <what to do>".
/// @param error_number value of errno at the failure
[[noreturn]] void fail_output(const std::filesystem::path& path, std::string_view action, int error_number);

}  // namespace jounce::io
