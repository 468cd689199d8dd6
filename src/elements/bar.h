#pragma once

#include <array>
#include <vector>

#include "model/element.h"

namespace jounce {

enum class BarStrain {
  small,           ///< engineering strain along the initial axis: linear
  green_lagrange,  ///< (l^2 - L^2) / (2 L^2), second Piola-Kirchhoff force E A e: large displacements
};
enum class BarMass { consistent, lumped };

/// E A e of a bar (second Piola-Kirchhoff for green_lagrange), tension positive.
const QuantityType& axial_force_quantity();

/// Two-node bars (trusses) in Dim dimensions with equal section and material.
///
///   small:           e = e_0 . (x_2 - x_1) / L - 1,        f_2 = -E A e e_0
///   green_lagrange:  e = (|x_2 - x_1|^2 - L^2) / (2 L^2),  f_2 = -E A e (x_2 - x_1) / L
///   strain energy E A L e^2 / 2;  consistent mass rho A L / 6 [2 1; 1 2] (x) I
template <int Dim>
class BarBlock final : public ElementBlock {
 public:
  struct Element {
    std::array<Index, 2 * Dim> dofs;  ///< of node 1, then of node 2
    std::array<double, Dim> axis;     ///< e_0
    double length;                    ///< L, unstrained
  };
  struct Properties {
    double axial_stiffness = 0;  ///< E A
    double mass_per_length = 0;  ///< rho A
    double area = 0;             ///< A, for the stress
    BarStrain strain = BarStrain::small;
    BarMass mass = BarMass::consistent;
  };

  BarBlock(std::string name, const Properties& properties, std::vector<Element> elements);

  bool is_linear() const override { return properties_.strain == BarStrain::small; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;
  Connectivity connectivity() const override;
  std::vector<ElementQuantity> quantities() const override;

  const std::vector<Element>& elements() const { return elements_; }
  const Properties& properties() const { return properties_; }
  /// Axial force E A e of one bar (second Piola-Kirchhoff for green_lagrange).
  double axial_force(const State& state, std::size_t element) const;

 private:
  using Point = Eigen::Matrix<double, Dim, 1>;
  Point span(const Element& element, const Vector& q) const;
  double strain(const Element& element, const Point& span) const;

  Properties properties_;
  std::vector<Element> elements_;
};

extern template class BarBlock<1>;
extern template class BarBlock<2>;
extern template class BarBlock<3>;

}  // namespace jounce
