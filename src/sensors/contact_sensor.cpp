#include "sensors/contact_sensor.h"

#include <fmt/format.h>

namespace jounce {

namespace dim = params::dim;

namespace {

/// Number of the contact with several points that an impulse or a force is the sum of; -1 for none. Where the
/// model is in parts, this rank may have any number of the points.
int sum_over(const params::Params& entry, const Model& model) {
  const std::string& quantity = entry.text("quantity");
  if (quantity != "contact_impulse" && quantity != "contact_force") return -1;
  const auto& pairs = model.system.contacts().all();
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i]->name() == entry.text("of") && (pairs[i]->points() > 1 || !model.system.is_whole()))
      return static_cast<int>(i);
  return -1;
}

}  // namespace

std::pair<int, int> contact_of(const params::Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  std::vector<std::string> known;
  const auto& pairs = model.system.contacts().all();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i]->name() == of && pairs[i]->points() == 1) return {static_cast<int>(i), 0};
    if (pairs[i]->points() == 1) known.push_back(pairs[i]->name());
    for (int point = 0; point < pairs[i]->points(); ++point) {
      const std::string full = pairs[i]->name() + ":" + pairs[i]->point_name(pairs[i]->row(point));
      if (full == of) return {static_cast<int>(i), point};
      if (pairs[i]->points() > 1 && known.size() < 1000) known.push_back(full);
    }
    if (pairs[i]->name() == of)
      entry.fail("of",
                 fmt::format("contact '{}' has {} points; name one of them as contact:point", of,
                             pairs[i]->points()),
                 of + ":", known);
  }
  entry.fail("of", fmt::format("there is no contact named '{}'", of), of, known);
}

std::function<double(const Observation&)> contact_quantity(const params::Params& entry, const Model& model) {
  const std::string& quantity = entry.text("quantity");
  if (const int pair = sum_over(entry, model); pair >= 0)
    return [pair, is_force = quantity == "contact_force"](const Observation& o) {
      double sum = 0;
      for (std::size_t i = 0; i < o.step.rows.size() && o.step.impulse.size() > 0; ++i)
        if (o.step.rows[i].pair == pair) sum += o.step.impulse[static_cast<Index>(i)];
      return is_force ? sum / o.h : sum;
    };
  const auto [pair, point] = contact_of(entry, model);
  if (quantity == "gap")
    return [row = model.system.contacts().all()[pair]->row(point, pair)](const Observation& o) {
      return o.model.system.contacts().all()[row.pair]->gap(o.state, row);
    };
  const auto row_value = [pair = pair, point = point](const Observation& o, const Vector& values) {
    for (std::size_t i = 0; i < o.step.rows.size(); ++i)
      if (o.step.rows[i].pair == pair && o.step.rows[i].point == point) return values[static_cast<Index>(i)];
    return 0.0;
  };
  if (quantity == "contact_impulse")
    return [=](const Observation& o) { return row_value(o, o.step.impulse); };
  if (quantity == "contact_force")
    return [=](const Observation& o) { return row_value(o, o.step.impulse) / o.h; };
  if (quantity == "position_multiplier")
    return [=](const Observation& o) { return row_value(o, o.step.position_multiplier); };
  // gap velocity, also of contacts beyond the search distance
  const ContactPair& contact = *model.system.contacts().all()[pair];
  const ContactRow row = contact.row(point, pair);
  std::vector<Index> dofs;
  contact.append_dofs(row, dofs);
  RowJacobian W;
  W.add_row(dofs);
  return [row, W](const Observation& o) mutable {
    o.model.system.contacts().all()[row.pair]->jacobian(o.state, row, Direction::normal, W.values(0).data());
    return W.dot(0, o.state.v);
  };
}

std::string contact_unit(const params::Params& entry, const Model& model, const params::Units& units) {
  const int sum = sum_over(entry, model);
  const auto pair = static_cast<std::size_t>(sum >= 0 ? sum : contact_of(entry, model).first);
  const bool angular = model.system.contacts().all()[pair]->is_angular();
  const std::string& quantity = entry.text("quantity");
  if (quantity == "gap") return angular ? "rad" : units.name(dim::length);
  if (quantity == "gap_velocity") return angular ? "rad/" + units.time : units.name(dim::velocity);
  if (quantity == "contact_impulse")
    return angular ? units.moment() + " " + units.time : units.name(dim::impulse);
  if (quantity == "position_multiplier") return units.name(params::Dimension{1, angular ? 2 : 1, 0});
  return angular ? units.moment() : units.name(dim::force);
}

}  // namespace jounce
