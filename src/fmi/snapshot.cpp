#include <cstring>

#include "fmi/slave.h"

namespace jounce::fmi {
namespace {

constexpr std::string_view kSnapshotMark = "jounce fmu state 1\n";

void put_number(std::string& out, std::uint64_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put_bytes(std::string& out, const void* bytes, std::size_t count) {
  put_number(out, count);
  if (count > 0) out.append(static_cast<const char*>(bytes), count);
}

/// Takes pieces from the front of a text.
class Bytes {
 public:
  explicit Bytes(std::string_view text) : rest_(text) {}

  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw WrongCall("the serialised state is truncated or damaged");
    const std::string_view part = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return part;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number())); }
  template <class Value>
  std::vector<Value> values() {
    const std::string_view part = take(number());
    if (part.size() % sizeof(Value) != 0) throw WrongCall("the serialised state is damaged");
    std::vector<Value> list(part.size() / sizeof(Value));
    if (!part.empty()) std::memcpy(list.data(), part.data(), part.size());
    return list;
  }

 private:
  std::string_view rest_;
};

template <class Map>
void put_arrays(std::string& out, const Map& map) {
  put_number(out, map.size());
  for (const auto& [name, values] : map) {
    put_bytes(out, name.data(), name.size());
    put_bytes(out, values.data(), values.size() * sizeof(values[0]));
  }
}

}  // namespace

std::string Snapshot::bytes() const {
  std::string out(kSnapshotMark);
  put_arrays(out, content.doubles);
  put_arrays(out, content.integers);
  put_arrays(out, content.texts);
  return out;
}

Snapshot Snapshot::of(std::string_view bytes) {
  if (!bytes.starts_with(kSnapshotMark))
    throw WrongCall("these bytes are no serialised state of this version of jounce");
  Bytes in(bytes.substr(kSnapshotMark.size()));
  Snapshot snapshot;
  const auto read = [&](const auto& entry) {
    for (std::uint64_t left = in.number(); left > 0; --left) entry(in.text());
  };
  read([&](const std::string& name) { snapshot.content.doubles[name] = in.values<double>(); });
  read([&](const std::string& name) { snapshot.content.integers[name] = in.values<std::int64_t>(); });
  read([&](const std::string& name) { snapshot.content.texts[name] = in.text(); });
  return snapshot;
}

}  // namespace jounce::fmi
