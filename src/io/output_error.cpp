#include "io/output_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace jounce::io {
namespace {

std::string_view advice(std::string_view action, int error_number) {
  const bool reads = action.starts_with("read") || action.starts_with("restart");
  if (reads && (error_number == EACCES || error_number == EPERM))
    return "get permission to read it (chmod u+r), or use another file";
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "free some space there, or choose a folder on another disk";
    case EFBIG:
      return "the file would exceed the size limit of the process (ulimit -f) or of the file system";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a folder that you may write to";
    case EISDIR:
      return "a folder has this name; remove it or choose another name";
    case ENOTDIR:
      return "a part of this path is a file, not a folder; choose another folder";
    case ENOENT:
      return "check the path; the folder must exist";
    case EMFILE:
    case ENFILE:
      return "too many files are open (ulimit -n)";
    default:
      return "check the disk and the path";
  }
}

}  // namespace

void fail_output(const std::filesystem::path& path, std::string_view action, int error_number) {
  const std::string reason = error_number != 0 ? std::strerror(error_number) : "unknown reason";
  throw OutputError(path, fmt::format("cannot {} '{}': {}; {}", action, path.string(), reason,
                                      advice(action, error_number)));
}

}  // namespace jounce::io
