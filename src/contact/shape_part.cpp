#include <limits>
#include <stdexcept>

#include "collision/polyhedron.h"
#include "collision/triangle_surface.h"
#include "contact/contacts.h"
#include "math/rotation.h"
#include "model/direction.h"

namespace jounce {
namespace {

using params::Params;

/// Triples of a list of numbers.
std::vector<Vector3> points_of(const Params& params, const char* key) {
  const auto& values = params.numbers(key);
  if (values.size() % 3 != 0) params.fail(key, "a list of points x1, y1, z1, x2, ... has three numbers each");
  std::vector<Vector3> points;
  for (std::size_t i = 0; i + 2 < values.size(); i += 3)
    points.emplace_back(values[i], values[i + 1], values[i + 2]);
  return points;
}

/// Refuses what the dimension of the model does not know.
void check_dimension(const Params& params, const ModelBuilder& builder, const Vector3& at,
                     const Vector3& rotation) {
  if (builder.dimension() == 3) return;
  if (builder.dimension() < 2) params.fail("", "shapes need model.dimension = 2 or 3");
  const std::string& type = params.type();
  if (type == "cylinder" || type == "hull" || type == "surface")
    params.fail("type",
                "a plane model supports the shapes sphere (a disc), capsule, box and plane; this one needs "
                "model.dimension = 3",
                type, {});
  if (at.z() != 0) params.fail("at", "in a plane model the third coordinate must be 0");
  if (rotation.x() != 0 || rotation.y() != 0)
    params.fail("rotation", "in a plane model shapes turn about z only: [0, 0, angle]");
}

void add(const Params& params, ModelBuilder& builder, const collision::Shape& shape,
         const Matrix3& turn = Matrix3::Identity()) {
  const Vector3 rotation = params.given("rotation") ? to_vector(params.numbers("rotation")) : Vector3::Zero();
  const Vector3 at = to_vector(params.numbers("at"));
  check_dimension(params, builder, at, rotation);
  const auto form = std::make_shared<const PlacedShape>(
      PlacedShape{shape, {at, rotation_exponential(rotation).toRotationMatrix() * turn}});
  for (const std::string& name : params.names("on")) {
    const auto body = builder.marker(params, "on", name);
    if (body->size() > 0 && !body->has_rotation())
      params.fail("on", "'" + name + "' is a point without orientation: a shape needs a rigid body", name,
                  {});
    builder.add_shape(params.name(),
                      {params.names("on").size() == 1 ? params.name() : params.name() + "." + name, body,
                       form, builder.node_of(*body)});
  }
}

void build_sphere(const Params& params, ModelBuilder& builder) {
  add(params, builder, collision::make_sphere(params.number("radius")));
}

void build_capsule(const Params& params, ModelBuilder& builder) {
  // In the plane the segment lies along x.
  const Matrix3 turn = builder.dimension() == 2
                           ? Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitX()).toRotationMatrix()
                           : Matrix3::Identity();
  add(params, builder, collision::make_capsule(params.number("radius"), 0.5 * params.number("length")), turn);
}

void build_cylinder(const Params& params, ModelBuilder& builder) {
  add(params, builder, collision::make_cylinder(params.number("radius"), 0.5 * params.number("length")));
}

void build_box(const Params& params, ModelBuilder& builder) {
  Vector3 size = to_vector(params.numbers("size"));
  const bool is_plane = builder.dimension() == 2;
  if (is_plane) size.z() = 1;
  if (!(size.minCoeff() > 0)) params.fail("size", "the edges of a box must be positive");
  collision::Shape box = collision::make_box(0.5 * size);
  if (is_plane) {  // a rectangle: no faces across z
    box.polyhedron = nullptr;
    box.half.z() = std::numeric_limits<double>::infinity();
  }
  add(params, builder, box);
}

void build_plane(const Params& params, ModelBuilder& builder) {
  const Vector3 normal = direction_of(params, "normal", "normal");
  if (builder.dimension() == 2 && normal.z() != 0)
    params.fail("normal", "a plane model requires the normal, with two components");
  add(params, builder, collision::make_plane(),
      Quaternion::FromTwoVectors(Vector3::UnitZ(), normal).toRotationMatrix());
}

void build_hull(const Params& params, ModelBuilder& builder) {
  try {
    add(params, builder, collision::make_hull(points_of(params, "points"), Vector3::Zero()));
  } catch (const std::invalid_argument& error) {
    params.fail("points", error.what());
  }
}

void build_surface(const Params& params, ModelBuilder& builder) {
  const auto& corners = params.integers("triangles");
  if (corners.size() % 3 != 0)
    params.fail("triangles", "a list of triangles has three numbers of points each");
  std::vector<std::array<int, 3>> triangles;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  try {
    add(params, builder, collision::make_surface(points_of(params, "points"), std::move(triangles)));
  } catch (const std::invalid_argument& error) {
    params.fail("triangles", error.what());
  }
}

params::Key radius() {
  return params::number("radius", "radius").unit(params::dim::length).positive().required();
}

params::Key length(std::string doc) {
  return params::number("length", std::move(doc)).unit(params::dim::length).positive().required();
}

params::Key points(std::string doc) {
  return params::numbers("points", std::move(doc)).unit(params::dim::length).required();
}

}  // namespace

std::vector<ModelPart> shape_parts() {
  using namespace params;
  return {
      {{"shape", "sphere", "A ball (in the plane a disc).", {radius()}}, build_sphere},
      {{"shape",
        "capsule",
        "All points within `radius` of a segment along the z axis of the shape (in the plane its x axis).",
        {radius(), length("length of the segment")}},
       build_capsule},
      {{"shape",
        "cylinder",
        "A cylinder around the z axis of the shape; against other shapes than planes and spheres a prism of "
        "32 sides.",
        {radius(), length("height of the cylinder")}},
       build_cylinder},
      {{"shape",
        "box",
        "A box (in the plane a rectangle).",
        {numbers("size", "lengths of the edges along the axes")
             .unit(dim::length)
             .of_size(dimension_sized)
             .required()}},
       build_box},
      {{"shape",
        "plane",
        "A half space: everything on the far side of the normal.",
        {numbers("normal", "outward normal in axes of the shape; required in the plane")
             .of_size(dimension_sized)
             .by_default({0.0, 0.0, 1.0})}},
       build_plane},
      {{"shape",
        "hull",
        "The convex hull of points.",
        {points("points x1, y1, z1, x2, ... in axes of the shape")}},
       build_hull},
      {{"shape",
        "surface",
        "Triangles of any surface, touched from either side.",
        {points("points x1, y1, z1, x2, ... in axes of the shape"),
         integers("triangles", "three numbers of points for each triangle, counted from 0").required()}},
       build_surface},
  };
}

}  // namespace jounce
