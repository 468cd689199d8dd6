#include "run/model_summary.h"

#include <limits>

#include "run/text_of_first.h"

namespace jounce {
namespace {

ModelSummary::ContactSize size_of(const System& system, int number_of_pair) {
  const ContactPair& pair = *system.contacts().all()[number_of_pair];
  ModelSummary::ContactSize size{pair.name(), 0, std::numeric_limits<double>::infinity(), {}};
  double number = 0;  // of the closest, in the whole model
  for (int i = 0; i < pair.points(); ++i) {
    const ContactRow row = pair.row(i, number_of_pair);
    if (!system.is_home_of(row)) continue;
    ++size.points;
    const double gap = pair.gap(system.initial_state(), row);
    if (gap >= size.smallest_gap) continue;
    size.smallest_gap = gap;
    size.closest = pair.point_name(row);
    number = static_cast<double>(pair.number_of_point(i));
  }
  parallel::Numbering& ranks = system.numbering();
  size.closest = text_of_first(ranks, -size.smallest_gap, number, size.closest);
  size.smallest_gap = -ranks.max(-size.smallest_gap);
  size.points = static_cast<int>(ranks.sum(size.points));
  if (size.points == 0) size.smallest_gap = 0;
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
  return system.dot(ones, product) / model.dimension;
}

ModelSummary summary_of(const Model& model) {
  const System& system = model.system;
  ModelSummary summary;
  summary.dimension = model.dimension;
  summary.degrees_of_freedom = static_cast<Index>(system.all_unknowns() + system.all_prescribed());
  summary.prescribed = static_cast<Index>(system.all_prescribed());
  summary.joint_rows = system.joints().rows();
  summary.element_blocks = system.blocks().size();
  summary.is_linear = system.is_linear();
  summary.mass = total_mass(model);
  Vector g;
  system.joints().values(system.initial_state(), g);
  if (g.size() > 0) summary.joint_violation = g.lpNorm<Eigen::Infinity>();
  for (const Mesh& mesh : model.meshes) {
    std::size_t cells = mesh.share != nullptr ? mesh.share->cells : 0;
    for (const Mesh::Cells& shape : mesh.cells)
      if (mesh.share == nullptr) cells += shape.size();
    summary.meshes.push_back({mesh.name, mesh.all_points(), cells});
  }
  for (std::size_t pair = 0; pair < system.contacts().all().size(); ++pair)
    summary.contacts.push_back(size_of(system, static_cast<int>(pair)));
  return summary;
}

}  // namespace jounce
