#include "elements/mass.h"
#include "math/rotation.h"

namespace jounce {
namespace {

Vector3 three(const Vector& x, const std::array<Index, 6>& dofs, std::size_t first) {
  return {x[dofs[first]], x[dofs[first + 1]], x[dofs[first + 2]]};
}

std::span<const Index> rotations(const SpatialBodyBlock::Body& body) { return {body.dofs.data() + 3, 3}; }

}  // namespace

void SpatialBodyBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  for (const Body& body : bodies_) {
    const double mass = w * body.mass;
    for (std::size_t i = 0; i < 3; ++i) sink.add({&body.dofs[i], 1}, {&body.dofs[i], 1}, &mass);
    const Matrix3 inertia = w * body.inertia;
    sink.add(rotations(body), rotations(body), inertia.data());
  }
}

void SpatialBodyBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (const Body& body : bodies_) {
    const Vector3 moment = w * body.inertia * three(a, body.dofs, 3);
    for (std::size_t i = 0; i < 3; ++i) {
      f[body.dofs[i]] += w * body.mass * a[body.dofs[i]];
      f[body.dofs[3 + i]] += moment[static_cast<Index>(i)];
    }
  }
}

void SpatialBodyBlock::add_force(const State& state, Vector& f) const {
  for (const Body& body : bodies_) {
    const Vector3 Omega = three(state.v, body.dofs, 3);
    const Vector3 gyroscopic = Omega.cross(body.inertia * Omega);
    for (std::size_t i = 0; i < 3; ++i) f[body.dofs[3 + i]] -= gyroscopic[static_cast<Index>(i)];
  }
}

void SpatialBodyBlock::add_tangent(const State& state, double w_c, double, MatrixSink& sink) const {
  for (const Body& body : bodies_) {
    const Vector3 Omega = three(state.v, body.dofs, 3);
    const Matrix3 C = w_c * (skew(Omega) * body.inertia - skew(body.inertia * Omega));
    sink.add(rotations(body), rotations(body), C.data());
  }
}

void SpatialBodyBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  for (const Body& body : bodies_) {
    if (state.is_dormant(body.dofs[0])) continue;
    const Vector3 v = three(state.v, body.dofs, 0);
    const Vector3 Omega = three(state.v, body.dofs, 3);
    energies.kinetic += 0.5 * body.mass * v.squaredNorm() + 0.5 * Omega.dot(body.inertia * Omega);
    energies.gravity -= body.mass * gravity.dot(three(state.q, body.dofs, 0));
  }
}

}  // namespace jounce
