#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace jounce::io {

/// A folder of results that one process writes to: the file `jounce.lock` in it names the process and the
/// host, and is locked (flock) as long as the object lives. A process that ends in whatever way loses the
/// lock, so a file that it leaves behind on this host is taken over.
class FolderLock {
 public:
  FolderLock() = default;
  /// Throws OutputError: another process writes into the folder (or one of another host may), the file cannot
  /// be written.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock() { release(); }
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  void release();
  /// A sentence about the lock of a process that has ended and that was taken over; empty without one.
  const std::string& word() const { return word_; }

  static constexpr const char* kName = "jounce.lock";

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::string word_;
};

/// Who writes into a folder of results now.
struct FolderUser {
  std::string words;    ///< "process 12 on host bow"
  bool is_sure = true;  ///< false: of another host, where it may have ended
};

/// By the lock of the folder; nothing where no process holds it.
std::optional<FolderUser> folder_user(const std::filesystem::path& folder);

}  // namespace jounce::io
