#include <fmt/format.h>

#include "elements/elements.h"
#include "elements/mass.h"

namespace jounce {
namespace {

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

}  // namespace

ModelPart point_mass_part() {
  using namespace params;
  return {
      {"body", "point-mass", "A particle.", {number("mass", "mass").unit(dim::mass).positive().required()}},
      build_point_mass};
}

ModelPart rigid_body_part() {
  using namespace params;
  return {{"body",
           "rigid",
           "A planar rigid body with coordinates x, y of its centre of mass and angle theta (models of "
           "dimension 2).",
           {number("mass", "mass; zero where joints and other bodies carry it")
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
                .by_default(std::vector<double>{})}},
          build_rigid_body};
}

}  // namespace jounce
