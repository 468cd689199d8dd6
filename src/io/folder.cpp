#include "io/folder.h"

#include "io/output_error.h"

namespace jounce::io {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail_output(folder, "make the folder", error.value());
  if (!std::filesystem::is_directory(folder)) fail_output(folder, "make the folder", ENOTDIR);
}

}  // namespace jounce::io
