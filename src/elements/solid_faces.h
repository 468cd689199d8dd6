#pragma once

#include <string>
#include <vector>

#include "elements/surface_load.h"
#include "model/builder.h"

namespace jounce {

/// Faces of solid elements (edges in the plane) in the mesh or mesh group that `key` names, by shape and by
/// what their elements stand for, and shells, whose outside is that of their normal. The elements say which
/// side is outside; a face that belongs to none or lies between two is refused at its key.
std::vector<SurfaceFaces> solid_faces(const params::Params& params, const std::string& key,
                                      const ModelBuilder& builder);

/// The rest of the boundaries of the meshes of these faces: faces of solid elements that belong to one
/// element and are not among those given.
std::vector<SurfaceFaces> rest_of_boundary(const std::vector<SurfaceFaces>& faces,
                                           const ModelBuilder& builder);

/// The faces between elements of the meshes of these faces that come to light when the element behind them
/// fails and is deleted, as faces of the one before them.
std::vector<SurfaceFaces> inner_faces(const std::vector<SurfaceFaces>& faces, const ModelBuilder& builder);

}  // namespace jounce
