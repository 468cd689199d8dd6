#pragma once

#include "deck/deck.h"
#include "io/scene_record.h"
#include "run/drawn_places.h"

namespace jounce {

/// Adds what couples more than two places: gears and racks with their pitch circles, and the nodes of ties,
/// knots, equations, lines, planes and mean rotations. Of many nodes some are shown.
///
///   gear            places: centre and a point of the pitch circle, both on one point; axis: of the wheel
///   rack            places: both ends, on one point
///   tie, collinear, coplanar, mean-rotation, symmetry     one node; symmetry with the normal as axis
///   rotation-support                                      one node, with its axis
///   knot, equation  two nodes: the reference or first term, and another one
void add_couplings(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                   io::SceneRecord& scene);

}  // namespace jounce
