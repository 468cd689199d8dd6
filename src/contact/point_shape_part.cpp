#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "collision/signed_distance.h"
#include "contact/contact_surface.h"
#include "contact/contacts.h"
#include "contact/point_shape.h"
#include "elements/solid_faces.h"
#include "math/quadrature.h"

namespace jounce {
namespace {

using collision::Shape;
using params::Params;

bool has_edges(const Shape& shape) {
  return shape.kind == Shape::Kind::box || shape.kind == Shape::Kind::cylinder;
}

double least_half(const Shape& shape) {
  return shape.kind == Shape::Kind::box ? shape.half.minCoeff() : std::min(shape.radius, shape.half.z());
}

/// The hollow form of a shape: a tube has no ends.
void make_hollow(const Params& params, BodyShape& shape) {
  switch (shape.shape().kind) {
    case Shape::Kind::cylinder: {
      PlacedShape tube = *shape.form;
      tube.shape.half.z() = std::numeric_limits<double>::infinity();
      shape.form = std::make_shared<const PlacedShape>(std::move(tube));
      return;
    }
    case Shape::Kind::sphere:
    case Shape::Kind::capsule:
      return;
    default:
      params.fail("inside", fmt::format("'{}' is a {}: only spheres, capsules and cylinders may be hollow; "
                                        "use planes for walls that meet in corners",
                                        shape.name, collision::name(shape.shape().kind)));
  }
}

std::vector<BodyShape> shapes_of(const Params& params, const ModelBuilder& builder) {
  std::vector<BodyShape> shapes;
  for (const std::string& name : params.names("shapes"))
    for (const BodyShape& shape : builder.shapes(params, "shapes", name)) {
      if (!collision::has_signed_distance(shape.shape().kind))
        params.fail("shapes",
                    fmt::format("'{}' is a {}: points touch planes, spheres, capsules, boxes and cylinders; "
                                "mesh the surface and use a contact of type 'surfaces'",
                                shape.name, collision::name(shape.shape().kind)),
                    name, {});
      shapes.push_back(shape);
      if (params.boolean("inside")) make_hollow(params, shapes.back());
    }
  return shapes;
}

double rounding_of(const Params& params, const std::vector<BodyShape>& shapes) {
  const double rounding = params.number("rounding");
  if (rounding == 0) return 0;
  if (params.boolean("inside")) params.fail("rounding", "hollow shapes have no edges");
  bool any = false;
  for (const BodyShape& shape : shapes) {
    if (!has_edges(shape.shape())) continue;
    any = true;
    if (rounding > least_half(shape.shape()))
      params.fail("rounding",
                  fmt::format("'{}' is too small: at most {} fits", shape.name, least_half(shape.shape())));
  }
  if (!any) params.fail("rounding", "none of the shapes has edges: only boxes and cylinders do");
  return rounding;
}

/// int N_a dA over the initial surface, for each of its nodes.
std::vector<double> areas_of(const ContactSurface& surface) {
  std::vector<double> areas(static_cast<std::size_t>(surface.nodes()), 0.0);
  FaceNodes X;
  FacePoint point;
  for (const ContactSurface::Face& face : surface.faces()) {
    surface.gather_initial(face, X);
    for (const QuadraturePoint& q : face_rule(face.shape)) {
      point.evaluate(face.shape, X, q.xi);
      const double width = face.is_ring ? 2 * M_PI * point.x.x() : face.thickness;
      for (int a = 0; a < face.size(); ++a)
        areas[face.nodes[a]] += q.weight * width * point.area * point.N[a];
    }
  }
  return areas;
}

/// Nodes of faces of solids, which have areas.
std::vector<PointShapePair::Point> surface_points(const Params& params, const ModelBuilder& builder) {
  const ContactSurface surface(builder.dimension(), solid_faces(params, "surface", builder));
  for (const ContactSurface::Face& face : surface.faces())
    if (surface.dimension() == 3 && face.size() > face.corners())
      params.fail("surface",
                  "corners of second-order faces have zero or negative areas: use first order, or 'points' "
                  "instead of 'surface'");
  const std::vector<double> areas = areas_of(surface);
  std::vector<PointShapePair::Point> points;
  for (int node = 0; node < surface.nodes(); ++node) {
    std::vector<Index> dofs(surface.dofs(node), surface.dofs(node) + surface.dimension());
    points.push_back({std::make_shared<PointMarker>(surface.node_name(node), std::move(dofs)),
                      std::max(0.0, areas[node])});
  }
  return points;
}

std::vector<PointShapePair::Point> points_of(const Params& params, const ModelBuilder& builder) {
  if (params.given("points") == params.given("surface"))
    params.fail(
        params.given("points") ? "points" : "",
        "a contact of points with shapes needs either 'points' (nodes) or 'surface' (faces of solids, "
        "whose nodes touch)");
  if (params.given("surface")) return surface_points(params, builder);
  std::vector<PointShapePair::Point> points;
  std::set<Index> known;
  for (const std::string& name : params.names("points"))
    for (auto& marker : builder.markers(params, "points", name)) {
      if (marker->size() == 0) params.fail("points", "the ground cannot be a contact point", name, {});
      if (!marker->has_rotation() && !known.insert(marker->dofs()[0]).second) continue;  // in two groups
      points.push_back({std::move(marker), 0});
    }
  return points;
}

/// Refuses points of the shapes' own bodies, and contacts in which nothing is free to move.
void check_motion(const Params& params, const ModelBuilder& builder, const std::vector<BodyShape>& shapes,
                  const std::vector<PointShapePair::Point>& points) {
  const char* const key = params.given("surface") ? "surface" : "points";
  const Index n_free = builder.model().system.n_free();
  bool is_free = false;
  const auto look = [&](const Marker& marker) {
    for (const Index dof : marker.dofs()) is_free = is_free || dof < n_free;
  };
  for (const PointShapePair::Point& point : points) {
    look(*point.marker);
    for (const BodyShape& shape : shapes)
      if (shape.group >= 0 && shape.group == builder.node_of(*point.marker))
        params.fail(
            key, fmt::format("'{}' belongs to the body of the shape '{}'", point.marker->name(), shape.name));
  }
  for (const BodyShape& shape : shapes) look(*shape.body);
  if (!is_free)
    params.fail(key, "supports hold or move all points and shapes, so contact forces have no effect");
}

void build_point_shape(const Params& params, ModelBuilder& builder) {
  if (builder.dimension() < 2) params.fail("", "contact with shapes needs model.dimension = 2 or 3");
  PointShapePair::Options options;
  options.dimension = builder.dimension();
  options.radius = params.number("radius");
  options.inside = params.boolean("inside");
  if (params.given("reach")) options.reach = params.number("reach");
  std::vector<BodyShape> shapes = shapes_of(params, builder);
  options.rounding = rounding_of(params, shapes);
  std::vector<PointShapePair::Point> points = points_of(params, builder);
  check_motion(params, builder, shapes, points);
  builder.add(std::make_unique<PointShapePair>(params.name(), read_law(params, options.dimension),
                                               std::move(shapes), std::move(points), options));
}

}  // namespace

ModelPart point_shape_part() {
  using namespace params;
  return {{"contact",
           "point-shape",
           "Points (mesh nodes, balls) that must stay outside, or inside, rigid shapes with exact curved "
           "surfaces.",
           {names_of("shapes", "shapes: planes, spheres, capsules, boxes, cylinders, on bodies or the ground")
                .required(),
            names_of("points", "bodies, markers, meshes or mesh groups: each node is a point"),
            name_of("surface",
                    "instead of `points`: mesh group of faces of solids (in the plane: edges), whose nodes "
                    "are the points; the history then offers `contact_pressure`"),
            boolean("inside",
                    "the shapes are hollow and keep the points inside: spheres, capsules, and cylinders, "
                    "which are then tubes without ends")
                .by_default(false),
            number("radius", "radius around the points (a ball)")
                .unit(dim::length)
                .non_negative()
                .by_default(0.0),
            number("rounding", "radius of the edges of boxes and cylinders, which keep their sizes")
                .unit(dim::length)
                .non_negative()
                .by_default(0.0),
            number("reach",
                   "search distance: points that are farther from a shape, and do not come closer within a "
                   "step, are ignored; by default none is")
                .unit(dim::length)
                .positive()}},
          build_point_shape};
}

}  // namespace jounce
