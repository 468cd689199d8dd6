#pragma once

#include "elements/shell.h"

namespace jounce::shell {

/// Geometrically exact shells of one shape (J. C. Simo, D. D. Fox, Comput. Methods Appl. Mech. Eng. 72 (1989)
/// 267; N. Buechter, E. Ramm, Int. J. Numer. Methods Eng. 34 (1992) 39), with the nodes' places x_i and
/// orientations R_i, which turn directors of constant length:
///
///   x(xi, z) = sum N_i (x_i + z d_i),   d_i = R_i D_i
///   e_ab     = 1/2 (x_,a . x_,b - X_,a . X_,b)          membrane
///   kappa_ab = sym(x_,a . d_,b - X_,a . D_,b)           curvature
///   gamma_a  = x_,a . d - X_,a . D                      transverse shear
///   V        = int W(e, kappa, gamma) dA + 1/2 k int r^2 dA,   r = 1/2 (x_,1 . R t_2 - x_,2 . R t_1)
///
/// Green-Lagrange strains of first order in z; a rigid motion changes none of them, at any size. The strains
/// are bilinear in x_i and d_i (Point::forms), so that forces and tangents need only the forms:
///
///   f_x = -(H x + G d),   f_d = -G^T x,   m_i = D_i x R_i^T f_d,i,   H = sum s_c S_c (c < 3), G = the others
///
/// r compares the rotation of the node about the normal with that of the surface (T. J. R. Hughes, F. Brezzi,
/// Comput. Methods Appl. Mech. Eng. 72 (1989) 105); k = drilling times int G_12 dz. Directors do not feel
/// this rotation, so that k only keeps nodes from turning freely.
///
/// Mass: rho h int N_a N_b dA for the translations, or lumped masses m_a: sums of rows, and in elements of
/// second order, whose sums may be negative, shares of the mass like the diagonal (E. Hinton, T. Rock,
/// O. C. Zienkiewicz, Earthq. Eng. Struct. Dyn. 4 (1976) 245). The rotary inertia j_a = m_a int rho z^2 dz /
/// (rho h) sits at the nodes and is the same about all axes, so that M is constant and rotations have no
/// gyroscopic moment. Scaled: j_a >= m_a A / 8, second order m_a A / 32, so that rotations do not shorten
/// explicit steps (T. J. R. Hughes, M. Cohen, M. Haroun, Nucl. Eng. Des. 46 (1978) 203). That masses of a
/// section with an offset lie beside the nodes is left out.
///
/// Damping: forces -alpha M v, and section forces beta C_0 dE/dt with the unstrained stiffness C_0.
template <int N>
class ShellBlock final : public ShellElements {
 public:
  ShellBlock(std::string name, ShellCells cells, Section section, const ShellProperties& properties,
             const Vector3& direction, int first_history);

  bool is_linear() const override { return false; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  void add_powers(const State& state, Powers& powers) const override;
  int history() const override { return first_history_; }
  void add_final_force(const State& state, std::span<double> history, Vector& f) const override;
  void forget_answers() const override { last_.q.clear(); }
  void update_history(const State& state, std::span<double> history) const override;
  std::vector<ElementQuantity> quantities() const override;

 private:
  static constexpr int kSize = 6 * N;
  using Matrix = Eigen::Matrix<double, kSize, kSize>;
  using Column = Eigen::Matrix<double, kSize, 1>;
  using Gradients = Eigen::Matrix<double, kStrains, kSize>;

  /// An element at a state.
  struct Element {
    const Geometry<N>* geometry;
    Nodes<N> x, d;  ///< places less that of the first node
    Nodes<N> v, w;  ///< their rates
    std::array<Matrix3, N> R;
    Form<N> xx, xd;         ///< changes of the products x_i . x_j, x_i . d_j
    const double* history;  ///< of the element; null without
    double dt;
  };
  struct Nodal {
    std::array<double, N> mass, inertia;
  };
  /// The last state of add_final_force, its energies, which follow every step of explicit schemes, and its
  /// forces, with which the next one begins.
  struct Flow {
    const double* before = nullptr;  ///< history of the whole block from which laws flow
    double dt = 0;
  };
  struct Last {
    std::vector<double> q;  ///< of the nodes, seven each
    Flow flow;
    const double* next = nullptr;  ///< history to which it went
    double strain = 0, plastic = 0;
    std::vector<double> force;  ///< against the displacements of the nodes; empty with dampers
  };

  Element gather(const State& state, std::size_t i) const;
  std::array<Index, kSize> dofs(std::size_t i) const;
  Column velocities(const State& state, std::size_t i) const;
  Nodal nodal(std::size_t i) const;
  void add_mass(std::size_t i, double w, Matrix& M) const;
  const double* history_at(const Element& e, std::size_t point) const;
  Strains strains(const Element& e, const Point<N>& point) const;
  Strains rates(const Element& e, const Point<N>& point) const;
  /// Derivatives of the strains by the increments of the element's coordinates.
  Gradients gradients(const Element& e, const Point<N>& point) const;
  /// Those of the strain rates.
  Gradients rate_gradients(const Element& e, const Point<N>& point, const Column& v) const;
  /// Section forces with those of dampers.
  Strains stress(const Element& e, std::size_t point, Resultants& out, bool tangent) const;
  /// Inner forces at the nodes, six each, of elements whose section forces are stress_at(element, point,
  /// number of the element), and of what keeps their nodes from turning about the normal, whose energy is
  /// returned.
  template <class StressAt>
  double find_inner_force(const State& state, std::vector<double>& force, const StressAt& stress_at) const;
  /// f minus these forces, less those of the damping of masses.
  void subtract(const std::vector<double>& force, const State& state, Vector& f) const;
  /// What comes to the places and to the rotations of the nodes from turning about the normal; returns the
  /// energy that is stored there.
  double add_drilling_force(const Element& e, Nodes<N>& by_x, Nodes<N>& moments) const;
  /// M a of an element.
  void nodal_momentum(std::size_t i, const Vector& a, Nodes<N>& linear, Nodes<N>& angular) const;
  /// 1/2 v . M v
  double kinetic_energy(const State& state) const;
  Flow flow_of(const State& state) const;
  /// visit(place in Last::q, value) of places and orientations of the nodes.
  template <class Visit>
  void each_coordinate(const State& state, const Visit& visit) const;
  /// The last answers are those at this state.
  bool is_last(const State& state) const;
  void remember(const State& state, const double* next) const;
  double drilling_stiffness(const Corner<N>& corner) const;
  /// r at a corner, the local axes there, and the derivative of r by the rotation of the node.
  struct Drilling {
    Vector3 t_1, t_2, by_turn;
    double r;
  };
  Drilling drilling(const Element& e, int a) const;
  void add_drilling(const Element& e, Matrix& K) const;
  void add_geometric(const Element& e, const Form<N>& H, const Form<N>& G, double w, Matrix& K) const;

  void nodal_stresses(const State& state, std::size_t element, bool top, std::span<double> values) const;
  void nodal_forces(const State& state, std::size_t element, std::span<double> values) const;
  void nodal_history(const State& state, std::size_t element, const MaterialQuantity& quantity,
                     std::span<double> values) const;
  Voigt face_stress(const Element& e, std::size_t point, bool top) const;

  std::vector<Geometry<N>> geometry_;
  int first_history_;
  mutable Last last_;
  mutable std::vector<double> force_;
};

}  // namespace jounce::shell
