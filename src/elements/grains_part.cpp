#include <fmt/format.h>

#include "elements/elements.h"
#include "elements/grains.h"
#include "elements/mass.h"

namespace jounce {
namespace {

void prepare_grains(const params::Params& body, ModelBuilder& builder) {
  if (builder.dimension() != 3) body.fail("", "grains need model.dimension = 3");
  const std::vector<Grain> grains = grains_of(body);
  builder.begin_group(body.name(), static_cast<int>(grains.size()), come_and_go(body));
  int number = 0;
  for (const Grain& grain : grains)
    builder.add_spatial_body(fmt::format("{}[{}]", body.name(), number++), grain.position, grain.orientation,
                             grain.velocity, Vector3::Zero());
}

void build_grains(const params::Params& params, ModelBuilder& builder) {
  const std::vector<Grain> grains = grains_of(params);
  const std::vector<GrainShape> shapes = grain_shapes(params);
  const auto bodies = builder.group(params.name());
  std::vector<std::shared_ptr<const PlacedShape>> forms;  // of grains of size 1
  for (const GrainShape& shape : shapes)
    forms.push_back(std::make_shared<const PlacedShape>(PlacedShape{shape.shape, {}}));
  std::vector<SpatialBodyBlock::Body> masses;
  masses.reserve(grains.size());
  Drawing drawing;
  drawing.name = params.name();
  drawing.is_of_bodies = true;
  drawing.markers.reserve(grains.size());
  BodyPool pool{params.name(), {}, params.text("orientation") == "random"};
  std::vector<std::uint8_t> spare;
  if (come_and_go(params)) {
    pool.bodies.reserve(grains.size());
    spare.reserve(grains.size());
  }
  for (std::size_t i = 0; i < grains.size(); ++i) {
    const auto& [name, marker] = bodies[i];
    const auto variant = static_cast<std::size_t>(grains[i].variant);
    const GrainShape& shape = shapes[variant];
    const double size = grains[i].size, volume = size * size * size;
    SpatialBodyBlock::Body body{{}, volume * shape.mass, volume * size * size * shape.inertia};
    std::copy_n(marker->dofs().begin(), 6, body.dofs.begin());
    masses.push_back(body);
    if (come_and_go(params)) {
      const Manifold& manifold = builder.model().system.manifold();
      const auto rotation = static_cast<std::size_t>(manifold.rotation_of(body.dofs[3]));
      pool.bodies.push_back({body.dofs, manifold.rotations()[rotation].quaternion, body.mass});
      spare.push_back(grains[i].is_spare ? 1 : 0);
    }
    const auto form = size == 1
                          ? forms[variant]
                          : std::make_shared<const PlacedShape>(PlacedShape{scaled(shape.shape, size), {}});
    builder.add_shape(params.name(), {name, marker, form, builder.node_of(*marker)});
    drawing.markers.push_back(marker);
  }
  builder.add(std::make_unique<SpatialBodyBlock>(params.name(), masses));
  builder.add_drawing(std::move(drawing));
  if (come_and_go(params)) builder.add_pool(std::move(pool), spare);
}

}  // namespace

ModelPart grains_part() {
  using namespace params;
  return {
      {"body",
       "grains",
       "Many rigid bodies of one kind on a lattice, named name[0], name[1], ... with x fastest; their shapes "
       "have the name of the group.",
       {choice("shape", "shape of each body; a rock is the convex hull of random points",
               {"sphere", "box", "rock"})
            .by_default("sphere"),
        number("radius", "radius of a ball, or of the ball enclosing a rock").unit(dim::length).positive(),
        numbers("size", "edges of a box").unit(dim::length).of_size(3),
        integer("corners", "random points of a rock").between(4, 64).by_default(16),
        integer("variants", "different rocks").between(1, 1000).by_default(10),
        number("density", "density").unit(dim::density).positive().required(),
        integers("counts", "bodies along x, y and z; 'position' is that of the first").at_least(0).required(),
        numbers("spacing", "distance of the centres along x, y and z")
            .unit(dim::length)
            .of_size(3)
            .required(),
        numbers("jitter", "largest random shift along x, y and z").unit(dim::length).of_size(3),
        numbers("velocity_spread", "largest random velocity along x, y and z").unit(dim::velocity).of_size(3),
        number("size_spread", "largest random change of the size, as a fraction")
            .between(0, 0.9)
            .by_default(0.0),
        integer("spare",
                "further bodies, absent at the start; this key, even with 0, allows inflow and outflow of "
                "the bodies ([[inflow]], [[outflow]])")
            .between(0, 100000000),
        numbers("hole",
                "box (x, y, z of the lowest corner, then of the highest): bodies of the lattice whose centre "
                "lies in it are absent at the start, as spare bodies")
            .unit(dim::length)
            .of_size(6),
        choice("orientation", "initial orientations", {"aligned", "random"}).by_default("aligned"),
        integer("seed", "of the random numbers").between(0, 1000000000).by_default(1)}},
      build_grains,
      prepare_grains};
}

}  // namespace jounce
