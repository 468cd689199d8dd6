#include "mesh/mesh.h"

#include <algorithm>

namespace jounce {

const Mesh::Group* Mesh::find(const std::string& group) const {
  const auto place =
      std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == group; });
  return place == groups.end() ? nullptr : &*place;
}

Mesh line_mesh(std::string name, const Vector3& from, const Vector3& to, int elements) {
  Mesh mesh;
  mesh.name = std::move(name);
  mesh.points.reserve(static_cast<std::size_t>(elements) + 1);
  mesh.lines.reserve(static_cast<std::size_t>(elements));
  for (int i = 0; i <= elements; ++i) {
    const double s = static_cast<double>(i) / elements;
    mesh.points.push_back((1 - s) * from + s * to);
    if (i > 0) mesh.lines.push_back({i - 1, i});
  }
  mesh.groups.push_back({"start", {0}, {}});
  mesh.groups.push_back({"end", {elements}, {}});
  return mesh;
}

}  // namespace jounce
