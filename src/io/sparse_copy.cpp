#include "io/sparse_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace jounce::io {
namespace {

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  operator int() const { return number_; }

 private:
  int number_;
};

bool copy_range(int in, int out, off_t first, off_t end) {
  off_t from = first, to = first;
  while (from < end) {
    const ssize_t count = copy_file_range(in, &from, out, &to, static_cast<std::size_t>(end - from), 0);
    if (count == 0 || (count < 0 && errno != EINTR)) return false;
  }
  return true;
}

bool copy_parts(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Descriptor in(from, O_RDONLY), out(to, O_WRONLY | O_CREAT | O_TRUNC);
  struct stat status {};
  if (in < 0 || out < 0 || fstat(in, &status) != 0 || ftruncate(out, status.st_size) != 0) return false;
  for (off_t data = 0, hole = 0; hole < status.st_size;) {
    data = lseek(in, hole, SEEK_DATA);
    if (data < 0) return errno == ENXIO;  // holes only up to the end
    hole = lseek(in, data, SEEK_HOLE);
    if (hole < 0 || !copy_range(in, out, data, hole)) return false;
  }
  return true;
}

}  // namespace

bool copy_sparse(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (copy_parts(from, to)) return true;
  std::remove(to.c_str());
  return false;
}

}  // namespace jounce::io
