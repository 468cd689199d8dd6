#include "deck/build_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/contact_masses.h"
#include "deck/flexible_bodies.h"
#include "deck/geometry.h"
#include "deck/plugins.h"
#include "math/rotation.h"
#include "model/builder.h"
#include "model/mesh_drawing.h"
#include "parallel/together.h"
#include "registry.h"

namespace jounce::deck {
namespace {

using params::Diagnostic;
using params::InputError;
using params::Params;

/// Runs a step of the build and keeps its diagnostics, so that independent mistakes are reported together.
template <typename Body>
void collect(std::vector<Diagnostic>& diagnostics, Body&& body) {
  try {
    body();
  } catch (const InputError& error) {
    diagnostics.insert(diagnostics.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

/// Throws all mistakes found so far, in the order of the file.
void stop_on(std::vector<Diagnostic> diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
  if (!diagnostics.empty()) throw InputError(std::move(diagnostics));
}

/// What a part does before the degrees of freedom have numbers, if anything.
void prepare(const char* kind, const Params& entry, ModelBuilder& builder) {
  const auto act = find_model_part(kind, entry.type())->prepare;
  if (act != nullptr) act(entry, builder);
}

/// Flexible bodies are made of other entries of the deck; all others of their own alone.
void add_body(const Deck& deck, const Params& body, ModelBuilder& builder) {
  if (body.type() == "flexible") return add_flexible_body(deck, body, builder);
  prepare("body", body, builder);
}

/// "ground" is what does not move, wherever a deck names something.
void refuse_ground(const Deck& deck, std::vector<Diagnostic>& diagnostics) {
  for (const char* kind : {"body", "marker", "mesh"})
    for (const Params* entry : deck.entries(kind))
      if (entry->name() == "ground")
        collect(diagnostics,
                [&] { entry->fail("name", "'ground' is the name of the fixed part; use another name"); });
  stop_on(diagnostics);
}

/// True when some element on the mesh of `name` (a mesh or mesh.group) is axisymmetric.
bool is_axisymmetric(const Deck& deck, const std::string& name) {
  const std::string mesh = name.substr(0, name.find('.'));
  for (const Params* element : deck.entries("element")) {
    if (element->type() != "solid" || element->text("plane") != "axisymmetric") continue;
    const std::string& own = element->text("mesh");
    if (own.substr(0, own.find('.')) == mesh) return true;
  }
  return false;
}

/// [[initial]]
void set_velocity(const Deck& deck, const Params& initial, ModelBuilder& builder) {
  const bool in_space = builder.dimension() == 3;
  Vector3 axis = Vector3::UnitZ();
  if (initial.given("axis")) {
    if (!in_space) initial.fail("axis", "in the plane everything turns about z");
    axis = to_vector(initial.numbers("axis"));
    if (axis.isZero(0)) initial.fail("axis", "the axis needs a direction that is not zero");
  }
  std::optional<Vector3> about;
  if (initial.given("about")) about = to_vector(initial.numbers("about"));
  const double speed = initial.number("angular_velocity");
  if (speed != 0 && builder.dimension() == 1)
    initial.fail("angular_velocity", "nothing turns in a model of dimension 1");
  if (speed == 0)
    for (const char* key : {"about", "axis"})
      if (initial.given(key)) initial.fail(key, fmt::format("'{}' needs 'angular_velocity' as well", key));
  if (speed != 0 && is_axisymmetric(deck, initial.text("on")))
    initial.fail("on",
                 fmt::format("'{}' belongs to an axisymmetric solid, which cannot turn", initial.text("on")));
  if (!initial.given("velocity") && speed == 0)
    initial.fail("", "initial velocities need 'velocity' or 'angular_velocity'");
  builder.set_velocity(initial, "on",
                       initial.given("velocity") ? to_vector(initial.numbers("velocity")) : Vector3::Zero(),
                       speed * axis.normalized(), about);
}

void add_nodes(const Deck& deck, const MeshSource& meshes, ModelBuilder& builder,
               std::vector<Diagnostic>& diagnostics) {
  for (const Params* material : deck.entries("material"))
    builder.declared().add_material(*material, find_material_part(material->type()));
  for (const Params* joint : deck.entries("joint")) builder.declared().add_joint(*joint);
  for (const Params* section : deck.entries("section")) builder.declared().add_section(*section);
  for (const Params* mesh : deck.entries("mesh"))
    if (!is_flexible_mesh(deck, mesh->name()))
      collect(diagnostics, [&] { builder.add_mesh(meshes ? meshes(*mesh) : read_mesh(*mesh, deck), *mesh); });
  for (const Params* body : deck.entries("body"))
    collect(diagnostics, [&] { add_body(deck, *body, builder); });
  stop_on(diagnostics);
  for (const Params* inflow : deck.entries("inflow"))
    collect(diagnostics, [&] { prepare("inflow", *inflow, builder); });
  stop_on(diagnostics);
  for (const Params* element : deck.entries("element")) {
    if (is_flexible_element(deck, *element)) continue;
    collect(diagnostics, [&] { prepare("element", *element, builder); });
  }
  stop_on(diagnostics);
  for (const Params* boundary : deck.entries("boundary"))
    collect(diagnostics, [&] {
      for (const std::string& component : boundary->names("components"))
        if (component != "x" && component != "y" && component != "z" && component != "angle" &&
            component != "rotation")
          boundary->fail("components", fmt::format("'{}' is no component", component), component,
                         {"x", "y", "z", "angle", "rotation"});
      builder.prescribe(*boundary, "on", boundary->names("components"), boundary->function("motion"));
    });
  for (const Params* initial : deck.entries("initial"))
    collect(diagnostics, [&] { set_velocity(deck, *initial, builder); });
}

/// Bodies and meshes are drawn; elements and springs add their own pictures.
void draw_meshes(const Model& model, ModelBuilder& builder) {
  int first = 0;
  for (const Mesh& mesh : model.meshes) {
    Drawing drawing;
    drawing.name = mesh.name;
    drawing.coordinates = model.dimension;
    drawing.kind = Drawing::Cells::lines;
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      const auto dofs = builder.dofs(first + static_cast<int>(i));
      drawing.node_dofs.insert(drawing.node_dofs.end(), dofs.begin(), dofs.begin() + model.dimension);
    }
    add_cells(mesh, drawing);
    first += static_cast<int>(mesh.points.size());
    builder.add_drawing(std::move(drawing));
  }
}

void add_marker(const Deck& deck, const Params& marker, ModelBuilder& builder) {
  Vector3 rotation(0, 0, marker.number("angle"));
  if (marker.given("rotation")) {
    if (builder.dimension() != 3) marker.fail("rotation", "in the plane the frame turns by 'angle'");
    rotation = to_vector(marker.numbers("rotation"));
  }
  const Matrix3 axes = rotation_exponential(rotation).toRotationMatrix();
  std::optional<Vector3> at;
  if (marker.given("at")) at = to_vector(marker.numbers("at"));
  const std::string& on = marker.text("on");
  if (builder.is_of_points(on) || (marker.given("coupling") && builder.is_of_mesh(on))) {
    if (is_axisymmetric(deck, on))
      marker.fail("on", fmt::format("'{}' belongs to an axisymmetric solid, which cannot turn", on));
    const bool rigid = marker.given("coupling") && marker.text("coupling") == "rigid";
    builder.add_coupling(marker.name(), marker, "on", at, axes, rigid);
    return;
  }
  if (marker.given("coupling")) marker.fail("coupling", fmt::format("'{}' is not a mesh or mesh group", on));
  if (!at) marker.fail("", "the marker needs its place 'at'");
  builder.add_marker(marker.name(), marker, "on", *at, axes);
}

/// What is made after the degrees of freedom have numbers.
void add_parts(const Deck& deck, ModelBuilder& builder, std::vector<Diagnostic>& diagnostics) {
  draw_meshes(builder.model(), builder);
  for (const Params* marker : deck.entries("marker"))
    collect(diagnostics, [&] { add_marker(deck, *marker, builder); });
  stop_on(diagnostics);
  const auto build = [&](const char* kind) {
    const std::size_t before = diagnostics.size();
    for (const Params* entry : deck.entries(kind))
      collect(diagnostics, [&] {
        if (is_flexible_element(deck, *entry)) return;
        const ModelPart* part = find_model_part(kind, entry->type());
        part->build(*entry, builder);
      });
    return diagnostics.size() == before;
  };
  // Where an element or a shape failed, what looks for it would report mistakes that are none.
  build("body");
  build("element");
  stop_on(diagnostics);
  build("joint");
  const bool has_shapes = build("shape");
  for (const char* kind : {"inflow", "outflow", "contact", "load"})
    if (has_shapes || std::string_view(kind) == "load") build(kind);
  stop_on(diagnostics);
  redistribute_masses(deck, builder.model());
}

}  // namespace

std::unique_ptr<Model> build_model(const Deck& deck, UserFunctions functions, const MeshSource& meshes) {
  const Params& model = deck.table("model");
  const Vector3 gravity = model.given("gravity") ? to_vector(model.numbers("gravity")) : Vector3::Zero();
  ModelBuilder builder(model.integer("dimension"), gravity);
  std::vector<Diagnostic> diagnostics;
  collect(diagnostics, [&] { load_plugins(deck, functions); });
  builder.use(std::move(functions));
  builder.lump_masses(std::ranges::any_of(deck.schemes(), [](const std::string& scheme) {
    const IntegratorPart* part = find_integrator(scheme);
    return part != nullptr && part->lumps_masses;
  }));
  builder.expect_contacts(!deck.entries_of_all_steps("contact").empty());
  refuse_ground(deck, diagnostics);
  // Of a model in parts a rank may see mistakes that others do not: all of them stop then.
  parallel::Communicator ranks;
  const bool in_parts = meshes != nullptr;
  parallel::together(ranks, in_parts, [&] { add_nodes(deck, meshes, builder, diagnostics); });
  builder.number();
  parallel::together(ranks, in_parts, [&] { add_parts(deck, builder, diagnostics); });
  std::unique_ptr<Model> built = builder.finish();
  if (built->system.nv() == 0)
    throw params::InputError(
        {{{deck.path().string(), 0, 0},
          "the model has no degrees of freedom: it needs a [[body]], or a [[mesh]] with an [[element]]",
          ""}});
  note_massless_nodes(deck, built->system);
  return built;
}

}  // namespace jounce::deck
