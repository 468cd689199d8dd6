#include "run/element_fields.h"

#include <algorithm>
#include <unordered_map>

#include "materials/material.h"
#include "math/rotation.h"
#include "registry.h"

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

bool is_drawn(const QuantityType& type) {
  return std::any_of(type.parts.begin(), type.parts.end(),
                     [](const QuantityPart& part) { return !part.field.empty(); });
}

/// Of flexible bodies stresses are drawn.
bool is_of_flexible_bodies(const QuantityType& type) {
  return type.parts.size() == 1 && type.parts.front().is_stress;
}

/// R s R^T of stresses, one node after another.
void turn_stresses(const Matrix3& R, std::span<double> stresses) {
  for (std::size_t a = 0; a + 6 <= stresses.size(); a += 6) {
    Eigen::Map<Voigt> stress(stresses.data() + a);
    stress = to_voigt(R * to_matrix(stress, 1) * R.transpose(), 1);
  }
}

/// The quantities that the fields of a model show, in the order of the registry's parts.
std::vector<const QuantityType*> drawn_types(const Model& model) {
  std::vector<const QuantityType*> offered;
  for (const auto& block : model.system.blocks())
    for (const ElementQuantity& quantity : block->quantities()) offered.push_back(quantity.type);
  for (const FlexiblePart& part : model.flexible_parts)
    for (const auto& block : part.own->system.blocks())
      for (const ElementQuantity& quantity : block->quantities())
        if (is_of_flexible_bodies(*quantity.type)) offered.push_back(quantity.type);
  std::vector<const QuantityType*> types;
  for (const QuantityType* type : quantity_types())
    if (is_drawn(*type) && std::find(offered.begin(), offered.end(), type) != offered.end())
      types.push_back(type);
  return types;
}

}  // namespace

ElementFields::ElementFields(const Model& model) {
  for (const QuantityType* type : drawn_types(model)) drawn_.push_back({type});
  for (const Drawn& drawn : drawn_)
    for (const QuantityPart& part : drawn.type->parts)
      if (!part.field.empty()) values_.resize(values_.size() + (part.is_stress ? 2 : 1));
  const std::unordered_map<Index, int> of_node = points_of_nodes(model);
  add_sources(model.system.blocks(), nullptr, nullptr, [&](const Connectivity& cells) {
    std::vector<int> points;
    for (const Index dof : cells.dofs) {
      const auto point = of_node.find(dof);
      points.push_back(point == of_node.end() ? -1 : point->second);
    }
    return points;
  });
  for (const FlexiblePart& part : model.flexible_parts) {
    const int first = first_point_of(model, part.body);
    if (first < 0) continue;
    add_sources(part.own->system.blocks(), &part, model.find_marker(part.body),
                [first](const Connectivity& cells) {
                  std::vector<int> points;
                  for (const int point : cells.points) points.push_back(first + point);
                  return points;
                });
  }
}

void ElementFields::add_sources(const std::vector<std::unique_ptr<ElementBlock>>& blocks,
                                const FlexiblePart* part, const std::shared_ptr<const Marker>& frame,
                                const std::function<std::vector<int>(const Connectivity&)>& drawn_points) {
  for (const auto& block : blocks) {
    std::shared_ptr<const Connectivity> cells;
    std::vector<int> points;
    for (const ElementQuantity& quantity : block->quantities())
      for (Drawn& drawn : drawn_) {
        if (drawn.type != quantity.type || quantity.at_nodes == nullptr) continue;
        if (part != nullptr && !is_of_flexible_bodies(*drawn.type)) continue;
        if (cells == nullptr) {
          cells = std::make_shared<const Connectivity>(block->connectivity());
          points = drawn_points(*cells);
        }
        drawn.sources.push_back({block.get(), quantity, cells, points, part, frame});
      }
  }
}

std::vector<io::Field> ElementFields::fields(const Model& model, const params::Units& units) {
  std::vector<io::Field> fields;
  for (const QuantityType* type : drawn_types(model))
    for (const QuantityPart& part : type->parts) {
      if (part.field.empty()) continue;
      const std::string unit = units.name(part.unit);
      fields.push_back({part.field, unit, static_cast<int>(part.size()), true});
      if (part.is_stress) fields.push_back({"von_mises_" + part.field, unit, 1, true});
    }
  return fields;
}

void ElementFields::evaluate(const State& state, std::size_t points, WholeDrawings* parts) {
  const FlexiblePart* recovered = nullptr;
  State deformed;
  std::size_t place = 0;
  for (Drawn& drawn : drawn_) {
    sums_.assign(drawn.type->size() * points, 0.0);
    for (const Source& source : drawn.sources) {
      if (source.part == nullptr) {
        add_values(source, state, nullptr);
        continue;
      }
      if (source.part != recovered) deformed = source.part->recover(state);
      recovered = source.part;
      MarkerKinematics k;
      source.frame->evaluate(state, Derivatives::none, k);
      const Matrix3 R = k.R;
      add_values(source, deformed, &R);
    }
    if (parts != nullptr) parts->total(sums_, static_cast<int>(drawn.type->size()));
    find_weights(drawn, state, points, parts);
    find_means(drawn, place);
  }
}

void ElementFields::add_values(const Source& source, const State& state, const Matrix3* rotation) {
  const std::size_t size = source.quantity.type->size();
  of_source_.assign(size * source.points.size(), 0.0);
  if (source.quantity.add_at_nodes != nullptr) {
    source.quantity.add_at_nodes(state, of_source_);
  } else {
    std::vector<double> values(size * static_cast<std::size_t>(topology(source.cells->shape).nodes));
    for (std::size_t i = 0; i < source.cells->size(); ++i) {
      if (source.block->is_deleted(state, i)) continue;
      source.quantity.at_nodes(state, i, values);
      const auto nodes = source.cells->cell(i);
      for (std::size_t a = 0; a < nodes.size(); ++a)
        for (std::size_t c = 0; c < size; ++c)
          of_source_[size * static_cast<std::size_t>(nodes[a]) + c] += values[size * a + c];
    }
  }
  if (rotation != nullptr) turn_stresses(*rotation, of_source_);
  for (std::size_t node = 0; node < source.points.size(); ++node) {
    if (source.points[node] < 0) continue;
    double* const to = sums_.data() + size * static_cast<std::size_t>(source.points[node]);
    for (std::size_t c = 0; c < size; ++c) to[c] += of_source_[size * node + c];
  }
}

bool ElementFields::has_deleted(const Drawn& drawn, const State& state) {
  for (const Source& source : drawn.sources)
    for (std::size_t i = 0; i < source.cells->size(); ++i)
      if (source.block->is_deleted(state, i)) return true;
  return false;
}

void ElementFields::find_weights(Drawn& drawn, const State& state, std::size_t points, WholeDrawings* parts) {
  const bool has_deleted = ElementFields::has_deleted(drawn, state);
  if (!has_deleted && !drawn.has_deleted && drawn.weight.size() == points) return;
  drawn.has_deleted = has_deleted;
  std::vector<double> count(points, 0.0);
  for (const Source& source : drawn.sources)
    for (std::size_t i = 0; i < source.cells->size(); ++i) {
      if (source.block->is_deleted(state, i)) continue;
      for (const int node : source.cells->cell(i))
        if (source.points[node] >= 0) ++count[source.points[node]];
    }
  if (parts != nullptr) parts->total(count, 1);
  drawn.weight.resize(points);
  for (std::size_t i = 0; i < points; ++i) drawn.weight[i] = count[i] == 0 ? 0.0 : 1.0 / count[i];
}

void ElementFields::find_means(const Drawn& drawn, std::size_t& place) {
  const std::size_t stride = drawn.type->size();
  const std::vector<double>& weight = drawn.weight;
  const double* sum = sums_.data();
  for (const QuantityPart& part : drawn.type->parts) {
    const std::size_t size = part.size();
    const double* at = sum;
    sum += size;
    if (part.field.empty()) continue;
    std::vector<double>& means = values_[place++];
    means.resize(size * weight.size());
    double* mean = means.data();
    if (!part.is_stress) {
      for (const double w : weight) {
        for (std::size_t c = 0; c < size; ++c) *mean++ = w * at[c];
        at += stride;
      }
      continue;
    }
    std::vector<double>& von_mises_stress = values_[place++];
    von_mises_stress.resize(weight.size());
    for (std::size_t i = 0; i < weight.size(); ++i, mean += 6, at += stride) {
      const Voigt stress = weight[i] * Eigen::Map<const Voigt>(at);
      for (const Index c : {0, 1, 2, 3}) mean[c] = stress[c];
      mean[4] = stress[5];  // xx, yy, zz, xy, yz, xz
      mean[5] = stress[4];
      von_mises_stress[i] = von_mises(stress);
    }
  }
}

}  // namespace jounce
