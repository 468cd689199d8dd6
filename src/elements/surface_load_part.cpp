#include "elements/elements.h"
#include "elements/solid_faces.h"
#include "elements/surface_load.h"

namespace jounce {
namespace {

using params::Params;

void build_pressure(const Params& params, ModelBuilder& builder) {
  SurfaceLoadValue value;
  value.kind = params.boolean("follower") ? SurfaceLoadValue::Kind::follower_pressure
                                          : SurfaceLoadValue::Kind::pressure;
  value.pressure = [pressure = params.function("pressure")](double t) { return pressure(t); };
  for (SurfaceFaces& faces : solid_faces(params, "surface", builder))
    builder.add(make_surface_load(params.name(), std::move(faces), value));
}

void build_traction(const Params& params, ModelBuilder& builder) {
  SurfaceLoadValue value;
  value.kind = SurfaceLoadValue::Kind::traction;
  value.traction = [functions = params.functions("traction")](double t) {
    Vector3 traction = Vector3::Zero();
    for (std::size_t i = 0; i < functions.size(); ++i) traction[static_cast<Index>(i)] = functions[i](t);
    return traction;
  };
  for (SurfaceFaces& faces : solid_faces(params, "surface", builder))
    builder.add(make_surface_load(params.name(), std::move(faces), value));
}

params::Key surface_key() {
  return params::name_of("surface",
                         "mesh group of faces (in the plane: edges) of solid elements, which determine the "
                         "outer side; or of shells, whose outer side is that of their normal")
      .required();
}

}  // namespace

ModelPart pressure_part() {
  using namespace params;
  return {
      {"load",
       "pressure",
       "Pressure on faces of solids or on shells, opposite to the outward normal; a function of time.",
       {surface_key(), function("pressure", "pressure").unit(dim::stress).required(),
        boolean("follower", "the pressure acts on the deformed surface (nonlinear), else on the initial one")
            .by_default(false)}},
      build_pressure};
}

ModelPart traction_part() {
  using namespace params;
  return {{"load",
           "traction",
           "Force per initial area on faces of solids or on shells; functions of time. On axisymmetric "
           "bodies it acts on "
           "the whole ring.",
           {surface_key(), functions("traction", "components of force per area")
                               .unit(dim::stress)
                               .of_size(dimension_sized)
                               .required()}},
          build_traction};
}

}  // namespace jounce
