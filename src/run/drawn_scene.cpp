#include "run/drawn_scene.h"

#include <cmath>
#include <set>
#include <unordered_map>

#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"
#include "math/rotation.h"
#include "run/drawn_bodies.h"
#include "run/drawn_couplings.h"
#include "run/drawn_joints.h"
#include "run/drawn_places.h"
#include "run/drawn_sections.h"

namespace jounce {
namespace {

using collision::Shape;
using params::Params;

std::array<double, 4> numbers_of(const Matrix3& R) {
  const Quaternion q(R);
  return {q.x(), q.y(), q.z(), q.w()};
}

io::SceneShape scene_shape(Shape::Kind kind) {
  switch (kind) {
    case Shape::Kind::plane:
      return io::SceneShape::plane;
    case Shape::Kind::sphere:
      return io::SceneShape::sphere;
    case Shape::Kind::capsule:
      return io::SceneShape::capsule;
    case Shape::Kind::box:
      return io::SceneShape::box;
    case Shape::Kind::cylinder:
      return io::SceneShape::cylinder;
    case Shape::Kind::hull:
      return io::SceneShape::hull;
    case Shape::Kind::surface:
      break;
  }
  return io::SceneShape::surface;
}

/// Triangles of a hull or surface.
io::SceneGeometry geometry_of(const Shape& shape) {
  io::SceneGeometry geometry;
  const auto add_points = [&](const std::vector<Vector3>& points) {
    for (const Vector3& point : points)
      geometry.points.insert(geometry.points.end(), point.begin(), point.end());
  };
  if (shape.kind == Shape::Kind::hull) {
    add_points(shape.polyhedron->vertices);
    for (int f = 0; f < shape.polyhedron->faces(); ++f) {
      const auto face = shape.polyhedron->face(f);
      for (std::size_t k = 2; k < face.size(); ++k)
        geometry.triangles.insert(geometry.triangles.end(), {face[0], face[k - 1], face[k]});
    }
  } else {
    add_points(shape.surface->vertices);
    for (const auto& triangle : shape.surface->triangles)
      geometry.triangles.insert(geometry.triangles.end(), triangle.begin(), triangle.end());
  }
  return geometry;
}

/// Adds pieces of bodies and of the ground to a record.
class ScenePieces {
 public:
  ScenePieces(const DrawnPlaces& places, io::SceneRecord& scene) : places_(places), scene_(scene) {}

  void add(const BodyShape& shape) {
    if (!known_.insert({shape.form.get(), shape.body->dofs().empty() ? -1 : shape.body->dofs()[0]}).second)
      return;
    MarkerKinematics k;
    shape.body->evaluate(places_.state(), Derivatives::none, k);
    io::ScenePiece piece;
    piece.kind = scene_shape(shape.shape().kind);
    piece.radius = shape.shape().radius;
    piece.half = triple_of(shape.shape().half);
    for (double& half : piece.half) half = std::isfinite(half) ? half : 0;  // of a rectangle in the plane
    piece.name = scene_.name_number(shape.name);
    if (shape.shape().polyhedron != nullptr && shape.shape().kind == Shape::Kind::hull)
      piece.geometry = geometry(shape.shape(), shape.shape().polyhedron.get());
    if (shape.shape().surface != nullptr)
      piece.geometry = geometry(shape.shape(), shape.shape().surface.get());
    add(*shape.body, k.x, k.x + k.R * shape.pose().x, k.R * shape.pose().R, piece);
  }

  /// A plane through a place, with its normal, that moves with a part.
  void add_plane(const std::string& name, const Marker& part, const Vector3& through, const Vector3& normal) {
    io::ScenePiece piece;
    piece.kind = io::SceneShape::plane;
    piece.name = scene_.name_number(name);
    MarkerKinematics k;
    part.evaluate(places_.state(), Derivatives::none, k);
    add(part, k.x, through, Quaternion::FromTwoVectors(Vector3::UnitZ(), normal).toRotationMatrix(), piece);
  }

  /// The disk of a wheel about an axis through a point of a part, both in fixed axes.
  void add_wheel(const std::string& name, const Marker& part, const Vector3& axis, double radius) {
    constexpr double kThickness = 0.04;  // of the radius: a wheel of the joint is thin
    io::ScenePiece piece;
    piece.kind = io::SceneShape::cylinder;
    piece.radius = radius;
    piece.half = {0, 0, kThickness * radius / 2};
    piece.name = scene_.name_number(name);
    MarkerKinematics k;
    part.evaluate(places_.state(), Derivatives::none, k);
    add(part, k.x, k.x, Quaternion::FromTwoVectors(Vector3::UnitZ(), axis).toRotationMatrix(), piece);
  }

  /// A ball around a point of a part.
  void add_ball(const std::string& name, const Marker& part, double radius) {
    io::ScenePiece piece;
    piece.radius = radius;
    piece.name = scene_.name_number(name);
    MarkerKinematics k;
    part.evaluate(places_.state(), Derivatives::none, k);
    add(part, k.x, k.x, Matrix3::Identity(), piece);
  }

 private:
  /// A piece whose part is at `centre`.
  void add(const Marker& part, const Vector3& centre, const Vector3& x, const Matrix3& R,
           io::ScenePiece piece) {
    piece.point = places_.nearest(part, centre);
    if (piece.point < 0 && part.size() > 0) return;  // a part that is not drawn
    const DrawnPlaces::Anchor anchor = places_.anchor(piece.point, x);
    piece.position = triple_of(anchor.place);
    piece.rotation = numbers_of(Matrix3(anchor.axes.transpose() * R));
    scene_.pieces.push_back(piece);
  }

  int geometry(const Shape& shape, const void* source) {
    const auto [found, is_new] = geometries_.try_emplace(source, static_cast<int>(scene_.geometries.size()));
    if (is_new) scene_.geometries.push_back(geometry_of(shape));
    return found->second;
  }

  const DrawnPlaces& places_;
  io::SceneRecord& scene_;
  std::set<std::pair<const PlacedShape*, Index>> known_;  ///< several contacts may look at one shape
  std::unordered_map<const void*, int> geometries_;
};

void add_pieces(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                io::SceneRecord& scene) {
  ScenePieces pieces(places, scene);
  for_shapes(model, [&](const BodyShape& shape) { pieces.add(shape); });
  for (const Params* contact : deck.entries("contact")) {
    if (contact->type() == "point-plane")
      if (const auto part = model.find_marker(contact->text("on")))
        pieces.add_plane(contact->name(), *part, padded(contact->numbers("through")),
                         padded(contact->numbers("normal")).normalized());
    // Bodies and markers are balls for contacts that give their points a radius.
    if (!contact->has("radius") || !contact->has("points") || !(contact->number("radius") > 0)) continue;
    for (const std::string& point : contact->names("points"))
      if (const auto part = model.find_marker(point); part != nullptr && part->size() > 0)
        pieces.add_ball(contact->name(), *part, contact->number("radius"));
  }
  for (const Params* joint : deck.entries("joint")) {
    if (joint->type() != "rolling-wheel") continue;
    const auto plane = model.find_marker(joint->names("between")[0]),
               wheel = model.find_marker(joint->names("between")[1]);
    if (plane != nullptr)
      pieces.add_plane(joint->name(), *plane, padded(joint->numbers("through")),
                       padded(joint->numbers("normal")).normalized());
    if (wheel != nullptr)
      pieces.add_wheel(joint->name(), *wheel, padded(joint->numbers("axis")).normalized(),
                       joint->number("radius"));
  }
}

}  // namespace

io::SceneRecord drawn_scene(const Model& model, const deck::Deck& deck) {
  io::SceneRecord scene;
  scene.dimension = model.dimension;
  const DrawnPlaces places(model);
  add_pieces(model, deck, places, scene);
  add_joints(model, deck, places, scene);
  add_couplings(model, deck, places, scene);
  add_sections(model, deck, places, scene);
  int points = 0;
  for (const Drawing& drawing : model.drawings)
    scene.body_ends.push_back(points += static_cast<int>(drawing.all_points()));
  for (const Params* element : deck.entries("element")) {
    if (element->type() != "spring") continue;
    const bool is_damper = element->number("stiffness") == 0 && !element->given("forces");
    (is_damper ? scene.dampers : scene.springs).push_back(element->name());
  }
  return scene;
}

}  // namespace jounce
