#pragma once

#include <array>
#include <string>
#include <vector>

#include "la/types.h"

namespace jounce {

/// A mesh as plain data: points, elements by shape, and named groups that carry materials, loads and contact.
struct Mesh {
  struct Group {
    std::string name;
    std::vector<int> points;  ///< sorted
    std::vector<int> lines;   ///< indices into Mesh::lines
  };

  std::string name;
  std::vector<Vector3> points;
  std::vector<std::array<int, 2>> lines;
  std::vector<Group> groups;

  const Group* find(const std::string& group) const;
};

/// Straight line of `elements` equal two-node elements from `from` to `to`, with the groups "start" and
/// "end".
Mesh line_mesh(std::string name, const Vector3& from, const Vector3& to, int elements);

/// Line through `corners`, with elements[k] equal two-node elements from corner k to corner k + 1; the legs
/// share the nodes of the corners. Groups: "start", "end", "point_2", ... (corners between them), "leg_1",
/// ...
Mesh polyline_mesh(std::string name, const std::vector<Vector3>& corners, const std::vector<int>& elements);

}  // namespace jounce
