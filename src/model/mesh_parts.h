#pragma once

#include <filesystem>

#include "mesh/mesh.h"
#include "params/component.h"
#include "params/params.h"

namespace jounce {

/// Something a deck may name in [[mesh]] type = "...": its declaration and how the mesh is made, before it is
/// turned and moved.
struct MeshPart {
  params::Component component;
  /// Throws params::InputError. Null: the deck reads the mesh itself, with the input file that it belongs to.
  /// @param dimension  of the model
  /// @param folder     of the deck, which paths are relative to
  Mesh (*make)(const params::Params& params, int dimension, const std::filesystem::path& folder);
};

// Declarations of the meshes that decks may use; they are listed in src/registry.cpp.
MeshPart line_mesh_part();
MeshPart polyline_mesh_part();
MeshPart gmsh_mesh_part();
MeshPart abaqus_mesh_part();
MeshPart block_mesh_part();
MeshPart sheet_mesh_part();

}  // namespace jounce
