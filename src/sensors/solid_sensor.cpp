#include "sensors/solid_sensor.h"

#include <fmt/format.h>

#include <algorithm>

#include "sensors/element_sensor.h"

namespace jounce {
namespace {

using params::Params;
namespace dim = params::dim;

Sensor support_sensor(const Params& entry, const Model& model, const params::Units& units) {
  static const std::vector<std::string> axes = {"x", "y", "z"};
  const auto axis = std::find(axes.begin(), axes.begin() + model.dimension, entry.text("component"));
  if (axis == axes.begin() + model.dimension)
    entry.fail("component", "a support force has the components x, y, z", entry.text("component"), axes);
  const Mesh* mesh = nullptr;
  const auto flags = points_of(entry, model, &mesh);
  std::size_t first = 0;  // nodes of meshes come first, mesh by mesh
  for (const Mesh& other : model.meshes) {
    if (&other == mesh) break;
    first += other.points.size();
  }
  std::vector<Index> dofs;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const Index dof = model.system.dofs().places[first + i].position[axis - axes.begin()];
    if (flags[i] != 0 && dof >= model.system.n_free()) dofs.push_back(dof);
  }
  if (dofs.empty())
    entry.fail("of", fmt::format("no node of '{}' is held along {}", entry.text("of"), *axis));
  Sensor sensor;
  sensor.unit = units.name(dim::force);
  sensor.value = [dofs](const Observation& o) {
    const System& system = o.model.system;
    Vector held;
    system.force(o.state, held);
    held *= -1;
    if (o.step.acceleration.size() == held.size())
      system.add_mass_product(o.state, o.step.acceleration, 1, held);
    if (o.step.reaction.size() == system.joints().rows() && system.joints().rows() > 0) {
      RowJacobian G;
      system.joints().jacobian(o.state, G);
      G.add_transpose(o.step.reaction, -1, held);
    }
    if (o.h > 0)
      system.contacts().add_forces(o.step.rows, o.state, o.step.impulse, o.step.friction_impulse, -1 / o.h,
                                   held);
    double sum = 0;
    for (const Index dof : dofs) sum += held[dof];
    return sum;
  };
  return sensor;
}

Sensor energy_sensor(const Params& entry, const Model& model, const params::Units& units) {
  const std::string& name = entry.text("of");
  std::vector<const ElementBlock*> blocks;
  std::vector<std::string> known;
  for (const auto& block : model.system.blocks()) {
    known.push_back(block->name());
    if (block->name() == name) blocks.push_back(block.get());
  }
  if (blocks.empty()) entry.fail("of", fmt::format("there is no element named '{}'", name), name, known);
  Sensor sensor;
  sensor.unit = units.name(dim::energy);
  sensor.value = [blocks, strain = entry.text("quantity") == "strain_energy"](const Observation& o) {
    Energies energies;
    for (const ElementBlock* block : blocks) block->add_energies(o.state, Vector3::Zero(), energies);
    return strain ? energies.strain : energies.kinetic;
  };
  return sensor;
}

}  // namespace

std::optional<Sensor> solid_sensor(const Params& entry, const Model& model, const params::Units& units) {
  const std::string& quantity = entry.text("quantity");
  if (quantity == "support_force") return support_sensor(entry, model, units);
  if (quantity == "strain_energy" || quantity == "kinetic_energy") return energy_sensor(entry, model, units);
  return std::nullopt;
}

}  // namespace jounce
