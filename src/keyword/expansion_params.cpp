#include "keyword/expansion_params.h"

namespace jounce::keyword {

void add_expansion_ties(const Input& input, const Translation& translation, DeckTree& deck) {
  int number = 0;
  for (const MeanRotationTie& rotation : input.mean_rotations) {
    const std::string name = fmt::format("mean_rotation_{}", ++number);
    deck.add("joint", rotation.card->where())
        .set("name", name)
        .set("type", "mean-rotation")
        .set("on", deck.node_group(rotation.nodes, name))
        .set("axis", as_list(rotation.axis))
        .set("rotation", deck.node_group(rotation.rotation))
        .set("component", axis_of(rotation.component))
        .set("finite", translation.finite_strain);
  }
  number = 0;
  for (const ExpansionKnot& knot : input.knots) {
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
