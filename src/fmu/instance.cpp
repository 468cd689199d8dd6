#include "fmu/instance.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

namespace jounce::fmu {

std::unique_ptr<Instance> Instance::make(const std::string& resources, const char* token, Log log) {
  std::unique_ptr<Instance> instance(new Instance(std::move(log)));
  try {
    const std::lock_guard lock(process_lock);
    instance->slave_ = std::make_unique<fmi::Slave>(resources, token != nullptr ? token : "");
    return instance;
  } catch (const std::exception& error) {
    instance->log_(Status::error, error.what());
    return nullptr;
  }
}

Instance::~Instance() {
  const std::lock_guard lock(process_lock);
  slave_.reset();
}

Status Instance::refuse(const std::string& message) const {
  log_(Status::error, message);
  return Status::error;
}

Status Instance::call(const std::function<void(fmi::Slave&)>& work) const {
  try {
    const std::lock_guard lock(process_lock);
    work(*slave_);
    return Status::ok;
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}

Status Instance::step(double time, double size) const {
  bool done = true;
  std::string failure;
  const Status status = call([&](fmi::Slave& slave) {
    done = slave.step(time, size);
    if (!done) failure = slave.failure();
  });
  if (done) return status;
  log_(Status::discard, failure);
  return Status::discard;
}

void keep_state(fmi::Slave& slave, void** state) {
  auto copy = std::make_unique<fmi::Snapshot>(slave.snapshot());
  free_state(state);
  *state = copy.release();
}

void free_state(void** state) {
  if (state == nullptr) return;
  delete static_cast<fmi::Snapshot*>(*state);
  *state = nullptr;
}

void write_state(const void* state, void* bytes, std::size_t size) {
  const std::string text = state_of(state).bytes();
  if (text.size() > size) throw fmi::WrongCall("the array is too small for the serialised state");
  std::memcpy(bytes, text.data(), text.size());
}

void* read_state(const void* bytes, std::size_t size) {
  return std::make_unique<fmi::Snapshot>(fmi::Snapshot::of({static_cast<const char*>(bytes), size}))
      .release();
}

std::string path_of(const std::string& uri) {
  std::string rest = uri;
  for (const char* const head : {"file://localhost", "file://", "file:"})
    if (rest.starts_with(head)) {
      rest.erase(0, std::string(head).size());
      break;
    }
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool is_code = rest[i] == '%' && i + 2 < rest.size();
    if (!is_code) {
      path += rest[i];
      continue;
    }
    path += static_cast<char>(std::strtol(rest.substr(i + 1, 2).c_str(), nullptr, 16));
    i += 2;
  }
  return path;
}

}  // namespace jounce::fmu
