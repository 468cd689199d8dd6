#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::fmi {

/// Writes a ZIP archive whose entries are stored as they are (method 0 of PKWARE's APPNOTE 6.3). Files of 4
/// GB and more are refused with an io::OutputError.
class Zip {
 public:
  explicit Zip(const std::filesystem::path& file);
  void add(const std::string& name, std::string_view content);
  void close();

 private:
  struct Entry {
    std::string name;
    std::uint32_t checksum, size, offset;
  };
  void put(const std::string& bytes);

  std::filesystem::path file_;
  std::ofstream out_;
  std::vector<Entry> entries_;
  std::uint64_t offset_ = 0;
};

}  // namespace jounce::fmi
