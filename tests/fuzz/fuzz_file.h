#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "../io/temporary_folder.h"

namespace jounce {

/// A file of one name whose content changes, for checks that read files.
class FuzzFile {
 public:
  explicit FuzzFile(const std::string& name) : path_(folder_ / name) {}
  const std::filesystem::path& path() const { return path_; }
  void write(std::string_view text) const {
    std::ofstream stream(path_, std::ios::binary | std::ios::trunc);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  }

 private:
  io::test::TemporaryFolder folder_;
  std::filesystem::path path_;
};

}  // namespace jounce
