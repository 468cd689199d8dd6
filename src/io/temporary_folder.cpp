#include "io/temporary_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "io/output_error.h"

namespace jounce::io {

TemporaryFolder::TemporaryFolder(const std::string& name) {
  const std::string replaced(6, 'X');  // by mkdtemp
  std::string path = (std::filesystem::temp_directory_path() / ("jounce-" + name + "-" + replaced)).string();
  if (mkdtemp(path.data()) == nullptr) fail_output(path, "make the folder", errno);
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace jounce::io
