#pragma once

#include <functional>

#include "scene/scene.h"

namespace jounce::scene {

/// Size of what stands for things without a size of their own, in diagonals of the model.
inline constexpr double kSymbolSize = 0.008;

/// Radius of the ball about its own origin that holds a piece.
double reach_of(const io::ScenePiece& piece, const std::vector<io::SceneGeometry>& geometries);

/// Adds pieces for what joins two parts: a pin along its axis, a ball, a sleeve, a block, a spiral, by its
/// type; links between places that are apart; and, for bodies that are one point, rods from there to joints
/// that lie outside their shapes. Points of pieces and links are still those of the file.
/// @param part_of  part of a point of the file, -1 for the ground
void add_symbols(const io::SceneRecord& record, const std::function<std::int32_t(std::int32_t)>& part_of,
                 Scene& scene);

}  // namespace jounce::scene
