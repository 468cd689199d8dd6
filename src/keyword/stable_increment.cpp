#include "keyword/stable_increment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "keyword/material_params.h"
#include "materials/wave_speed.h"
#include "mesh/cell_size.h"

namespace jounce::keyword {
namespace {

constexpr double kSafety = 0.8 / 1.3;

/// Stable increment over the time of a wave across the element.
double stable_factor(const ElementType& type, double alpha) {
  const double limit = 0.98 * 2 / std::sqrt(1 - alpha * (1 + alpha * (2 + alpha)));
  const int corners = topology(*find_shape(type.dimension, type.nodes)).corners;
  double k = 1;
  if (type.nodes > corners)
    k = 0.3;
  else if (type.formulation == "incompatible")
    k = 0.125;
  else if (type.formulation == "reduced")
    k = 0.625;
  else if (corners == (type.dimension == 3 ? 8 : 4))
    k = 0.9;
  return limit * k / 2;
}

/// Least height of a shell: of a triangle twice, of a quadrilateral once its area over its longest side.
double shell_height(std::span<const Vector3> corners) {
  const std::size_t n = corners.size();
  Vector3 area = Vector3::Zero();
  double longest = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Vector3 &a = corners[k], &b = corners[(k + 1) % n];
    area += 0.5 * (a - corners[0]).cross(b - corners[0]);
    longest = std::max(longest, (b - a).norm());
  }
  return (n == 3 ? 2 : 1) * area.norm() / longest;
}

/// Least stable increment of all elements; nothing where a material's wave speed is not known.
std::optional<double> stable_increment(const Input& input, const Translation& translation, double alpha) {
  double least = std::numeric_limits<double>::infinity();
  for (const ElementGroup& group : translation.element_groups) {
    if (group.type->dimension < 2 || group.section == nullptr) continue;
    double speed = 0;
    for (const std::string& name : input.materials_of(*group.section)) {
      const auto material = input.materials.find(name);
      if (material == input.materials.end()) continue;  // refused elsewhere
      const auto own = wave_speed_of(material->second);
      if (!own) return {};
      speed = std::max(speed, *own);
    }
    if (!(speed > 0)) continue;
    const CellShape shape = *find_shape(group.type->dimension, group.type->nodes);
    const auto n = static_cast<std::size_t>(topology(shape).corners);
    std::array<Vector3, 8> corners;
    for (const int number : group.elements) {
      const Element& element = input.elements[number];
      for (std::size_t a = 0; a < n; ++a) corners[a] = input.nodes[element.nodes[a]];
      const double height = group.type->is_shell() ? shell_height({corners.data(), n})
                                                   : least_height(shape, {corners.data(), n});
      least = std::min(least, stable_factor(*group.type, alpha) * height / speed);
    }
  }
  if (!std::isfinite(least)) return {};
  return least;
}

}  // namespace

double ExplicitIncrement::least_crossing(const ElementType& type) const {
  return type.dimension < 2 ? 0 : scaled_to / stable_factor(type, alpha);
}

ExplicitIncrement explicit_increment(const Input& input, const Translation& translation, const Card& card) {
  if (card.data.empty()) card.fail(0, "the increment and the length of the step are missing");
  const DataLine& line = card.data[0];
  const double first = card.number(line, 0, 0.0), period = card.number(line, 1, 1.0),
               least = card.number(line, 2, 0.0), largest = card.number(line, 3, 0.0);
  ExplicitIncrement increment;
  if (card.has("ALPHA")) increment.alpha = card.number({card.line, {card.at("ALPHA")}}, 0);
  const auto stable = stable_increment(input, translation, increment.alpha);
  if (!stable && !(largest > 0) && !(first > 0))
    card.fail(line.line, "the first or the largest increment is missing");
  if (!stable && least > 0)
    card.fail(
        line.line,
        "a least increment (third number) scales masses; that is supported for materials with *ELASTIC");
  increment.is_stable = stable.has_value();
  increment.size = stable ? kSafety * *stable : largest > 0 ? largest : first;
  if (least > increment.size) {
    increment.size = least;
    increment.scaled_to = least / kSafety;
  }
  if (largest > 0) increment.size = std::min(increment.size, largest);
  increment.size = std::min(increment.size, period);
  return increment;
}

std::optional<ExplicitIncrement> frequency_mass_scaling(const Input& input) {
  for (const Step& step : input.steps) {
    const Card& card = *step.procedure;
    if (card.name != "FREQUENCY" || card.data.empty()) continue;
    const double least = card.number(card.data[0], 3, 0.0);
    if (least > 0) return ExplicitIncrement{least, -0.05, least / kSafety, true};
  }
  return {};
}

}  // namespace jounce::keyword
