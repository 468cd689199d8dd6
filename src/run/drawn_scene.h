#pragma once

#include "deck/deck.h"
#include "io/scene_record.h"
#include "model/model.h"

namespace jounce {

/// What a model looks like beyond its drawings: the shapes of contacts and planes, the sections of beams and
/// bars, the places of joints, and which drawings are springs.
io::SceneRecord drawn_scene(const Model& model, const deck::Deck& deck);

}  // namespace jounce
