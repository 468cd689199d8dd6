#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elements/beam_lines.h"
#include "elements/elements.h"
#include "elements/planar_beam.h"
#include "elements/section.h"
#include "math/axes.h"

namespace jounce {
namespace {

BeamProperties properties_of(const params::Params& params, const Section& section,
                             const params::Params& material) {
  const double E = material.number("E");
  const double G = shear_modulus(material, params, "material");
  const double rho = material.number("rho");
  BeamProperties p;
  p.force_stiffness = {E * section.area, G * section.shear_area_y, G * section.shear_area_z};
  p.moment_stiffness = {G * section.J, E * section.I_y, E * section.I_z};
  p.mass_per_length = rho * section.area;
  p.rotary_inertia = rho * Vector3(section.rotary_y + section.rotary_z, section.rotary_y, section.rotary_z);
  p.damping = params.number("damping");
  p.residual_bending = params.boolean("residual_bending");
  return p;
}

/// The section's axes of a beam along `span`: y is the part of `y_axis` across the beam. Sections whose
/// stiffness has no direction need none.
Matrix3 frame_of(const params::Params& params, const BeamProperties& p, const Vector3& span) {
  const Vector3 x = span.normalized();
  Vector3 direction = default_section_direction(x);
  const bool given = params.given("y_axis");
  if (given) direction = in_range(to_vector(params.numbers("y_axis")));
  const Vector3 across = direction - direction.dot(x) * x;
  if (!(across.norm() > 1e-6 * direction.norm()))
    params.fail("y_axis", fmt::format("y_axis runs along the beam in direction ({:.6g}, {:.6g}, {:.6g})",
                                      x.x(), x.y(), x.z()));
  const auto same = [](const Vector3& a) { return std::abs(a.y() - a.z()) <= 1e-12 * a.y(); };
  if (!given && !(same(p.force_stiffness) && same(p.moment_stiffness) && same(p.rotary_inertia)))
    params.fail("", "the section has two different axes, so a beam in space needs y_axis");
  return section_axes(x, direction);
}

void build_planar(const params::Params& params, ModelBuilder& builder, const BeamProperties& properties) {
  if (params.given("y_axis"))
    params.fail("y_axis",
                "a planar beam bends about the section's z axis; y_axis is for model.dimension = 3");
  std::vector<PlanarBeamBlock::Element> elements;
  for (const BeamLine& line : beam_lines(params, builder)) {
    const Vector3 span = line.points[1] - line.points[0];
    PlanarBeamBlock::Element element{{}, span.norm(), std::atan2(span.y(), span.x())};
    for (std::size_t end = 0; end < 2; ++end)
      std::copy_n(builder.dofs(line.nodes[end]).begin(), 3,
                  element.dofs.begin() + static_cast<std::ptrdiff_t>(3 * end));
    elements.push_back(element);
  }
  builder.add(std::make_unique<PlanarBeamBlock>(params.name(), properties, std::move(elements)));
}

void build_spatial(const params::Params& params, ModelBuilder& builder, const BeamProperties& properties) {
  const Manifold& manifold = builder.model().system.manifold();
  std::vector<SpatialBeamBlock::Element> elements;
  for (const BeamLine& line : beam_lines(params, builder)) {
    const Vector3 span = line.points[1] - line.points[0];
    SpatialBeamBlock::Element element{{}, {}, span.norm(), frame_of(params, properties, span)};
    for (std::size_t end = 0; end < 2; ++end) {
      const auto dofs = builder.dofs(line.nodes[end]);
      std::copy_n(dofs.begin(), 6, element.dofs.begin() + static_cast<std::ptrdiff_t>(6 * end));
      const int rotation = manifold.rotation_of(dofs[3]);
      element.quaternions[end] = manifold.rotations()[rotation].quaternion;
    }
    elements.push_back(element);
  }
  builder.add(std::make_unique<SpatialBeamBlock>(params.name(), properties, elements));
}

void build_beam(const params::Params& params, ModelBuilder& builder) {
  const BeamProperties properties =
      properties_of(params, make_section(builder.declared().section(params, "section")),
                    builder.declared().material(params, "material"));
  if (builder.dimension() == 2) return build_planar(params, builder, properties);
  build_spatial(params, builder, properties);
}

}  // namespace

ModelPart beam_part() {
  using namespace params;
  std::vector<Key> keys = beam_keys();
  keys.push_back(numbers("y_axis",
                         "direction of the section's y axis in space (its part across the beam); sections "
                         "with equal axes need none")
                     .of_size(3));
  keys.push_back(number("damping", "beta: stresses are those of strain + beta times strain rate")
                     .unit(dim::time)
                     .non_negative()
                     .by_default(0.0));
  keys.push_back(boolean("residual_bending",
                         "shear stiffness 1/(1/GA + L^2/(12 E I)) of elements of length L, which is exact "
                         "for small strains")
                     .by_default(true));
  return {{"element", "beam",
           "Geometrically exact beams (shear, bending, extension, torsion; arbitrary displacements and "
           "rotations) on the lines of a mesh, in the plane or in space.",
           std::move(keys)},
          build_beam,
          prepare_beam,
          {&section_force_quantity()}};
}

}  // namespace jounce
