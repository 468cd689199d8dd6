#include "joints/joint_friction_part.h"

#include <fmt/format.h>

namespace jounce {
namespace {

using Surface = JointFriction::Surface;
using Slide = JointFriction::Slide;

bool has_coefficient(const params::Params& params) {
  const params::TimeFunction& mu = params.function("friction");
  return !mu.is_constant() || mu(0) > 0;
}

double given_or_zero(const params::Params& params, const char* key) {
  return params.given(key) ? params.number(key) : 0.0;
}

/// Lengths of surfaces mean nothing without a coefficient.
void refuse_without_friction(const params::Params& params, std::initializer_list<const char*> lengths) {
  if (params.given("friction")) return;
  for (const char* const key : lengths)
    if (params.given(key)) params.fail(key, "this length requires friction: give 'friction'");
}

/// A coefficient of zero, as in a study of parameters: columns of the history stay valid.
void note_without_friction(const params::Params& params, ModelBuilder& builder) {
  if (params.given("friction")) builder.add_frictionless(params.name());
}

void add(const params::Params& params, ModelBuilder& builder, std::vector<Slide> slides,
         std::vector<Surface> surfaces, double preload) {
  ContactLaw law;
  law.friction = params.function("friction");
  if (!has_coefficient(params)) surfaces.clear();
  const int next = static_cast<int>(builder.model().system.joints().all().size());
  builder.add(std::make_unique<JointFriction>(params.name(), next, std::move(law), std::move(slides),
                                              std::move(surfaces), preload));
}

/// The two pads of a part of this length; `force` and `moment` give the components of F and of M x a across
/// the axis from the multipliers. Length 0: one pad.
std::vector<Surface> pads(const Surface::Matrix& force, const Surface::Matrix& moment, double length) {
  if (length == 0) return {{1.0, force}};
  return {{1.0, 0.5 * force + moment / length}, {1.0, 0.5 * force - moment / length}};
}

params::Key coefficient_key() {
  return params::function("friction", "Coulomb's coefficient mu: a number, or a function of the slip speed v")
      .of_variable("v")
      .between(0, 1e6)
      .by_default(0.0);
}

params::Key bearing_length_key() {
  return params::number("bearing_length",
                        "distance between the two bearings: moments across the axis load them; without it "
                        "these moments cause no friction")
      .unit(params::dim::length)
      .positive();
}

}  // namespace

bool has_joint_friction(const params::Params& params, const char* preload_key) {
  return has_coefficient(params) || given_or_zero(params, preload_key) > 0;
}

std::vector<params::Key> pin_friction_keys() {
  using namespace params;
  return {coefficient_key(),
          number("radius", "radius of the pin, at which friction acts").unit(dim::length).positive(),
          bearing_length_key(),
          number("collar_radius",
                 "friction radius of the collars that carry axial forces; the radius of the pin unless given")
              .unit(dim::length)
              .non_negative(),
          number("friction_torque",
                 "constant moment of dry friction (seals, preload), in addition to that of the pin")
              .unit(dim::moment)
              .non_negative()};
}

void add_pin_friction(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers) {
  refuse_without_friction(params, {"radius", "bearing_length", "collar_radius"});
  if (!has_joint_friction(params, "friction_torque")) return note_without_friction(params, builder);
  if (has_coefficient(params) && !params.given("radius"))
    params.fail("friction", "the friction of a pin needs its 'radius'");
  const double radius = params.given("radius") ? params.number("radius") : 1.0;
  std::vector<Surface> surfaces;
  if (builder.dimension() < 3) {
    for (const char* const key : {"bearing_length", "collar_radius"})
      if (params.given(key)) params.fail(key, "only a joint in space has this length");
    surfaces = {{1.0, Surface::Matrix::Identity(2, 2)}};
  } else {
    Surface::Matrix force = Surface::Matrix::Zero(2, 5), moment = force, along = Surface::Matrix::Zero(1, 5);
    force(0, 0) = force(1, 1) = 1;
    moment(0, 3) = moment(1, 4) = 1;
    along(0, 2) = 1;
    surfaces = pads(force, moment, given_or_zero(params, "bearing_length"));
    const double collar = params.given("collar_radius") ? params.number("collar_radius") : radius;
    if (collar > 0) surfaces.push_back({collar / radius, along});
  }
  add(params, builder,
      {{relative_coordinate(params, builder, markers, "angle"), radius, params.given("radius")}},
      std::move(surfaces), given_or_zero(params, "friction_torque") / radius);
}

std::vector<params::Key> guide_friction_keys() {
  using namespace params;
  return {coefficient_key(),
          number("guide_length",
                 "length of the slider: moments load its two ends; without it they cause no friction")
              .unit(dim::length)
              .positive(),
          number("guide_width",
                 "width of the slider: a moment about the axis loads its two sides; without it the moment "
                 "causes no friction")
              .unit(dim::length)
              .positive(),
          number("friction_force",
                 "constant force of dry friction (seals, preload), in addition to that of the guide")
              .unit(dim::force)
              .non_negative()};
}

void add_guide_friction(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers) {
  refuse_without_friction(params, {"guide_length", "guide_width"});
  if (!has_joint_friction(params, "friction_force")) return note_without_friction(params, builder);
  const double length = given_or_zero(params, "guide_length");
  std::vector<Surface> surfaces;
  if (builder.dimension() < 3) {
    if (params.given("guide_width")) params.fail("guide_width", "only a joint in space has this length");
    // M = -lambda_angle z, and z x a is the direction across
    Surface::Matrix force = Surface::Matrix::Zero(1, 2), moment = force;
    force(0, 0) = 1;
    moment(0, 1) = -1;
    surfaces = pads(force, moment, length);
  } else {
    // M = -(lambda_3 z + lambda_4 x + lambda_5 y), x, y, z being the fixed axes as they turn with A
    const Vector3 axis = axis_in_A(params, markers);
    const auto [first, second] = across(axis);
    Surface::Matrix force = Surface::Matrix::Zero(2, 5), moment = force, along = Surface::Matrix::Zero(1, 5);
    force(0, 0) = force(1, 1) = 1;
    const Matrix3 fixed = markers.initial_A.R.transpose();
    for (int i = 0; i < 3; ++i) {
      const Vector3 m = -fixed.col((i + 2) % 3);
      moment(0, 2 + i) = m.cross(axis).dot(first);
      moment(1, 2 + i) = m.cross(axis).dot(second);
      along(0, 2 + i) = m.dot(axis);
    }
    surfaces = pads(force, moment, length);
    if (params.given("guide_width")) surfaces.push_back({2 / params.number("guide_width"), along});
  }
  add(params, builder, {{relative_coordinate(params, builder, markers, "displacement"), 1.0}},
      std::move(surfaces), given_or_zero(params, "friction_force"));
}

std::vector<params::Key> sleeve_friction_keys() {
  using namespace params;
  return {coefficient_key(),
          number("radius", "radius of the rod, at which friction acts").unit(dim::length).positive(),
          bearing_length_key(),
          number("friction_force",
                 "constant force of dry friction at the surface of the rod (seals, preload), in addition to "
                 "that of the reaction")
              .unit(dim::force)
              .non_negative()};
}

void add_sleeve_friction(const params::Params& params, ModelBuilder& builder, const MarkerPair& markers) {
  refuse_without_friction(params, {"bearing_length"});
  if (!has_joint_friction(params, "friction_force")) {
    refuse_without_friction(params, {"radius"});
    return note_without_friction(params, builder);
  }
  if (!params.given("radius"))
    params.fail(has_coefficient(params) ? "friction" : "friction_force",
                "the friction of a rod that slides and turns needs its 'radius'");
  Surface::Matrix force = Surface::Matrix::Zero(2, 4), moment = force;
  force(0, 0) = force(1, 1) = 1;
  moment(0, 2) = moment(1, 3) = 1;
  add(params, builder,
      {{relative_coordinate(params, builder, markers, "displacement"), 1.0},
       {relative_coordinate(params, builder, markers, "angle"), params.number("radius")}},
      pads(force, moment, given_or_zero(params, "bearing_length")), given_or_zero(params, "friction_force"));
}

}  // namespace jounce
