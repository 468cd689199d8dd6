#include "io/hdf5_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "io/hdf5_driver.h"
#include "io/output_error.h"

namespace jounce::io::hdf5 {
namespace {

/// The innermost message of the error stack and the error number of the system that it mentions, if any.
struct Cause {
  std::string message;
  int error_number = 0;
};

herr_t look_at_error(unsigned /*depth*/, const H5E_error2_t* error, void* data) {
  auto& cause = *static_cast<Cause*>(data);
  const std::string text = error->desc != nullptr ? error->desc : "";
  constexpr std::string_view mark = "errno = ";
  if (const auto at = text.find(mark); at != std::string::npos) {
    const char* begin = text.data() + at + mark.size();
    std::from_chars(begin, text.data() + text.size(), cause.error_number);
  }
  if (cause.message.empty()) cause.message = text;
  return 0;
}

/// Access as needed for files that others may read while they are written.
Handle file_access(const Context& context, hsize_t block) {
  Handle access(context.check(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
  context.check(H5Pset_file_locking(access, false, true));
  if (block != 0) {
    context.check(H5Pset_small_data_block_size(access, block));
    context.check(H5Pset_meta_block_size(access, block / 64));
  }
  return access;
}

Handle string_type(const Context& context, std::size_t size) {
  Handle type(context.check(H5Tcopy(H5T_C_S1)), H5Tclose);
  context.check(H5Tset_size(type, std::max<std::size_t>(size, 1)));
  context.check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  context.check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

}  // namespace

Quiet::Quiet() {
  H5open();  // the library may not be there yet
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

void Context::fail() const {
  Cause cause;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look_at_error, &cause);
  if (cause.error_number != 0) fail_output(path, action, cause.error_number);
  throw OutputError(path, fmt::format("cannot {} '{}': {}", action, path.string(),
                                      cause.message.empty() ? "unknown HDF5 error" : cause.message));
}

Handle create_file(const Context& context, hsize_t block) {
  const Handle access = file_access(context, block);
  use_own_driver(context, access);
  return {context.check(H5Fcreate(context.path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access)), H5Fclose};
}

Handle open_file(const Context& context, bool writable, hsize_t block) {
  const Handle access = file_access(context, block);
  if (writable) use_own_driver(context, access);
  return {context.check(H5Fopen(context.path.c_str(), writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, access)),
          H5Fclose};
}

Handle create_group(const Context& context, hid_t parent, const std::string& name) {
  return {context.check(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)), H5Gclose};
}

void write_attribute(const Context& context, hid_t object, const std::string& name, std::string_view text) {
  const Handle type = string_type(context, text.size());
  const Handle space(context.check(H5Screate(H5S_SCALAR)), H5Sclose);
  const Handle attribute(
      context.check(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT)), H5Aclose);
  context.check(H5Awrite(attribute, type, text.empty() ? "" : text.data()));
}

void write_attribute(const Context& context, hid_t object, const std::string& name, hid_t type,
                     const void* value, hsize_t count) {
  const Handle space(context.check(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr)),
                     H5Sclose);
  const Handle attribute(
      context.check(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT)), H5Aclose);
  context.check(H5Awrite(attribute, type, value));
}

void write_array(const Context& context, hid_t parent, const std::string& name, hid_t type,
                 const void* values, hsize_t count) {
  const Handle space(context.check(H5Screate_simple(1, &count, nullptr)), H5Sclose);
  const Handle dataset(
      context.check(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)),
      H5Dclose);
  if (count != 0) context.check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
}

void write_text(const Context& context, hid_t parent, const std::string& name, std::string_view text) {
  const Handle type = string_type(context, text.size());
  const Handle space(context.check(H5Screate(text.empty() ? H5S_NULL : H5S_SCALAR)), H5Sclose);
  const Handle dataset(
      context.check(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)),
      H5Dclose);
  if (!text.empty()) context.check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
}

}  // namespace jounce::io::hdf5
