#include "elements/mass.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using Dofs = std::array<Index, 6>;

Vector3 three(const Vector& x, const Dofs& dofs, std::size_t first) {
  return {x[dofs[first]], x[dofs[first + 1]], x[dofs[first + 2]]};
}

std::span<const Index> rotations(const Dofs& dofs) { return {dofs.data() + 3, 3}; }

}  // namespace

SpatialBodyBlock::SpatialBodyBlock(std::string name, const std::vector<Body>& bodies)
    : ElementBlock(std::move(name)) {
  dofs_.reserve(bodies.size());
  masses_.reserve(bodies.size());
  for (const Body& body : bodies) {
    dofs_.push_back(body.dofs);
    std::array<double, 10> values{body.mass};
    Eigen::Map<Matrix3>(values.data() + 1) = body.inertia;
    masses_.push_back(values);
  }
  masses_.finish();
}

template <class Visit>
void SpatialBodyBlock::each(const Visit& visit) const {
  for (std::size_t i = 0; i < dofs_.size(); ++i) {
    const std::array<double, 10>& values = masses_[i];
    visit(dofs_[i], values[0], Matrix3(Eigen::Map<const Matrix3>(values.data() + 1)));
  }
}

void SpatialBodyBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  each([&](const Dofs& dofs, double m, const Matrix3& J) {
    const double mass = w * m;
    for (std::size_t i = 0; i < 3; ++i) sink.add({&dofs[i], 1}, {&dofs[i], 1}, &mass);
    const Matrix3 inertia = w * J;
    sink.add(rotations(dofs), rotations(dofs), inertia.data());
  });
}

void SpatialBodyBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  each([&](const Dofs& dofs, double m, const Matrix3& J) {
    const Vector3 moment = w * J * three(a, dofs, 3);
    for (std::size_t i = 0; i < 3; ++i) {
      f[dofs[i]] += w * m * a[dofs[i]];
      f[dofs[3 + i]] += moment[static_cast<Index>(i)];
    }
  });
}

void SpatialBodyBlock::add_force(const State& state, Vector& f) const {
  each([&](const Dofs& dofs, double, const Matrix3& J) {
    const Vector3 Omega = three(state.v, dofs, 3);
    const Vector3 gyroscopic = Omega.cross(J * Omega);
    for (std::size_t i = 0; i < 3; ++i) f[dofs[3 + i]] -= gyroscopic[static_cast<Index>(i)];
  });
}

void SpatialBodyBlock::add_tangent(const State& state, double w_c, double, MatrixSink& sink) const {
  each([&](const Dofs& dofs, double, const Matrix3& J) {
    const Vector3 Omega = three(state.v, dofs, 3);
    const Matrix3 C = w_c * (skew(Omega) * J - skew(J * Omega));
    sink.add(rotations(dofs), rotations(dofs), C.data());
  });
}

void SpatialBodyBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  each([&](const Dofs& dofs, double m, const Matrix3& J) {
    if (state.is_dormant(dofs[0])) return;
    const Vector3 v = three(state.v, dofs, 0);
    const Vector3 Omega = three(state.v, dofs, 3);
    energies.kinetic += 0.5 * m * v.squaredNorm() + 0.5 * Omega.dot(J * Omega);
    energies.gravity -= m * gravity.dot(three(state.q, dofs, 0));
  });
}

}  // namespace jounce
