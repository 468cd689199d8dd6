#include "sensors/element_sensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "materials/material.h"
#include "mesh/mesh_names.h"
#include "registry.h"

namespace jounce {
namespace {

using params::Params;

/// "a section force", "an axial force"
std::string in_words(const QuantityType& type) {
  std::string words = type.name;
  std::replace(words.begin(), words.end(), '_', ' ');
  return (std::string_view("aeiou").find(words.front()) == std::string_view::npos ? "a " : "an ") + words;
}

/// What `component` names of the numbers of a quantity: one of them, or von Mises' of the stress that begins
/// there.
struct Component {
  std::size_t place = 0;
  const QuantityPart* part = nullptr;
  bool is_von_mises = false;

  double of(const double* values) const {
    return is_von_mises ? von_mises(Voigt(Eigen::Map<const Voigt>(values + place))) : values[place];
  }
};

Component component_of(const Params& entry, const QuantityType& type) {
  if (type.size() == 1) return {0, &type.parts.front()};
  const std::string& wanted = entry.text("component");
  std::vector<std::string> known;
  std::size_t first = 0;
  for (const QuantityPart& part : type.parts) {
    for (std::size_t i = 0; i < part.components.size(); ++i)
      if (part.components[i] == wanted) return {first + i, &part};
    known.insert(known.end(), part.components.begin(), part.components.end());
    if (part.is_stress && wanted == "mises") return {first, &part, true};
    if (part.is_stress) known.emplace_back("mises");
    first += part.size();
  }
  entry.fail("component", fmt::format("{} has the components {}", in_words(type), fmt::join(known, ", ")),
             wanted, known);
}

std::string unit_of(const QuantityPart& part, const params::Units& units) {
  return part.is_moment ? units.moment() : units.name(part.unit);
}

/// A quantity of this name among those of an element block.
std::optional<ElementQuantity> find_quantity(const ElementBlock& block, std::string_view name) {
  for (const ElementQuantity& quantity : block.quantities())
    if (quantity.type->name == name) return quantity;
  return std::nullopt;
}

/// Number of the element from 0. Quantities of one number take it from `component`, too.
std::size_t element_of(const Params& entry, const ElementQuantity& quantity) {
  const QuantityType& type = *quantity.type;
  if (!type.is_numbered) return 0;
  int number = entry.integer("element");
  const bool by_component = type.size() == 1 && entry.given("component");
  if (by_component) {
    if (entry.given("element"))
      entry.fail("component", "give the number by 'element' or by 'component', not both");
    const std::string& text = entry.text("component");
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
      entry.fail("component", fmt::format("the component of {} is the number of the {}, from 1",
                                          in_words(type), type.bearer));
  }
  if (number < 1 || number > static_cast<int>(quantity.elements))
    entry.fail(by_component ? "component" : "element",
               fmt::format("'{}' has the {}s 1 to {}", entry.text("of"), type.bearer, quantity.elements));
  return static_cast<std::size_t>(number - 1);
}

Sensor sensor_of_element(const Params& entry, const Model& model, const params::Units& units) {
  const std::string &of = entry.text("of"), &name = entry.text("quantity");
  const ElementBlock* block = model.find_block(of);
  const auto found = block != nullptr ? find_quantity(*block, name) : std::nullopt;
  if (!found) {
    std::vector<std::string> known;
    for (const auto& other : model.system.blocks())
      if (find_quantity(*other, name)) known.push_back(other->name());
    entry.fail("of", fmt::format("there is no element named '{}' with this quantity", of), of, known);
  }
  const std::size_t element = element_of(entry, *found);
  const Component component = component_of(entry, *found->type);
  Sensor sensor;
  sensor.unit = unit_of(*component.part, units);
  sensor.value = [quantity = *found, element, component, xi = entry.number("place"),
                  values = std::vector<double>(found->type->size())](const Observation& o) mutable {
    quantity.at(o.state, element, xi, values);
    return component.of(values.data());
  };
  return sensor;
}

/// A node of an element whose value counts for the node with number `slot`.
struct Share {
  std::size_t quantity, element, local, slot;
};

/// The nodes of a mesh or mesh group with the elements that count for them.
struct Shares {
  std::vector<const ElementBlock*> blocks;
  std::vector<ElementQuantity> quantities;  ///< of the blocks
  std::vector<Share> list;
  std::vector<double> counts;  ///< elements of each node

  bool is_deleted(const Share& share, const State& state) const {
    return blocks[share.quantity]->is_deleted(state, share.element);
  }
  /// Means of the values at the nodes, one node after another; zero where all elements have been deleted.
  std::vector<double> means(const State& state, std::size_t size) const {
    std::vector<double> sums(size * counts.size(), 0.0), nodal(27 * size);
    std::vector<double> left = counts;
    for (const Share& share : list)
      if (is_deleted(share, state)) --left[share.slot];
    const Share* last = nullptr;
    for (const Share& share : list) {
      if (is_deleted(share, state)) continue;
      if (last == nullptr || last->quantity != share.quantity || last->element != share.element)
        quantities[share.quantity].at_nodes(state, share.element, nodal);
      last = &share;
      for (std::size_t c = 0; c < size; ++c)
        sums[size * share.slot + c] += nodal[size * share.local + c] / left[share.slot];
    }
    return sums;
  }
};

Shares shares_of(const Params& entry, const Model& model, const std::string& name) {
  const Mesh* mesh = nullptr;
  const auto flags = points_of(entry, model, &mesh);
  std::vector<int> slots(flags.size(), -1);
  Shares shares;
  for (const auto& block : model.system.blocks()) {
    const auto quantity = find_quantity(*block, name);
    if (!quantity) continue;
    const Connectivity cells = block->connectivity();
    if (cells.mesh != mesh->name) continue;
    shares.blocks.push_back(block.get());
    shares.quantities.push_back(*quantity);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto nodes = cells.cell(i);
      for (std::size_t a = 0; a < nodes.size(); ++a) {
        const auto point = static_cast<std::size_t>(cells.points[nodes[a]]);
        if (flags[point] == 0) continue;
        if (slots[point] < 0) {
          slots[point] = static_cast<int>(shares.counts.size());
          shares.counts.push_back(0);
        }
        ++shares.counts[slots[point]];
        shares.list.push_back({shares.quantities.size() - 1, i, a, static_cast<std::size_t>(slots[point])});
      }
    }
  }
  return shares;
}

Sensor sensor_of_nodes(const Params& entry, const Model& model, const QuantityType& type,
                       const params::Units& units) {
  const Component component = component_of(entry, type);
  const Shares shares = shares_of(entry, model, type.name);
  if (shares.list.empty())
    entry.fail("of", fmt::format("no {} has a node in '{}'", type.bearer, entry.text("of")));
  Sensor sensor;
  sensor.unit = unit_of(*component.part, units);
  sensor.value = [shares, size = type.size(), component](const Observation& o) {
    const std::vector<double> means = shares.means(o.state, size);
    double greatest = 0;
    for (std::size_t at = 0; at < means.size(); at += size) {
      const double value = component.of(means.data() + at);
      if (std::abs(value) > std::abs(greatest)) greatest = value;
    }
    return greatest;
  };
  return sensor;
}

/// The sensor of an element, also of one of a flexible body, whose deformed state is then recovered at every
/// observation.
Sensor sensor_of_any_element(const Params& entry, const Model& model, const params::Units& units) {
  const FlexiblePart* part = model.find_flexible_part(entry.text("of"));
  if (part == nullptr) return sensor_of_element(entry, model, units);
  Sensor sensor = sensor_of_element(entry, *part->own, units);
  sensor.value = [part, value = std::move(sensor.value)](const Observation& o) {
    const State deformed = part->recover(o.state);
    return value({*part->own, deformed, o.step, o.h});
  };
  return sensor;
}

}  // namespace

std::optional<Sensor> element_sensor(const Params& entry, const Model& model, const params::Units& units) {
  for (const QuantityType* type : quantity_types())
    if (type->name == entry.text("quantity"))
      return type->is_nodal ? sensor_of_nodes(entry, model, *type, units)
                            : sensor_of_any_element(entry, model, units);
  return std::nullopt;
}

std::vector<std::uint8_t> points_of(const Params& entry, const Model& model, const Mesh** found) {
  const std::string& name = entry.text("of");
  const auto named = find_mesh_name(model.meshes, name);
  if (!named) {
    std::vector<std::string> known;
    for_each_mesh_name(model.meshes, [&](std::size_t, const Mesh::Group*, const std::string& full) {
      known.push_back(full);
    });
    entry.fail("of", fmt::format("there is no mesh or mesh group named '{}'", name), name, known);
  }
  *found = &model.meshes[named->mesh];
  std::vector<std::uint8_t> flags((*found)->points.size(), named->group == nullptr ? 1 : 0);
  if (named->group != nullptr)
    for (const int point : named->group->points) flags[point] = 1;
  return flags;
}

}  // namespace jounce
