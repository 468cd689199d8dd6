#include <fmt/format.h>

#include "contact/contacts.h"
#include "math/rotation.h"
#include "model/direction.h"

// Deck components by which bodies come and go: inflow and outflow.

namespace jounce {
namespace {

using params::Params;

/// All but the pool.
Inflow read_inflow(const Params& params) {
  Inflow inflow;
  inflow.name = params.name();
  inflow.place = to_vector(params.numbers("position"));
  inflow.velocity = to_vector(params.numbers("velocity"));
  if (!(inflow.velocity.norm() > 0)) params.fail("velocity", "the plane must move: the velocity is zero");
  inflow.thickness = params.number("thickness");
  inflow.start = params.number("start");
  if (params.given("end")) {
    inflow.end = params.number("end");
    if (!(inflow.end > inflow.start))
      params.fail("end", fmt::format("the inflow must end after its start (start = {})", inflow.start));
  }
  inflow.first = to_vector(params.numbers("first"));
  const auto& counts = params.integers("counts");
  if (counts.size() != 3) params.fail("counts", "three numbers are required: bodies along x, y and z");
  std::copy_n(counts.begin(), 3, inflow.counts.begin());
  inflow.spacing = to_vector(params.numbers("spacing"));
  inflow.jitter = vector_or_zero(params, "jitter");
  inflow.velocity_spread = vector_or_zero(params, "velocity_spread");
  inflow.seed = params.integer("seed");
  return inflow;
}

void prepare_inflow(const Params& params, ModelBuilder& builder) {
  const Inflow inflow = read_inflow(params);
  builder.add_moving_point(inflow.name, inflow.place,
                           [inflow](double t, int axis, double& x, double& v, double& a) {
                             x = inflow.shift(t)[axis];
                             v = inflow.moves(t) ? inflow.velocity[axis] : 0.0;
                             a = 0;
                           });
}

void build_inflow(const Params& params, ModelBuilder& builder) {
  Inflow inflow = read_inflow(params);
  inflow.pool = builder.pool(params, "bodies");
  const BodyPool& pool = builder.exchange().pools()[inflow.pool];
  if (inflow.bodies() > static_cast<int>(pool.bodies.size()))
    params.fail("counts", fmt::format("a layer has {} bodies, but '{}' has only {}, including spare ones",
                                      inflow.bodies(), pool.name, pool.bodies.size()));
  if (builder.has_shapes(inflow.name))
    params.fail("name",
                fmt::format("the plane of this inflow is a shape, and a shape named '{}' exists already",
                            inflow.name));
  // Like the ground's shapes it touches bodies only, so it is in the ground's group.
  const collision::Pose pose{
      Vector3::Zero(), Quaternion::FromTwoVectors(Vector3::UnitZ(), inflow.velocity).toRotationMatrix()};
  builder.add_shape(inflow.name,
                    {inflow.name, builder.marker(params, "name", inflow.name),
                     std::make_shared<const PlacedShape>(PlacedShape{collision::make_plane(), pose}), -1});
  builder.exchange().add(std::move(inflow));
}

Outflow begin_outflow(const Params& params, ModelBuilder& builder) {
  Outflow outflow;
  outflow.name = params.name();
  outflow.pool = builder.pool(params, "bodies");
  return outflow;
}

void build_half_space(const Params& params, ModelBuilder& builder) {
  Outflow outflow = begin_outflow(params, builder);
  outflow.at = to_vector(params.numbers("at"));
  outflow.normal = direction_of(params, "normal", "normal");
  builder.exchange().add(std::move(outflow));
}

void build_outside_box(const Params& params, ModelBuilder& builder) {
  Outflow outflow = begin_outflow(params, builder);
  outflow.region = Outflow::Region::outside_box;
  outflow.low = to_vector(params.numbers("low"));
  outflow.high = to_vector(params.numbers("high"));
  if (!(outflow.low.array() < outflow.high.array()).all())
    params.fail("high", "the highest corner of the box must lie above the lowest in x, y and z");
  builder.exchange().add(std::move(outflow));
}

}  // namespace

ModelPart inflow_part() {
  using namespace params;
  return {
      {"inflow",
       "layers",
       "Layers of bodies that enter behind a plane. The plane moves with 'velocity', along its normal; at "
       "the start, and whenever it has moved by 'thickness', it is set back by that length and a new layer "
       "begins to move with it. The plane is a shape with the name of the inflow: in a contact, it pushes "
       "the bodies in front of it.",
       {numbers("position", "a point of the plane at the start").unit(dim::length).of_size(3).required(),
        numbers("velocity", "velocity of the plane and of entering bodies; the plane is normal to it")
            .unit(dim::velocity)
            .of_size(3)
            .required(),
        number("thickness", "distance that the plane moves from layer to layer")
            .unit(dim::length)
            .positive()
            .required(),
        number("start", "time of the first layer; the plane rests before").unit(dim::time).by_default(0.0),
        number("end", "time at which the plane stops and layers end; none unless given").unit(dim::time),
        integers("counts", "bodies of a layer along x, y and z").at_least(1).required(),
        numbers("spacing", "distance of the centres along x, y and z")
            .unit(dim::length)
            .of_size(3)
            .required(),
        numbers("first", "centre of the first body of a layer, from the point of the plane")
            .unit(dim::length)
            .of_size(3)
            .required(),
        numbers("jitter", "largest random shift along x, y and z").unit(dim::length).of_size(3),
        numbers("velocity_spread", "largest random velocity along x, y and z").unit(dim::velocity).of_size(3),
        integer("seed", "of the random numbers").between(0, 1000000000).by_default(1)},
       {},
       3},
      build_inflow,
      prepare_inflow};
}

std::vector<ModelPart> outflow_parts() {
  using namespace params;
  return {{{"outflow",
            "half-space",
            "Bodies whose centre is beyond a plane are removed.",
            {numbers("at", "a point of the plane").unit(dim::length).of_size(3).required(),
             numbers("normal", "normal of the plane; it points to the side where bodies are removed")
                 .of_size(3)
                 .required()},
            {},
            3},
           build_half_space},
          {{"outflow",
            "outside-box",
            "Bodies whose centre is outside a box are removed.",
            {numbers("low", "lowest corner of the box").unit(dim::length).of_size(3).required(),
             numbers("high", "highest corner of the box").unit(dim::length).of_size(3).required()},
            {},
            3},
           build_outside_box}};
}

}  // namespace jounce
