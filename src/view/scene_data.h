#pragma once

#include "scene/scene.h"
#include "view/blobs.h"

namespace jounce::view {

/// Adds what does not change from frame to frame to the description of a page.
void add_scene(const scene::Scene& scene, Blobs& blobs, deck::Json& page);

}  // namespace jounce::view
