#include "mesh/cell_shape.h"

#include <array>

namespace jounce {
namespace {

using enum CellShape;

// Each row names the nodes of one face: corners, then middles.
constexpr std::array<std::array<int, 3>, 4> kPlaneEdges = {{{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
constexpr std::array<std::array<int, 3>, 3> kTriangleEdges = {{{0, 1, 3}, {1, 2, 4}, {2, 0, 5}}};
constexpr std::array<std::array<int, 3>, 4> kQuadrilateralEdges = {
    {{0, 1, 4}, {1, 2, 5}, {2, 3, 6}, {3, 0, 7}}};
constexpr std::array<std::array<int, 6>, 4> kTetrahedronFaces = {
    {{0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {2, 0, 3, 6, 7, 9}}};
constexpr std::array<std::array<int, 6>, 2> kWedgeTriangles = {{{0, 2, 1, 8, 7, 6}, {3, 4, 5, 9, 10, 11}}};
constexpr std::array<std::array<int, 8>, 3> kWedgeSides = {
    {{0, 1, 4, 3, 6, 13, 9, 12}, {1, 2, 5, 4, 7, 14, 10, 13}, {2, 0, 3, 5, 8, 12, 11, 14}}};
constexpr std::array<std::array<int, 8>, 6> kHexahedronFaces = {{{0, 3, 2, 1, 11, 10, 9, 8},
                                                                 {4, 5, 6, 7, 12, 13, 14, 15},
                                                                 {0, 1, 5, 4, 8, 17, 12, 16},
                                                                 {1, 2, 6, 5, 9, 18, 13, 17},
                                                                 {2, 3, 7, 6, 10, 19, 14, 18},
                                                                 {3, 0, 4, 7, 11, 16, 15, 19}}};
constexpr std::array<std::array<int, 3>, 3> kTriangleCornerEdges = {{{0, 1}, {1, 2}, {2, 0}}};

/// The first `nodes` of each row as faces of one shape.
template <std::size_t Width, std::size_t Count>
constexpr std::array<CellFace, Count> faces_of(const std::array<std::array<int, Width>, Count>& rows,
                                               CellShape shape, std::size_t nodes) {
  std::array<CellFace, Count> faces{};
  for (std::size_t i = 0; i < Count; ++i) faces[i] = {shape, std::span<const int>(rows[i].data(), nodes)};
  return faces;
}

constexpr std::array<CellFace, 5> wedge_faces(CellShape triangle, std::size_t three, CellShape side,
                                              std::size_t four) {
  const auto ends = faces_of(kWedgeTriangles, triangle, three);
  const auto sides = faces_of(kWedgeSides, side, four);
  return {ends[0], ends[1], sides[0], sides[1], sides[2]};
}

constexpr auto kTriangle3 = faces_of(kTriangleCornerEdges, line2, 2);
constexpr auto kTriangle6 = faces_of(kTriangleEdges, line3, 3);
constexpr auto kQuadrilateral4 = faces_of(kPlaneEdges, line2, 2);
constexpr auto kQuadrilateral8 = faces_of(kQuadrilateralEdges, line3, 3);
constexpr auto kTetrahedron4 = faces_of(kTetrahedronFaces, triangle3, 3);
constexpr auto kTetrahedron10 = faces_of(kTetrahedronFaces, triangle6, 6);
constexpr auto kWedge6 = wedge_faces(triangle3, 3, quadrilateral4, 4);
constexpr auto kWedge15 = wedge_faces(triangle6, 6, quadrilateral8, 8);
constexpr auto kHexahedron8 = faces_of(kHexahedronFaces, quadrilateral4, 4);
constexpr auto kHexahedron20 = faces_of(kHexahedronFaces, quadrilateral8, 8);

constexpr std::array<CellTopology, kCellShapes> kTopologies = {{
    {"line2", 1, 2, 2, 3, {}},
    {"line3", 1, 3, 2, 21, {}},
    {"triangle3", 2, 3, 3, 5, kTriangle3},
    {"triangle6", 2, 6, 3, 22, kTriangle6},
    {"quadrilateral4", 2, 4, 4, 9, kQuadrilateral4},
    {"quadrilateral8", 2, 8, 4, 23, kQuadrilateral8},
    {"tetrahedron4", 3, 4, 4, 10, kTetrahedron4},
    {"tetrahedron10", 3, 10, 4, 24, kTetrahedron10},
    {"wedge6", 3, 6, 6, 13, kWedge6},
    {"wedge15", 3, 15, 6, 26, kWedge15},
    {"hexahedron8", 3, 8, 8, 12, kHexahedron8},
    {"hexahedron20", 3, 20, 8, 25, kHexahedron20},
}};

}  // namespace

const CellTopology& topology(CellShape shape) { return kTopologies[static_cast<std::size_t>(shape)]; }

std::optional<CellShape> find_shape(int dimension, int nodes) {
  for (std::size_t i = 0; i < kTopologies.size(); ++i)
    if (kTopologies[i].dimension == dimension && kTopologies[i].nodes == nodes)
      return static_cast<CellShape>(i);
  return std::nullopt;
}

}  // namespace jounce
