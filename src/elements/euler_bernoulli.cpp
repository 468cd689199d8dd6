#include "elements/euler_bernoulli.h"

#include <cmath>

namespace jounce {
namespace {

using Matrix6 = EulerBernoulliBlock::Matrix6;
using Vector6 = EulerBernoulliBlock::Vector6;

/// Displacements in the element's axes from those in fixed axes.
Matrix6 to_local(double c, double s) {
  Matrix6 R = Matrix6::Identity();
  for (const int i : {0, 3}) {
    R(i, i) = R(i + 1, i + 1) = c;
    R(i, i + 1) = s;
    R(i + 1, i) = -s;
  }
  return R;
}

Matrix6 local_stiffness(double EA, double EI, double L) {
  const double a = EA / L;
  const double b = EI / (L * L * L);
  Matrix6 K;
  K << a, 0, 0, -a, 0, 0,                                         //
      0, 12 * b, 6 * b * L, 0, -12 * b, 6 * b * L,                //
      0, 6 * b * L, 4 * b * L * L, 0, -6 * b * L, 2 * b * L * L,  //
      -a, 0, 0, a, 0, 0,                                          //
      0, -12 * b, -6 * b * L, 0, 12 * b, -6 * b * L,              //
      0, 6 * b * L, 2 * b * L * L, 0, -6 * b * L, 4 * b * L * L;
  return K;
}

Matrix6 local_mass(double rho_A, double rho_I, double L) {
  const double m = rho_A * L / 420;
  Matrix6 M;
  M << 140, 0, 0, 70, 0, 0,                         //
      0, 156, 22 * L, 0, 54, -13 * L,               //
      0, 22 * L, 4 * L * L, 0, 13 * L, -3 * L * L,  //
      70, 0, 0, 140, 0, 0,                          //
      0, 54, 13 * L, 0, 156, -22 * L,               //
      0, -13 * L, -3 * L * L, 0, -22 * L, 4 * L * L;
  Matrix6 M_r;
  M_r << 0, 0, 0, 0, 0, 0,                     //
      0, 36, 3 * L, 0, -36, 3 * L,             //
      0, 3 * L, 4 * L * L, 0, -3 * L, -L * L,  //
      0, 0, 0, 0, 0, 0,                        //
      0, -36, -3 * L, 0, 36, -3 * L,           //
      0, 3 * L, -L * L, 0, -3 * L, 4 * L * L;
  return m * M + rho_I / (30 * L) * M_r;
}

}  // namespace

EulerBernoulliBlock::EulerBernoulliBlock(std::string name, const Properties& properties,
                                         std::vector<Element> elements)
    : BeamBlock(std::move(name)), properties_(properties), elements_(std::move(elements)) {
  matrices_.reserve(elements_.size());
  for (const Element& element : elements_) {
    const double dx = element.reference[2] - element.reference[0];
    const double dy = element.reference[3] - element.reference[1];
    const double L = std::hypot(dx, dy);
    const Matrix6 R = to_local(dx / L, dy / L);
    matrices_.push_back(
        {R.transpose() * local_mass(properties.mass_per_length, properties.rotary_inertia, L) * R,
         R.transpose() * local_stiffness(properties.axial_stiffness, properties.bending_stiffness, L) * R, R,
         L});
  }
}

Vector6 EulerBernoulliBlock::displacement(std::size_t element, const Vector& q) const {
  const Element& e = elements_[element];
  Vector6 d = gather(q, e.dofs);
  d[0] -= e.reference[0];
  d[1] -= e.reference[1];
  d[3] -= e.reference[2];
  d[4] -= e.reference[3];
  return d;
}

void EulerBernoulliBlock::add_mass(const State&, double w, MatrixSink& sink) const {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Matrix6 M = w * matrices_[i].M;
    sink.add(elements_[i].dofs, elements_[i].dofs, M.data());
  }
}

void EulerBernoulliBlock::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (std::size_t i = 0; i < elements_.size(); ++i)
    scatter(w * (matrices_[i].M * gather(a, elements_[i].dofs)), elements_[i].dofs, f);
}

void EulerBernoulliBlock::add_force(const State& state, Vector& f) const {
  const bool damped = properties_.damping_mass != 0 || properties_.damping_stiffness != 0;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    Vector6 d = displacement(i, state.q);
    Vector6 force = Vector6::Zero();
    if (damped) {
      const Vector6 v = gather(state.v, elements_[i].dofs);
      d += properties_.damping_stiffness * v;
      force = -properties_.damping_mass * (matrices_[i].M * v);
    }
    force -= matrices_[i].K * d;
    scatter(force, elements_[i].dofs, f);
  }
}

void EulerBernoulliBlock::add_tangent(const State&, double w_c, double w_k, MatrixSink& sink) const {
  const double w_M = w_c * properties_.damping_mass;
  const double w_K = w_k + w_c * properties_.damping_stiffness;
  if (w_M == 0 && w_K == 0) return;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Matrix6 sum = w_M * matrices_[i].M + w_K * matrices_[i].K;
    sink.add(elements_[i].dofs, elements_[i].dofs, sum.data());
  }
}

void EulerBernoulliBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  Vector6 field;
  field << gravity.x(), gravity.y(), 0, gravity.x(), gravity.y(), 0;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Vector6 v = gather(state.v, elements_[i].dofs);
    const Vector6 d = displacement(i, state.q);
    energies.kinetic += 0.5 * v.dot(matrices_[i].M * v);
    energies.strain += 0.5 * d.dot(matrices_[i].K * d);
    energies.gravity -= field.dot(matrices_[i].M * gather(state.q, elements_[i].dofs));
  }
}

void EulerBernoulliBlock::add_powers(const State& state, Powers& powers) const {
  if (properties_.damping_mass == 0 && properties_.damping_stiffness == 0) return;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Vector6 v = gather(state.v, elements_[i].dofs);
    powers.damping += properties_.damping_mass * v.dot(matrices_[i].M * v) +
                      properties_.damping_stiffness * v.dot(matrices_[i].K * v);
  }
}

std::array<Index, 2> EulerBernoulliBlock::node_dofs(std::size_t element) const {
  return {elements_[element].dofs[0], elements_[element].dofs[3]};
}

SectionForces EulerBernoulliBlock::section_forces(const State& state, std::size_t element, double xi) const {
  const Vector6 d = matrices_[element].to_local * displacement(element, state.q);
  const double L = matrices_[element].length;
  const double EI = properties_.bending_stiffness;
  const double curvature = (6 * xi * (d[1] - d[4]) / L + (3 * xi - 1) * d[2] + (3 * xi + 1) * d[5]) / L;
  const double third = 12 / (L * L * L) * (d[1] - d[4]) + 6 / (L * L) * (d[2] + d[5]);
  SectionForces forces{Vector3::Zero(), Vector3::Zero()};
  forces.force.x() = properties_.axial_stiffness * (d[3] - d[0]) / L;
  forces.force.y() = -EI * third;
  forces.moment.z() = EI * curvature;
  return forces;
}

}  // namespace jounce
