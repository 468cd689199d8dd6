#include "run/model_summary.h"

#include <limits>

namespace jounce {
namespace {

ModelSummary::ContactSize size_of(const ContactPair& pair, const State& start) {
  ModelSummary::ContactSize size{pair.name(), pair.points(), 0, {}};
  if (size.points == 0) return size;
  size.smallest_gap = std::numeric_limits<double>::infinity();
  for (int i = 0; i < size.points; ++i) {
    const ContactRow row = pair.row(i);
    const double gap = pair.gap(start, row);
    if (gap >= size.smallest_gap) continue;
    size.smallest_gap = gap;
    size.closest = pair.point_name(row);
  }
  return size;
}

}  // namespace

double total_mass(const Model& model) {
  const System& system = model.system;
  Vector ones = Vector::Zero(system.nv());
  Vector product = Vector::Zero(system.nv());
  const auto& kinds = system.dofs().kinds;
  for (Index i = 0; i < system.nv(); ++i)
    if (kinds[i] == DofKind::translation && !system.initial_state().is_dormant(i)) ones[i] = 1;
  system.add_mass_product(system.initial_state(), ones, 1.0, product);
  return ones.dot(product) / model.dimension;
}

ModelSummary summary_of(const Model& model) {
  const System& system = model.system;
  ModelSummary summary;
  summary.dimension = model.dimension;
  summary.degrees_of_freedom = system.nv();
  summary.prescribed = system.nv() - system.n_free();
  summary.joint_rows = system.joints().rows();
  summary.element_blocks = system.blocks().size();
  summary.is_linear = system.is_linear();
  summary.mass = total_mass(model);
  Vector g;
  system.joints().values(system.initial_state(), g);
  if (g.size() > 0) summary.joint_violation = g.lpNorm<Eigen::Infinity>();
  for (const Mesh& mesh : model.meshes) {
    std::size_t cells = 0;
    for (const Mesh::Cells& shape : mesh.cells) cells += shape.size();
    summary.meshes.push_back({mesh.name, mesh.points.size(), cells});
  }
  for (const auto& pair : system.contacts().all())
    summary.contacts.push_back(size_of(*pair, system.initial_state()));
  return summary;
}

}  // namespace jounce
