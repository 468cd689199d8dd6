#include "sensors/solid_sensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "elements/solid.h"
#include "mesh/mesh_names.h"
#include "sensors/plastic_strain.h"

namespace jounce {
namespace {

using params::Params;
namespace dim = params::dim;

/// Points of the mesh or mesh group of a name, as flags over the points of the mesh.
std::vector<std::uint8_t> points_of(const Params& entry, const Model& model, const Mesh** found) {
  const std::string& name = entry.text("of");
  std::vector<std::string> known;
  std::vector<std::uint8_t> flags;
  *found = nullptr;
  for_each_mesh_name(model.meshes, [&](std::size_t i, const Mesh::Group* group, const std::string& full) {
    known.push_back(full);
    if (full != name) return;
    *found = &model.meshes[i];
    flags.assign((*found)->points.size(), group == nullptr ? 1 : 0);
    if (group == nullptr) return;
    for (const int point : group->points) flags[static_cast<std::size_t>(point)] = 1;
  });
  if (*found == nullptr)
    entry.fail("of", fmt::format("there is no mesh or mesh group named '{}'", name), name, known);
  return flags;
}

/// A node of an element whose stress counts for the node with number `slot`.
struct Share {
  const SolidElements* block;
  std::size_t element, local, slot;
};

/// Stress components in the order of Voigt, then the von Mises stress.
const std::vector<std::string> kComponents = {"xx", "yy", "zz", "xy", "xz", "yz", "mises"};

/// The nodes of a mesh or mesh group with the elements that count for them.
struct Shares {
  std::vector<Share> list;
  std::vector<double> counts;  ///< elements of each node
};

Shares shares_of(const Params& entry, const Model& model, bool (*counts)(const SolidElements& solids)) {
  const Mesh* mesh = nullptr;
  const auto flags = points_of(entry, model, &mesh);
  std::vector<int> slots(flags.size(), -1);
  Shares shares;
  for (const auto& block : model.system.blocks()) {
    const auto* solids = dynamic_cast<const SolidElements*>(block.get());
    if (solids == nullptr || solids->cells().mesh != mesh->name || !counts(*solids)) continue;
    for (std::size_t i = 0; i < solids->cells().size(); ++i) {
      const auto nodes = solids->cells().cell(i);
      for (std::size_t a = 0; a < nodes.size(); ++a) {
        const auto point =
            static_cast<std::size_t>(solids->cells().points[static_cast<std::size_t>(nodes[a])]);
        if (flags[point] == 0) continue;
        if (slots[point] < 0) {
          slots[point] = static_cast<int>(shares.counts.size());
          shares.counts.push_back(0);
        }
        ++shares.counts[static_cast<std::size_t>(slots[point])];
        shares.list.push_back({solids, i, a, static_cast<std::size_t>(slots[point])});
      }
    }
  }
  return shares;
}

Sensor stress_sensor(const Params& entry, const Model& model, const params::Units& units) {
  const auto place = std::find(kComponents.begin(), kComponents.end(), entry.text("component"));
  if (place == kComponents.end())
    entry.fail("component", "a stress has the components xx, yy, zz, xy, xz, yz, mises",
               entry.text("component"), kComponents);
  const auto component = static_cast<Index>(place - kComponents.begin());
  const Shares shares = shares_of(entry, model, [](const SolidElements&) { return true; });
  if (shares.list.empty())
    entry.fail("of", fmt::format("no solid element has a node in '{}'", entry.text("of")));
  Sensor sensor;
  sensor.unit = units.name(dim::stress);
  sensor.value = [shares, component](const Observation& o) {
    std::vector<Voigt> stresses(shares.counts.size(), Voigt::Zero());
    std::array<Voigt, 27> nodal;
    const Share* last = nullptr;
    for (const Share& share : shares.list) {
      if (last == nullptr || last->block != share.block || last->element != share.element)
        share.block->nodal_stresses(o.state, share.element, nodal);
      last = &share;
      stresses[share.slot] += nodal[share.local] / shares.counts[share.slot];
    }
    double greatest = 0;
    for (const Voigt& stress : stresses) {
      const double value = component < 6 ? stress[component] : von_mises(stress);
      if (std::abs(value) > std::abs(greatest)) greatest = value;
    }
    return greatest;
  };
  return sensor;
}

Sensor plastic_strain_sensor(const Params& entry, const Model& model) {
  const Shares shares = shares_of(entry, model, has_plastic_strain);
  if (shares.list.empty())
    entry.fail("of",
               fmt::format("no solid element of a plastic material has a node in '{}'", entry.text("of")));
  Sensor sensor;
  sensor.value = [shares](const Observation& o) {
    std::vector<double> strains(shares.counts.size(), 0.0);
    std::array<double, 27> nodal{};
    const Share* last = nullptr;
    std::optional<NodalPlasticStrains> of_block;
    for (const Share& share : shares.list) {
      if (last == nullptr || last->block != share.block) of_block.emplace(*share.block);
      if (last == nullptr || last->block != share.block || last->element != share.element)
        of_block->evaluate(o.state, share.element, nodal);
      last = &share;
      strains[share.slot] += nodal[share.local] / shares.counts[share.slot];
    }
    return *std::max_element(strains.begin(), strains.end());
  };
  return sensor;
}

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
    const Index dof =
        model.system.places()[first + i].position[static_cast<std::size_t>(axis - axes.begin())];
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
    if (o.step.reaction.size() == system.n_constraint_rows() && system.n_constraint_rows() > 0) {
      RowJacobian G;
      system.constraint_jacobian(o.state, G);
      G.add_transpose(o.step.reaction, -1, held);
    }
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
  if (quantity == "stress") return stress_sensor(entry, model, units);
  if (quantity == "plastic_strain") return plastic_strain_sensor(entry, model);
  if (quantity == "support_force") return support_sensor(entry, model, units);
  if (quantity == "strain_energy" || quantity == "kinetic_energy") return energy_sensor(entry, model, units);
  return std::nullopt;
}

}  // namespace jounce
