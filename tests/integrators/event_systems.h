#pragma once

#include <cmath>
#include <memory>

#include "contact/point_plane.h"
#include "elements/bar.h"
#include "elements/load.h"
#include "elements/mass.h"
#include "integrators/event_driven/event_driven.h"

// Small systems whose event-by-event motion is known.

namespace jounce::event_systems {

inline std::shared_ptr<const Marker> ground(const Vector3& at = Vector3::Zero()) {
  return std::make_shared<GroundMarker>("ground", at);
}

inline State at(const Vector& q, const Vector& v) {
  State state;
  state.q = q;
  state.v = v;
  return state;
}

/// A ball over a floor that may move: q = (y of the ball, y of the floor), the floor prescribed.
inline std::unique_ptr<System> ball(double restitution, double start, double speed = 0, double length = 1,
                                    double mass = 1,
                                    std::function<void(double, double&, double&, double&)> floor = {}) {
  auto system = std::make_unique<System>();
  system->set_dofs({.manifold = Manifold(2, {}),
                    .n_free = 1,
                    .kinds = {DofKind::translation, DofKind::translation},
                    .translation_axes = {0, 0}});
  system->set_gravity(Vector3(-10 * length, 0, 0));
  system->add(std::make_unique<PointMassBlock>("ball", std::vector<PointMassBlock::Mass>{{{0}, mass}}));
  if (!floor) floor = [](double, double& q, double& v, double& a) { q = v = a = 0; };
  system->prescribe({1, std::move(floor)});
  system->add(std::make_unique<PointPlanePair>(
      "floor", restitution, std::make_shared<PointMarker>("table", std::vector<Index>{1}), Vector3::UnitX(),
      std::vector<PointPlanePair::Point>{
          {std::make_shared<PointMarker>("centre", std::vector<Index>{0}), 0.2 * length}}));
  State initial = at(Eigen::Vector2d(start, 0), Eigen::Vector2d(speed, 0));
  system->apply_prescribed(initial);
  system->finish(initial);
  return system;
}

/// The pendulum of B, section 10.2: m = 1, J = 0.1, l = 1; wall x >= sqrt(2)/2 for `restitution` >= 0.
inline std::unique_ptr<System> pendulum(double restitution) {
  auto system = std::make_unique<System>();
  system->set_dofs({.manifold = Manifold(3, {}),
                    .n_free = 3,
                    .kinds = {DofKind::translation, DofKind::translation, DofKind::rotation},
                    .translation_axes = {0, 1, -1}});
  system->set_gravity(Vector3(0, -10, 0));
  system->add(
      std::make_unique<PlanarBodyBlock>("rod", std::vector<PlanarBodyBlock::Body>{{{0, 1, 2}, 1, 0.1}}));
  const std::vector<Index> dofs = {0, 1, 2};
  MarkerRow x, y;
  x.a = Vector3::UnitX();
  y.a = Vector3::UnitY();
  system->add(std::make_unique<MarkerConstraint>(
      "hinge", ground(), std::make_shared<PlanarBodyMarker>("end", dofs, Vector3(-1, 0, 0)),
      std::vector<MarkerRow>{x, y}, std::vector<std::string>{"x", "y"}));
  if (restitution >= 0)
    system->add(std::make_unique<PointPlanePair>(
        "wall", restitution, ground(Vector3(std::sqrt(2) / 2, 0, 0)), Vector3::UnitX(),
        std::vector<PointPlanePair::Point>{
            {std::make_shared<PlanarBodyMarker>("centre", dofs, Vector3::Zero()), 0}}));
  const double theta = M_PI / 12;
  system->finish(at(Vector3(std::cos(theta), std::sin(theta), theta), Vector3::Zero()));
  return system;
}

/// A block of width 1 and height 1.5 over a floor, with corners (or more points) along its lower side; a
/// vertical force at its centre.
inline std::unique_ptr<System> block(double restitution, const Vector3& q, const Vector3& v = Vector3::Zero(),
                                     const std::vector<double>& points = {-0.5, 0.5}, double gravity = 9.81,
                                     const PointLoad::Value& force = {}) {
  auto system = std::make_unique<System>();
  system->set_dofs({.manifold = Manifold(3, {}),
                    .n_free = 3,
                    .kinds = {DofKind::translation, DofKind::translation, DofKind::rotation},
                    .translation_axes = {0, 1, -1}});
  system->set_gravity(Vector3(0, -gravity, 0));
  const double inertia = (1 + 1.5 * 1.5) / 12;
  system->add(std::make_unique<PlanarBodyBlock>("block",
                                                std::vector<PlanarBodyBlock::Body>{{{0, 1, 2}, 1, inertia}}));
  const std::vector<Index> dofs = {0, 1, 2};
  if (force)
    system->add(std::make_unique<PointLoad>(
        "lift", std::make_shared<PlanarBodyMarker>("centre", dofs, Vector3::Zero()), force,
        [](double) { return Vector3::Zero().eval(); }, false));
  std::vector<PointPlanePair::Point> corners;
  for (const double x : points)
    corners.push_back({std::make_shared<PlanarBodyMarker>("corner", dofs, Vector3(x, -0.75, 0)), 0});
  system->add(
      std::make_unique<PointPlanePair>("floor", restitution, ground(), Vector3::UnitY(), std::move(corners)));
  system->finish(at(q, v));
  return system;
}

/// The bar of B, section 10.3, with `elements` lumped masses, at its free flight towards the wall x >= 0.
inline std::unique_ptr<System> bar(int elements) {
  auto system = std::make_unique<System>();
  const Index n = elements + 1;
  system->set_dofs({.manifold = Manifold(n, {}),
                    .n_free = n,
                    .kinds = std::vector<DofKind>(static_cast<std::size_t>(n), DofKind::translation)});
  BarBlock<1>::Properties properties;
  properties.axial_stiffness = 900;
  properties.mass_per_length = 1;
  properties.area = 1;
  properties.mass = BarMass::lumped;
  std::vector<BarBlock<1>::Element> bars;
  for (Index i = 0; i < elements; ++i) bars.push_back({{i, i + 1}, {1.0}, 10.0 / elements});
  system->add(std::make_unique<BarBlock<1>>("bar", properties, std::move(bars)));
  system->add(std::make_unique<PointPlanePair>(
      "wall", 0.0, ground(), Vector3::UnitX(),
      std::vector<PointPlanePair::Point>{{std::make_shared<PointMarker>("tip", std::vector<Index>{0}), 0}}));
  system->finish(at(Vector::LinSpaced(n, 5.005, 15.005), Vector::Constant(n, -10)));
  return system;
}

/// An analysis with the event-driven integrator that collects impacts.
struct Analysis {
  explicit Analysis(const System& model, double tolerance = 1e-10)
      : system(model), integrator(model, options(tolerance)), state(model.initial_state()) {}

  static IntegratorOptions options(double tolerance) {
    IntegratorOptions result;
    result.tolerance = tolerance;
    return result;
  }

  /// Steps of size h up to `end`; false when a step fails.
  bool to(double end, double h) {
    if (!started) integrator.initialise(state, h);
    started = true;
    while (state.t < end - 0.5 * h) {
      if (!integrator.step(state, h, result)) return false;
      impacts.insert(impacts.end(), result.impacts.begin(), result.impacts.end());
      if (resting_since < 0 && result.active_contacts > 0) resting_since = state.t;
    }
    return true;
  }

  const System& system;
  EventDriven integrator;
  State state;
  StepResult result;
  std::vector<Impact> impacts;
  double resting_since = -1;
  bool started = false;
};

}  // namespace jounce::event_systems
