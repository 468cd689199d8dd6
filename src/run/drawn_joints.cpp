#include "run/drawn_joints.h"

#include <algorithm>
#include <set>

namespace jounce {
namespace {

using params::Params;

/// The name of the symbol of an entry.
std::string symbol_type(const Params& joint) {
  return joint.has("coordinate") ? joint.type() + " " + joint.text("coordinate") : joint.type();
}

/// Lines between two points that are apart.
bool is_link(const std::string& type) {
  return type == "distance" || type == "tether" || type.ends_with(" distance");
}

/// Places of joints of a deck.
class JointPlaces {
 public:
  JointPlaces(const Model& model, const deck::Deck& deck, const DrawnPlaces& places)
      : model_(model), deck_(deck), places_(places) {}

  /// What joins two parts at the places of the deck; nothing where a part is not drawn.
  std::optional<io::SceneJoint> find(const Params& joint, std::array<std::string, 2> between,
                                     const std::string& type, const Vector3& axis) const {
    const std::array markers = {model_.find_marker(between[0]), model_.find_marker(between[1])};
    if (markers[0] == nullptr || markers[1] == nullptr) return std::nullopt;
    const std::array<Vector3, 2> at = places_of(joint, markers, is_link(type));
    io::SceneJoint drawn;
    for (std::size_t k = 0; k < 2; ++k) {
      drawn.points[k] = places_.nearest(*markers[k], at[k]);
      if (drawn.points[k] < 0 && markers[k]->size() > 0) return std::nullopt;
      drawn.places[k] = triple_of(places_.anchor(drawn.points[k], at[k]).place);
    }
    const std::size_t side = io::symbol_side(type, drawn.points);
    drawn.axis = triple_of(Vector3(places_.anchor(drawn.points[side], at[side]).axes.transpose() * axis));
    return drawn;
  }

  /// A joint about which the same two parts turn; null without one.
  const Params* hinge_of(const Params& torsion) const {
    const auto& wanted = torsion.names("between");
    for (const Params* joint : deck_.entries("joint")) {
      if (joint->type() != "revolute" && joint->type() != "cylindrical") continue;
      const auto& between = joint->names("between");
      if (std::is_permutation(between.begin(), between.end(), wanted.begin(), wanted.end())) return joint;
    }
    return nullptr;
  }

 private:
  using Markers = std::array<std::shared_ptr<const Marker>, 2>;

  std::array<Vector3, 2> places_of(const Params& joint, const Markers& markers, bool link) const {
    std::array<Vector3, 2> at;
    if (joint.has("at") && joint.given("at")) {
      at.fill(padded(joint.numbers("at")));
      return at;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      MarkerKinematics k;
      markers[side]->evaluate(places_.state(), Derivatives::none, k);
      at[side] = k.x;
    }
    for (std::size_t side = 0; side < 2 && !link; ++side)  // on the ground where the other part has it
      if (markers[side]->size() == 0 && markers[side]->name() == "ground") at[side] = at[1 - side];
    return at;
  }

  const Model& model_;
  const deck::Deck& deck_;
  const DrawnPlaces& places_;
};

Vector3 axis_of(const Params& joint, const char* key) {
  return joint.has(key) && joint.given(key) ? Vector3(padded(joint.numbers(key)).normalized())
                                            : Vector3(Vector3::Zero());
}

}  // namespace

std::array<double, 3> triple_of(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

Vector3 padded(const std::vector<double>& numbers) {
  Vector3 v = Vector3::Zero();
  for (std::size_t i = 0; i < numbers.size() && i < 3; ++i) v[static_cast<Index>(i)] = numbers[i];
  return v;
}

void add_joints(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                io::SceneRecord& scene) {
  const JointPlaces find(model, deck, places);
  const auto add = [&](const Params& place, std::array<std::string, 2> between, const std::string& name,
                       const std::string& type, const Vector3& axis) {
    auto drawn = find.find(place, std::move(between), type, axis);
    if (!drawn) return;
    drawn->name = scene.name_number(name);
    drawn->type = scene.name_number(type);
    scene.joints.push_back(*drawn);
  };
  const std::set<std::string> drawn_elements = {"bushing", "actuator", "torsion-spring"};
  for (const char* kind : {"joint", "element", "contact"})
    for (const Params* joint : deck.entries(kind)) {
      const std::string type = symbol_type(*joint);
      if (std::string(kind) == "element" && !drawn_elements.contains(joint->type())) continue;
      if (std::string(kind) == "contact" && type != "tether") continue;
      if (type == "rolling-wheel" || !joint->has("between") || joint->names("between").size() != 2) continue;
      const bool turns = type == "torsion-spring" || type.ends_with(" angle");
      const bool has_place = joint->has("at") && joint->given("at");
      const Params* hinge = turns && !has_place ? find.hinge_of(*joint) : nullptr;
      const std::string &a = joint->names("between")[0], &b = joint->names("between")[1];
      add(hinge != nullptr ? *hinge : *joint, {a, b}, joint->name(), type,
          axis_of(*joint, type == "knife-edge" ? "across" : "axis"));
      if (type == "universal") add(*joint, {b, a}, joint->name(), type, axis_of(*joint, "axis_b"));
    }
}

}  // namespace jounce
