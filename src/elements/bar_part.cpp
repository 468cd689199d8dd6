#include <fmt/format.h>

#include "elements/bar.h"
#include "elements/elements.h"

namespace jounce {
namespace {

template <int Dim>
void build_bar(const params::Params& params, ModelBuilder& builder) {
  const Mesh* mesh = nullptr;
  int first_node = 0;
  const auto lines = builder.lines(params, "mesh", &mesh, &first_node);
  const params::Params& material = builder.declared().material(params, "material");

  typename BarBlock<Dim>::Properties properties;
  properties.area = params.number("area");
  properties.axial_stiffness = material.number("E") * properties.area;
  properties.mass_per_length = material.number("rho") * properties.area;
  properties.strain = params.text("strain") == "small" ? BarStrain::small : BarStrain::green_lagrange;
  properties.mass = builder.is_lumped(params) ? BarMass::lumped : BarMass::consistent;

  std::vector<typename BarBlock<Dim>::Element> elements;
  elements.reserve(lines.size());
  for (const auto& line : lines) {
    typename BarBlock<Dim>::Element element;
    const Vector3 span = mesh->points[line[1]] - mesh->points[line[0]];
    element.length = span.norm();
    if (!(element.length > 0))
      params.fail(
          "mesh",
          fmt::format("two nodes of mesh '{}' coincide, so a bar between them has zero length", mesh->name));
    for (std::size_t end = 0; end < 2; ++end) {
      const auto dofs = builder.dofs(first_node + line[end]);
      std::copy_n(dofs.begin(), Dim, element.dofs.begin() + static_cast<std::ptrdiff_t>(end) * Dim);
    }
    for (std::size_t i = 0; i < Dim; ++i) element.axis[i] = span[static_cast<Index>(i)] / element.length;
    elements.push_back(element);
  }
  builder.add(std::make_unique<BarBlock<Dim>>(params.name(), properties, std::move(elements)));
}

void build_bar(const params::Params& params, ModelBuilder& builder) {
  switch (builder.dimension()) {
    case 1:
      return build_bar<1>(params, builder);
    case 2:
      return build_bar<2>(params, builder);
    default:
      return build_bar<3>(params, builder);
  }
}

}  // namespace

ModelPart bar_part() {
  using namespace params;
  return {
      {"element",
       "bar",
       "Two-node bars (trusses) on the lines of a mesh, carrying axial force only.",
       {name_of("mesh", "mesh or mesh group (mesh.group) whose lines are bars").required(),
        name_of("material", "material: E and rho are used", "material").required(),
        number("area", "cross-section area").unit(dim::area).positive().required(),
        choice(
            "strain",
            "small: engineering strain along the initial axis (linear); green-lagrange: large displacements",
            {"small", "green-lagrange"})
            .by_default("small"),
        mass_key()}},
      build_bar,
      nullptr,
      {&axial_force_quantity()}};
}

}  // namespace jounce
