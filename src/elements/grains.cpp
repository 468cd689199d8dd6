#include "elements/grains.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "collision/polyhedron.h"
#include "math/random.h"
#include "model/part.h"

namespace jounce {
namespace {

/// Inertia goes with the fifth power of the size.
void check_size(const params::Params& params, const char* key, double size) {
  if (!std::isnormal(std::pow(size, 5)))
    params.fail(
        key,
        fmt::format("the inertia of a body of size {:.3g} is not a number: its fifth power is out of range",
                    size));
}

GrainShape ball(const params::Params& params) {
  if (!params.given("radius")) params.fail("", "balls need a 'radius'");
  const double r = params.number("radius");
  check_size(params, "radius", r);
  GrainShape ball{collision::make_sphere(r), 4.0 / 3.0 * std::numbers::pi * r * r * r, {}};
  ball.inertia = 0.4 * ball.mass * r * r * Matrix3::Identity();
  return ball;
}

GrainShape box(const params::Params& params) {
  if (!params.given("size")) params.fail("", "boxes need a 'size'");
  const Vector3 a = to_vector(params.numbers("size"));
  if (!(a.minCoeff() > 0)) params.fail("size", "the edges of a box must be positive");
  check_size(params, "size", a.minCoeff());
  check_size(params, "size", a.maxCoeff());
  GrainShape box{collision::make_box(0.5 * a), a.prod(), {}};
  const Vector3 square = a.cwiseAbs2();
  box.inertia = (box.mass / 12 *
                 Vector3(square.sum() - square.x(), square.sum() - square.y(), square.sum() - square.z()))
                    .asDiagonal();
  return box;
}

/// Convex hulls of random points on an ellipsoid whose axes differ by up to a third.
std::vector<GrainShape> rocks(const params::Params& params) {
  if (!params.given("radius")) params.fail("", "rocks need a 'radius' (of the enclosing ball)");
  const double r = params.number("radius");
  check_size(params, "radius", r);
  RandomNumbers random(static_cast<std::uint64_t>(params.integer("seed") + 7919));
  std::vector<GrainShape> rocks;
  for (int variant = 0; variant < params.integer("variants"); ++variant) {
    const Vector3 axes = Vector3::Constant(r) - r / 6 * (random.in_cube() + Vector3::Ones());
    std::vector<Vector3> corners;
    for (int i = 0; i < params.integer("corners"); ++i)
      corners.push_back(random.direction().cwiseProduct(axes));
    const collision::Solid solid = collision::solid(collision::convex_hull(corners));
    rocks.push_back({collision::make_hull(corners, solid.centre), solid.volume, solid.inertia});
  }
  return rocks;
}

}  // namespace

bool come_and_go(const params::Params& params) { return params.given("spare") || params.given("hole"); }

std::vector<Grain> grains_of(const params::Params& params) {
  const auto& counts = params.integers("counts");
  if (counts.size() != 3) params.fail("counts", "three numbers are required: grains along x, y and z");
  const Vector3 first = to_vector(params.numbers("position")), spacing = to_vector(params.numbers("spacing")),
                jitter = vector_or_zero(params, "jitter"), velocity = vector_or_zero(params, "velocity"),
                spread = vector_or_zero(params, "velocity_spread");
  const bool turned = params.text("orientation") == "random";
  const bool rocks = params.text("shape") == "rock";
  const auto in_hole = [&](const Vector3& x) {
    if (!params.given("hole")) return false;
    const auto& box = params.numbers("hole");
    for (std::size_t i = 0; i < 3; ++i)
      if (x[static_cast<Index>(i)] < box[i] || x[static_cast<Index>(i)] > box[3 + i]) return false;
    return true;
  };
  RandomNumbers random(static_cast<std::uint64_t>(params.integer("seed")));
  std::vector<Grain> grains;
  for (int k = 0; k < counts[2]; ++k)
    for (int j = 0; j < counts[1]; ++j)
      for (int i = 0; i < counts[0]; ++i) {
        Grain grain;
        grain.position =
            first + spacing.cwiseProduct(Vector3(i, j, k)) + jitter.cwiseProduct(random.in_cube());
        grain.velocity = velocity + spread.cwiseProduct(random.in_cube());
        grain.size = 1 + params.number("size_spread") * random.symmetric();
        const Quaternion orientation = random.orientation();
        if (turned) grain.orientation = orientation;
        if (rocks) grain.variant = static_cast<int>(grains.size()) % params.integer("variants");
        grain.is_spare = in_hole(grain.position);
        grains.push_back(grain);
      }
  const int spare = params.given("spare") ? params.integer("spare") : 0;
  for (int i = 0; i < spare; ++i) {
    Grain grain;
    grain.position = first;
    grain.size = 1 + params.number("size_spread") * random.symmetric();
    if (rocks) grain.variant = static_cast<int>(grains.size()) % params.integer("variants");
    grain.is_spare = true;
    grains.push_back(grain);
  }
  if (grains.empty()) params.fail("counts", "there are no bodies: raise 'counts' or 'spare'");
  return grains;
}

std::vector<GrainShape> grain_shapes(const params::Params& params) {
  const std::string& shape = params.text("shape");
  std::vector<GrainShape> shapes =
      shape == "rock" ? rocks(params) : std::vector{shape == "box" ? box(params) : ball(params)};
  for (GrainShape& each : shapes) {
    each.mass *= params.number("density");
    each.inertia *= params.number("density");
  }
  return shapes;
}

collision::Shape scaled(const collision::Shape& shape, double size) {
  if (size == 1) return shape;
  switch (shape.kind) {
    case collision::Shape::Kind::sphere:
      return collision::make_sphere(size * shape.radius);
    case collision::Shape::Kind::box:
      return collision::make_box(size * shape.half);
    default: {
      std::vector<Vector3> corners = shape.polyhedron->vertices;
      for (Vector3& corner : corners) corner *= size;
      return collision::make_hull(corners, Vector3::Zero());
    }
  }
}

}  // namespace jounce
