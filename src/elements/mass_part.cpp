#include <fmt/format.h>

#include "elements/elements.h"
#include "elements/mass.h"
#include "la/decompositions.h"

namespace jounce {
namespace {

void prepare_point_mass(const params::Params& body, ModelBuilder& builder) {
  builder.add_body(body.name(), to_vector(body.numbers("position")), 0, false,
                   vector_or_zero(body, "velocity"), 0);
}

void prepare_rigid_body(const params::Params& body, ModelBuilder& builder) {
  builder.add_body(body.name(), to_vector(body.numbers("position")), body.number("angle"), true,
                   vector_or_zero(body, "velocity"), body.number("angular_velocity"));
}

void prepare_spatial_body(const params::Params& body, ModelBuilder& builder) {
  builder.add_spatial_body(body.name(), to_vector(body.numbers("position")), orientation_of(body),
                           vector_or_zero(body, "velocity"), vector_or_zero(body, "angular_velocity"));
}

void build_point_mass(const params::Params& params, ModelBuilder& builder) {
  const auto marker = builder.marker(params, "name", params.name());
  builder.add(std::make_unique<PointMassBlock>(
      params.name(), std::vector<PointMassBlock::Mass>{
                         {{marker->dofs().begin(), marker->dofs().end()}, params.number("mass")}}));
  Drawing drawing;
  drawing.name = params.name();
  drawing.markers = {marker};
  drawing.cells = {{0}};
  builder.add_drawing(std::move(drawing));
}

void build_rigid_body(const params::Params& params, ModelBuilder& builder) {
  const auto marker = builder.marker(params, "name", params.name());
  const auto dofs = marker->dofs();
  builder.add(std::make_unique<PlanarBodyBlock>(
      params.name(), std::vector<PlanarBodyBlock::Body>{
                         {{dofs[0], dofs[1], dofs[2]}, params.number("mass"), params.number("inertia")}}));

  Drawing drawing;
  drawing.name = params.name();
  const std::vector<Index> body(dofs.begin(), dofs.end());
  const auto& outline = params.numbers("outline");
  if (outline.size() % 2 != 0)
    params.fail("outline", "an outline is a list of corners x1, y1, x2, y2, ...: an even number of values");
  std::vector<int> corners;
  for (std::size_t i = 0; i + 1 < outline.size(); i += 2) {
    corners.push_back(static_cast<int>(i / 2));
    drawing.markers.push_back(std::make_shared<PlanarBodyMarker>(
        fmt::format("{}[{}]", params.name(), i / 2), body, Vector3(outline[i], outline[i + 1], 0)));
  }
  if (corners.empty()) {
    drawing.markers.push_back(marker);
    corners = {0};
  }
  drawing.kind = corners.size() > 2    ? Drawing::Cells::polygons
                 : corners.size() == 2 ? Drawing::Cells::lines
                                       : Drawing::Cells::vertices;
  drawing.cells = {corners};
  builder.add_drawing(std::move(drawing));
}

/// Symmetric matrix from (xx, yy, zz) or (xx, yy, zz, xy, yz, xz); refuses what no body can have.
Matrix3 inertia_of(const params::Params& params) {
  const auto& values = params.numbers("inertia");
  if (values.size() != 3 && values.size() != 6)
    params.fail("inertia",
                "an inertia is a list of 3 numbers xx, yy, zz or of 6 numbers xx, yy, zz, xy, yz, xz");
  Matrix3 J = to_vector(values).asDiagonal();
  if (values.size() == 6) {
    J(0, 1) = J(1, 0) = values[3];
    J(1, 2) = J(2, 1) = values[4];
    J(0, 2) = J(2, 0) = values[5];
  }
  const Vector3 principal = Eigen::SelfAdjointEigenSolver<Matrix3>(J, Eigen::EigenvaluesOnly).eigenvalues();
  if (principal[0] < -1e-12 * principal[2])
    params.fail("inertia", fmt::format("the inertia is not positive: its smallest principal value is {:.6g}",
                                       principal[0]));
  return J;
}

void build_spatial_body(const params::Params& params, ModelBuilder& builder) {
  const auto marker = builder.marker(params, "name", params.name());
  const auto dofs = marker->dofs();
  SpatialBodyBlock::Body body{{}, params.number("mass"), inertia_of(params)};
  std::copy_n(dofs.begin(), 6, body.dofs.begin());
  builder.add(std::make_unique<SpatialBodyBlock>(params.name(), std::vector<SpatialBodyBlock::Body>{body}));
  Drawing drawing;
  drawing.name = params.name();
  drawing.markers = {marker};
  drawing.cells = {{0}};
  builder.add_drawing(std::move(drawing));
}

}  // namespace

params::Key mass_key() {
  return params::choice("mass", "mass matrix; auto: lumped under half-explicit, else consistent",
                        {"auto", "consistent", "lumped"})
      .by_default("auto");
}

ModelPart point_mass_part() {
  using namespace params;
  return {
      {"body", "point-mass", "A particle.", {number("mass", "mass").unit(dim::mass).positive().required()}},
      build_point_mass,
      prepare_point_mass};
}

ModelPart rigid_body_part() {
  using namespace params;
  return {{"body",
           "rigid",
           "A planar rigid body with coordinates x, y of its centre of mass and angle theta (models of "
           "dimension 2).",
           {number("mass", "mass; zero is allowed where joints and other bodies hold it")
                .unit(dim::mass)
                .non_negative()
                .required(),
            number("inertia", "moment of inertia about the centre of mass")
                .unit(dim::inertia)
                .non_negative()
                .required(),
            number("angle", "initial angle theta in rad").by_default(0.0),
            number("angular_velocity", "initial angular velocity").unit(dim::frequency).by_default(0.0),
            numbers("outline", "corners x1, y1, x2, y2, ... in body axes, for pictures only")
                .unit(dim::length)
                .by_default(std::vector<double>{})},
           {},
           2,
           "rigid-3d"},
          build_rigid_body,
          prepare_rigid_body};
}

ModelPart spatial_body_part() {
  using namespace params;
  return {
      {"body",
       "rigid-3d",
       "A rigid body in space (models of dimension 3): position of its centre of mass and a unit quaternion.",
       {number("mass", "mass; zero is allowed where joints and other bodies hold it")
            .unit(dim::mass)
            .non_negative()
            .required(),
        numbers("inertia",
                "inertia about the centre of mass in body axes: xx, yy, zz or xx, yy, zz, xy, yz, xz")
            .unit(dim::inertia)
            .required(),
        numbers("rotation", "initial orientation as a rotation vector in rad; none unless given")
            .of_size(3)
            .between(-1e6, 1e6),
        numbers("quaternion", "initial orientation as a unit quaternion w, x, y, z").of_size(4),
        numbers("angular_velocity", "initial angular velocity in fixed axes")
            .unit(dim::frequency)
            .of_size(3)},
       {},
       3,
       "rigid"},
      build_spatial_body,
      prepare_spatial_body};
}

}  // namespace jounce
