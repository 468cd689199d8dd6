#include "deck/flexible_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/body_files.h"
#include "deck/geometry.h"
#include "elements/flexible_source.h"
#include "la/eigen_solver.h"
#include "la/linear_solver.h"
#include "reduction/basis.h"
#include "registry.h"

namespace jounce::deck {

using params::Params;

bool is_flexible_mesh(const Deck& deck, const std::string& mesh) {
  for (const Params* body : deck.entries("body"))
    if (body->type() == "flexible" && body->given("mesh") && body->text("mesh") == mesh) return true;
  return false;
}

bool is_flexible_element(const Deck& deck, const Params& element) {
  if (element.kind() != "element" || !element.given("mesh")) return false;
  const std::string& name = element.text("mesh");
  return is_flexible_mesh(deck, name.substr(0, name.find('.')));
}

namespace {

/// The system of a flexible body's own mesh and elements.
/// `owner`: receives the system, on which stresses can be recovered.
LinearModel model_of_mesh(const Deck& deck, const Params& body, int dimension,
                          std::shared_ptr<const Model>& owner) {
  const Params* mesh = deck.find("mesh", body.text("mesh"));
  ModelBuilder own(dimension, Vector3::Zero());
  for (const Params* material : deck.entries("material"))
    own.declared().add_material(*material, find_material_part(material->type()));
  for (const Params* section : deck.entries("section")) own.declared().add_section(*section);
  own.add_mesh(read_mesh(*mesh, deck), *mesh);
  std::vector<const Params*> elements;
  for (const Params* element : deck.entries("element")) {
    if (!element->given("mesh") || !is_flexible_element(deck, *element)) continue;
    const std::string& name = element->text("mesh");
    if (name != mesh->name() && !name.starts_with(mesh->name() + ".")) continue;
    for (const char* const key : {"initial_stress", "initial_strain"})
      if (element->given(key)) element->fail(key, "flexible bodies have no stresses at the start");
    elements.push_back(element);
  }
  if (elements.empty())
    body.fail("mesh",
              fmt::format("mesh '{}' has no elements: a flexible body needs elements with mass and stiffness",
                          mesh->name()));
  for (const Params* element : elements)
    if (const auto prepare = find_model_part("element", element->type())->prepare; prepare != nullptr)
      prepare(*element, own);
  own.number();
  for (const Params* element : elements) find_model_part("element", element->type())->build(*element, own);
  std::vector<std::vector<Index>> dofs;
  for (std::size_t i = 0; i < own.model().meshes[0].points.size(); ++i)
    dofs.push_back(own.dofs(static_cast<int>(i)));
  owner = own.finish();
  return linear_model_of(owner, dimension, owner->meshes[0], dofs);
}

/// Nodes of the groups named by a key.
std::vector<int> group_nodes(const Params& body, const std::string& key, const LinearModel& model) {
  std::vector<int> nodes;
  for (const std::string& name : body.names(key)) {
    const auto* group = model.find_group(name);
    if (group == nullptr) {
      std::vector<std::string> known;
      for (const auto& [other, list] : model.groups) known.push_back(other);
      body.fail(key, fmt::format("the mesh of '{}' has no group '{}'", body.name(), name), name, known);
    }
    nodes.insert(nodes.end(), group->begin(), group->end());
  }
  return nodes;
}

BasisRequest request_of(const Params& body, const LinearModel& model) {
  BasisRequest request;
  const std::string& reference = body.text("reference");
  request.reference = reference == "tangent"     ? ReferenceCondition::tangent
                      : reference == "pinned"    ? ReferenceCondition::pinned
                      : reference == "free-free" ? ReferenceCondition::free_free
                                                 : ReferenceCondition::articulated_free;
  const std::string& coordinates = body.text("coordinates");
  request.coordinates = coordinates == "nodal"   ? ElasticCoordinates::nodal
                        : coordinates == "modal" ? ElasticCoordinates::modal
                                                 : ElasticCoordinates::craig_bampton;
  const bool nodal = request.coordinates == ElasticCoordinates::nodal;
  for (const char* key : {"modes", "highest_frequency", "damping_ratio"})
    if (nodal && body.given(key))
      body.fail(key, "nodal coordinates have no modes: set coordinates = \"modal\"");
  if (body.given("modes") && body.given("highest_frequency"))
    body.fail("highest_frequency", "give the number of modes or their highest frequency, not both");
  if (request.coordinates == ElasticCoordinates::modal && !body.given("modes") &&
      !body.given("highest_frequency"))
    body.fail("coordinates", "modal coordinates need 'modes' or 'highest_frequency'");
  const bool has_interfaces = request.coordinates == ElasticCoordinates::craig_bampton;
  if (has_interfaces != body.given("interfaces"))
    body.fail("interfaces", "interfaces belong to coordinates = \"craig-bampton\"");
  if (request.reference == ReferenceCondition::free_free) {
    if (body.given("supports"))
      body.fail("supports", "reference = \"free-free\" (mean axis) takes no supports");
  } else if (body.given("supports")) {
    request.supports = group_nodes(body, "supports", model);
  } else {
    body.fail("supports", fmt::format("reference = \"{}\" needs the groups of its nodes", reference));
  }
  if (has_interfaces) request.interfaces = group_nodes(body, "interfaces", model);
  request.modes = body.given("modes") ? body.integer("modes") : 0;
  request.highest_frequency = body.given("highest_frequency") ? body.number("highest_frequency") : 0;
  request.damping_ratio = body.number("damping_ratio");
  request.stiffening = body.boolean("stiffening");
  return request;
}

/// Adds the groups given by boxes.
void add_groups(const Params& body, LinearModel& model) {
  if (!body.given("groups")) return;
  for (const Params& box : body.tables("groups")) {
    const Vector3 from = to_vector(box.numbers("from")), to = to_vector(box.numbers("to"));
    double size = 0;
    for (const Vector3& point : model.points) size = std::max(size, point.lpNorm<Eigen::Infinity>());
    const Vector3 margin = Vector3::Constant(1e-9 * size);  // round-off of coordinates
    std::vector<int> nodes;
    for (std::size_t i = 0; i < model.points.size(); ++i)
      if (((model.points[i] - from + margin).array() >= 0).all() &&
          ((to + margin - model.points[i]).array() >= 0).all())
        nodes.push_back(static_cast<int>(i));
    if (nodes.empty()) box.fail("from", fmt::format("no node of '{}' lies in this box", body.name()));
    if (model.find_group(box.text("name")) != nullptr)
      box.fail("name", fmt::format("'{}' has a group '{}' already", body.name(), box.text("name")));
    model.groups.emplace_back(box.text("name"), std::move(nodes));
  }
}

/// Ties the rigid faces.
LinearModel tied(const Params& body, const LinearModel& model) {
  if (!body.given("rigid_faces")) return model;
  std::vector<int> nodes = group_nodes(body, "rigid_faces", model);
  std::sort(nodes.begin(), nodes.end());
  if (std::adjacent_find(nodes.begin(), nodes.end()) != nodes.end())
    body.fail("rigid_faces", "rigid faces must not share nodes");
  return with_rigid_faces(model, body.names("rigid_faces"));
}

FlexibleBody reduced(const Params& body, LinearModel original) {
  add_groups(body, original);
  const LinearModel model = tied(body, original);
  const BasisRequest request = request_of(body, model);
  try {
    return reduce(model, request);
  } catch (const BasisError& error) {
    body.fail("reference", error.what());
  } catch (const EigenFailure& error) {
    body.fail("coordinates", error.what());
  } catch (const SingularMatrix& error) {
    body.fail("coordinates", error.what());
  } catch (const std::invalid_argument& error) {
    body.fail("stiffening", error.what());
  }
}

}  // namespace

void add_flexible_body(const Deck& deck, const Params& body, ModelBuilder& builder) {
  if (builder.dimension() == 1) body.fail("", "flexible bodies need model.dimension = 2 or 3");
  const int sources = body.given("mesh") + body.given("mass_matrix") + body.given("reduced");
  if (sources != 1)
    body.fail("",
              "a flexible body needs one of 'mesh', 'mass_matrix' (with 'stiffness_matrix' and 'nodes') or "
              "'reduced'");
  auto data = std::make_shared<FlexibleBody>();
  std::shared_ptr<const Model> owner;
  if (body.given("reduced")) {
    *data = load_body(body, "reduced", deck.folder() / body.text("reduced"));
    if (data->dimension != builder.dimension())
      body.fail("reduced", fmt::format("the saved body has dimension {}, the model {}", data->dimension,
                                       builder.dimension()));
  } else {
    *data = reduced(body, body.given("mesh") ? model_of_mesh(deck, body, builder.dimension(), owner)
                                             : import_matrices(deck, body, builder.dimension()));
  }
  if (body.given("save")) save_body(body, "save", deck.folder() / body.text("save"), *data);
  if (body.text("coordinates") != "nodal" && data->n > kMaxMarkerDofs - 6)
    body.fail("coordinates",
              fmt::format("{} modes; a flexible body may have {} at most", data->n, kMaxMarkerDofs - 6));

  const auto vector = [&](const char* key) {
    return body.given(key) ? to_vector(body.numbers(key)) : Vector3(Vector3::Zero());
  };
  const bool plane = builder.dimension() == 2;
  const std::size_t components = plane ? 1 : 3;
  for (const char* key : {"rotation", "angular_velocity"})
    if (body.given(key) && body.numbers(key).size() != components)
      body.fail(key, plane ? "in the plane this is one number in brackets, about z"
                           : "in space this is a vector of three numbers");
  if (plane && body.given("quaternion"))
    body.fail("quaternion", "in the plane the orientation is 'rotation = [angle]'");
  Vector3 omega = vector("angular_velocity");
  Quaternion orientation = Quaternion::Identity();
  if (plane) {
    omega = Vector3(0, 0, omega.x());
    orientation = rotation_exponential({0, 0, vector("rotation").x()});
  } else {
    orientation = orientation_of(body);
  }
  builder.add_floating_body(body.name(), to_vector(body.numbers("position")), orientation, vector("velocity"),
                            omega, std::move(data), std::move(owner));
}

}  // namespace jounce::deck
