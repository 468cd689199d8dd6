#include "run/drawn_couplings.h"

#include <cmath>
#include <numeric>
#include <optional>

#include "mesh/mesh_names.h"
#include "run/drawn_joints.h"

namespace jounce {
namespace {

using params::Params;

constexpr std::size_t kMost = 40;  // nodes of a coupling that are shown, and equations

/// Some of many, at equal distances, with the first and the last.
template <class Item>
std::vector<Item> some_of(const std::vector<Item>& all) {
  if (all.size() <= kMost) return all;
  std::vector<Item> some;
  for (std::size_t i = 0; i < kMost; ++i) some.push_back(all[i * (all.size() - 1) / (kMost - 1)]);
  return some;
}

/// A joint of the deck about or along whose axis a part moves.
struct Shaft {
  std::shared_ptr<const Marker> part;  ///< the one that moves; where both do, the second
  Vector3 centre = Vector3::Zero(), axis = Vector3::UnitZ();
};

class Couplings {
 public:
  Couplings(const Model& model, const deck::Deck& deck, const DrawnPlaces& places, io::SceneRecord& scene)
      : model_(model), deck_(deck), places_(places), scene_(scene) {}

  void add(const Params& joint) {
    const std::string& type = joint.type();
    if (type == "gear") add_gears(joint);
    if (type == "rack-and-pinion") add_rack(joint);
    if (type == "tie") add_nodes(joint, joint.text("surface"), Vector3::Zero());
    if (type == "collinear" || type == "coplanar" || type == "mean-rotation")
      add_nodes(joint, joint.text("on"), Vector3::Zero());
    if (type == "symmetry")
      for (const Params& plane : joint.tables("planes"))
        add_nodes(joint, plane.text("on"), padded(plane.numbers("normal")).normalized());
    if (type == "rotation-support")
      add_nodes(joint, joint.text("on"), padded(joint.numbers("axis")).normalized());
    if (type == "knot") add_pairs(joint, joint.text("reference"), {joint.text("on")});
    if (type == "equation") {
      std::vector<std::string> others;
      for (const Params& term : joint.tables("terms")) others.push_back(term.text("on"));
      add_pairs(joint, others.front(), others);
    }
  }

 private:
  /// Points of a body, a mesh or a mesh group.
  std::vector<int> points_of(const std::string& name) const {
    if (const auto marker = model_.find_marker(name); marker != nullptr && marker->size() > 0) {
      MarkerKinematics k;
      marker->evaluate(places_.state(), Derivatives::none, k);
      const int point = places_.nearest(*marker, k.x);
      if (point >= 0) return {point};
    }
    std::vector<int> points;
    const auto found = find_mesh_name(model_.meshes, name);
    if (!found) return points;
    const Mesh& mesh = model_.meshes[found->mesh];
    const int first = first_of(mesh.name);
    if (first < 0) return points;
    if (found->group != nullptr) {
      for (const int point : found->group->points) points.push_back(first + point);
    } else {
      points.resize(mesh.points.size());
      std::iota(points.begin(), points.end(), first);
    }
    return points;
  }
  /// First point of the drawing of a mesh; -1: it is not drawn.
  int first_of(const std::string& mesh) const {
    int first = 0;
    for (const Drawing& drawing : model_.drawings) {
      if (drawing.name == mesh && drawing.coordinates > 0) return first;
      first += static_cast<int>(drawing.points());
    }
    return -1;
  }

  void add_nodes(const Params& joint, const std::string& group, const Vector3& axis) {
    for (const int point : some_of(points_of(group))) {
      const DrawnPlaces::Anchor anchor = places_.anchor(point, Vector3::Zero());
      put(joint, joint.type(), {point, point}, {Vector3::Zero(), Vector3::Zero()},
          anchor.axes.transpose() * axis);
    }
  }

  void add_pairs(const Params& joint, const std::string& first, const std::vector<std::string>& others) {
    const std::vector<int> start = points_of(first);
    if (start.empty()) return;
    for (const std::string& other : others)
      for (const int point : some_of(points_of(other)))
        if (point != start.front() || others.size() > 1)
          put(joint, joint.type(), {start.front(), point}, {Vector3::Zero(), Vector3::Zero()},
              Vector3::Zero());
  }

  std::optional<Shaft> shaft(const std::string& name) const {
    for (const Params* joint : deck_.entries("joint")) {
      if (joint->name() != name || !joint->has("between")) continue;
      const auto& between = joint->names("between");
      const bool ends_at_ground = between[1] == "ground";
      Shaft found{model_.find_marker(between[ends_at_ground ? 0 : 1])};
      if (found.part == nullptr) return std::nullopt;
      MarkerKinematics k;
      found.part->evaluate(places_.state(), Derivatives::none, k);
      found.centre = joint->has("at") && joint->given("at") ? padded(joint->numbers("at")) : k.x;
      if (joint->has("axis") && joint->given("axis"))
        found.axis = padded(joint->numbers("axis")).normalized();
      if (ends_at_ground) found.axis *= -1;
      return found;
    }
    return std::nullopt;
  }

  /// Pitch circles that touch: R_1 / R_2 = |ratio|, R_1 + R_2 (inner gears |R_1 - R_2|) the distance of the
  /// axes, of axes that are not parallel that of the joints. On one axis the radii are left open.
  void add_gears(const Params& joint) {
    const auto a = shaft(joint.names("joints")[0]), b = shaft(joint.names("joints")[1]);
    if (!a || !b) return;
    const double ratio = std::abs(joint.number("ratio")), along = a->axis.dot(b->axis);
    const bool is_parallel = std::abs(along) > 0.999;
    Vector3 apart = b->centre - a->centre;
    if (is_parallel) apart -= apart.dot(a->axis) * a->axis;
    const double distance = apart.norm();
    const bool is_inner = is_parallel && joint.number("ratio") * along > 0;
    const double parts = is_inner ? std::abs(1 - ratio) : 1 + ratio;
    const double radius_b = distance > 1e-9 * (1 + ratio) && parts > 1e-9 ? distance / parts : 0;
    const double towards = is_inner && ratio < 1 ? -1 : 1;  // inner: the rim is beyond the smaller wheel
    add_wheel(joint, *a, ratio * radius_b, towards * apart);
    add_wheel(joint, *b, radius_b, (is_inner ? towards : -1) * apart);
  }

  void add_rack(const Params& joint) {
    constexpr double kHalfLength = 3;  // radii
    const auto pinion = shaft(joint.names("joints")[0]), slide = shaft(joint.names("joints")[1]);
    if (!pinion || !slide || joint.names("joints")[0] == joint.names("joints")[1]) return;
    const double radius = joint.number("radius");
    const Vector3 to_rack = -radius * pinion->axis.cross(slide->axis);
    add_wheel(joint, *pinion, std::abs(radius), to_rack);
    const Vector3 middle = pinion->centre + to_rack, half = kHalfLength * std::abs(radius) * slide->axis;
    put_on(joint, "rack", *slide, {middle - half, middle + half}, slide->axis);
  }

  /// @param towards  direction of a point of the pitch circle, as far as it is across the axis
  void add_wheel(const Params& joint, const Shaft& shaft, double radius, const Vector3& towards) {
    Vector3 across = towards - towards.dot(shaft.axis) * shaft.axis;
    if (!(across.norm() > 1e-6 * towards.norm())) across = shaft.axis.unitOrthogonal();
    put_on(joint, "gear", shaft, {shaft.centre, Vector3(shaft.centre + radius * across.normalized())},
           shaft.axis);
  }

  void put_on(const Params& joint, const std::string& type, const Shaft& shaft,
              const std::array<Vector3, 2>& at, const Vector3& axis) {
    MarkerKinematics k;
    shaft.part->evaluate(places_.state(), Derivatives::none, k);
    const int point = places_.nearest(*shaft.part, k.x);
    if (point < 0 && shaft.part->size() > 0) return;
    const DrawnPlaces::Anchor anchor = places_.anchor(point, at[0]);
    put(joint, type, {point, point}, {anchor.place, places_.anchor(point, at[1]).place},
        anchor.axes.transpose() * axis);
  }

  void put(const Params& joint, const std::string& type, const std::array<int, 2>& points,
           const std::array<Vector3, 2>& at, const Vector3& axis) {
    io::SceneJoint drawn;
    drawn.name = scene_.name_number(joint.name());
    drawn.type = scene_.name_number(type);
    for (std::size_t k = 0; k < 2; ++k) {
      drawn.points[k] = points[k];
      drawn.places[k] = triple_of(at[k]);
    }
    drawn.axis = triple_of(axis);
    scene_.joints.push_back(drawn);
  }

  const Model& model_;
  const deck::Deck& deck_;
  const DrawnPlaces& places_;
  io::SceneRecord& scene_;
};

}  // namespace

void add_couplings(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                   io::SceneRecord& scene) {
  Couplings couplings(model, deck, places, scene);
  std::vector<const Params*> equations;
  for (const Params* joint : deck.entries("joint"))
    if (joint->type() == "equation")
      equations.push_back(joint);
    else
      couplings.add(*joint);
  for (const Params* equation : some_of(equations)) couplings.add(*equation);
}

}  // namespace jounce
