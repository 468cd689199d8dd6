#include "elements/bar.h"

namespace jounce {

template <int Dim>
BarBlock<Dim>::BarBlock(std::string name, const Properties& properties, std::vector<Element> elements)
    : ElementBlock(std::move(name)), properties_(properties), elements_(std::move(elements)) {}

template <int Dim>
typename BarBlock<Dim>::Point BarBlock<Dim>::span(const Element& element, const Vector& q) const {
  Point d;
  for (std::size_t i = 0; i < Dim; ++i)
    d[static_cast<Index>(i)] = q[element.dofs[Dim + i]] - q[element.dofs[i]];
  return d;
}

template <int Dim>
double BarBlock<Dim>::strain(const Element& element, const Point& span) const {
  const double L = element.length;
  if (properties_.strain == BarStrain::green_lagrange) return (span.squaredNorm() - L * L) / (2 * L * L);
  return (Eigen::Map<const Point>(element.axis.data()).dot(span) - L) / L;
}

template <int Dim>
void BarBlock<Dim>::add_mass(const State&, double w, MatrixSink& sink) const {
  const bool consistent = properties_.mass == BarMass::consistent;
  Eigen::Matrix<double, 2 * Dim, 2 * Dim> m;
  for (const Element& element : elements_) {
    const double mass = w * properties_.mass_per_length * element.length;
    m.setZero();
    for (int i = 0; i < Dim; ++i) {
      m(i, i) = m(Dim + i, Dim + i) = consistent ? mass / 3 : mass / 2;
      if (consistent) m(i, Dim + i) = m(Dim + i, i) = mass / 6;
    }
    sink.add(element.dofs, element.dofs, m.data());
  }
}

template <int Dim>
void BarBlock<Dim>::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  const bool consistent = properties_.mass == BarMass::consistent;
  for (const Element& element : elements_) {
    const double mass = w * properties_.mass_per_length * element.length;
    const double own = consistent ? mass / 3 : mass / 2;
    const double other = consistent ? mass / 6 : 0.0;
    for (std::size_t i = 0; i < Dim; ++i) {
      const double a_1 = a[element.dofs[i]];
      const double a_2 = a[element.dofs[Dim + i]];
      f[element.dofs[i]] += own * a_1 + other * a_2;
      f[element.dofs[Dim + i]] += other * a_1 + own * a_2;
    }
  }
}

template <int Dim>
void BarBlock<Dim>::add_force(const State& state, Vector& f) const {
  const bool large = properties_.strain == BarStrain::green_lagrange;
  for (const Element& element : elements_) {
    const Point d = span(element, state.q);
    const double force = properties_.axial_stiffness * strain(element, d);
    for (std::size_t i = 0; i < Dim; ++i) {
      const double component = force * (large ? d[static_cast<Index>(i)] / element.length : element.axis[i]);
      f[element.dofs[i]] += component;
      f[element.dofs[Dim + i]] -= component;
    }
  }
}

template <int Dim>
void BarBlock<Dim>::add_tangent(const State& state, double, double w_k, MatrixSink& sink) const {
  if (w_k == 0) return;
  const double EA = w_k * properties_.axial_stiffness;
  Eigen::Matrix<double, Dim, Dim> k;
  Eigen::Matrix<double, 2 * Dim, 2 * Dim> K;
  for (const Element& element : elements_) {
    const double L = element.length;
    if (properties_.strain == BarStrain::green_lagrange) {
      const Point d = span(element, state.q);
      k = EA / (L * L * L) * d * d.transpose();
      k.diagonal().array() += EA * strain(element, d) / L;
    } else {
      const Point axis = Eigen::Map<const Point>(element.axis.data());
      k = EA / L * axis * axis.transpose();
    }
    K << k, -k, -k, k;
    sink.add(element.dofs, element.dofs, K.data());
  }
}

template <int Dim>
void BarBlock<Dim>::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  const bool consistent = properties_.mass == BarMass::consistent;
  double kinetic = 0, strain_energy = 0, potential = 0;
  for (const Element& element : elements_) {
    const double mass = properties_.mass_per_length * element.length;
    double square = 0, product = 0, height = 0;
    for (std::size_t i = 0; i < Dim; ++i) {
      const double v_1 = state.v[element.dofs[i]];
      const double v_2 = state.v[element.dofs[Dim + i]];
      square += v_1 * v_1 + v_2 * v_2;
      product += v_1 * v_2;
      height += gravity[static_cast<Index>(i)] * (state.q[element.dofs[i]] + state.q[element.dofs[Dim + i]]);
    }
    kinetic += consistent ? mass * (square + product) / 6 : mass * square / 4;
    const double e = strain(element, span(element, state.q));
    strain_energy += e * e * element.length;
    potential -= mass * height / 2;
  }
  energies.kinetic += kinetic;
  energies.strain += 0.5 * properties_.axial_stiffness * strain_energy;
  energies.gravity += potential;
}

const QuantityType& axial_force_quantity() {
  static const QuantityType type = {"axial_force", "bar", {{"axial_force", params::dim::force}}};
  return type;
}

template <int Dim>
double BarBlock<Dim>::axial_force(const State& state, std::size_t element) const {
  return properties_.axial_stiffness * strain(elements_[element], span(elements_[element], state.q));
}

template <int Dim>
Connectivity BarBlock<Dim>::connectivity() const {
  Connectivity cells;
  for (const Element& element : elements_) cells.add(std::array{element.dofs[0], element.dofs[Dim]});
  return cells;
}

template <int Dim>
std::vector<ElementQuantity> BarBlock<Dim>::quantities() const {
  return {line_quantity(axial_force_quantity(), elements_.size(),
                        [this](const State& state, std::size_t element, double, std::span<double> values) {
                          values[0] = axial_force(state, element);
                        })};
}

template class BarBlock<1>;
template class BarBlock<2>;
template class BarBlock<3>;

}  // namespace jounce
