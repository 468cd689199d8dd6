#include "mesh/gmsh_mesh.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace jounce {
namespace {

class Packer {
 public:
  void number(std::size_t n) {
    const std::uint64_t fixed = n;
    append(&fixed, sizeof fixed);
  }
  template <class T>
  void list(const T& values) {
    number(values.size());
    append(values.data(), values.size() * sizeof(typename T::value_type));
  }
  std::string bytes;

 private:
  void append(const void* from, std::size_t size) {
    if (size > 0) bytes.append(static_cast<const char*>(from), size);
  }
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  std::size_t number() {
    std::uint64_t n = 0;
    take(&n, sizeof n);
    return n;
  }
  /// A count of things of which each takes at least `size` bytes.
  std::size_t count(std::size_t size) {
    const std::size_t n = number();
    if (n > bytes_.size() / size) good_ = false;
    return good_ ? n : 0;
  }
  template <class T>
  T list() {
    T values;
    values.resize(count(sizeof(typename T::value_type)));
    take(values.data(), values.size() * sizeof(typename T::value_type));
    return values;
  }
  void require(bool condition) { good_ = good_ && condition; }
  bool good() const { return good_; }
  bool done() const { return good_ && bytes_.empty(); }

 private:
  void take(void* to, std::size_t size) {
    if (!good_ || size > bytes_.size()) {
      good_ = false;
      return;
    }
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
  bool good_ = true;
};

/// All of them from 0 to n - 1, ascending where that is asked for.
bool are_below(const std::vector<int>& numbers, std::size_t n, bool ascending) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] < 0 || static_cast<std::size_t>(numbers[i]) >= n ||
        (ascending && i > 0 && numbers[i] <= numbers[i - 1]))
      return false;
  return true;
}

}  // namespace

std::string packed(const GmshMesh& mesh) {
  Packer to;
  std::size_t size = 8 * mesh.coordinates.size() + 4096;
  for (const auto& nodes : mesh.nodes) size += 4 * nodes.size();
  to.bytes.reserve(size);
  to.list(mesh.coordinates);
  to.number(mesh.shapes.size());
  for (std::size_t i = 0; i < mesh.shapes.size(); ++i) {
    to.number(static_cast<std::size_t>(mesh.shapes[i]));
    to.list(mesh.nodes[i]);
  }
  to.number(mesh.groups.size());
  for (const GmshMesh::Group& group : mesh.groups) {
    to.list(group.name);
    to.list(group.points);
    to.number(group.cells.size());
    for (const auto& numbers : group.cells) to.list(numbers);
  }
  return std::move(to.bytes);
}

std::optional<GmshMesh> unpacked(std::string_view bytes) {
  Unpacker from(bytes);
  GmshMesh mesh;
  mesh.coordinates = from.list<std::vector<double>>();
  from.require(mesh.coordinates.size() % 3 == 0);
  const std::size_t points = mesh.coordinates.size() / 3;
  std::vector<std::size_t> cells;
  for (std::size_t i = 0, n = from.count(1); i < n && from.good(); ++i) {
    const std::size_t shape = from.number();
    from.require(shape < kCellShapes);
    if (!from.good()) return std::nullopt;
    mesh.shapes.push_back(static_cast<CellShape>(shape));
    mesh.nodes.push_back(from.list<std::vector<int>>());
    const auto size = static_cast<std::size_t>(topology(mesh.shapes.back()).nodes);
    from.require(mesh.nodes.back().size() % size == 0 && are_below(mesh.nodes.back(), points, false));
    from.require(std::count(mesh.shapes.begin(), mesh.shapes.end(), mesh.shapes.back()) == 1);
    cells.push_back(mesh.nodes.back().size() / size);
  }
  for (std::size_t i = 0, n = from.count(1); i < n && from.good(); ++i) {
    GmshMesh::Group& group = mesh.groups.emplace_back();
    group.name = from.list<std::string>();
    group.points = from.list<std::vector<int>>();
    from.require(are_below(group.points, points, true));
    const std::size_t kinds = from.count(1);
    from.require(kinds <= cells.size());
    for (std::size_t k = 0; k < kinds && from.good(); ++k) {
      group.cells.push_back(from.list<std::vector<int>>());
      from.require(are_below(group.cells.back(), cells[k], true));
    }
  }
  if (!from.done()) return std::nullopt;
  return mesh;
}

}  // namespace jounce
