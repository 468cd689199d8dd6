#include "keyword/beam_params.h"

namespace jounce::keyword {

void add_beam_ties(const Input& input, const Translation& translation, DeckTree& deck) {
  int number = 0;
  for (const BeamRotation& rotation : input.beam_rotations) {
    const std::string name = fmt::format("beam_end_{}", ++number);
    for (int axis = 0; axis < 3; ++axis)
      deck.add("joint", rotation.card->where())
          .set("name", name + "_" + axis_of(axis + 1))
          .set("type", "mean-rotation")
          .set("on", deck.node_group(rotation.corners, name))
          .set("axis", as_list(Vector3::Unit(axis)))
          .set("rotation", deck.node_group(rotation.rotation))
          .set("component", axis_of(axis + 1))
          .set("finite", translation.finite_strain);
  }
  number = 0;
  for (const BeamKnot& knot : input.beam_knots) {
    const std::string name = fmt::format("knot_{}", ++number);
    std::vector<double> directions;
    for (const Vector3& e : knot.directions) directions.insert(directions.end(), e.data(), e.data() + 3);
    deck.add("joint", knot.card->where())
        .set("name", name)
        .set("type", "knot")
        .set("on", deck.node_group(knot.nodes, name))
        .set("reference", deck.node_group(knot.reference))
        .set("rotation", deck.node_group(knot.rotation))
        .set("stretch", deck.node_group(knot.stretch))
        .set("directions", directions)
        .set("finite", translation.finite_strain);
  }
}

}  // namespace jounce::keyword
