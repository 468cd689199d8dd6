#include "joints/node_groups.h"

#include <fmt/format.h>

namespace jounce {

std::vector<std::shared_ptr<const Marker>> space_nodes(const params::Params& params, ModelBuilder& builder,
                                                       const std::string& key) {
  if (builder.dimension() != 3) params.fail("", "joints of this type are for models of dimension 3");
  auto markers = builder.markers(params, key, params.text(key));
  for (const auto& marker : markers)
    if (marker->dofs().size() != 3)
      params.fail(key, fmt::format("'{}' is no group of nodes with three displacements", params.text(key)));
  return markers;
}

std::shared_ptr<const Marker> space_node(const params::Params& params, ModelBuilder& builder,
                                         const std::string& key) {
  const auto markers = space_nodes(params, builder, key);
  if (markers.size() != 1)
    params.fail(key, fmt::format("one node is expected, but '{}' has {}", params.text(key), markers.size()));
  return markers[0];
}

}  // namespace jounce
