// What prints of input files show of a state.

#include "input_files/keyword_print.h"

namespace jounce {
namespace {

/// Elements whose forces count as those of nodes. Input files give solids, springs, dashpots and bars: all
/// that have results, and no load has.
bool has_inner_forces(const ElementBlock& block) { return !block.quantities().empty(); }

}  // namespace

Vector KeywordPrint::node_forces(const State& state, const Forces& forces) const {
  const Vector &acceleration = forces.acceleration, &contact = forces.contact;
  Vector f = Vector::Zero(state.v.size());
  for (const auto& block : model_.system.blocks()) {
    if (!has_inner_forces(*block)) continue;
    block->add_force(state, f);
    if (acceleration.size() == f.size()) block->add_mass_product(state, acceleration, -1.0, f);
  }
  if (contact.size() == f.size()) f += contact;
  references_.add_scalar_forces(state, forces.reaction, f);
  return -f;
}

Vector3 KeywordPrint::in_axes_of(int node, const Vector3& value) const {
  const auto axes = input_.node_axes.find(node);
  return axes == input_.node_axes.end() ? value : Vector3(axes->second.transpose() * value);
}

Vector3 KeywordPrint::node_value(int node, const Vector& values, bool are_forces) const {
  const auto own = [&](int n) {
    const int point = translation_.point_of_node[n];
    const NodePlace& place = model_.system.dofs().places[point];
    Vector3 value = Vector3::Zero();
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const Index dof = place.position[axis]; dof >= 0) value[static_cast<Index>(axis)] = values[dof];
    return value;
  };
  const auto beam = input_.beam_nodes.find(node);
  if (beam == input_.beam_nodes.end()) return own(node);
  Vector3 sum = Vector3::Zero();
  for (const int n : beam->second.sections) sum += own(n);
  if (are_forces) return own(node) + sum;
  return beam->second.is_knot ? Vector3(sum / static_cast<double>(beam->second.sections.size())) : own(node);
}

Voigt KeywordPrint::in_material_axes(int element, const Voigt& s) const {
  const auto axes = material_axes_.find(element);
  if (axes == material_axes_.end()) return s;
  Matrix3 tensor;
  tensor << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2];
  tensor = (axes->second.transpose() * tensor * axes->second).eval();
  Voigt turned;
  turned << tensor(0, 0), tensor(1, 1), tensor(2, 2), tensor(0, 1), tensor(0, 2), tensor(1, 2);
  return turned;
}

}  // namespace jounce
