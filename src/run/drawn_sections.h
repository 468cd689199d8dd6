#pragma once

#include "deck/deck.h"
#include "io/scene_record.h"
#include "run/drawn_places.h"

namespace jounce {

/// Adds the sections of beams and bars, also of those in flexible bodies, and the lines along which they
/// lie. Bars, and sections that are given by their properties, are drawn round with their area, but not
/// thicker than 1/25 of the diagonal of the box around the element: their numbers may be of another scale.
void add_sections(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                  io::SceneRecord& scene);

}  // namespace jounce
