#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "fmi/slave.h"

namespace jounce::fmu {

/// How a call ended, with the numbers of both versions of the standard.
enum class Status { ok = 0, discard = 2, error = 3 };

/// Held while an FMU computes: PETSc, MPI and HDF5 belong to the process, and none of them takes calls of two
/// threads at a time. Every FMU brings a copy of this library; the lock is one for all of them, as the
/// compiler (GCC) marks inline variables as unique in a process (STB_GNU_UNIQUE) and exports.map shows it.
[[gnu::visibility("default")]] inline std::mutex process_lock;

/// What an importer holds. Calls turn exceptions into a status and a message of the logger.
class Instance {
 public:
  using Log = std::function<void(Status status, const std::string& message)>;

  /// @return null where the slave cannot be made; the logger says why
  static std::unique_ptr<Instance> make(const std::string& resources, const char* token, Log log);
  ~Instance();

  Status call(const std::function<void(fmi::Slave&)>& work) const;
  /// Of doStep: discard where a step fails for good.
  Status step(double time, double size) const;
  Status refuse(const std::string& message) const;
  double time() const { return slave_->time(); }

 private:
  explicit Instance(Log log) : log_(std::move(log)) {}

  Log log_;
  std::unique_ptr<fmi::Slave> slave_;
};

// States as importers hold them, which are pointers in both versions of the standard.
/// Replaces a state, null for none, by that of the slave.
void keep_state(fmi::Slave& slave, void** state);
void free_state(void** state);
inline const fmi::Snapshot& state_of(const void* state) { return *static_cast<const fmi::Snapshot*>(state); }
/// Throws fmi::WrongCall where the array is too small.
void write_state(const void* state, void* bytes, std::size_t size);
void* read_state(const void* bytes, std::size_t size);

/// The folder that a URI "file:///..." of FMI 2 means.
std::string path_of(const std::string& uri);

}  // namespace jounce::fmu
