#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jounce {

/// What this program was built from and with.
struct BuildInfo {
  std::string version;   ///< "0.1.0"
  std::string revision;  ///< short git commit, with "-dirty" when files differ from it; "unknown" without git
  std::string compiler;  ///< "GNU 12.2.0"
  std::string build_type;  ///< "Release"
  std::string options;     ///< sanitizers and processor flags, may be empty
  std::vector<std::pair<std::string, std::string>> libraries;  ///< name and version, as the build saw them
};

/// The information recorded by the build that made this program.
const BuildInfo& build_info();

/// One line: "jounce 0.1.0 (1a2b3c4)".
std::string version_line();

/// Several lines, for `--version` and reports: version line, compiler and build type, libraries.
std::string version_text();

/// The same as comments, every line behind `mark`: what text files of results carry.
std::string version_comment(const std::string& mark);

}  // namespace jounce
