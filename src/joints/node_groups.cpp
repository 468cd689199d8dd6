#include "joints/node_groups.h"

#include <fmt/format.h>

namespace jounce {

void check_point(const params::Params& params, std::string_view key, const Marker& marker, int dimension) {
  if (marker.size() != dimension || marker.first_turning_dof() != marker.size())
    params.fail(key, fmt::format("'{}' is neither a node of a mesh without rotations nor a point mass",
                                 marker.name()));
}

std::vector<std::shared_ptr<const Marker>> space_nodes(const params::Params& params, ModelBuilder& builder,
                                                       const std::string& key) {
  if (builder.dimension() != 3) params.fail("", "joints of this type need model.dimension = 3");
  auto markers = builder.markers(params, key, params.text(key));
  for (const auto& marker : markers) check_point(params, key, *marker, 3);
  return markers;
}

std::shared_ptr<const Marker> space_node(const params::Params& params, ModelBuilder& builder,
                                         const std::string& key) {
  const auto markers = space_nodes(params, builder, key);
  if (markers.size() != 1)
    params.fail(key, fmt::format("expected one node, but '{}' has {}", params.text(key), markers.size()));
  return markers[0];
}

}  // namespace jounce
