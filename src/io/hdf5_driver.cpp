#include "io/hdf5_driver.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "io/output_error.h"

namespace jounce::io::hdf5 {
namespace {

/// What H5Fget_vfd_handle gives; begins with the descriptor as that of HDF5's own driver does.
struct GuardedDescriptor {
  int number = -1;
  int error = 0;  ///< of the first write that failed; all later ones are thrown away
};

struct GuardedFile : H5FD_t {
  GuardedFile() : H5FD_t() {}

  GuardedDescriptor descriptor;
  haddr_t end_allocated = 0, end = 0;
  dev_t device = 0;
  ino_t inode = 0;
  std::map<haddr_t, std::vector<char>> lost;  ///< of the structure of the file: HDF5 may read it again
};

GuardedFile& file_of(H5FD_t* file) { return *static_cast<GuardedFile*>(file); }
const GuardedFile& file_of(const H5FD_t* file) { return *static_cast<const GuardedFile*>(file); }

/// The number of the error goes where Context::fail looks for it.
template <class Result>
Result failed(hid_t what, int error, Result result) {
  H5Epush2(H5E_DEFAULT, __FILE__, "hdf5_driver", __LINE__, H5E_ERR_CLS, H5E_VFL, what, "errno = %d", error);
  return result;
}

H5FD_t* open_file_of(const char* name, unsigned flags, hid_t /*access*/, haddr_t /*most*/) {
  int mode = (flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY;
  if ((flags & H5F_ACC_TRUNC) != 0) mode |= O_TRUNC;
  if ((flags & H5F_ACC_CREAT) != 0) mode |= O_CREAT;
  if ((flags & H5F_ACC_EXCL) != 0) mode |= O_EXCL;
  auto file = std::make_unique<GuardedFile>();
  file->descriptor.number = ::open(name, mode | O_CLOEXEC, 0666);
  struct stat status {};
  if (file->descriptor.number < 0 || fstat(file->descriptor.number, &status) != 0) {
    const int error = errno;
    if (file->descriptor.number >= 0) ::close(file->descriptor.number);
    return failed<H5FD_t*>(H5E_CANTOPENFILE, error, nullptr);
  }
  file->end = static_cast<haddr_t>(status.st_size);
  file->device = status.st_dev;
  file->inode = status.st_ino;
  return file.release();
}

herr_t close_file(H5FD_t* base) {
  const std::unique_ptr<GuardedFile> file(&file_of(base));
  ::close(file->descriptor.number);
  return 0;
}

int compare(const H5FD_t* first, const H5FD_t* second) {
  const GuardedFile &a = file_of(first), &b = file_of(second);
  if (a.device != b.device) return a.device < b.device ? -1 : 1;
  if (a.inode != b.inode) return a.inode < b.inode ? -1 : 1;
  return 0;
}

herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {  // as HDF5's own driver
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_POSIX_COMPAT_HANDLE | H5FD_FEAT_SUPPORTS_SWMR_IO |
           H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t end_allocated(const H5FD_t* file, H5FD_mem_t /*type*/) { return file_of(file).end_allocated; }

herr_t set_end_allocated(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t end) {
  file_of(file).end_allocated = end;
  return 0;
}

haddr_t end_of(const H5FD_t* file, H5FD_mem_t /*type*/) { return file_of(file).end; }

herr_t handle_of(H5FD_t* file, hid_t /*access*/, void** handle) {
  *handle = &file_of(file).descriptor;
  return 0;
}

herr_t read_bytes(H5FD_t* base, H5FD_mem_t type, hid_t /*properties*/, haddr_t at, std::size_t size,
                  void* buffer) {
  GuardedFile& file = file_of(base);
  if (type != H5FD_MEM_DRAW) {
    const auto lost = file.lost.find(at);
    if (lost != file.lost.end() && lost->second.size() >= size) {
      std::memcpy(buffer, lost->second.data(), size);
      return 0;
    }
  }
  auto* out = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t count = pread(file.descriptor.number, out, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed<herr_t>(H5E_READERROR, errno, -1);
    if (count == 0) {  // behind the end
      std::memset(out, 0, size);
      return 0;
    }
    out += count;
    at += static_cast<haddr_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  return 0;
}

void keep(GuardedFile& file, H5FD_mem_t type, haddr_t at, const void* buffer, std::size_t size) {
  if (type == H5FD_MEM_DRAW) return;
  const char* const bytes = static_cast<const char*>(buffer);
  file.lost[at].assign(bytes, bytes + size);
}

herr_t write_bytes(H5FD_t* base, H5FD_mem_t type, hid_t /*properties*/, haddr_t at, std::size_t size,
                   const void* buffer) {
  GuardedFile& file = file_of(base);
  if (file.descriptor.error != 0) {
    keep(file, type, at, buffer, size);
    return 0;
  }
  const haddr_t begin = at;
  const auto* bytes = static_cast<const char*>(buffer);
  for (std::size_t left = size; left > 0;) {
    const ssize_t count = pwrite(file.descriptor.number, bytes, left, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      file.descriptor.error = count < 0 ? errno : ENOSPC;
      keep(file, type, begin, buffer, size);
      return failed<herr_t>(H5E_WRITEERROR, file.descriptor.error, -1);
    }
    bytes += count;
    at += static_cast<haddr_t>(count);
    left -= static_cast<std::size_t>(count);
  }
  file.end = std::max(file.end, at);
  return 0;
}

herr_t truncate_file(H5FD_t* base, hid_t /*properties*/, hbool_t /*closing*/) {
  GuardedFile& file = file_of(base);
  if (file.end == file.end_allocated) return 0;
  if (file.descriptor.error == 0 &&
      ftruncate(file.descriptor.number, static_cast<off_t>(file.end_allocated)) != 0) {
    file.descriptor.error = errno;
    return failed<herr_t>(H5E_SEEKERROR, errno, -1);
  }
  file.end = file.end_allocated;
  return 0;
}

H5FD_class_t driver() {
  H5FD_class_t driver{};
  driver.name = "jounce";
  driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.open = open_file_of;
  driver.close = close_file;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = end_allocated;
  driver.set_eoa = set_end_allocated;
  driver.get_eof = end_of;
  driver.get_handle = handle_of;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = truncate_file;
  constexpr H5FD_mem_t kinds[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(kinds), std::end(kinds), std::begin(driver.fl_map));
  return driver;
}

}  // namespace

/// Registered once, and kept: HDF5 1.10 asks a driver to close its last file after it has freed the driver
/// when nobody else uses it.
void use_own_driver(const Context& context, hid_t access) {
  static hid_t id = H5I_INVALID_HID;
  if (!(H5Iis_valid(id) > 0 && H5Iget_type(id) == H5I_VFL)) {  // HDF5 begins anew after H5close
    const H5FD_class_t own = driver();
    id = context.check(H5FDregister(&own));
  }
  context.check(H5Pset_driver(access, id, nullptr));
}

void flush(const Context& context, hid_t file) {
  context.check(H5Fflush(file, H5F_SCOPE_LOCAL));
  void* handle = nullptr;
  context.check(H5Fget_vfd_handle(file, H5P_DEFAULT, &handle));
  const int error = static_cast<const GuardedDescriptor*>(handle)->error;
  if (error != 0) fail_output(context.path, context.action, error);
}

}  // namespace jounce::io::hdf5
