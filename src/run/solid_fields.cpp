#include "run/solid_fields.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "sensors/plastic_strain.h"

namespace jounce {
namespace {

/// First drawn point of a flexible body; -1 where it is not drawn.
int first_point_of(const Model& model, const std::string& body) {
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    if (drawing.name == body && !drawing.markers.empty()) return first;
    first += static_cast<int>(drawing.points());
  }
  return -1;
}

std::vector<const SolidElements*> solids_of(const Model& model) {
  std::vector<const SolidElements*> list;
  for (const auto& block : model.system.blocks())
    if (const auto* solids = dynamic_cast<const SolidElements*>(block.get())) list.push_back(solids);
  return list;
}

/// Points of the drawings by the first degree of freedom of the nodes.
std::unordered_map<Index, int> points_of_nodes(const Model& model) {
  std::unordered_map<Index, int> points;
  int first = 0;
  for (const Drawing& drawing : model.drawings) {
    const auto d = static_cast<std::size_t>(std::max(drawing.coordinates, 1));
    for (std::size_t k = 0; k < drawing.node_dofs.size(); k += d)
      points[drawing.node_dofs[k]] = first + static_cast<int>(k / d);
    first += static_cast<int>(drawing.points());
  }
  return points;
}

/// R s R^T
Voigt turned(const Voigt& stress, const Matrix3& R) {
  return to_voigt(R * to_matrix(stress, 1) * R.transpose(), 1);
}

}  // namespace

bool has_solids(const Model& model) {
  return !solids_of(model).empty() ||
         std::any_of(model.flexible_parts.begin(), model.flexible_parts.end(),
                     [](const FlexiblePart& part) { return !solids_of(*part.own).empty(); });
}

bool has_plastic_solids(const Model& model) {
  const auto solids = solids_of(model);
  return std::any_of(solids.begin(), solids.end(),
                     [](const SolidElements* block) { return has_plastic_strain(*block); });
}

SolidFields::SolidFields(const Model& model) : is_plastic_(has_plastic_solids(model)) {
  const std::unordered_map<Index, int> of_node = points_of_nodes(model);
  for (const SolidElements* solids : solids_of(model)) {
    const SolidCells& cells = solids->cells();
    Block block{solids, {}, nullptr, nullptr};
    const auto dimension = static_cast<std::size_t>(topology(cells.shape).dimension);
    for (std::size_t node = 0; node < cells.points.size(); ++node) {
      const auto point = of_node.find(cells.dofs[node * dimension]);
      block.points.push_back(point == of_node.end() ? -1 : point->second);
    }
    blocks_.push_back(std::move(block));
  }
  for (const FlexiblePart& part : model.flexible_parts) {
    const int first = first_point_of(model, part.body);
    if (first < 0) continue;
    for (const SolidElements* solids : solids_of(*part.own)) {
      Block block{solids, {}, &part, model.find_marker(part.body)};
      for (const int point : solids->cells().points) block.points.push_back(first + point);
      blocks_.push_back(std::move(block));
    }
  }
}

void SolidFields::stresses(const State& state, std::size_t points, std::vector<double>& stress,
                           std::vector<double>& von_mises_stress) const {
  std::vector<Voigt> sums(points, Voigt::Zero());
  std::vector<int> count(points, 0);
  std::array<Voigt, 27> nodal;
  const FlexiblePart* recovered = nullptr;
  State deformed;
  for (const Block& block : blocks_) {
    const SolidCells& cells = block.solids->cells();
    Matrix3 R = Matrix3::Identity();
    if (block.part != nullptr) {
      if (block.part != recovered) deformed = block.part->recover(state);
      recovered = block.part;
      MarkerKinematics k;
      block.frame->evaluate(state, Derivatives::none, k);
      R = k.R;
    }
    const State& own = block.part != nullptr ? deformed : state;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      block.solids->nodal_stresses(own, i, nodal);
      const auto nodes = cells.cell(i);
      for (std::size_t a = 0; a < nodes.size(); ++a) {
        const int point = block.points[static_cast<std::size_t>(nodes[a])];
        if (point < 0) continue;
        sums[static_cast<std::size_t>(point)] += block.part != nullptr ? turned(nodal[a], R) : nodal[a];
        ++count[static_cast<std::size_t>(point)];
      }
    }
  }
  stress.assign(6 * points, 0.0);
  von_mises_stress.assign(points, 0.0);
  constexpr std::array<Index, 6> order = {0, 1, 2, 3, 5, 4};  // xx, yy, zz, xy, yz, xz
  for (std::size_t i = 0; i < points; ++i) {
    if (count[i] == 0) continue;
    const Voigt mean = sums[i] / count[i];
    for (std::size_t k = 0; k < 6; ++k) stress[6 * i + k] = mean[order[k]];
    von_mises_stress[i] = von_mises(mean);
  }
}

void SolidFields::plastic_strains(const State& state, std::size_t points, std::vector<double>& strain) const {
  strain.assign(points, 0.0);
  std::vector<int> count(points, 0);
  std::array<double, 27> nodal{};
  for (const Block& block : blocks_) {
    if (block.part != nullptr || !jounce::has_plastic_strain(*block.solids)) continue;
    const SolidCells& cells = block.solids->cells();
    NodalPlasticStrains of_block(*block.solids);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      of_block.evaluate(state, i, nodal);
      const auto nodes = cells.cell(i);
      for (std::size_t a = 0; a < nodes.size(); ++a) {
        const int point = block.points[static_cast<std::size_t>(nodes[a])];
        if (point < 0) continue;
        strain[static_cast<std::size_t>(point)] += nodal[a];
        ++count[static_cast<std::size_t>(point)];
      }
    }
  }
  for (std::size_t i = 0; i < points; ++i)
    if (count[i] > 1) strain[i] /= count[i];
}

}  // namespace jounce
