#include "elements/mass.h"

#include <array>

namespace jounce {
namespace {

void add_diagonal(Index dof, double value, MatrixSink& sink) {
  const std::array<Index, 1> at = {dof};
  sink.add(at, at, &value);
}

}  // namespace

void PointMassBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  for (const Mass& mass : masses_)
    for (const Index dof : mass.dofs) add_diagonal(dof, w * mass.mass, sink);
}

void PointMassBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (const Mass& mass : masses_)
    for (const Index dof : mass.dofs) f[dof] += w * mass.mass * a[dof];
}

void PointMassBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  for (const Mass& mass : masses_) {
    for (std::size_t i = 0; i < mass.dofs.size(); ++i) {
      const double v = state.v[mass.dofs[i]];
      energies.kinetic += 0.5 * mass.mass * v * v;
      energies.gravity -= mass.mass * gravity[static_cast<Index>(i)] * state.q[mass.dofs[i]];
    }
  }
}

void PlanarBodyBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  for (const Body& body : bodies_) {
    add_diagonal(body.dofs[0], w * body.mass, sink);
    add_diagonal(body.dofs[1], w * body.mass, sink);
    add_diagonal(body.dofs[2], w * body.inertia, sink);
  }
}

void PlanarBodyBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (const Body& body : bodies_) {
    f[body.dofs[0]] += w * body.mass * a[body.dofs[0]];
    f[body.dofs[1]] += w * body.mass * a[body.dofs[1]];
    f[body.dofs[2]] += w * body.inertia * a[body.dofs[2]];
  }
}

void PlanarBodyBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  for (const Body& body : bodies_) {
    const double v_x = state.v[body.dofs[0]];
    const double v_y = state.v[body.dofs[1]];
    const double omega = state.v[body.dofs[2]];
    energies.kinetic += 0.5 * body.mass * (v_x * v_x + v_y * v_y) + 0.5 * body.inertia * omega * omega;
    energies.gravity -=
        body.mass * (gravity.x() * state.q[body.dofs[0]] + gravity.y() * state.q[body.dofs[1]]);
  }
}

}  // namespace jounce
