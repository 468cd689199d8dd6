#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace jounce::io::hdf5 {

/// An HDF5 identifier that is closed at the end of its scope.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { reset(); }

  operator hid_t() const { return id_; }
  /// Closes now. @return false when HDF5 reports an error
  bool reset() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Starts HDF5, and silences the messages that it prints by itself, as long as it lives; `check` turns errors
/// into exceptions. Nothing else of HDF5 may be called before the first one.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// An HDF5 file and what is being done to it, for the messages of its errors.
struct Context {
  std::filesystem::path path;
  std::string_view action;  ///< "write", "read", ...

  /// Passes `status` (an identifier, a return value) through; throws OutputError when it is negative, with
  /// the error number of the system if HDF5 reports one (disk full), else with HDF5's own innermost message.
  template <class Status>
  Status check(Status status) const {
    if (status < 0) fail();
    return status;
  }
  [[noreturn]] void fail() const;
};

/// @param block bytes by which the file grows at once; what is not used is given back when it is closed. A
/// file that is
///   cut off between two writes of a flush is unreadable only if the file grew in it: large blocks make that
///   rare.
Handle create_file(const Context& context, hsize_t block = 0);
/// @param writable open for writing too
Handle open_file(const Context& context, bool writable, hsize_t block = 0);
Handle create_group(const Context& context, hid_t parent, const std::string& name);
void write_attribute(const Context& context, hid_t object, const std::string& name, std::string_view text);
void write_attribute(const Context& context, hid_t object, const std::string& name, hid_t type,
                     const void* value, hsize_t count);
/// One-dimensional dataset of fixed size, written at once; `count` may be 0.
void write_array(const Context& context, hid_t parent, const std::string& name, hid_t type,
                 const void* values, hsize_t count);
/// Scalar string dataset; keeps embedded zero bytes.
void write_text(const Context& context, hid_t parent, const std::string& name, std::string_view text);

}  // namespace jounce::io::hdf5
