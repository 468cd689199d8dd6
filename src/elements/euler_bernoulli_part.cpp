#include "elements/beam_lines.h"
#include "elements/elements.h"
#include "elements/euler_bernoulli.h"
#include "elements/section.h"

namespace jounce {
namespace {

void prepare(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() != 2) params.fail("", "Euler-Bernoulli beams are planar: model.dimension = 2");
  prepare_beam(params, builder);
}

void build_euler_bernoulli(const params::Params& params, ModelBuilder& builder) {
  const params::Params& material = builder.declared().material(params, "material");
  const Section section = make_section(builder.declared().section(params, "section"));
  const double rho = material.number("rho");
  EulerBernoulliBlock::Properties properties;
  properties.axial_stiffness = material.number("E") * section.area;
  properties.bending_stiffness = material.number("E") * section.I_z;
  properties.mass_per_length = rho * section.area;
  properties.rotary_inertia = params.boolean("rotary_inertia") ? rho * section.rotary_z : 0;
  properties.damping_mass = params.number("damping_mass");
  properties.damping_stiffness = params.number("damping_stiffness");

  std::vector<EulerBernoulliBlock::Element> elements;
  for (const BeamLine& line : beam_lines(params, builder)) {
    EulerBernoulliBlock::Element element;
    for (std::size_t end = 0; end < 2; ++end) {
      const auto dofs = builder.dofs(line.nodes[end]);
      std::copy_n(dofs.begin(), 3, element.dofs.begin() + static_cast<std::ptrdiff_t>(3 * end));
      element.reference[2 * end] = line.points[end].x();
      element.reference[2 * end + 1] = line.points[end].y();
    }
    elements.push_back(element);
  }
  builder.add(std::make_unique<EulerBernoulliBlock>(params.name(), properties, std::move(elements)));
}

}  // namespace

ModelPart euler_bernoulli_part() {
  using namespace params;
  std::vector<Key> keys = beam_keys();
  keys.push_back(boolean("rotary_inertia", "include the rotary inertia of the sections").by_default(true));
  keys.push_back(number("damping_mass", "alpha of Rayleigh's damping alpha M + beta K")
                     .unit(dim::frequency)
                     .non_negative()
                     .by_default(0.0));
  keys.push_back(number("damping_stiffness", "beta of Rayleigh's damping alpha M + beta K")
                     .unit(dim::time)
                     .non_negative()
                     .by_default(0.0));
  return {{"element", "euler-bernoulli",
           "Planar Euler-Bernoulli beams on the lines of a mesh, for small displacements.", std::move(keys)},
          build_euler_bernoulli,
          prepare,
          {&section_force_quantity()}};
}

}  // namespace jounce
