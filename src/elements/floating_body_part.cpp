#include <fmt/format.h>

#include <algorithm>

#include "elements/elements.h"
#include "elements/floating_body.h"
#include "elements/mean_axis.h"
#include "model/mesh_drawing.h"
#include "params/file_reference.h"

namespace jounce {
namespace {

/// The mesh of a flexible body with cells that are more than lines; null without one.
const Mesh* solid_mesh(const Model& model, const std::string& body) {
  for (const FlexiblePart& part : model.flexible_parts) {
    if (part.body != body || part.own->meshes.empty()) continue;
    const Mesh& mesh = part.own->meshes[0];
    const bool has_cells = std::any_of(mesh.cells.begin(), mesh.cells.end(), [](const Mesh::Cells& cells) {
      return topology(cells.shape).dimension > 1 && cells.size() > 0;
    });
    return has_cells ? &mesh : nullptr;
  }
  return nullptr;
}

void build_floating_body(const params::Params& params, ModelBuilder& builder) {
  const auto& [body, frame] = builder.floating_body(params.name());
  builder.add(std::make_unique<FloatingBodyBlock>(params.name(), body, frame));
  if (body->conditions.rows() > 0)
    builder.add(
        std::make_unique<MeanAxisConstraint>(params.name() + ".mean-axis", body->conditions, frame.elastic));
  Drawing drawing;
  drawing.name = params.name();
  drawing.kind = Drawing::Cells::lines;
  for (std::size_t i = 0; i < body->points.size(); ++i)
    drawing.markers.push_back(std::make_shared<FloatingMarker>(fmt::format("{}[{}]", params.name(), i), *body,
                                                               frame, static_cast<int>(i)));
  if (const Mesh* const mesh = solid_mesh(builder.model(), params.name())) {
    add_cells(*mesh, drawing);  // centres of rigid faces are points without cells
  } else {
    for (const auto& line : body->lines) drawing.cells.push_back({line[0], line[1]});
  }
  if (drawing.cells.empty()) {
    drawing.kind = Drawing::Cells::vertices;
    for (std::size_t i = 0; i < body->points.size(); ++i) drawing.cells.push_back({static_cast<int>(i)});
  }
  builder.add_drawing(std::move(drawing));
}

}  // namespace

ModelPart flexible_body_part() {
  using namespace params;
  return {
      {"body",
       "flexible",
       "A linear elastic body in a floating frame. Its mesh and the elements on it describe the undeformed "
       "body in "
       "the axes of the frame; 'position' is the place of the frame's origin. Joints and markers sit on its "
       "nodes: "
       "body.group, or the point 'at'.",
       {name_of("mesh", "mesh of the body, with its elements", "mesh"),
        text("mass_matrix", "file of an exported mass matrix (Abaqus .mtx, Matrix Market)")
            .refers(kFileReference),
        text("stiffness_matrix", "file of the stiffness matrix that belongs to it").refers(kFileReference),
        text("nodes", "file with the nodes of exported matrices (Abaqus .inp: *Node, *Nset)")
            .refers(kFileReference),
        text("reduced", "file of a body written by 'save'").refers(kFileReference),
        text("save", "file to which the body with its elastic coordinates is written (HDF5)")
            .refers(kFileReference),
        choice("reference",
               "how the frame follows the deformed body: tangent (clamped at the supports), pinned (the "
               "frame's x "
               "axis runs through two nodes), free-free (mean axis), articulated-free (one node fixed, mean "
               "axis "
               "for the rotation)",
               {"tangent", "pinned", "free-free", "articulated-free"})
            .by_default("tangent"),
        names_of("supports", "groups of the mesh with the nodes of the reference conditions"),
        choice("coordinates",
               "elastic coordinates: nodal displacements, modes under the reference conditions, or "
               "Craig-Bampton "
               "(constraint modes of the interfaces and modes with these held)",
               {"nodal", "modal", "craig-bampton"})
            .by_default("nodal"),
        integer("modes", "number of modes, from the lowest").between(1, 100000),
        number("highest_frequency", "modes up to this frequency").unit(dim::frequency).positive(),
        names_of("interfaces", "groups of the mesh with the interface nodes of craig-bampton"),
        boolean("stiffening",
                "include the geometric stiffness of the stresses caused by the rotation of the frame "
                "(tangent, pinned)")
            .by_default(false),
        names_of(
            "rigid_faces",
            "groups of the mesh whose nodes stay together as a rigid face; the group then stands for a "
            "node at the centroid of its area (of its nodes, where matrices were imported), with rotations"),
        tables("groups", "further groups of nodes: those in a box of the frame's axes",
               {text("name", "name of the group").required(),
                numbers("from", "corner of the box with the smallest coordinates")
                    .unit(dim::length)
                    .of_size(dimension_sized)
                    .required(),
                numbers("to", "corner with the largest coordinates")
                    .unit(dim::length)
                    .of_size(dimension_sized)
                    .required()}),
        number("damping_ratio", "damping ratio of every mode").non_negative().by_default(0.0),
        numbers("rotation",
                "initial orientation of the frame: [angle] in rad in the plane, a rotation vector in space")
            .between(-1e6, 1e6),
        numbers("quaternion", "initial orientation in space as a unit quaternion w, x, y, z").of_size(4),
        numbers("angular_velocity",
                "initial angular velocity in fixed axes: [about z] in the plane, a vector in space")
            .unit(dim::frequency)}},
      build_floating_body};
}

}  // namespace jounce
