// Nodes that stay on the line, or in the plane, of others.

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "joints/joints.h"
#include "joints/node_groups.h"
#include "model/triple_product.h"

namespace jounce {
namespace {

constexpr double kOff = 1e-4;  ///< distance from the line or plane, over the size of the frame

using Markers = std::vector<std::shared_ptr<const Marker>>;

void build_alignment(const params::Params& params, ModelBuilder& builder, const std::string& key) {
  const int dimension = builder.dimension();
  if (dimension < (key == "plane" ? 3 : 2))
    params.fail("type", fmt::format("the model has model.dimension = {}", dimension));
  Markers frame;
  for (const std::string& name : params.names(key)) frame.push_back(builder.marker(params, key, name));
  std::vector<Vector3> places;
  std::vector<Index> dofs;
  for (const auto& marker : frame) {
    check_point(params, key, *marker, dimension);
    places.push_back(builder.initial_position(*marker));
    dofs.insert(dofs.end(), marker->dofs().begin(), marker->dofs().end());
  }
  const Vector3 u = places[1] - places[0];
  const Vector3 normal = key == "plane" ? Vector3(u.cross(places[2] - places[0])) : u;
  const double size = key == "plane" ? u.squaredNorm() + (places[2] - places[0]).squaredNorm()
                                     : places[0].norm() + places[1].norm();
  if (!(normal.norm() > 1e-12 * size))
    params.fail(key, key == "plane" ? "the three points are collinear and do not span a plane"
                                    : "the two points coincide and do not define a line");
  const Vector3 direction = normal.normalized();
  int number = 0;
  for (const auto& marker : builder.markers(params, "on", params.text("on"))) {
    check_point(params, "on", *marker, dimension);
    if (std::find_if(frame.begin(), frame.end(),
                     [&](const auto& other) { return other->dofs()[0] == marker->dofs()[0]; }) != frame.end())
      continue;
    const Vector3 d = builder.initial_position(*marker) - places[0];
    const double off = key == "plane" ? std::abs(d.dot(direction)) : d.cross(direction).norm();
    if (off > kOff * std::sqrt(key == "plane" ? normal.norm() : normal.squaredNorm()))
      params.fail("on",
                  fmt::format("a point of '{}' is {:.3g} away from the {}", params.text("on"), off, key));
    std::vector<Index> own = dofs;
    own.insert(own.end(), marker->dofs().begin(), marker->dofs().end());
    std::vector<Vector3> with = places;
    with.push_back(d + places[0]);
    builder.add(std::make_unique<TripleProduct>(fmt::format("{}.{}", params.name(), ++number), dimension,
                                                std::move(own), with));
  }
  if (number == 0)
    params.fail("on", fmt::format("'{}' has no points beside those of '{}'", params.text("on"), key));
}

params::Key followers() {
  return params::name_of("on", "constrained points: mesh group, or point mass").required();
}

}  // namespace

ModelPart collinear_part() {
  using namespace params;
  return {
      {"joint",
       "collinear",
       "Points stay on the line through two other points, which may move; they are free along the line. "
       "STRAIGHT of *MPC of CalculiX and Abaqus.",
       {names_of("line", "the two points: mesh groups of one node, or point masses").of_size(2).required(),
        followers()}},
      [](const Params& params, ModelBuilder& builder) { build_alignment(params, builder, "line"); }};
}

ModelPart coplanar_part() {
  using namespace params;
  return {
      {"joint",
       "coplanar",
       "Points stay in the plane through three other points, which may move; they are free within the plane. "
       "For models in space. PLANE of *MPC of CalculiX.",
       {names_of("plane", "the three points: mesh groups of one node, or point masses").of_size(3).required(),
        followers()}},
      [](const Params& params, ModelBuilder& builder) { build_alignment(params, builder, "plane"); }};
}

}  // namespace jounce
