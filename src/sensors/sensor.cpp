#include "sensors/sensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "elements/bar.h"
#include "elements/beam.h"
#include "elements/spring.h"
#include "math/rotation.h"
#include "mesh/mesh_names.h"
#include "params/nearest.h"
#include "sensors/contact_sensor.h"
#include "sensors/exchange_sensor.h"
#include "sensors/found_contact_sensor.h"
#include "sensors/friction_sensor.h"
#include "sensors/solid_sensor.h"

namespace jounce {
namespace {

using params::Params;
namespace dim = params::dim;

int axis_of(const Params& entry, int dimension) {
  const std::string& component = entry.text("component");
  static const std::vector<std::string> axes = {"x", "y", "z"};
  for (int i = 0; i < dimension; ++i)
    if (component == axes[static_cast<std::size_t>(i)]) return i;
  entry.fail("component",
             fmt::format("'{}' is no component of a vector in {} dimensions", component, dimension),
             component, {axes.begin(), axes.begin() + dimension});
}

std::shared_ptr<const Marker> marker_of(const Params& entry, const Model& model) {
  const std::string& name = entry.text("of");
  if (auto marker = model.find_marker(name)) return marker;
  std::vector<std::string> known;
  for (const auto& [other, marker] : model.markers) known.push_back(other);
  const std::string needed = "body, marker or mesh group of one node", what = what_is(model.meshes, name);
  if (!what.empty())
    entry.fail("of", fmt::format("'{}' is {}, but a {} is needed here", name, what, needed), name, known);
  entry.fail("of",
             fmt::format("there is no {} named '{}'{}", needed, name,
                         params::nearest(name, known).empty() ? groups_beside(model.meshes, name) : ""),
             name, known);
}

std::function<double(const Observation&)> kinematic(const Params& entry, const Model& model) {
  const auto marker = marker_of(entry, model);
  const std::string& quantity = entry.text("quantity");
  if (quantity == "angle" || quantity == "angular_velocity") {
    if (!marker->has_rotation()) entry.fail("of", fmt::format("'{}' has no angle", entry.text("of")));
    if (model.dimension == 3) {
      if (quantity == "angle")
        entry.fail("quantity", "a body in space has no single angle; ask for 'quaternion'");
      const int axis = axis_of(entry, 3);
      return [marker, axis](const Observation& o) {
        MarkerKinematics k;
        marker->evaluate(o.state, Derivatives::first, k);
        return k.omega[axis];
      };
    }
    if (!marker->has_linear_rotation()) {  // the mean frame of nodes: counted from its initial direction
      MarkerKinematics initial;
      marker->evaluate(model.system.initial_state(), Derivatives::none, initial);
      return [marker, R_0 = initial.R, is_angle = quantity == "angle"](const Observation& o) {
        MarkerKinematics k;
        marker->evaluate(o.state, Derivatives::first, k);
        const Matrix3 turned = k.R * R_0.transpose();
        return is_angle ? std::atan2(turned(1, 0), turned(0, 0)) : k.omega.z();
      };
    }
    // In the plane the angle is linear in q: the body's own, and that of the deformation at a flexible node.
    MarkerKinematics k;
    marker->evaluate(model.system.initial_state(), Derivatives::first, k);
    std::vector<std::pair<Index, double>> weights;
    for (int i = 0; i < marker->size(); ++i)
      if (const double weight = k.J_r(2, i); weight != 0)
        weights.emplace_back(marker->dofs()[static_cast<std::size_t>(i)], weight);
    const bool is_angle = quantity == "angle";
    return [weights, is_angle](const Observation& o) {
      double sum = 0;
      for (const auto& [dof, weight] : weights) sum += weight * (is_angle ? o.state.q : o.state.v)[dof];
      return sum;
    };
  }
  if (quantity == "quaternion") {
    static const std::vector<std::string> parts = {"w", "x", "y", "z"};
    const auto part = std::find(parts.begin(), parts.end(), entry.text("component")) - parts.begin();
    if (part == 4)
      entry.fail("component", "a quaternion has the components w, x, y, z", entry.text("component"), parts);
    return [marker, part](const Observation& o) {
      MarkerKinematics k;
      marker->evaluate(o.state, Derivatives::none, k);
      Quaternion q(k.R);
      if (q.w() < 0) q.coeffs() *= -1;
      return part == 0 ? q.w() : q.vec()[part - 1];
    };
  }
  const int axis = axis_of(entry, model.dimension);
  MarkerKinematics initial;
  marker->evaluate(model.system.initial_state(), Derivatives::none, initial);
  const double origin = quantity == "displacement" ? initial.x[axis] : 0.0;
  if (quantity == "velocity")
    return [marker, axis](const Observation& o) {
      MarkerKinematics k;
      marker->evaluate(o.state, Derivatives::first, k);
      return k.velocity[axis];
    };
  return [marker, axis, origin](const Observation& o) {
    MarkerKinematics k;
    marker->evaluate(o.state, Derivatives::none, k);
    return k.x[axis] - origin;
  };
}

/// x_P'' = J v' + (d(J v)/dq) v, and the same for the angular acceleration.
std::function<double(const Observation&)> acceleration(const Params& entry, const Model& model) {
  const auto marker = marker_of(entry, model);
  const bool angular = entry.text("quantity") == "angular_acceleration";
  if (angular && !marker->has_rotation())
    entry.fail("of", fmt::format("'{}' has no angle", entry.text("of")));
  const int axis = angular && model.dimension < 3 ? 2 : axis_of(entry, model.dimension);
  return [marker, angular, axis](const Observation& o) {
    if (o.step.acceleration.size() != o.state.v.size()) return 0.0;
    MarkerKinematics k;
    marker->evaluate(o.state, Derivatives::second, k);
    double sum = 0;
    for (int i = 0; i < marker->size(); ++i) {
      const Index dof = marker->dofs()[static_cast<std::size_t>(i)];
      sum += (angular ? k.J_r : k.J)(axis, i) * o.step.acceleration[dof];
      sum += (angular ? k.D_r : k.D)(axis, i) * o.state.v[dof];
    }
    return sum;
  };
}

int joint_number(const Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  const int joint = model.find_constraint(of);
  if (joint >= 0) return joint;
  std::vector<std::string> known;
  for (const auto& constraint : model.system.constraints()) known.push_back(constraint->name());
  entry.fail("of", fmt::format("there is no joint named '{}'", of), of, known);
}

/// Force and moment of a joint on its second part, at its point there, in fixed axes.
std::function<double(const Observation&)> joint_wrench(const Params& entry, const Model& model) {
  const int joint = joint_number(entry, model);
  const bool moment = entry.text("quantity") == "reaction_moment";
  const int axis = moment && model.dimension < 3 ? 2 : axis_of(entry, model.dimension);
  const Constraint& constraint = *model.system.constraints()[static_cast<std::size_t>(joint)];
  const Vector zero = Vector::Zero(constraint.rows());
  Vector3 force, torque;
  if (!constraint.wrench(model.system.initial_state(), zero.data(), force, torque))
    entry.fail("of",
               fmt::format("joint '{}' has no single force and moment; ask for the 'reaction' of its row "
                           "'{}'",
                           entry.text("of"), constraint.row_names()[0]));
  return [&constraint, first = model.system.first_row(joint), moment, axis](const Observation& o) {
    if (o.step.reaction.size() < first + constraint.rows()) return 0.0;
    Vector3 f, m;
    constraint.wrench(o.state, o.step.reaction.data() + first, f, m);
    return moment ? m[axis] : f[axis];
  };
}

std::function<double(const Observation&)> reaction(const Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  const int joint = joint_number(entry, model);
  const auto& rows = model.system.constraints()[static_cast<std::size_t>(joint)]->row_names();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] == entry.text("component")) {
      const Index row = model.system.first_row(joint) + static_cast<Index>(i);
      return
          [row](const Observation& o) { return o.step.reaction.size() > row ? o.step.reaction[row] : 0.0; };
    }
  entry.fail(
      "component",
      fmt::format("joint '{}' has no row '{}', but: {}", of, entry.text("component"), fmt::join(rows, ", ")),
      entry.text("component"), rows);
}

/// Of the row of a joint that `component` names.
bool is_moment(const Params& entry, const Model& model) {
  const Constraint& joint = *model.system.constraints()[static_cast<std::size_t>(joint_number(entry, model))];
  const auto& rows = joint.row_names();
  const auto row = std::find(rows.begin(), rows.end(), entry.text("component"));
  return row != rows.end() && joint.is_moment(static_cast<int>(row - rows.begin()));
}

bool is_bar(const ElementBlock& block) {
  return dynamic_cast<const BarBlock<1>*>(&block) != nullptr ||
         dynamic_cast<const BarBlock<2>*>(&block) != nullptr ||
         dynamic_cast<const BarBlock<3>*>(&block) != nullptr;
}

std::function<double(const Observation&)> element_force(const Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  const ElementBlock* block = model.find_block(of);
  if (entry.text("quantity") == "spring_force") {
    if (const auto* spring = dynamic_cast<const SpringDamper*>(block))
      return [spring](const Observation& o) { return spring->force(o.state); };
  } else {
    int number = 1;
    if (entry.given("component")) {
      const std::string& text = entry.text("component");
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size())
        entry.fail("component", "the component of an axial force is the number of the bar, from 1");
    }
    const auto force = [&](const auto* bars) -> std::function<double(const Observation&)> {
      const int count = static_cast<int>(bars->elements().size());
      if (number < 1 || number > count)
        entry.fail("component", fmt::format("'{}' has the bars 1 to {}", of, count));
      return [bars, number](const Observation& o) {
        return bars->axial_force(o.state, static_cast<std::size_t>(number - 1));
      };
    };
    if (const auto* bars = dynamic_cast<const BarBlock<1>*>(block)) return force(bars);
    if (const auto* bars = dynamic_cast<const BarBlock<2>*>(block)) return force(bars);
    if (const auto* bars = dynamic_cast<const BarBlock<3>*>(block)) return force(bars);
  }
  const bool is_spring = entry.text("quantity") == "spring_force";
  std::vector<std::string> known;
  for (const auto& other : model.system.blocks())
    if (is_spring ? dynamic_cast<const SpringDamper*>(other.get()) != nullptr : is_bar(*other))
      known.push_back(other->name());
  entry.fail("of", fmt::format("there is no element named '{}' with this quantity", of), of, known);
}

std::function<double(const Observation&)> section_force(const Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  const auto* beam = dynamic_cast<const BeamBlock*>(model.find_block(of));
  if (beam == nullptr) {
    std::vector<std::string> known;
    for (const auto& block : model.system.blocks())
      if (dynamic_cast<const BeamBlock*>(block.get()) != nullptr) known.push_back(block->name());
    entry.fail("of", fmt::format("there is no beam named '{}'", of), of, known);
  }
  const int element = entry.integer("element");
  if (element > static_cast<int>(beam->n_elements()))
    entry.fail("element", fmt::format("'{}' has the beams 1 to {}", of, beam->n_elements()));
  static const std::vector<std::string> names = {"N", "Q_y", "Q_z", "T", "M_y", "M_z"};
  const auto place = std::find(names.begin(), names.end(), entry.text("component"));
  if (place == names.end())
    entry.fail("component", "a section force has the components N, Q_y, Q_z, T, M_y, M_z",
               entry.text("component"), names);
  const auto component = static_cast<Index>(place - names.begin());
  return [beam, element, component, xi = entry.number("place")](const Observation& o) {
    const SectionForces forces = beam->section_forces(o.state, static_cast<std::size_t>(element - 1), xi);
    return component < 3 ? forces.force[component] : forces.moment[component - 3];
  };
}

/// Of the whole model, the angular momentum about the origin.
std::function<double(const Observation&)> momentum(const Params& entry, const Model& model) {
  if (entry.text("of") != "model")
    entry.fail("of", "a momentum is that of the whole model: of = \"model\"", entry.text("of"), {"model"});
  const bool angular = entry.text("quantity") == "angular_momentum";
  const int axis = angular && model.dimension < 3 ? 2 : axis_of(entry, model.dimension);
  return [angular, axis](const Observation& o) {
    const Momentum momentum = o.model.system.momentum(o.state);
    return angular ? momentum.angular[axis] : momentum.linear[axis];
  };
}

/// Calls `make` with the model that has the element: the whole one, or that of a flexible body, whose
/// deformed state is then recovered at every observation.
std::function<double(const Observation&)> recovered(
    const Params& entry, const Model& model,
    std::function<double(const Observation&)> (*make)(const Params&, const Model&)) {
  const FlexiblePart* part = model.find_flexible_part(entry.text("of"));
  if (part == nullptr) return make(entry, model);
  return [part, value = make(entry, *part->own)](const Observation& o) {
    const State deformed = part->recover(o.state);
    return value({*part->own, deformed, o.step, o.h});
  };
}

std::function<double(const Observation&)> friction_value(const Params& entry, const Model& model) {
  const std::string& quantity = entry.text("quantity");
  const std::string& name = entry.text("of");
  const int joint = find_joint_friction(model, name);
  const auto& zeros = model.frictionless_joints;
  const bool is_frictionless = std::find(zeros.begin(), zeros.end(), name) != zeros.end();
  if ((joint >= 0 || is_frictionless) && quantity != "friction_moment" && model.find_contact_pair(name) >= 0)
    entry.fail("of", fmt::format("both a joint and a contact are named '{}'", name));
  if (joint >= 0) return joint_friction_sensor(entry, model, joint);
  if (is_frictionless && quantity != "slip_velocity") return [](const Observation&) { return 0.0; };
  if (is_frictionless)
    entry.fail("of", fmt::format("the friction of joint '{}' is zero: its slip is not followed", name));
  if (quantity == "friction_moment")
    entry.fail("of", fmt::format("there is no joint with friction named '{}'", name));
  const auto [pair, point] = contact_of(entry, model);
  return friction_sensor(entry, model, pair, point, axis_of(entry, model.dimension));
}

}  // namespace

Sensor make_sensor(const Params& entry, const Model& model, const params::Units& units) {
  const std::string& quantity = entry.text("quantity");
  Sensor sensor;
  sensor.name = entry.name();
  sensor.description = fmt::format("{} of {}", quantity, entry.text("of"));
  if (const auto own = found_contact_sensor(entry, model, units)) {
    sensor.value = own->value;
    sensor.unit = own->unit;
    return sensor;
  }
  if (quantity == "bodies" || quantity == "mass") {
    const Sensor own = exchange_sensor(entry, model, units);
    sensor.value = own.value;
    sensor.unit = own.unit;
    return sensor;
  }
  if (const auto own = solid_sensor(entry, model, units)) {
    sensor.value = own->value;
    sensor.unit = own->unit;
    return sensor;
  }
  if (quantity == "contacts" || quantity == "contact_pressure")
    entry.fail("of", fmt::format("'{}' is no contact between bodies or surfaces", entry.text("of")));
  if (quantity == "position" || quantity == "displacement" || quantity == "velocity" || quantity == "angle" ||
      quantity == "angular_velocity" || quantity == "quaternion") {
    sensor.value = kinematic(entry, model);
    sensor.unit = quantity == "velocity"           ? units.name(dim::velocity)
                  : quantity == "angle"            ? "rad"
                  : quantity == "quaternion"       ? ""
                  : quantity == "angular_velocity" ? "rad/" + units.name(dim::time)
                                                   : units.name(dim::length);
  } else if (quantity == "acceleration" || quantity == "angular_acceleration") {
    sensor.value = acceleration(entry, model);
    sensor.unit = quantity == "acceleration" ? units.name(dim::acceleration) : "rad/" + units.time + "^2";
  } else if (quantity == "reaction_force" || quantity == "reaction_moment") {
    sensor.value = joint_wrench(entry, model);
    sensor.unit = quantity == "reaction_force" ? units.name(dim::force) : units.moment();
  } else if (quantity == "reaction") {
    sensor.value = reaction(entry, model);
    sensor.unit = is_moment(entry, model) ? units.moment() : units.name(dim::force);
  } else if (quantity == "axial_force" || quantity == "spring_force") {
    sensor.value = recovered(entry, model, element_force);
    const auto* spring = dynamic_cast<const SpringDamper*>(model.find_block(entry.text("of")));
    sensor.unit = spring != nullptr && spring->is_angular() ? units.moment() : units.name(dim::force);
  } else if (quantity == "section_force") {
    sensor.value = recovered(entry, model, section_force);
    const char kind = entry.text("component").front();
    sensor.unit = kind == 'T' || kind == 'M' ? units.moment() : units.name(dim::force);
  } else if (quantity == "momentum" || quantity == "angular_momentum") {
    sensor.value = momentum(entry, model);
    sensor.unit = units.name(quantity == "momentum" ? dim::impulse : dim::angular_impulse);
  } else if (quantity == "friction_moment" || quantity == "friction_force" || quantity == "slip_velocity") {
    sensor.value = friction_value(entry, model);
    sensor.unit = quantity == "friction_moment"  ? units.moment()
                  : quantity == "friction_force" ? units.name(dim::force)
                                                 : units.name(dim::velocity);
  } else {
    sensor.value = contact_quantity(entry, model);
    sensor.unit = contact_unit(entry, model, units);
  }
  return sensor;
}

}  // namespace jounce
