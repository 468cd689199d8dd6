#pragma once

#include <functional>

#include "scene/scene.h"

namespace jounce::scene {

/// Size of what stands for things without a size of their own, in diagonals of the model.
inline constexpr double kSymbolSize = 0.008;

/// Adds pieces for joints: a pin along its axis, a ball, a sleeve, a block, by the kind of the joint; and,
/// for bodies without a shape, rods from the body's point to its joints. Points of pieces are still those of
/// the file.
/// @param part_of  part of a point of the file, -1 for the ground
void add_symbols(const io::SceneRecord& record, const std::function<std::int32_t(std::int32_t)>& part_of,
                 Scene& scene);

}  // namespace jounce::scene
