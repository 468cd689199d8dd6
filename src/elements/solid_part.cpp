#include <fmt/format.h>

#include <algorithm>

#include "elements/elements.h"
#include "elements/solid.h"
#include "elements/solid_history.h"
#include "elements/solid_section.h"
#include "materials/initial_stress.h"
#include "materials/material_part.h"
#include "materials/plane_stress.h"
#include "materials/strain_free.h"
#include "math/axes.h"
#include "math/quadrature.h"

namespace jounce {
namespace {

using params::Params;

/// Axes of an anisotropic material: x along the first vector, y the part of the second one across it.
Matrix3 material_axes(const Params& params, int dimension) {
  if (!params.given("axes")) return Matrix3::Identity();
  const auto& given = params.numbers("axes");
  if (given.size() != (dimension == 3 ? 6U : 2U))
    params.fail("axes", dimension == 3 ? "axes in space are two vectors, 6 numbers"
                                       : "axes in the plane are one vector, 2 numbers");
  const bool in_space = dimension == 3;
  const Vector3 a = in_range({given[0], given[1], in_space ? given[2] : 0});
  const Vector3 b = in_space ? in_range({given[3], given[4], given[5]}) : Vector3(-a.y(), a.x(), 0);
  const Vector3 z = a.cross(b);
  if (!(z.norm() > 1e-8 * a.norm() * b.norm())) params.fail("axes", "these vectors do not span a plane");
  Matrix3 axes;
  axes << a.normalized(), z.cross(a).normalized(), z.normalized();
  return axes;
}

bool has_plane_symmetry(const VoigtMatrix& D) { return D.topRightCorner<4, 2>().isZero(1e-12 * D.norm()); }

SolidFormulation formulation_of(const Params& params, PlaneKind plane, int dimension) {
  const std::string& word = params.text("formulation");
  const bool plane_stress = dimension == 2 && plane == PlaneKind::stress;
  if (word == "full") return SolidFormulation::full;
  if (word == "reduced") return SolidFormulation::reduced;
  if (word == "nodal-pressure") return SolidFormulation::nodal_pressure;
  if (word == "incompatible") return SolidFormulation::incompatible;
  if (word == "b-bar" && plane_stress)
    params.fail("formulation", "plane stress has no volumetric locking: use 'full' or 'incompatible'");
  return plane_stress ? SolidFormulation::full : SolidFormulation::b_bar;
}

/// Components 11, 22, 33, 12 (, 13, 23) of a key; shears times `shear`.
Voigt components_of(const Params& params, std::string_view key, int dimension, double shear) {
  Voigt result = Voigt::Zero();
  if (!params.given(key)) return result;
  const auto& given = params.numbers(key);
  if (given.size() != (dimension == 3 ? 6U : 4U))
    params.fail(key, dimension == 3 ? "expected six components: 11, 22, 33, 12, 13, 23"
                                    : "expected four components: 11, 22, 33, 12");
  for (std::size_t k = 0; k < given.size(); ++k)
    result[static_cast<Index>(k)] = (k < 3 ? 1 : shear) * given[k];
  return result;
}

/// The law with the stresses of the unstrained body: S_0 - D E_p.
std::shared_ptr<const Material> with_initial_stress(const Params& params, std::shared_ptr<const Material> law,
                                                    int dimension) {
  if (!params.given("initial_stress") && !params.given("initial_strain")) return law;
  const char* const key = params.given("initial_stress") ? "initial_stress" : "initial_strain";
  if (law->history_size() > 0 || params.text("strain") == "logarithmic")
    params.fail(key,
                "initial stresses and strains are for elastic materials of small or Green-Lagrange strain");
  const Voigt stress = components_of(params, "initial_stress", dimension, 1) -
                       law->initial_stiffness() * components_of(params, "initial_strain", dimension, 2);
  return std::make_shared<InitialStress>(std::move(law), stress);
}

/// The law of bodies that come into the model in a later step, without the stress of their strain there.
std::shared_ptr<const Material> without_strain(const Params& params, std::shared_ptr<const Material> law) {
  if (!params.boolean("strain_free")) return law;
  if (law->history_size() > 0 || law->needs_finite_strain() || params.text("strain") == "logarithmic" ||
      params.given("initial_stress") || params.given("initial_strain"))
    params.fail("strain_free",
                "this is for elastic materials of small or Green-Lagrange strain without initial stresses");
  return std::make_shared<StrainFree>(std::move(law));
}

SolidProperties properties_of(const Params& params, const Params& material, const MaterialPart& part,
                              int dimension) {
  SolidProperties p;
  const std::string& plane = params.text("plane");
  p.plane = plane == "stress"         ? PlaneKind::stress
            : plane == "axisymmetric" ? PlaneKind::axisymmetric
                                      : PlaneKind::strain;
  if (dimension == 3 && params.given("plane")) params.fail("plane", "'plane' is for model.dimension = 2");
  if (params.given("thickness") && (dimension == 3 || p.plane == PlaneKind::axisymmetric))
    params.fail("thickness", "a thickness is for plane strain and plane stress");
  p.thickness = dimension == 2 && p.plane != PlaneKind::axisymmetric ? params.number("thickness") : 1;
  p.finite_strain = params.text("strain") != "small";
  p.formulation = formulation_of(params, p.plane, dimension);
  p.hourglass_share = params.number("hourglass_share");
  if (p.hourglass_share > 0 && p.formulation != SolidFormulation::reduced)
    params.fail("hourglass_share", "this share applies to formulation = \"reduced\" only");
  p.section = section_rule(params);
  if (!p.section.empty() && (p.formulation != SolidFormulation::reduced || p.hourglass_share > 0))
    params.fail(params.given("layer") ? "layer" : "section",
                "hollow sections and layers are for formulation = \"reduced\" without 'hourglass_share'");
  p.mass_by_stiffness_points = params.text("mass") == "stiffness-points";
  p.least_crossing = params.number("mass_scaling");
  p.contact_mass = params.number("contact_mass");
  p.alpha = params.number("damping_mass");
  p.beta = params.number("damping_stiffness");

  if (params.given("axes") && !is_anisotropic(part, material))
    params.fail("axes", fmt::format("material '{}' is isotropic and needs no axes", material.name()));
  const Matrix3 axes = material_axes(params, dimension);
  std::shared_ptr<const Material> law = without_strain(
      params, with_initial_stress(params, part.make({material, params, "material", axes}), dimension));
  p.expansion = make_expansion(material, axes);
  if (law->needs_finite_strain() && !p.finite_strain)
    params.fail("strain", fmt::format("material '{}' of type '{}' needs strain = \"green-lagrange\"",
                                      material.name(), material.type()));
  if (params.text("strain") == "logarithmic")
    law = on_logarithmic_strain(std::move(law), material, params, "strain");
  if (dimension == 2 && !has_plane_symmetry(law->initial_stiffness()))
    params.fail("material",
                fmt::format("material '{}' couples the plane with shears across it", material.name()));
  if (dimension == 2 && p.plane == PlaneKind::stress) law = in_plane_stress(std::move(law));
  if (p.formulation == SolidFormulation::incompatible) {
    if (p.beta > 0 && !law->is_linear())
      params.fail("damping_stiffness",
                  "stiffness-proportional damping is available for incompatible modes of linear elastic "
                  "materials; use 'b-bar'");
    if (dimension == 2 && p.plane == PlaneKind::axisymmetric)
      params.fail("formulation", "incompatible modes are not available for axisymmetric elements");
  }
  if (p.formulation == SolidFormulation::b_bar && p.finite_strain && p.beta > 0)
    params.fail("damping_stiffness",
                "stiffness-proportional damping is not available for formulation 'b-bar' with Green-Lagrange "
                "strain; use 'full' or 'reduced'");
  if (p.formulation == SolidFormulation::nodal_pressure && p.beta > 0)
    params.fail("damping_stiffness",
                "stiffness-proportional damping is not available for formulation 'nodal-pressure'");
  p.material = std::move(law);
  return p;
}

void check_nodal_pressure(const Params& params, CellShape shape, const SolidProperties& properties) {
  if (properties.formulation != SolidFormulation::nodal_pressure) return;
  if (shape != CellShape::tetrahedron4)
    params.fail("formulation",
                fmt::format("'nodal-pressure' is for tetrahedra of first order, and the mesh has "
                            "{}: use 'auto'",
                            topology(shape).name));
  if (properties.is_heated())
    params.fail("formulation",
                "'nodal-pressure' does not know temperatures: use 'full', or tetrahedra of second order");
}

/// The selected cells with the nodes they use, numbered anew.
SolidCells solid_cells(const ModelBuilder::CellSelection& selection, const ModelBuilder& builder,
                       int dimension) {
  SolidCells cells;
  cells.shape = selection.cells->shape;
  cells.mesh = selection.mesh->name;
  cells.numbers = selection.numbers;
  std::vector<int> place(selection.mesh->points.size(), -1);
  for (const int number : selection.numbers)
    for (const int point : selection.cells->cell(static_cast<std::size_t>(number))) {
      int& node = place[point];
      if (node < 0) {
        node = static_cast<int>(cells.points.size());
        cells.points.push_back(point);
        const auto dofs = builder.dofs(selection.first_node + point);
        cells.dofs.insert(cells.dofs.end(), dofs.begin(), dofs.begin() + dimension);
        const Vector3& X = selection.mesh->points[point];
        cells.places.insert(cells.places.end(), X.data(), X.data() + dimension);
      }
      cells.nodes.push_back(node);
    }
  return cells;
}

void check_cells(const Params& params, const SolidCells& cells, const SolidProperties& properties,
                 int dimension) {
  const auto describe = [&](std::size_t i) {
    std::string corners;
    for (int k = 0; k < topology(cells.shape).corners; ++k) {
      const auto at = static_cast<std::size_t>(cells.cell(i)[k] * dimension);
      corners += k > 0 ? ", (" : "(";
      for (int c = 0; c < dimension; ++c)
        corners += fmt::format("{}{:.6g}", c > 0 ? ", " : "", cells.places[at + static_cast<std::size_t>(c)]);
      corners += ")";
    }
    return fmt::format("{} {} of mesh '{}' with corners {}", topology(cells.shape).name, cells.numbers[i] + 1,
                       cells.mesh, corners);
  };
  const bool rings = dimension == 2 && properties.plane == PlaneKind::axisymmetric;
  for (std::size_t i = 0; rings && i < cells.size(); ++i)
    for (const int node : cells.cell(i))
      if (cells.places[2 * node] < 0)
        params.fail("plane", fmt::format("{} crosses the axis: x is the radius", describe(i)));
  const std::size_t inverted = find_inverted(cells, properties.mass_by_stiffness_points);
  if (inverted < cells.size())
    params.fail("mesh",
                fmt::format("{} is inverted or too distorted (its Jacobian is not positive at an integration "
                            "point): {}",
                            describe(inverted),
                            dimension == 2 ? "corners have to run counter-clockwise, so turn the surface in "
                                             "the mesh or refine it"
                                           : "check the order of its nodes, or refine the mesh there"));
}

void build_solid(const Params& params, ModelBuilder& builder) {
  const int dimension = builder.dimension();
  if (dimension < 2) params.fail("", "solids need model.dimension = 2 or 3");
  SolidProperties properties =
      properties_of(params, builder.declared().material_of_any_type(params, "material"),
                    builder.declared().material_part(params, "material"), dimension);
  properties.lumped = builder.is_lumped(params);
  const bool feels_heat = !properties.expansion.is_none() || properties.material->depends_on_temperature();
  for (const auto& selection : builder.cells(params, "mesh", dimension)) {
    if (feels_heat) {
      const auto temperatures = builder.temperatures(*selection.mesh);
      temperatures->is_used = true;
      properties.temperatures = temperatures;
    }
    check_nodal_pressure(params, selection.cells->shape, properties);
    check_section(params, selection.cells->shape, properties);
    if (params.boolean("strain_free") && properties.formulation == SolidFormulation::reduced &&
        topology(selection.cells->shape).corners == topology(selection.cells->shape).nodes)
      params.fail("strain_free",
                  "hourglass stiffness would hold the nodes where the mesh has them: use 'b-bar'");
    SolidCells cells = solid_cells(selection, builder, dimension);
    check_cells(params, cells, properties, dimension);
    int history = -1;
    if (const int size = properties.material->history_size(); size > 0) {
      const std::size_t points = stiffness_rule(cells.shape, properties).size();
      const std::string_view kind = params.boolean("strain_free") ? kStrainFree : "";
      history = builder.add_history(fmt::format("{}{} {}", kind, params.name(), topology(cells.shape).name),
                                    cells.size() * points * static_cast<std::size_t>(size));
    }
    auto solids = make_solid(params.name(), std::move(cells), properties, history);
    if (history >= 0 && properties.material->length_place() >= 0)
      builder.set_history(history, initial_history(*solids));
    builder.add(std::move(solids));
  }
}

std::vector<params::Key> solid_keys() {
  using namespace params;
  std::vector<Key> keys = {
      name_of("mesh", "mesh or mesh group (mesh.group) whose cells are elements").required(),
      name_of("material", "material", "material").required(),
      choice("strain",
             "small: linear kinematics; green-lagrange: large displacements, and strains of rubber; "
             "logarithmic: elastic and plastic small-strain laws on true strains, for metals at large strain",
             {"small", "green-lagrange", "logarithmic"})
          .by_default("small"),
      choice(
          "formulation",
          "b-bar: mean volume change in first-order quadrilaterals and hexahedra, which avoids volumetric "
          "locking; reduced: quadrilaterals and hexahedra with one integration point less in each "
          "direction (hourglass stiffness in first order); incompatible: bending modes in first-order "
          "quadrilaterals and hexahedra; nodal-pressure: volume changes of first-order tetrahedra averaged "
          "at their nodes, against volumetric locking, for half-explicit; full; auto: b-bar, in plane "
          "stress full",
          {"auto", "full", "reduced", "b-bar", "incompatible", "nodal-pressure"})
          .by_default("auto"),
      number("hourglass_share",
             "share of the stiffness of second-order reduced hexahedra that is integrated at 14 further "
             "points, against hourglass modes: about 1e-4 for bodies of one row of elements, such as beams")
          .between(0, 1)
          .by_default(0.0),
      choice("mass",
             "mass matrix; auto: lumped under half-explicit, else consistent; stiffness-points: consistent, "
             "but integrated at the points of the stiffness only "
             "(CalculiX in vibrations), which is singular in some elements and meant for modes",
             {"auto", "consistent", "lumped", "stiffness-points"})
          .by_default("auto"),
      number("mass_scaling",
             "selective mass scaling: in elements that a pressure wave crosses (over their least height) in "
             "less than this time, masses are added between the nodes until the time is as long; the total "
             "mass and that of rigid motions do not change. 0: none")
          .unit(dim::time)
          .non_negative()
          .by_default(0.0),
      number("contact_mass",
             "share of their mass that nodes in contacts keep; less than 1 avoids oscillating contact "
             "forces. Neighbouring elements take the rest, so that the body keeps mass, centre and inertia. "
             "0: contact is quasi-static, for generalized-alpha and moreau-jean only")
          .between(0, 1)
          .by_default(1.0),
      choice("plane", "meaning of plane cells; axisymmetric: x is the radius, y the axis",
             {"strain", "stress", "axisymmetric"})
          .by_default("strain"),
      number("thickness", "thickness in plane strain and plane stress")
          .unit(dim::length)
          .positive()
          .by_default(1.0),
      numbers("axes",
              "axes of an anisotropic material: in space a vector along its first axis and one in its first "
              "two (6 numbers), in the plane the first one (2 numbers); the fixed axes unless given"),
      numbers("initial_stress",
              "stress of the unstrained body, in fixed axes: 11, 22, 33, 12 and in space 13, 23; of "
              "elastic materials")
          .unit(dim::stress),
      numbers("initial_strain",
              "strain at which the material is without stress, in fixed axes: 11, 22, 33, 12 and in space "
              "13, 23 (tensor "
              "components); of elastic materials"),
      boolean("strain_free",
              "elements that come into the model with a later step (steps) are without stress there: their "
              "strains count from those that they have where it begins; of elastic materials")
          .by_default(false),
      number("damping_mass", "Rayleigh's alpha: forces -alpha M v")
          .unit(dim::frequency)
          .non_negative()
          .by_default(0.0),
      number("damping_stiffness",
             "Rayleigh's beta: stresses beta D dE/dt with the unstrained stiffness D of the material")
          .unit(dim::time)
          .non_negative()
          .by_default(0.0)};
  for (Key& key : section_keys()) keys.push_back(std::move(key));
  return keys;
}

}  // namespace

ModelPart solid_part() {
  return {
      {"element", "solid",
       "Solids on the cells of a mesh with as many dimensions as the model: triangles and quadrilaterals, or "
       "tetrahedra, wedges and hexahedra, of first or second order.",
       solid_keys()},
      build_solid,
      nullptr,
      {&stress_quantity()}};
}

}  // namespace jounce
