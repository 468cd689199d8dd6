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
    const ContactPair& contact = *o.model.system.contacts().all()[pair];
    for (int i = 0; i < row.law->tangents && first + i < values.size(); ++i)
      sum += values[first + i] * contact.axis(o.state, row, tangent(i))[axis];
    return sum;
  }
  return 0;
}

}  // namespace

std::function<double(const Observation&)> friction_sensor(const params::Params& entry, const Model& model,
                                                          int pair, int point, int axis) {
  const ContactPair& contact = *model.system.contacts().all()[pair];
  if (contact.law().tangents == 0)
    entry.fail("of", fmt::format("contact '{}' has no friction", contact.name()));
  if (entry.text("quantity") == "friction_force")
    return
        [=](const Observation& o) { return component(o, o.step.friction_impulse, pair, point, axis) / o.h; };
  const ContactRow row = contact.row(point, pair);
  std::vector<Index> dofs;
  contact.append_dofs(row, dofs);
  RowJacobian D;
  for (int i = 0; i < contact.law().tangents; ++i) D.add_row(dofs);
  return [=](const Observation& o) mutable {
    const ContactPair& there = *o.model.system.contacts().all()[pair];
    double sum = 0;
    for (int i = 0; i < D.rows(); ++i) {
      there.jacobian(o.state, row, tangent(i), D.values(i).data());
      sum += D.dot(i, o.state.v) * there.axis(o.state, row, tangent(i))[axis];
    }
    return sum;
  };
}

int find_joint_friction(const Model& model, const std::string& name) {
  const auto& joints = model.system.contacts().joint_frictions();
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (joints[i]->name() == name) return static_cast<int>(i);
  return -1;
}

std::function<double(const Observation&)> joint_friction_sensor(const params::Params& entry,
                                                                const Model& model, int number) {
  const auto& joints = model.system.contacts().joint_frictions();
  const auto place = static_cast<std::size_t>(number);
  const JointFriction& joint = *joints[place];
  const std::string& quantity = entry.text("quantity");
  const auto is_angle = [&](int i) { return joint.slide(i).coordinate->is_angle(); };
  int direction = 0;
  if (quantity != "slip_velocity") {
    while (direction < joint.size() && is_angle(direction) != (quantity == "friction_moment")) ++direction;
    if (direction == joint.size())
      entry.fail("quantity", fmt::format("joint '{}' {}", joint.name(),
                                         is_angle(0) ? "turns only: ask for its 'friction_moment'"
                                                     : "slides only: ask for its 'friction_force'"));
  }
  const JointFriction::Slide& slide = joint.slide(direction);
  if (quantity == "slip_velocity" && !slide.has_surface)
    entry.fail("quantity",
               fmt::format("the pin of '{}' has no 'radius': ask for an 'angular_velocity'", joint.name()));
  if (quantity == "slip_velocity")
    return [slide](const Observation& o) { return slide.arm * slide.coordinate->rate(o.state); };
  // The rows of joints are the last ones.
  Index from_end = joint.size() - direction;
  for (std::size_t i = place + 1; i < joints.size(); ++i) from_end += joints[i]->size();
  return [arm = slide.arm, from_end](const Observation& o) {
    const Vector& impulse = o.step.friction_impulse;
    return impulse.size() < from_end ? 0.0 : arm * impulse[impulse.size() - from_end] / o.h;
  };
}

}  // namespace jounce
