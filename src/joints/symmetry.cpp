// Nodes that stay in planes of symmetry.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <map>

#include "joints/joints.h"
#include "joints/marker_rows.h"
#include "math/axes.h"

namespace jounce {
namespace {

/// A node and the normals of the planes that it lies in.
struct MirroredNode {
  std::shared_ptr<const Marker> marker;
  std::vector<Vector3> normals;
};

/// Whether a support prescribes the displacement along a normal.
bool is_prescribed(const ModelBuilder& builder, const Marker& marker, const Vector3& normal) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (std::abs(normal[static_cast<Index>(axis)]) > 1 - 1e-12)
      return marker.dofs()[axis] >= builder.model().system.n_free();
  return false;
}

/// Two rows of rotation for a node in one plane, three for one in several.
void add_rotation_rows(const params::Params& params, const MarkerPair& markers,
                       const std::vector<Vector3>& normals, std::vector<MarkerRow>& rows,
                       std::vector<std::string>& names) {
  if (!markers.B->has_rotation()) return;
  if (normals.size() == 1)
    add_parallel_rows(markers, normals[0], rows, names);
  else
    add_orientation_rows(params, 3, markers, rows, names);
}

void add_node(const params::Params& params, ModelBuilder& builder, const MirroredNode& node,
              std::size_t number) {
  const MarkerPair markers = against_ground(node.marker, builder);
  std::vector<MarkerRow> rows;
  std::vector<std::string> names;
  for (const Vector3& normal : node.normals) {
    if (is_prescribed(builder, *node.marker, normal)) continue;
    MarkerRow row;
    row.kind = MarkerRow::Kind::translation_global;
    row.a = normal;
    rows.push_back(row);
    names.push_back(fmt::format("normal_{}", rows.size()));
  }
  add_rotation_rows(params, markers, node.normals, rows, names);
  if (rows.empty()) return;
  builder.add(std::make_unique<MarkerConstraint>(fmt::format("{}.{}", params.name(), number), markers.A,
                                                 markers.B, std::move(rows), std::move(names)));
}

/// Adds a plane to a node, unless the planes that it is in already hold it that way.
void add_normal(const Vector3& normal, std::vector<Vector3>& normals) {
  constexpr double kLeast = 1e-3;  // sine of the angle between planes that count as two
  Matrix3 free = Matrix3::Identity();
  for (const Vector3& known : normals) {
    const Vector3 across = (free * known).normalized();
    free -= across * across.transpose();
  }
  if ((free * normal).norm() > kLeast) normals.push_back(normal);
}

void build_symmetry(const params::Params& params, ModelBuilder& builder) {
  std::vector<MirroredNode> nodes;
  std::map<Index, std::size_t> place;  // by the first degree of freedom
  for (const params::Params& plane : params.tables("planes")) {
    const Vector3 given = in_range(to_vector(plane.numbers("normal")));
    if (!(given.norm() > 0)) plane.fail("normal", "a normal has a length");
    for (const auto& marker : builder.markers(plane, "on", plane.text("on"))) {
      if (marker->dofs().empty()) plane.fail("on", "the ground has no degrees of freedom");
      const auto [at, is_new] = place.try_emplace(marker->dofs()[0], nodes.size());
      if (is_new) nodes.push_back({marker, {}});
      add_normal(given.normalized(), nodes[at->second].normals);
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) add_node(params, builder, nodes[i], i + 1);
}

}  // namespace

ModelPart symmetry_part() {
  using namespace params;
  return {
      {"joint",
       "symmetry",
       "Planes of symmetry: nodes keep their distance from their plane, and nodes with rotations (of shells "
       "and beams) turn about its normal only. Nodes in two planes do not turn. Displacements that "
       "[[boundary]] prescribes are left to it.",
       {tables("planes", "the planes",
               {name_of("on", "mesh group whose nodes lie in the plane").required(),
                numbers("normal", "normal of the plane").of_size(3).required()})
            .required()},
       {},
       3},
      build_symmetry};
}

}  // namespace jounce
