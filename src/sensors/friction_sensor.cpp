#include "sensors/friction_sensor.h"

#include <fmt/format.h>

namespace jounce {
namespace {

/// Tangential values of a contact in fixed axes, from its entries among those of all tangential rows.
double component(const Observation& o, const Vector& values, int pair, int point, int axis) {
  int first = 0;
  for (const ContactRow& row : o.step.rows) {
    if (row.pair != pair || row.point != point) {
      first += row.law->tangents;
      continue;
    }
    double sum = 0;
    const ContactPair& contact = *o.model.system.contact_pairs()[static_cast<std::size_t>(pair)];
    for (int i = 0; i < row.law->tangents && first + i < values.size(); ++i)
      sum += values[first + i] * contact.axis(o.state, point, tangent(i))[axis];
    return sum;
  }
  return 0;
}

}  // namespace

std::function<double(const Observation&)> friction_sensor(const params::Params& entry, const Model& model,
                                                          int pair, int point, int axis) {
  const ContactPair& contact = *model.system.contact_pairs()[static_cast<std::size_t>(pair)];
  if (contact.law().tangents == 0)
    entry.fail("of", fmt::format("contact '{}' has no friction", contact.name()));
  if (entry.text("quantity") == "friction_force")
    return
        [=](const Observation& o) { return component(o, o.step.friction_impulse, pair, point, axis) / o.h; };
  RowJacobian D;
  for (int i = 0; i < contact.law().tangents; ++i) D.add_row(contact.dofs(point));
  return [=](const Observation& o) mutable {
    const ContactPair& there = *o.model.system.contact_pairs()[static_cast<std::size_t>(pair)];
    double sum = 0;
    for (int i = 0; i < D.rows(); ++i) {
      there.jacobian(o.state, point, tangent(i), D.values(i).data());
      sum += D.dot(i, o.state.v) * there.axis(o.state, point, tangent(i))[axis];
    }
    return sum;
  };
}

}  // namespace jounce
