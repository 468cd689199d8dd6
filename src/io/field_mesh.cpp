#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include "io/field_writer.h"

namespace jounce::io {

void check_consistent(const FieldMesh& mesh, const std::vector<Field>& fields) {
  const auto require = [](bool good, std::string_view what) {
    if (!good) throw std::invalid_argument(fmt::format("field results: {}", what));
  };
  const std::size_t cells = mesh.cell_count();
  require(mesh.points.size() % 3 == 0, "points need 3 coordinates each");
  require(mesh.offsets.size() == cells + 1, "the mesh needs one offset more than cells");
  require(mesh.offsets.front() == 0 &&
              mesh.offsets.back() == static_cast<std::int64_t>(mesh.connectivity.size()) &&
              std::is_sorted(mesh.offsets.begin(), mesh.offsets.end()),
          "the offsets must rise from 0 to the size of the connectivity");
  require(mesh.body.size() == cells, "the mesh needs one body index per cell");
  for (const std::int64_t point : mesh.connectivity) {
    require(point >= 0 && point < static_cast<std::int64_t>(mesh.point_count()),
            "a cell names a point that does not exist");
  }
  std::set<std::pair<bool, std::string_view>> seen = {{false, "body"}};
  for (const Field& field : fields) {
    const int n = field.components;
    require(n == 1 || n == 3 || n == 6 || n == 9,
            fmt::format("field '{}' has {} components; 1, 3, 6, 9 are possible", field.name, n));
    require(!field.name.empty() && field.name.find('/') == std::string::npos && field.name != ".",
            fmt::format("'{}' is not a valid name of a field", field.name));
    require(seen.emplace(field.on_points, field.name).second,
            fmt::format("field '{}' occurs twice", field.name));
  }
}

}  // namespace jounce::io
