#include "run/drawn_sections.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "elements/section.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using params::Params;

constexpr int kSidesOfRound = 20;
constexpr double kThickest = 0.04;  // of what has no shape, in diagonals of the element

/// Corners y, z of a quarter, mirrored into the others.
std::vector<double> mirrored(const std::vector<std::array<double, 2>>& quarter) {
  std::vector<double> all;
  const auto add = [&all](double y, double z) {
    return [&all, y, z](const std::array<double, 2>& p) { all.insert(all.end(), {y * p[0], z * p[1]}); };
  };
  std::for_each(quarter.begin(), quarter.end(), add(1, 1));
  std::for_each(quarter.rbegin(), quarter.rend(), add(-1, 1));
  std::for_each(quarter.begin(), quarter.end(), add(-1, -1));
  std::for_each(quarter.rbegin(), quarter.rend(), add(1, -1));
  return all;
}

std::vector<double> round_outline(double radius) {
  std::vector<double> all;
  for (int i = 0; i < kSidesOfRound; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSidesOfRound;
    all.insert(all.end(), {radius * std::cos(angle), radius * std::sin(angle)});
  }
  return all;
}

/// @param extent  of the element
std::vector<double> outline_of(const Params& section, double extent) {
  const std::string& type = section.type();
  if (type == "circle" || type == "tube") return round_outline(section.number("diameter") / 2);
  if (type == "rectangle") return mirrored({{section.number("height") / 2, section.number("width") / 2}});
  if (type == "i") {
    const double h = section.number("height") / 2, w = section.number("width") / 2;
    const double inner = h - section.number("flange"), web = section.number("web") / 2;
    return mirrored({{h, w}, {inner, w}, {inner, web}});
  }
  // Bars and general sections have no more than an area.
  return round_outline(
      std::min(std::sqrt(section.number("area") / std::numbers::pi), kThickest / 2 * extent));
}

/// The elements of a block of beams or bars.
class BeamScene {
 public:
  BeamScene(const Model& model, int dimension)
      : model_(model), dimension_(dimension), state_(model.system.initial_state()) {
    const auto& nodes = model.system.dofs().places;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].position[0] >= 0) node_of_[nodes[i].position[0]] = static_cast<int>(i);
  }

  /// @param point_of  point of the node with a number and a first degree of freedom; -1: not drawn
  template <class PointOf>
  void add(const ElementBlock& block, const Params& element, int section, const PointOf& point_of,
           io::SceneRecord& scene) const {
    const Connectivity cells = block.connectivity();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto cell = cells.cell(i);
      const std::array<int, 2> nodes = {node_of_.at(cells.dofs[cell[0]]), node_of_.at(cells.dofs[cell[1]])};
      io::SceneBeam beam;
      beam.section = section;
      for (std::size_t end = 0; end < 2; ++end)
        beam.points[end] = point_of(nodes[end], cells.dofs[cell[end]]);
      if (beam.points[0] < 0 || beam.points[1] < 0) continue;
      const Vector3 span = position(nodes[1]) - position(nodes[0]);
      if (!(span.norm() > 0)) continue;
      const Quaternion q(section_axes(span, direction(element, span)));
      beam.rotation = {q.x(), q.y(), q.z(), q.w()};
      scene.beams.push_back(beam);
    }
  }

  /// Diagonal of the box around a block.
  double extent(const ElementBlock& block) const {
    Vector3 low = Vector3::Constant(HUGE_VAL), high = -low;
    for (const Index dof : block.connectivity().dofs) {
      const Vector3 x = position(node_of_.at(dof));
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
    return (high - low).norm();
  }

 private:
  Vector3 position(int node) const {
    Vector3 x = Vector3::Zero();
    const auto& dofs = model_.system.dofs().places[static_cast<std::size_t>(node)].position;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (dofs[axis] >= 0) x[static_cast<Index>(axis)] = state_.q[dofs[axis]];
    return x;
  }
  /// Of the section's y axis.
  Vector3 direction(const Params& element, const Vector3& span) const {
    if (dimension_ < 3) return Vector3::UnitZ().cross(span);
    if (!element.has("y_axis") || !element.given("y_axis")) return default_section_direction(span);
    const auto& y = element.numbers("y_axis");
    return {y[0], y[1], y[2]};
  }

  const Model& model_;
  int dimension_;
  State state_;
  std::unordered_map<Index, int> node_of_;  ///< by the first degree of freedom
};

}  // namespace

void add_sections(const Model& model, const deck::Deck& deck, const DrawnPlaces& places,
                  io::SceneRecord& scene) {
  const BeamScene own(model, model.dimension);
  for (const Params* element : deck.entries("element")) {
    const bool is_bar = element->type() == "bar";
    const Params* section = element->has("section") ? deck.find("section", element->text("section"))
                            : is_bar                ? element
                                                    : nullptr;
    if (section == nullptr) continue;
    const std::string& type = section->type();
    const auto number = static_cast<int>(scene.sections.size());
    const auto add = [&](const BeamScene& beams, const ElementBlock& block, const auto& point_of) {
      scene.sections.push_back({scene.name_number(element->name()), type != "rectangle" && type != "i",
                                outline_of(*section, beams.extent(block))});
      beams.add(block, *element, number, point_of, scene);
    };
    if (const ElementBlock* block = model.find_block(element->name())) {
      add(own, *block, [&](int, Index dof) { return places.of_node(dof); });
    } else if (const FlexiblePart* part = model.find_flexible_part(element->name())) {
      const int first = places.first_of(part->body);
      const ElementBlock* inside = part->own->find_block(element->name());
      if (first >= 0 && inside != nullptr)
        add(BeamScene(*part->own, model.dimension), *inside, [&](int node, Index) { return first + node; });
    }
  }
}

}  // namespace jounce
