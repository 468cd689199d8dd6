#include "elements/spatial_beam.h"

namespace jounce {
namespace {

using Matrix3x12 = Eigen::Matrix<double, 3, 12>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Vector12 = Eigen::Matrix<double, 12, 1>;

// places of the two nodes' positions and rotations in an element
constexpr Index kX1 = 0, kR1 = 3, kX2 = 6, kR2 = 9;

Quaternion orientation(const Vector& q, Index at) { return {q[at], q[at + 1], q[at + 2], q[at + 3]}; }

}  // namespace

Vector3 force_stiffness(const BeamProperties& properties, double length) {
  Vector3 stiffness = properties.force_stiffness;
  if (!properties.residual_bending) return stiffness;
  for (const Index i : {1, 2}) {  // Q_y bends about z, Q_z about y
    const double bending = properties.moment_stiffness[3 - i];
    stiffness[i] = 1 / (1 / stiffness[i] + length * length / (12 * bending));
  }
  return stiffness;
}

/// Strains at the middle and their derivatives by the increments of the element's 12 coordinates.
struct SpatialBeamBlock::Strains {
  RelativeRotation rotation;
  Vector3 g;  ///< Gamma + e

  Matrix3x12 eta() const;
  Matrix3x12 g_gradient(double length) const;
  Matrix3x12 psi_gradient() const;
};

struct SpatialBeamBlock::Stresses {
  Vector3 n, m;
  Vector3 g_rate, psi_rate;  ///< only with damping
};

Matrix3x12 SpatialBeamBlock::Strains::eta() const {
  const Matrix3 turn = 0.5 * rotation.tau() * skew(rotation.psi());
  Matrix3x12 B = Matrix3x12::Zero();
  B.middleCols<3>(kR1) = 0.5 * Matrix3::Identity() - turn;
  B.middleCols<3>(kR2) = 0.5 * Matrix3::Identity() + turn;
  return B;
}

Matrix3x12 SpatialBeamBlock::Strains::g_gradient(double length) const {
  Matrix3x12 B = skew(g) * eta();
  B.middleCols<3>(kX2) = rotation.middle().transpose() / length;
  B.middleCols<3>(kX1) = -B.middleCols<3>(kX2);
  return B;
}

Matrix3x12 SpatialBeamBlock::Strains::psi_gradient() const {
  Matrix3x12 B = Matrix3x12::Zero();
  B.middleCols<3>(kR2) = rotation.tangent_inverse();
  B.middleCols<3>(kR1) = -B.middleCols<3>(kR2).transpose();
  return B;
}

SpatialBeamBlock::SpatialBeamBlock(std::string name, const BeamProperties& properties,
                                   const std::vector<Element>& elements)
    : BeamBlock(std::move(name)), properties_(properties) {
  elements_.reserve(elements.size());
  for (const Element& element : elements) {
    Stiff stiff{element, element.frame.col(0), {}, {}, {}};
    const auto turned = [&](const Vector3& values) -> Matrix3 {
      return element.frame * values.asDiagonal() * element.frame.transpose();
    };
    stiff.C_N = turned(force_stiffness(properties, element.length));
    stiff.C_M = turned(properties.moment_stiffness);
    stiff.J = turned(element.length / 2 * properties.rotary_inertia);
    elements_.push_back(stiff);
  }
}

SpatialBeamBlock::Strains SpatialBeamBlock::strains(const Stiff& element, const State& state) const {
  Strains s{RelativeRotation(orientation(state.q, element.quaternions[0]),
                             orientation(state.q, element.quaternions[1])),
            {}};
  Vector3 span;
  for (std::size_t i = 0; i < 3; ++i)
    span[static_cast<Index>(i)] = state.q[element.dofs[kX2 + i]] - state.q[element.dofs[kX1 + i]];
  s.g = s.rotation.middle().transpose() * span / element.length;
  return s;
}

SpatialBeamBlock::Stresses SpatialBeamBlock::stresses(const Stiff& element, const State& state,
                                                      const Strains& s) const {
  const double L = element.length;
  Vector3 Gamma = s.g - element.e;
  Vector3 Psi = s.rotation.psi();
  Stresses stresses{{}, {}, Vector3::Zero(), Vector3::Zero()};
  if (properties_.damping != 0) {
    const Vector12 v = gather(state.v, element.dofs);
    const Vector3 eta = s.rotation.eta(v.segment<3>(kR1), v.segment<3>(kR2));
    stresses.g_rate =
        s.rotation.middle().transpose() * (v.segment<3>(kX2) - v.segment<3>(kX1)) / L + s.g.cross(eta);
    stresses.psi_rate = s.rotation.psi_rate(v.segment<3>(kR1), v.segment<3>(kR2));
    Gamma += properties_.damping * stresses.g_rate;
    Psi += properties_.damping * stresses.psi_rate;
  }
  stresses.n = element.C_N * Gamma;
  stresses.m = element.C_M * Psi / L;
  return stresses;
}

void SpatialBeamBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  Matrix12 M = Matrix12::Zero();
  for (const Stiff& element : elements_) {
    const double third = w * properties_.mass_per_length * element.length / 3;
    for (Index i = 0; i < 3; ++i) {
      M(kX1 + i, kX1 + i) = M(kX2 + i, kX2 + i) = third;
      M(kX1 + i, kX2 + i) = M(kX2 + i, kX1 + i) = third / 2;
    }
    M.block<3, 3>(kR1, kR1) = M.block<3, 3>(kR2, kR2) = w * element.J;
    sink.add(element.dofs, element.dofs, M.data());
  }
}

void SpatialBeamBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (const Stiff& element : elements_) {
    const double third = w * properties_.mass_per_length * element.length / 3;
    const Vector12 x = gather(a, element.dofs);
    Vector12 y;
    y.segment<3>(kX1) = third * (x.segment<3>(kX1) + 0.5 * x.segment<3>(kX2));
    y.segment<3>(kX2) = third * (x.segment<3>(kX2) + 0.5 * x.segment<3>(kX1));
    for (const Index at : {kR1, kR2}) y.segment<3>(at) = w * element.J * x.segment<3>(at);
    scatter(y, element.dofs, f);
  }
}

void SpatialBeamBlock::add_force(const State& state, Vector& f) const {
  for (const Stiff& element : elements_) {
    const Strains s = strains(element, state);
    const Stresses stress = stresses(element, state, s);
    const Vector3 force = s.rotation.middle() * stress.n;
    const Vector3 w = 0.5 * element.length * stress.n.cross(s.g);
    const Vector3 turned = s.rotation.tau() * s.rotation.psi().cross(w);
    Vector12 y;
    y.segment<3>(kX1) = force;
    y.segment<3>(kX2) = -force;
    y.segment<3>(kR1) = -w - turned + s.rotation.times_tangent_inverse(stress.m);
    y.segment<3>(kR2) = -w + turned - s.rotation.times_tangent_inverse_transposed(stress.m);
    const Vector12 v = gather(state.v, element.dofs);
    for (const Index at : {kR1, kR2}) {
      const Vector3 Omega = v.segment<3>(at);
      y.segment<3>(at) -= Omega.cross(element.J * Omega);
    }
    scatter(y, element.dofs, f);
  }
}

/// Derivatives of the inner forces (= -f) for given derivatives of the stresses; `geometric` adds what the
/// turning of the element contributes at fixed stresses.
struct SpatialBeamBlock::Gradients {
  const Strains& s;
  const Stresses& stress;
  double length;
  Matrix3x12 eta, g, psi;

  Matrix12 inner(const Matrix3x12& n, const Matrix3x12& m, bool geometric) const {
    const RelativeRotation& rotation = s.rotation;
    const Matrix3 turn = rotation.tau() * skew(rotation.psi());
    const Matrix3 T_inverse = rotation.tangent_inverse();
    Matrix3x12 force = n;
    Matrix3x12 w = -0.5 * length * skew(s.g) * n;
    Matrix3x12 first = Matrix3x12::Zero();
    Matrix3x12 second = first;
    if (geometric) {
      force -= skew(stress.n) * eta;
      w += 0.5 * length * skew(stress.n) * g;
      const Matrix3 tau_part = rotation.tau_cross_gradient(0.5 * length * stress.n.cross(s.g));
      first = (tau_part - rotation.tangent_inverse_gradient(stress.m, 1)) * psi;
      second = (rotation.tangent_inverse_gradient(stress.m, -1) - tau_part) * psi;
    }
    first += w + turn * w - T_inverse * m;
    second += w - turn * w + T_inverse.transpose() * m;
    Matrix12 K;
    K.middleRows<3>(kX2) = rotation.middle() * force;
    K.middleRows<3>(kX1) = -K.middleRows<3>(kX2);
    K.middleRows<3>(kR1) = first;
    K.middleRows<3>(kR2) = second;
    return K;
  }
};

void SpatialBeamBlock::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  const double beta = properties_.damping;
  for (const Stiff& element : elements_) {
    const double L = element.length;
    const Strains s = strains(element, state);
    const Stresses stress = stresses(element, state, s);
    const Gradients gradients{s, stress, L, s.eta(), s.g_gradient(L), s.psi_gradient()};
    const Vector12 v = gather(state.v, element.dofs);

    // derivatives of the strains (and strain rates) that the weights ask for
    Matrix3x12 Gamma = w_k * gradients.g;
    Matrix3x12 Psi = w_k * gradients.psi;
    if (beta != 0) {
      const Vector3 first = v.segment<3>(kR1), second = v.segment<3>(kR2);
      const Vector3 eta = s.rotation.eta(first, second);
      const Vector3 span_rate = stress.g_rate - s.g.cross(eta);
      Matrix3x12 g_rate = skew(span_rate) * gradients.eta - skew(eta) * gradients.g;
      g_rate += 0.5 * skew(s.g) * s.rotation.tau_cross_gradient(second - first) * gradients.psi;
      const Matrix3 psi_rate =
          s.rotation.tangent_inverse_gradient(second, 1) - s.rotation.tangent_inverse_gradient(first, -1);
      Gamma += beta * (w_k * g_rate + w_c * gradients.g);
      Psi += beta * (w_k * psi_rate * gradients.psi + w_c * gradients.psi);
    }
    const Matrix3x12 n = element.C_N * Gamma;
    const Matrix3x12 m = element.C_M / L * Psi;
    Matrix12 K = gradients.inner(n, m, false);
    if (w_k != 0) K += w_k * (gradients.inner(Matrix3x12::Zero(), Matrix3x12::Zero(), true));
    for (const Index at : {kR1, kR2}) {
      const Vector3 Omega = v.segment<3>(at);
      K.block<3, 3>(at, at) += w_c * (skew(Omega) * element.J - skew(element.J * Omega));
    }
    sink.add(element.dofs, element.dofs, K.data());
  }
}

void SpatialBeamBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  for (const Stiff& element : elements_) {
    const Strains s = strains(element, state);
    const Vector3 Gamma = s.g - element.e;
    const Vector3& Psi = s.rotation.psi();
    energies.strain += 0.5 * element.length * Gamma.dot(element.C_N * Gamma) +
                       0.5 / element.length * Psi.dot(element.C_M * Psi);
    const double mass = properties_.mass_per_length * element.length;
    const Vector12 v = gather(state.v, element.dofs);
    const Vector3 v_1 = v.segment<3>(kX1), v_2 = v.segment<3>(kX2);
    energies.kinetic += mass / 6 * (v_1.squaredNorm() + v_1.dot(v_2) + v_2.squaredNorm());
    for (const Index at : {kR1, kR2})
      energies.kinetic += 0.5 * v.segment<3>(at).dot(element.J * v.segment<3>(at));
    const Vector12 q = gather(state.q, element.dofs);
    energies.gravity -= 0.5 * mass * gravity.dot(q.segment<3>(kX1) + q.segment<3>(kX2));
  }
}

void SpatialBeamBlock::add_powers(const State& state, Powers& powers) const {
  if (properties_.damping == 0) return;
  for (const Stiff& element : elements_) {
    const Stresses stress = stresses(element, state, strains(element, state));
    powers.damping +=
        properties_.damping * (element.length * stress.g_rate.dot(element.C_N * stress.g_rate) +
                               stress.psi_rate.dot(element.C_M * stress.psi_rate) / element.length);
  }
}

std::array<Index, 2> SpatialBeamBlock::node_dofs(std::size_t element) const {
  return {elements_[element].dofs[kX1], elements_[element].dofs[kX2]};
}

SectionForces SpatialBeamBlock::section_forces(const State& state, std::size_t element, double) const {
  const Stiff& e = elements_[element];
  const Stresses stress = stresses(e, state, strains(e, state));
  return {e.frame.transpose() * stress.n, e.frame.transpose() * stress.m};
}

}  // namespace jounce
