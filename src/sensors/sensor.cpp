#include "sensors/sensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "math/rotation.h"
#include "mesh/mesh_names.h"
#include "params/nearest.h"
#include "sensors/contact_sensor.h"
#include "sensors/element_sensor.h"
#include "sensors/exchange_sensor.h"
#include "sensors/found_contact_sensor.h"
#include "sensors/friction_sensor.h"
#include "sensors/solid_sensor.h"

namespace jounce {
namespace {

using params::Params;
namespace dim = params::dim;
using Value = std::function<double(const Observation&)>;

int axis_of(const Params& entry, int dimension) {
  const std::string& component = entry.text("component");
  static const std::vector<std::string> axes = {"x", "y", "z"};
  for (int i = 0; i < dimension; ++i)
    if (component == axes[i]) return i;
  entry.fail("component",
             fmt::format("'{}' is not a component of a vector in {} dimensions", component, dimension),
             component, {axes.begin(), axes.begin() + dimension});
}

std::shared_ptr<const Marker> marker_of(const Params& entry, const Model& model) {
  const std::string& name = entry.text("of");
  if (auto marker = model.find_marker(name)) return marker;
  std::vector<std::string> known;
  for (const auto& [other, marker] : model.markers) known.push_back(other);
  const std::string needed = "body, marker or mesh group of one node", what = what_is(model.meshes, name);
  if (!what.empty())
    entry.fail("of", fmt::format("'{}' is {}, but a {} is required here", name, what, needed), name, known);
  entry.fail("of",
             fmt::format("there is no {} named '{}'{}", needed, name,
                         params::nearest(name, known).empty() ? groups_beside(model.meshes, name) : ""),
             name, known);
}

/// Angle or angular velocity.
Value rotation(const Params& entry, const Model& model) {
  const auto marker = marker_of(entry, model);
  const bool is_angle = entry.text("quantity") == "angle";
  if (!marker->has_rotation()) entry.fail("of", fmt::format("'{}' has no angle", entry.text("of")));
  if (model.dimension == 3) {
    if (is_angle) entry.fail("quantity", "a body in space has no single angle; ask for 'quaternion'");
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
    return [marker, R_0 = initial.R, is_angle](const Observation& o) {
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
    if (const double weight = k.J_r(2, i); weight != 0) weights.emplace_back(marker->dofs()[i], weight);
  return [weights, is_angle](const Observation& o) {
    double sum = 0;
    for (const auto& [dof, weight] : weights) sum += weight * (is_angle ? o.state.q : o.state.v)[dof];
    return sum;
  };
}

Value quaternion(const Params& entry, const Model& model) {
  const auto marker = marker_of(entry, model);
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

/// Position, displacement or velocity along an axis.
Value coordinate(const Params& entry, const Model& model) {
  const auto marker = marker_of(entry, model);
  const std::string& quantity = entry.text("quantity");
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
Value acceleration(const Params& entry, const Model& model) {
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
      const Index dof = marker->dofs()[i];
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
  for (const auto& constraint : model.system.joints().all()) known.push_back(constraint->name());
  entry.fail("of", fmt::format("there is no joint named '{}'", of), of, known);
}

/// Force and moment of a joint on its second part, at its point there, in fixed axes.
Value joint_wrench(const Params& entry, const Model& model) {
  const int joint = joint_number(entry, model);
  const bool moment = entry.text("quantity") == "reaction_moment";
  const int axis = moment && model.dimension < 3 ? 2 : axis_of(entry, model.dimension);
  const Constraint& constraint = *model.system.joints().all()[joint];
  const Vector zero = Vector::Zero(constraint.rows());
  Vector3 force, torque;
  if (!constraint.wrench(model.system.initial_state(), zero.data(), force, torque))
    entry.fail("of",
               fmt::format("joint '{}' has no single force and moment; ask for the 'reaction' of its row "
                           "'{}'",
                           entry.text("of"), constraint.row_names()[0]));
  return [&constraint, first = model.system.joints().first_row(joint), moment, axis](const Observation& o) {
    if (o.step.reaction.size() < first + constraint.rows()) return 0.0;
    Vector3 f, m;
    constraint.wrench(o.state, o.step.reaction.data() + first, f, m);
    return moment ? m[axis] : f[axis];
  };
}

Value reaction(const Params& entry, const Model& model) {
  const std::string& of = entry.text("of");
  const int joint = joint_number(entry, model);
  const auto& rows = model.system.joints().all()[joint]->row_names();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] == entry.text("component")) {
      const Index row = model.system.joints().first_row(joint) + static_cast<Index>(i);
      return
          [row](const Observation& o) { return o.step.reaction.size() > row ? o.step.reaction[row] : 0.0; };
    }
  entry.fail(
      "component",
      fmt::format("joint '{}' has no row '{}', but: {}", of, entry.text("component"), fmt::join(rows, ", ")),
      entry.text("component"), rows);
}

/// Of the whole model, the angular momentum about the origin.
Value momentum(const Params& entry, const Model& model) {
  if (entry.text("of") != "model")
    entry.fail("of", "a momentum is that of the whole model: use of = \"model\"", entry.text("of"),
               {"model"});
  const bool angular = entry.text("quantity") == "angular_momentum";
  const int axis = angular && model.dimension < 3 ? 2 : axis_of(entry, model.dimension);
  return [angular, axis](const Observation& o) {
    const Momentum momentum = o.model.system.momentum(o.state);
    return angular ? momentum.angular[axis] : momentum.linear[axis];
  };
}

Value friction_value(const Params& entry, const Model& model) {
  const std::string& quantity = entry.text("quantity");
  const std::string& name = entry.text("of");
  const int joint = find_joint_friction(model, name);
  const auto& zeros = model.frictionless_joints;
  const bool is_frictionless = std::find(zeros.begin(), zeros.end(), name) != zeros.end();
  const int pair_of_name =
      model.find_contact_pair(name);  // stops of a joint, which are frictionless, have it
  const bool is_contact =
      pair_of_name >= 0 && model.system.contacts().all()[pair_of_name]->law().tangents > 0;
  if ((joint >= 0 || is_frictionless) && quantity != "friction_moment" && is_contact)
    entry.fail("of", fmt::format("both a joint and a contact are named '{}'", name));
  if (joint >= 0) return joint_friction_sensor(entry, model, joint);
  if (is_frictionless && quantity != "slip_velocity") return [](const Observation&) { return 0.0; };
  if (is_frictionless)
    entry.fail("of", fmt::format("the friction of joint '{}' is zero, so its slip is not recorded", name));
  if (quantity == "friction_moment")
    entry.fail("of", fmt::format("there is no joint with friction named '{}'", name));
  const auto [pair, point] = contact_of(entry, model);
  return friction_sensor(entry, model, pair, point, axis_of(entry, model.dimension));
}

Value refused(const Params& entry, const Model&) {
  entry.fail("of", fmt::format("'{}' is not a contact between bodies or surfaces", entry.text("of")));
}

using Unit = std::string (*)(const Params&, const Model&, const params::Units&);

template <params::Dimension D>
std::string unit(const Params&, const Model&, const params::Units& units) {
  return units.name(D);
}

std::string no_unit(const Params&, const Model&, const params::Units&) { return ""; }
std::string moment(const Params&, const Model&, const params::Units& units) { return units.moment(); }

/// Of an angle and its rates.
template <int Order>
std::string angle(const Params&, const Model&, const params::Units& units) {
  return Order == 0 ? "rad" : Order == 1 ? "rad/" + units.time : "rad/" + units.time + "^2";
}

/// Of the row of a joint that `component` names.
std::string reaction_unit(const Params& entry, const Model& model, const params::Units& units) {
  const Constraint& joint = *model.system.joints().all()[joint_number(entry, model)];
  const auto& rows = joint.row_names();
  const auto row = std::find(rows.begin(), rows.end(), entry.text("component"));
  const bool is_moment = row != rows.end() && joint.is_moment(static_cast<int>(row - rows.begin()));
  return is_moment ? units.moment() : units.name(dim::force);
}

/// A quantity of [[history]] that is neither of an element nor of a contact whose points come and go.
struct SensorRow {
  std::string_view quantity;
  Value (*value)(const Params&, const Model&);
  Unit unit;
};

constexpr std::array<SensorRow, 23> kRows = {{
    {"position", coordinate, unit<dim::length>},
    {"displacement", coordinate, unit<dim::length>},
    {"velocity", coordinate, unit<dim::velocity>},
    {"angle", rotation, angle<0>},
    {"angular_velocity", rotation, angle<1>},
    {"quaternion", quaternion, no_unit},
    {"acceleration", acceleration, unit<dim::acceleration>},
    {"angular_acceleration", acceleration, angle<2>},
    {"gap", contact_quantity, contact_unit},
    {"gap_velocity", contact_quantity, contact_unit},
    {"contact_impulse", contact_quantity, contact_unit},
    {"contact_force", contact_quantity, contact_unit},
    {"contact_pressure", refused, no_unit},
    {"contacts", refused, no_unit},
    {"friction_force", friction_value, unit<dim::force>},
    {"friction_moment", friction_value, moment},
    {"slip_velocity", friction_value, unit<dim::velocity>},
    {"position_multiplier", contact_quantity, contact_unit},
    {"reaction", reaction, reaction_unit},
    {"reaction_force", joint_wrench, unit<dim::force>},
    {"reaction_moment", joint_wrench, moment},
    {"momentum", momentum, unit<dim::impulse>},
    {"angular_momentum", momentum, unit<dim::angular_impulse>},
}};

bool counts(const Params& entry, const Model& model) {
  parallel::Numbering& numbering = model.system.numbering();
  if (numbering.is_whole()) return true;
  const std::string& of = entry.text("of");
  if (of == "model") return numbering.ranks().rank() == 0;  // every rank knows it
  if (model.is_elsewhere(of)) return false;
  const auto marker = model.find_marker(of);
  return marker == nullptr || model.system.is_home_of(marker->dofs());
}

/// The sensor without its name.
Sensor unnamed_sensor(const Params& entry, const Model& model, const params::Units& units) {
  if (auto own = found_contact_sensor(entry, model, units)) return std::move(*own);
  if (auto own = exchange_sensor(entry, model, units)) return std::move(*own);
  if (auto own = element_sensor(entry, model, units)) return std::move(*own);
  if (auto own = solid_sensor(entry, model, units)) return std::move(*own);
  const auto row = std::find_if(kRows.begin(), kRows.end(),
                                [&](const SensorRow& r) { return r.quantity == entry.text("quantity"); });
  if (row == kRows.end()) throw std::logic_error("no sensor of '" + entry.text("quantity") + "'");
  Sensor sensor;
  sensor.unit = row->unit(entry, model, units);
  sensor.counts = counts(entry, model);
  if (model.is_elsewhere(entry.text("of"))) {
    axis_of(entry, model.dimension);  // refuses what the rank that has the place refuses
    sensor.value = [](const Observation&) { return 0.0; };
  } else
    sensor.value = row->value(entry, model);
  return sensor;
}

}  // namespace

Sensor make_sensor(const Params& entry, const Model& model, const params::Units& units) {
  Sensor sensor = unnamed_sensor(entry, model, units);
  sensor.name = entry.name();
  sensor.description = fmt::format("{} of {}", entry.text("quantity"), entry.text("of"));
  return sensor;
}

}  // namespace jounce
