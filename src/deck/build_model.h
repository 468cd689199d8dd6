#pragma once

#include <functional>
#include <memory>

#include "deck/deck.h"
#include "model/model.h"
#include "model/user_functions.h"

namespace jounce::deck {

/// Where the mesh of a deck entry comes from.
using MeshSource = std::function<Mesh(const params::Params& entry)>;

/// Builds the model that a validated deck describes. Throws params::InputError for what only the model can
/// see: missing mesh groups, dangling names, wrong kinds of bodies.
/// @param functions  that loads, gaps and masses of type user-... may name, beside those of the deck's
/// plugins
/// @param meshes  none: they are read; parts of them (Mesh::share) make the part of a model, whose nodes are
/// all those of meshes, and all ranks call this then
std::unique_ptr<Model> build_model(const Deck& deck, UserFunctions functions = {},
                                   const MeshSource& meshes = {});

}  // namespace jounce::deck
