#pragma once

#include <functional>

#include "picture/canvas.h"
#include "picture/frame_state.h"
#include "scene/scene.h"

namespace jounce::picture {

/// Draws the sections of beams, swept along the lines between their points, with a cap at each end. Where two
/// beams of one section go on from each other, their sections meet in the plane that halves the angle.
/// @param colour_of  plain colour of a beam; a negative one leaves it out
/// @param value_of  value at a point of a beam
void draw_sections(const scene::Scene& scene, const FrameState& state,
                   const std::function<int(const io::SceneBeam&)>& colour_of,
                   const std::function<double(std::int64_t point, const io::SceneBeam&)>& value_of,
                   Canvas& canvas);

}  // namespace jounce::picture
