#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "elements/elements.h"
#include "elements/shell.h"
#include "elements/shell_directors.h"
#include "materials/material_part.h"
#include "materials/plane_stress.h"
#include "math/axes.h"

namespace jounce {
namespace {

using params::Params;

/// @param layer  entry that names the material and the thickness
shell::Layer layer_of(const Params& shell, const Params& layer, const ModelBuilder& builder) {
  const Params& material = builder.declared().material_of_any_type(layer, "material");
  const MaterialPart& part = builder.declared().material_part(layer, "material");
  const double angle = layer.number("angle") * std::numbers::pi / 180;
  if (layer.given("angle") && !is_anisotropic(part, material))
    layer.fail("angle", fmt::format("material '{}' is isotropic and needs no angle", material.name()));
  const Matrix3 axes = Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix();
  std::shared_ptr<const Material> law = part.make({material, layer, "material", axes});
  if (law->failure_place() >= 0)
    layer.fail("material", fmt::format("material '{}' fails, and shells are not deleted: use solids, or omit "
                                       "its failure",
                                       material.name()));
  if (shell.text("strain") == "logarithmic")
    law = on_logarithmic_strain(std::move(law), material, layer, "material");
  const VoigtMatrix D = law->initial_stiffness();
  if (!D.topRightCorner<4, 2>().isZero(1e-12 * D.norm()))
    layer.fail("material",
               fmt::format("material '{}' couples the plane with shears across it", material.name()));
  return {in_plane_stress(std::move(law)), D.bottomRightCorner<2, 2>(), layer.number("thickness")};
}

shell::Section section_of(const Params& params, const ModelBuilder& builder) {
  const bool one = params.given("material") && params.given("thickness");
  if (params.given("layers") == (params.given("material") || params.given("thickness")) ||
      (!params.given("layers") && !one))
    params.fail("", "a shell needs either 'material' and 'thickness', or 'layers'");
  std::vector<shell::Layer> layers;
  if (one) layers.push_back(layer_of(params, params, builder));
  if (params.given("layers"))
    for (const Params& layer : params.tables("layers")) layers.push_back(layer_of(params, layer, builder));
  const bool linear =
      std::ranges::all_of(layers, [](const shell::Layer& layer) { return layer.law->is_linear(); });
  int points = linear ? 3 : 5;
  if (params.given("points")) points = params.integer("points");
  if (points != 3 && points != 5 && points != 7)
    params.fail("points", fmt::format("3, 5 or 7 points are possible in a layer, not {}", points));
  return {std::move(layers), params.number("offset"), params.number("shear_factor"), points};
}

ShellProperties properties_of_shell(const Params& params, const ModelBuilder& builder) {
  ShellProperties p;
  p.lumped = builder.is_lumped(params);
  const std::string& inertia = params.text("rotary_inertia");
  // Impacts leave rotations of a light section swinging from step to step.
  p.scaled_rotary_inertia =
      inertia == "scaled" || (inertia == "auto" && (p.lumped || builder.has_contacts()));
  p.drilling = params.number("drilling");
  p.alpha = params.number("damping_mass");
  p.beta = params.number("damping_stiffness");
  p.membrane_shear =
      params.text("membrane_shear") == "mean" ? shell::MembraneShear::mean : shell::MembraneShear::full;
  return p;
}

ShellCells shell_cells(const Params& params, const ModelBuilder::CellSelection& selection,
                       const ModelBuilder& builder) {
  ShellCells cells;
  cells.shape = selection.cells->shape;
  cells.mesh = selection.mesh->name;
  cells.numbers = selection.numbers;
  const Manifold& manifold = builder.model().system.manifold();
  std::vector<int> place(selection.mesh->points.size(), -1);
  for (const int number : selection.numbers)
    for (const int point : selection.cells->cell(static_cast<std::size_t>(number))) {
      int& node = place[point];
      if (node < 0) {
        node = static_cast<int>(cells.points.size());
        cells.points.push_back(point);
        const auto dofs = builder.dofs(selection.first_node + point);
        cells.dofs.emplace_back();
        std::copy_n(dofs.begin(), 6, cells.dofs.back().begin());
        cells.quaternions.push_back(manifold.rotations()[manifold.rotation_of(dofs[3])].quaternion);
        cells.places.push_back(selection.mesh->points[point]);
      }
      cells.nodes.push_back(node);
    }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto cell = cells.cell(i);
    const std::size_t n = cell.size();
    Vector3 whole = Vector3::Zero();
    std::vector<Vector3> across;
    for (std::size_t k = 0; k < n; ++k) {
      const auto [first, second] = directions_at(cells, i, k);
      across.push_back(first.cross(second));
      if (!(across.back().norm() > 1e-6 * first.norm() * second.norm())) across.back().setZero();
      whole += across.back();
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (across[k].dot(whole) > 0) continue;
      const Vector3& at = cells.places[cell[0]];
      const bool is_curved = n > static_cast<std::size_t>(topology(cells.shape).corners);
      params.fail("mesh",
                  fmt::format("{} {} of mesh '{}' at ({:.6g}, {:.6g}, {:.6g}) has a corner of 180 degrees or "
                              "more{}: refine or repair the mesh there",
                              topology(cells.shape).name, cells.numbers[i] + 1, cells.mesh, at.x(), at.y(),
                              at.z(), is_curved ? ", or a middle node far from the middle of its side" : ""));
    }
  }
  return cells;
}

std::vector<ModelBuilder::CellSelection> selected_cells(const Params& params, const ModelBuilder& builder) {
  if (builder.dimension() != 3) params.fail("", "shells need model.dimension = 3");
  return builder.cells(params, "mesh", 2);
}

void prepare_shell(const Params& params, ModelBuilder& builder) {
  for (const auto& selection : selected_cells(params, builder))
    for (const int number : selection.numbers)
      for (const int point : selection.cells->cell(static_cast<std::size_t>(number)))
        builder.add_rotations(selection.first_node + point);
}

void build_shell(const Params& params, ModelBuilder& builder) {
  const shell::Section section = section_of(params, builder);
  const ShellProperties properties = properties_of_shell(params, builder);
  Vector3 direction = Vector3::UnitX();
  if (params.given("axis")) direction = in_range(to_vector(params.numbers("axis")));
  if (!(direction.norm() > 0)) params.fail("axis", "a direction has a length");
  std::vector<ShellCells> all;
  for (const auto& selection : selected_cells(params, builder))
    all.push_back(shell_cells(params, selection, builder));
  set_directors(all, params.number("smooth_angle") * std::numbers::pi / 180);
  for (ShellCells& cells : all) {
    int history = -1;
    if (section.history_size() > 0)
      history = builder.add_history(
          fmt::format("{} {}", params.name(), topology(cells.shape).name),
          cells.size() * shell::points_of(cells.shape) * static_cast<std::size_t>(section.history_size()));
    builder.add(make_shell(params.name(), std::move(cells), section, properties, direction, history));
  }
}

std::vector<params::Key> layer_keys(bool required) {
  using namespace params;
  Key material = name_of("material", "material", "material"), thickness = number("thickness", "thickness h");
  if (required) material.required(), thickness.required();
  return {material, thickness.unit(dim::length).positive(),
          number("angle", "of an anisotropic material: from local axis 1 to its first axis, in degrees")
              .between(-180, 180)
              .by_default(0.0)};
}

std::vector<params::Key> shell_keys() {
  using namespace params;
  std::vector<Key> keys = {
      name_of(
          "mesh",
          "mesh or mesh group (mesh.group) whose triangles and quadrilaterals, of 3, 4, 6 or 8 nodes, are "
          "shells")
          .required()};
  for (Key& key : layer_keys(false)) keys.push_back(std::move(key));
  const std::vector<Key> others = {
      tables("layers",
             "instead of `material` and `thickness`: layers from the lower to the upper face, into "
             "which the normal points",
             layer_keys(true)),
      integer(
          "points",
          "integration points through the thickness of each layer (Gauss and Lobatto: the outer ones are on "
          "its faces): 3, 5 or 7; 3 for linear materials and 5 for others unless given"),
      number("offset", "distance from the nodes to the middle of the section, along the normal")
          .unit(dim::length)
          .by_default(0.0),
      choice(
          "strain",
          "green-lagrange: for small strains and for rubber; logarithmic: elastic and plastic laws on true "
          "strains, for metals at large strain. Displacements and rotations are of any size",
          {"green-lagrange", "logarithmic"})
          .by_default("green-lagrange"),
      numbers("axis",
              "direction whose part in the surface is local axis 1, of section forces and layers; x unless "
              "given, and z where this one is normal to the surface")
          .of_size(3),
      number(
          "smooth_angle",
          "elements whose normals differ by less than this angle, in degrees, make a smooth surface with one "
          "normal at their common node; sharper edges stay sharp")
          .between(0, 89)
          .by_default(30.0),
      choice("membrane_shear",
             "of quadrilaterals of four nodes: mean, the mean in-plane shear of the element, which takes "
             "in-plane "
             "bending well; full, that of every point",
             {"mean", "full"})
          .by_default("mean"),
      number(
          "drilling",
          "stiffness between the rotation of nodes about the normal and that of the surface, as a share of "
          "the shear stiffness G h")
          .positive()
          .by_default(1e-4),
      number("shear_factor", "transverse shear stiffness as a share of G h").positive().by_default(5.0 / 6),
      mass_key(),
      choice(
          "rotary_inertia",
          "inertia of nodes against rotation: section, that of the section (rho h^3 / 12 for each area); "
          "scaled, at least an eighth of mass times area (second order: a 32nd), with which rotations do not "
          "shorten explicit steps nor swing after impacts; auto: scaled with lumped masses and in models "
          "with contacts",
          {"auto", "section", "scaled"})
          .by_default("auto"),
      number("damping_mass", "Rayleigh's alpha: forces -alpha M v")
          .unit(dim::frequency)
          .non_negative()
          .by_default(0.0),
      number("damping_stiffness", "Rayleigh's beta: section forces beta C dE/dt, C of the unstrained section")
          .unit(dim::time)
          .non_negative()
          .by_default(0.0)};
  keys.insert(keys.end(), others.begin(), others.end());
  return keys;
}

}  // namespace

ModelPart shell_part() {
  return {{"element", "shell",
           "Geometrically exact shells (membrane, bending, transverse shear; arbitrary displacements and "
           "rotations) on the triangles and quadrilaterals of a mesh in space.",
           shell_keys()},
          build_shell,
          prepare_shell,
          {&shell_top_stress_quantity(), &shell_bottom_stress_quantity(), &shell_force_quantity()}};
}

}  // namespace jounce
