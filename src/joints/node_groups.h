#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "model/builder.h"

namespace jounce {

/// Refuses what is no single point of displacements alone: bodies that turn, couplings.
void check_point(const params::Params& params, std::string_view key, const Marker& marker, int dimension);

/// Markers of the nodes of a mesh or mesh group that `key` names, in models of space. Throws
/// params::InputError for anything whose displacements are not three coordinates of its own.
std::vector<std::shared_ptr<const Marker>> space_nodes(const params::Params& params, ModelBuilder& builder,
                                                       const std::string& key);
/// The same of a group of one node.
std::shared_ptr<const Marker> space_node(const params::Params& params, ModelBuilder& builder,
                                         const std::string& key);

}  // namespace jounce
