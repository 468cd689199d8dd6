#pragma once

#include <filesystem>
#include <string>

namespace jounce::io {

/// A folder of its own for the life of the object, in the system's place for temporary files.
class TemporaryFolder {
 public:
  /// `name`: how its name begins, "jounce-" before it. Throws OutputError.
  explicit TemporaryFolder(const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace jounce::io
