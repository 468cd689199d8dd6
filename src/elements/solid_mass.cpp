// Mass and stresses of solid elements.

#include <Eigen/LU>

#include "elements/solid_block.h"
#include "materials/wave_speed.h"
#include "mesh/cell_size.h"

namespace jounce::solid {
namespace {

// Written out: plain loops compile in a fraction of the time of Eigen's products of these sizes.

/// m += w N N^T
template <int Nodes>
void add_dyad(const Eigen::Matrix<double, Nodes, 1>& N, double w, Eigen::Matrix<double, Nodes, Nodes>& m) {
  for (Index b = 0; b < Nodes; ++b)
    for (Index a = 0; a < Nodes; ++a) m(a, b) += w * N[a] * N[b];
}

}  // namespace

template <CellShape S>
typename SolidBlock<S>::MassMatrix SolidBlock<S>::mass(std::size_t element) const {
  Nodal<S> X;
  reference(element, X);
  MassMatrix m = MassMatrix::Zero();
  for (const RulePoint<S>& point : rule_.mass)
    add_dyad<kNodes<S>>(point.N, mass_volume<S>(point, X, properties()), m);
  m *= properties().material->density();
  if (properties().lumped) {
    const Values diagonal =
        is_quadratic(S) ? Values(m.diagonal() * (m.sum() / m.trace())) : Values(m.rowwise().sum());
    m = diagonal.asDiagonal();
  }
  if (scaling_.size() > 0) {
    const double scaling = scaling_[static_cast<Index>(element)];
    m.array() -= scaling;
    m.diagonal().array() += kNodes<S> * scaling;
  }
  return m;
}

template <CellShape S>
double SolidBlock<S>::scaling_of(std::size_t element) const {
  const auto nodes = cells().cell(element);
  std::array<Vector3, 8> corners;
  const auto n_corners = static_cast<std::size_t>(topology(S).corners);
  for (std::size_t a = 0; a < n_corners; ++a) {
    corners[a].setZero();
    for (Index k = 0; k < kDim<S>; ++k) corners[a][k] = cells().places[nodes[a] * kDim<S> + k];
  }
  const double crossing = least_height(S, {corners.data(), n_corners}) /
                          largest_wave_speed(rule_.D_0, properties().material->density());
  const double ratio = properties().least_crossing / crossing, beta = ratio * ratio - 1;
  if (beta <= 0) return 0;
  return beta * mass(element).sum() / (kNodes<S> * (kNodes<S> - 1));
}

template <CellShape S>
void SolidBlock<S>::add_mass_product(std::size_t element, const Nodal<S>& a, double w, Nodal<S>& f) const {
  if (scaling_.size() > 0 || properties().lumped) {
    const MassMatrix m = mass(element);
    for (Index b = 0; b < kNodes<S>; ++b)
      for (Index c = 0; c < kNodes<S>; ++c)
        for (Index k = 0; k < kDim<S>; ++k) f(b, k) += w * m(b, c) * a(c, k);
    return;
  }
  Nodal<S> X;
  reference(element, X);
  w *= properties().material->density();
  for (const RulePoint<S>& point : rule_.mass) {
    const double weight = w * mass_volume<S>(point, X, properties());
    for (Index k = 0; k < kDim<S>; ++k) {
      double at_point = 0;
      for (Index b = 0; b < kNodes<S>; ++b) at_point += point.N[b] * a(b, k);
      for (Index b = 0; b < kNodes<S>; ++b) f(b, k) += weight * point.N[b] * at_point;
    }
  }
}

template <CellShape S>
void SolidBlock<S>::add_mass(const State&, double w, MatrixSink& sink) const {
  for (std::size_t i = 0; i < cells().size(); ++i) {
    if (has_redistributed_mass()) {
      add_redistributed_mass(i, w, sink);
      continue;
    }
    const MassMatrix m = w * mass(i);
    const auto all = dofs(i);
    std::array<Index, static_cast<std::size_t>(kNodes<S>)> rows;
    for (std::size_t k = 0; k < static_cast<std::size_t>(kDim<S>); ++k) {
      for (std::size_t a = 0; a < rows.size(); ++a) rows[a] = all[a * static_cast<std::size_t>(kDim<S>) + k];
      if (!is_diagonal()) {
        sink.add(rows, rows, m.data());
        continue;
      }
      for (std::size_t a = 0; a < rows.size(); ++a)
        sink.add({&rows[a], 1}, {&rows[a], 1}, &m(static_cast<Index>(a), static_cast<Index>(a)));
    }
  }
}

template <CellShape S>
void SolidBlock<S>::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  if (is_diagonal()) {
    for (std::size_t i = 0; i < cells().dofs.size(); ++i) {
      const Index dof = cells().dofs[i];
      f[dof] += w * lumped_[static_cast<Index>(i) / kDim<S>] * a[dof];
    }
    return;
  }
  if (is_linear()) return constant().add_mass_product(cells(), redistribution_, a, w, f);
  Nodal<S> a_e, f_e;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather_carried(i, a, a_e);
    f_e.setZero();
    add_mass_product(i, a_e, w, f_e);
    scatter_carried(i, f_e, f);
  }
}

template <CellShape S>
void SolidBlock<S>::point_stresses(const State& state, std::size_t element, std::span<Voigt> stress) const {
  const SolidProperties& p = properties();
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  gather(element, state, e);
  strains(e, strain.data());
  MaterialResponse response;
  for (std::size_t k = 0; k < rule_.stiffness.size(); ++k) {
    respond<S>(p, e, k, strain[k].E, false, response);
    stress[k] = response.stress;
    if (!p.finite_strain) continue;
    Matrix3 F = strain[k].F;
    if (kDim<S> == 2 && p.plane == PlaneKind::stress) F(2, 2) = std::sqrt(1 + 2 * response.strain_33);
    stress[k] = to_voigt(F * to_matrix(response.stress, 1) * F.transpose() / F.determinant(), 1);
  }
}

template <CellShape S>
void SolidBlock<S>::nodal_stresses(const State& state, std::size_t element, std::span<Voigt> stress) const {
  std::array<Voigt, kMostPoints> at_points;
  point_stresses(state, element, at_points);
  for (std::size_t a = 0; a < static_cast<std::size_t>(kNodes<S>); ++a) {
    stress[a].setZero();
    for (std::size_t k = 0; k < rule_.stiffness.size(); ++k)
      stress[a] += rule_.extrapolation(static_cast<Index>(a), static_cast<Index>(k)) * at_points[k];
  }
}

template <CellShape S>
void SolidBlock<S>::point_strains(const State& state, std::size_t element, std::span<Voigt> strain) const {
  const SolidProperties& p = properties();
  std::array<PointStrain, kMostPoints> at_points;
  Element<S> e;
  gather(element, state, e);
  strains(e, at_points.data());
  MaterialResponse response;
  for (std::size_t k = 0; k < rule_.stiffness.size(); ++k) {
    strain[k] = at_points[k].E;
    strain[k].template tail<3>() *= 0.5;
    if (kDim<S> == 3 || p.plane != PlaneKind::stress) continue;
    respond<S>(p, e, k, at_points[k].E, false, response);
    strain[k][2] = response.strain_33;
  }
}

template <CellShape S>
double SolidBlock<S>::volume(std::size_t element) const {
  Nodal<S> X;
  reference(element, X);
  double volume = 0;
  for (const RulePoint<S>& point : rule_.mass) volume += mass_volume<S>(point, X, properties());
  return volume;
}

template <CellShape S>
std::size_t SolidBlock<S>::find_inverted(const State& state) const {
  const std::size_t n = cells().size();
  if (!properties().finite_strain) return n;
  if (const ElementBatches* all = batches()) return all->sweep(cells(), state, first_history_, {}).inverted;
  const bool rings = kDim<S> == 2 && properties().plane == PlaneKind::axisymmetric;
  Element<S> e;
  for (std::size_t i = 0; i < n; ++i) {
    gather(i, state, e);
    const Nodal<S> x = e.X + e.u;
    for (const RulePoint<S>& point : rule_.stiffness) {
      const Tensor<S> J = sum_of_dyads<S>(x, point.dN);
      if (!(J.determinant() > 0) || (rings && !(x.col(0).dot(point.N) > 0))) return i;
    }
  }
  return n;
}

#define JOUNCE_INSTANTIATE(S)                                                                                \
  template double SolidBlock<CellShape::S>::scaling_of(std::size_t) const;                                   \
  template typename SolidBlock<CellShape::S>::MassMatrix SolidBlock<CellShape::S>::mass(std::size_t) const;  \
  template void SolidBlock<CellShape::S>::add_mass_product(std::size_t, const Nodal<CellShape::S>&, double,  \
                                                           Nodal<CellShape::S>&) const;                      \
  template void SolidBlock<CellShape::S>::add_mass(const State&, double, MatrixSink&) const;                 \
  template void SolidBlock<CellShape::S>::add_mass_product(const State&, const Vector&, double, Vector&)     \
      const;                                                                                                 \
  template void SolidBlock<CellShape::S>::point_stresses(const State&, std::size_t, std::span<Voigt>) const; \
  template void SolidBlock<CellShape::S>::nodal_stresses(const State&, std::size_t, std::span<Voigt>) const; \
  template void SolidBlock<CellShape::S>::point_strains(const State&, std::size_t, std::span<Voigt>) const;  \
  template double SolidBlock<CellShape::S>::volume(std::size_t) const;                                       \
  template std::size_t SolidBlock<CellShape::S>::find_inverted(const State&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
