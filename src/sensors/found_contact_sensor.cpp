#include "sensors/found_contact_sensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/body_contacts.h"
#include "contact/point_shape.h"
#include "contact/surface_pair.h"

namespace jounce {
namespace {

constexpr double kLeastArea = 1e-9;  ///< of the largest area: what is smaller is round-off

/// Which contact points count: those of a pair of the system, and of one or two of its shapes (-1: any), or
/// of a node of the first surface or of a list of points (-1: any).
struct Choice {
  int pair = 0, shape = -1, other = -1;
  int node = -1, rows_of_node = 1;

  /// Sign of the tangential impulses on `shape`: 1 when it is the point's second shape (or all points count),
  /// -1 when it is the first; 0 when the point does not count.
  int sign(const ContactRow& row) const {
    if (row.pair != pair) return 0;
    if (node >= 0) return row.point / rows_of_node == node ? 1 : 0;
    const auto [a, b] = row.touching.shapes;
    if (shape < 0 || (shape == b && (other < 0 || other == a))) return 1;
    return shape == a && (other < 0 || other == b) ? -1 : 0;
  }
};

int shape_of(const params::Params& entry, const BodyContacts& contact, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < contact.pieces().size(); ++i) {
    if (contact.pieces()[i].name == name) return static_cast<int>(i);
    if (names.size() < 1000) names.push_back(contact.pieces()[i].name);
  }
  entry.fail("of", fmt::format("contact '{}' has no shape named '{}'", contact.name(), name), name, names);
}

/// The node that a mesh group of one node stands for.
int node_of(const params::Params& entry, const Model& model, const SurfacePair& contact,
            const std::string& name) {
  const auto marker = model.find_marker(name);
  for (int node = 0; marker != nullptr && node < contact.surface().nodes(); ++node)
    if (marker->size() == contact.surface().dimension() &&
        marker->dofs()[0] == contact.surface().dofs(node)[0])
      return node;
  std::vector<std::string> known;
  for (const auto& [other, of] : model.markers)
    for (int node = 0; node < contact.surface().nodes() && of->size() > 0; ++node)
      if (of->dofs()[0] == contact.surface().dofs(node)[0]) known.push_back(other);
  entry.fail("of",
             fmt::format("'{}' is not a mesh group of one node on the first surface of contact '{}'", name,
                         contact.name()),
             name, known);
}

/// A point by its name, or by that of a mesh group of one node.
int point_of(const params::Params& entry, const Model& model, const PointShapePair& contact,
             const std::string& name) {
  const auto group = model.find_marker(name);
  std::vector<std::string> known;
  for (std::size_t i = 0; i < contact.list().size(); ++i) {
    const Marker& point = *contact.list()[i].marker;
    const bool same = group != nullptr && !group->has_rotation() && group->size() > 0 &&
                      !point.has_rotation() && group->dofs()[0] == point.dofs()[0];
    if (same || point.name() == name) return static_cast<int>(i);
    if (known.size() < 1000) known.push_back(point.name());
  }
  entry.fail("of", fmt::format("contact '{}' has no point named '{}'", contact.name(), name), name, known);
}

std::optional<Choice> choice_of(const params::Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  const auto& pairs = model.system.contacts().all();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i]->points() > 0) continue;  // a fixed list
    Choice choice{static_cast<int>(i), -1, -1};
    if (of == pairs[i]->name()) return choice;
    const auto* surfaces = dynamic_cast<const SurfacePair*>(pairs[i].get());
    if (surfaces != nullptr && of.rfind(surfaces->name() + ":", 0) == 0) {
      choice.node = node_of(entry, model, *surfaces, of.substr(surfaces->name().size() + 1));
      if (surfaces->surface().is_of_points())
        choice.rows_of_node = static_cast<int>(surfaces->opposite().faces().size());
      return choice;
    }
    const auto* points = dynamic_cast<const PointShapePair*>(pairs[i].get());
    if (points != nullptr && of.rfind(points->name() + ":", 0) == 0) {
      choice.node = point_of(entry, model, *points, of.substr(points->name().size() + 1));
      choice.rows_of_node = static_cast<int>(points->shapes().size());
      return choice;
    }
    const auto* contact = dynamic_cast<const BodyContacts*>(pairs[i].get());
    if (contact == nullptr) continue;
    if (of.rfind(contact->name() + ":", 0) != 0) continue;
    const std::string shapes = of.substr(contact->name().size() + 1);
    const std::size_t bar = shapes.find('|');
    choice.shape = shape_of(entry, *contact, shapes.substr(0, bar));
    if (bar != std::string::npos) choice.other = shape_of(entry, *contact, shapes.substr(bar + 1));
    return choice;
  }
  return std::nullopt;
}

std::function<double(const Observation&)> friction(const Choice& choice, int axis) {
  return [choice, axis](const Observation& o) {
    double sum = 0;
    Index at = 0;
    for (const ContactRow& row : o.step.rows) {
      const int sign = choice.sign(row);
      for (int k = 0; k < row.law->tangents; ++k, ++at)
        if (sign != 0 && at < o.step.friction_impulse.size() && o.step.friction_impulse[at] != 0)
          sum += sign * o.step.friction_impulse[at] *
                 o.model.system.contacts().all()[row.pair]->axis(o.state, row, tangent(k))[axis];
    }
    return o.h > 0 ? sum / o.h : 0.0;
  };
}

std::function<double(const Observation&)> sum_of(const Choice& choice, bool counts, bool is_force) {
  return [=](const Observation& o) {
    double sum = 0;
    for (std::size_t i = 0; i < o.step.rows.size(); ++i) {
      const double impulse = o.step.impulse[static_cast<Index>(i)];
      if (impulse > 0 && choice.sign(o.step.rows[i]) != 0) sum += counts ? 1 : impulse;
    }
    return is_force ? sum / o.h : sum;
  };
}

/// Where edges of faces coincide, round-off makes overlaps of next to no area, whose forces say nothing.
std::function<double(const Observation&)> largest_pressure(const Choice& choice) {
  return [choice](const Observation& o) {
    double largest_area = 0;
    for (const ContactRow& row : o.step.rows)
      if (choice.sign(row) != 0) largest_area = std::max(largest_area, row.area);
    double pressure = 0;
    for (std::size_t i = 0; i < o.step.rows.size(); ++i)
      if (const ContactRow& row = o.step.rows[i];
          choice.sign(row) != 0 && row.area > 0 && row.area >= kLeastArea * largest_area)
        pressure = std::max(pressure, o.step.impulse[static_cast<Index>(i)] / (o.h * row.area));
    return pressure;
  };
}

/// The smallest gap of rows that count; infinite without any.
double least_gap(const Choice& choice, const Observation& o, const std::vector<ContactRow>& rows) {
  double gap = std::numeric_limits<double>::infinity();
  for (const ContactRow& row : rows)
    if (choice.sign(row) != 0)
      gap = std::min(gap, o.model.system.contacts().all()[row.pair]->gap(o.state, row));
  return gap;
}

/// Of what the step has found; where that is nothing, and before the first step, the true distance.
std::function<double(const Observation&)> smallest_gap(const Choice& choice) {
  return [choice](const Observation& o) {
    const double gap = least_gap(choice, o, o.step.rows);
    if (std::isfinite(gap)) return gap;
    const ContactPair& pair = *o.model.system.contacts().all()[choice.pair];
    return pair.distance(o.state, choice.pair, [&](ContactRow row) {
      row.pair = choice.pair;
      return choice.sign(row) != 0;
    });
  };
}

}  // namespace

std::optional<Sensor> found_contact_sensor(const params::Params& entry, const Model& model,
                                           const params::Units& units) {
  const std::optional<Choice> choice = choice_of(entry, model);
  if (!choice) return std::nullopt;
  namespace dim = params::dim;
  const std::string& quantity = entry.text("quantity");
  Sensor sensor;
  if (quantity == "contact_impulse" || quantity == "contact_force" || quantity == "contacts") {
    sensor.value = sum_of(*choice, quantity == "contacts", quantity == "contact_force");
    sensor.unit =
        quantity == "contacts" ? "" : units.name(quantity == "contact_force" ? dim::force : dim::impulse);
  } else if (quantity == "friction_force") {
    const std::vector<std::string> axes = {"x", "y", "z"};
    const auto axis = std::find(axes.begin(), axes.end(), entry.text("component"));
    if (axis == axes.end())
      entry.fail("component", "a force has the components x, y, z", entry.text("component"), axes);
    sensor.value = friction(*choice, static_cast<int>(axis - axes.begin()));
    sensor.unit = units.name(dim::force);
  } else if (quantity == "contact_pressure") {
    sensor.value = largest_pressure(*choice);
    sensor.unit = units.name(dim::stress);
  } else if (quantity == "gap") {
    sensor.value = smallest_gap(*choice);
    sensor.unit = units.name(dim::length);
  } else {
    const std::vector<std::string> known = {"contact_impulse", "contact_force", "contact_pressure",
                                            "friction_force",  "gap",           "contacts"};
    entry.fail("quantity", fmt::format("a contact with changing points has no '{}'", quantity), quantity,
               known);
  }
  return sensor;
}

}  // namespace jounce
