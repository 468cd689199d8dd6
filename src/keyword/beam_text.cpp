#include "keyword/beam_text.h"

#include <fmt/ranges.h>

namespace jounce::keyword {

void write_beam_ties(const Input& input, const Translation& translation, DeckText& deck) {
  const auto node = [&](int place) {
    const int number = input.node_numbers[static_cast<std::size_t>(place)];
    return deck.node_group({place}, fmt::format("node_{}", number));
  };
  int number = 0;
  for (const BeamRotation& rotation : input.beam_rotations) {
    const std::string name = fmt::format("beam_end_{}", ++number);
    const std::string corners = deck.node_group(rotation.corners, name), angle = node(rotation.rotation);
    for (int axis = 0; axis < 3; ++axis)
      deck.write(
          "\n[[joint]]\nname = \"{0}_{1}\"\ntype = \"mean-rotation\"\non = \"{2}\"\naxis = [{3}]\n"
          "rotation = \"{4}\"\ncomponent = \"{1}\"\nfinite = {5}\n",
          name, axis_of(axis + 1), corners, fmt::join(Vector3(Vector3::Unit(axis)), ", "), angle,
          translation.finite_strain);
  }
  number = 0;
  for (const BeamKnot& knot : input.beam_knots) {
    const std::string name = fmt::format("knot_{}", ++number);
    std::vector<double> directions;
    for (const Vector3& e : knot.directions) directions.insert(directions.end(), e.data(), e.data() + 3);
    deck.write(
        "\n[[joint]]\nname = \"{}\"\ntype = \"knot\"\non = \"{}\"\nreference = \"{}\"\nrotation = \"{}\"\n"
        "stretch = \"{}\"\ndirections = [{}]\nfinite = {}\n",
        name, deck.node_group(knot.nodes, name), node(knot.reference), node(knot.rotation),
        node(knot.stretch), fmt::join(directions, ", "), translation.finite_strain);
  }
}

}  // namespace jounce::keyword
