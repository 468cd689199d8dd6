#pragma once

#include <vector>

#include "elements/beam.h"

namespace jounce {

/// Planar Euler-Bernoulli beams of two nodes (x, y, theta): small strains and displacements about the initial
/// configuration q_0. With displacements d = q - q_0 turned into the axes of the element (u along it, w to
/// its left, theta counter-clockwise), linear u(s) and cubic Hermite w(s):
///
///   V = 1/2 int E A u'^2 + E I w''^2 ds = 1/2 d^T K d
///   T = 1/2 int rho A (u'^2 + w'^2) + rho I (dw'/dt)^2 ds = 1/2 v^T M v     (the last term: rotary inertia)
///   f = -K d - (alpha M + beta K) v                                         (Rayleigh damping)
///
/// (Przemieniecki, Theory of Matrix Structural Analysis, 1968, sections 5.6 and 11.6.) M and K are constant,
/// so that add_mass and add_tangent at any state are the matrices of the structure.
class EulerBernoulliBlock final : public BeamBlock {
 public:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  using Vector6 = Eigen::Matrix<double, 6, 1>;

  struct Element {
    std::array<Index, 6> dofs;        ///< x, y, theta of node 1, then of node 2
    std::array<double, 4> reference;  ///< x_1, y_1, x_2, y_2 of q_0; angles start at 0
  };
  struct Properties {
    double axial_stiffness = 0;    ///< E A
    double bending_stiffness = 0;  ///< E I
    double mass_per_length = 0;    ///< rho A
    double rotary_inertia = 0;     ///< rho I; 0 leaves it out
    double damping_mass = 0;       ///< alpha
    double damping_stiffness = 0;  ///< beta
  };

  EulerBernoulliBlock(std::string name, const Properties& properties, std::vector<Element> elements);

  bool is_linear() const override { return true; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;

  std::size_t n_elements() const override { return elements_.size(); }
  std::array<Index, 2> node_dofs(std::size_t element) const override;
  /// N, Q_y = -E I w''' and M_z = E I w''; Q is positive along the element's left, M_z counter-clockwise.
  SectionForces section_forces(const State& state, std::size_t element, double xi) const override;

  const std::vector<Element>& elements() const { return elements_; }
  const Properties& properties() const { return properties_; }

 private:
  struct Matrices {
    Matrix6 M, K, to_local;
    double length;
  };
  Vector6 displacement(std::size_t element, const Vector& q) const;

  Properties properties_;
  std::vector<Element> elements_;
  std::vector<Matrices> matrices_;
};

}  // namespace jounce
