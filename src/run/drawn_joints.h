#pragma once

#include "deck/deck.h"
#include "io/scene_record.h"
#include "run/drawn_places.h"

namespace jounce {

/// Adds what joins two parts to a record, at the places that the deck gives: joints, bushings, torsion
/// springs, actuators, ropes. Drivers and actuators are of the type "motion" or "actuator" with their
/// coordinate, as in "motion angle"; the other axis of a universal joint is an entry of its own.
void add_joints(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                io::SceneRecord& scene);

std::array<double, 3> triple_of(const Vector3& v);
/// As many numbers as there are, then zeros.
Vector3 padded(const std::vector<double>& numbers);

}  // namespace jounce
