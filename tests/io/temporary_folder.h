#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "io/temporary_folder.h"

namespace jounce::io::test {

/// An empty folder that is removed with everything in it.
class TemporaryFolder : public io::TemporaryFolder {
 public:
  TemporaryFolder() : io::TemporaryFolder("test") {}
  std::filesystem::path operator/(const std::string& name) const { return path() / name; }
};

inline std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Text of the exception of type Error that `action` throws; empty when it throws none.
template <class Error, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace jounce::io::test
