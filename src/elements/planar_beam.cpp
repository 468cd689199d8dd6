#include "elements/planar_beam.h"

#include <cmath>

namespace jounce {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix3x6 = Eigen::Matrix<double, 3, 6>;

/// Turns a vector by 90 degrees.
Eigen::Vector2d left(const Eigen::Vector2d& a) { return {-a.y(), a.x()}; }

}  // namespace

/// Strains (Gamma_1, Gamma_2, kappa), their rates, and B = d(strains)/dq.
struct PlanarBeamBlock::Strains {
  Eigen::Vector2d axis;  ///< first axis of the section at the middle
  Eigen::Vector2d span;  ///< (x_2 - x_1) / L
  Vector3 strain, rate;
  Matrix3x6 B;
};

PlanarBeamBlock::PlanarBeamBlock(std::string name, const BeamProperties& properties,
                                 std::vector<Element> elements)
    : BeamBlock(std::move(name)), properties_(properties), elements_(std::move(elements)) {}

Vector3 PlanarBeamBlock::stiffness(const Element& element) const {
  const Vector3 force = force_stiffness(properties_, element.length);
  return {force.x(), force.y(), properties_.moment_stiffness.z()};
}

PlanarBeamBlock::Strains PlanarBeamBlock::strains(const Element& element, const State& state) const {
  const Vector6 q = gather(state.q, element.dofs);
  const double L = element.length;
  const double theta = 0.5 * (q[2] + q[5]) + element.angle;
  Strains s;
  s.axis = {std::cos(theta), std::sin(theta)};
  s.span = (q.segment<2>(3) - q.segment<2>(0)) / L;
  const Eigen::Vector2d normal = left(s.axis);
  const double g_1 = s.axis.dot(s.span);
  const double g_2 = normal.dot(s.span);
  s.strain = {g_1 - 1, g_2, (q[5] - q[2]) / L};
  s.B.setZero();
  s.B.block<1, 2>(0, 3) = s.axis.transpose() / L;
  s.B.block<1, 2>(1, 3) = normal.transpose() / L;
  s.B.block<2, 2>(0, 0) = -s.B.block<2, 2>(0, 3);
  s.B(0, 2) = s.B(0, 5) = g_2 / 2;
  s.B(1, 2) = s.B(1, 5) = -g_1 / 2;
  s.B(2, 2) = -1 / L;
  s.B(2, 5) = 1 / L;
  s.rate = s.B * gather(state.v, element.dofs);
  return s;
}

void PlanarBeamBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  Matrix6 M = Matrix6::Zero();
  for (const Element& element : elements_) {
    const double third = w * properties_.mass_per_length * element.length / 3;
    for (const Index i : {0, 1}) {
      M(i, i) = M(3 + i, 3 + i) = third;
      M(i, 3 + i) = M(3 + i, i) = third / 2;
    }
    M(2, 2) = M(5, 5) = w * properties_.rotary_inertia.z() * element.length / 2;
    sink.add(element.dofs, element.dofs, M.data());
  }
}

void PlanarBeamBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (const Element& element : elements_) {
    const auto& d = element.dofs;
    const double third = w * properties_.mass_per_length * element.length / 3;
    for (const std::size_t i : {0, 1}) {
      f[d[i]] += third * (a[d[i]] + 0.5 * a[d[3 + i]]);
      f[d[3 + i]] += third * (a[d[3 + i]] + 0.5 * a[d[i]]);
    }
    for (const std::size_t i : {2, 5})
      f[d[i]] += w * properties_.rotary_inertia.z() * element.length / 2 * a[d[i]];
  }
}

void PlanarBeamBlock::add_force(const State& state, Vector& f) const {
  for (const Element& element : elements_) {
    const Strains s = strains(element, state);
    const Vector3 stress = stiffness(element).cwiseProduct(s.strain + properties_.damping * s.rate);
    const Vector6 inner = element.length * (s.B.transpose() * stress);
    for (std::size_t i = 0; i < 6; ++i) f[element.dofs[i]] -= inner[static_cast<Index>(i)];
  }
}

void PlanarBeamBlock::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  const double beta = properties_.damping;
  if (w_k == 0 && (w_c == 0 || beta == 0)) return;
  Vector6 half = Vector6::Zero();  // derivative of theta_m
  half[2] = half[5] = 0.5;
  for (const Element& element : elements_) {
    const double L = element.length;
    const Strains s = strains(element, state);
    const Vector3 C = stiffness(element);
    const Vector3 stress = C.cwiseProduct(s.strain + beta * s.rate);
    // Strains at the turning frame: d Gamma_1 = a . d span + Gamma_2 d theta, d Gamma_2 = n . d span - g_1 d
    // theta; the second derivatives exchange the rows of B once more.
    const Vector6 turned_1 = s.B.row(1).transpose();
    const Vector6 turned_2 = -s.B.row(0).transpose();
    // d(B_1)/dq . x = half (B_2 . x) + (row of spans of B_2) (half . x), and likewise for B_2 with -B_1
    Vector6 span_1 = turned_1, span_2 = turned_2;
    span_1[2] = span_1[5] = span_2[2] = span_2[5] = 0;
    const Matrix6 H_1 = half * turned_1.transpose() + span_1 * half.transpose();
    const Matrix6 H_2 = half * turned_2.transpose() + span_2 * half.transpose();
    Matrix6 K = w_k * L * (stress[0] * H_1 + stress[1] * H_2);
    Matrix3x6 strain = (w_k + w_c * beta) * s.B;
    if (beta != 0) {
      const Vector6 v = gather(state.v, element.dofs);
      strain.row(0) += w_k * beta * (H_1 * v).transpose();
      strain.row(1) += w_k * beta * (H_2 * v).transpose();
    }
    K.noalias() += L * (s.B.transpose() * C.asDiagonal() * strain);
    sink.add(element.dofs, element.dofs, K.data());
  }
}

void PlanarBeamBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  for (const Element& element : elements_) {
    const double L = element.length;
    const Strains s = strains(element, state);
    energies.strain += 0.5 * L * s.strain.dot(stiffness(element).cwiseProduct(s.strain));
    const double mass = properties_.mass_per_length * L;
    const Vector6 v = gather(state.v, element.dofs);
    const Eigen::Vector2d v_1 = v.segment<2>(0), v_2 = v.segment<2>(3);
    energies.kinetic += mass / 6 * (v_1.squaredNorm() + v_1.dot(v_2) + v_2.squaredNorm()) +
                        properties_.rotary_inertia.z() * L / 4 * (v[2] * v[2] + v[5] * v[5]);
    const Vector6 q = gather(state.q, element.dofs);
    energies.gravity -= 0.5 * mass * gravity.head<2>().dot(q.segment<2>(0) + q.segment<2>(3));
  }
}

void PlanarBeamBlock::add_powers(const State& state, Powers& powers) const {
  if (properties_.damping == 0) return;
  for (const Element& element : elements_) {
    const Strains s = strains(element, state);
    powers.damping +=
        properties_.damping * element.length * s.rate.dot(stiffness(element).cwiseProduct(s.rate));
  }
}

std::array<Index, 2> PlanarBeamBlock::node_dofs(std::size_t element) const {
  return {elements_[element].dofs[0], elements_[element].dofs[3]};
}

SectionForces PlanarBeamBlock::section_forces(const State& state, std::size_t element, double) const {
  const Element& e = elements_[element];
  const Strains s = strains(e, state);
  const Vector3 stress = stiffness(e).cwiseProduct(s.strain + properties_.damping * s.rate);
  return {{stress[0], stress[1], 0}, {0, 0, stress[2]}};
}

}  // namespace jounce
