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

}  // namespace jounce
