#include "elements/solid_constant.h"

#include <memory>

#include "elements/solid_block.h"
#include "la/nodal_sum.h"

namespace jounce::solid {

template <int Dim>
ConstantMatrices<Dim>::ConstantMatrices(const SolidCells& cells) {
  K_.lay_out(std::make_shared<BlockPattern>(
      upper_neighbours(cells.nodes, static_cast<std::size_t>(topology(cells.shape).nodes),
                       static_cast<Index>(cells.points.size()))));
  M_.lay_out(K_.pattern());
}

template <int Dim>
void ConstantMatrices<Dim>::finish(const MassRedistribution& T) {
  masses_.setZero(M_.rows());
  const Vector ones = Vector::Ones(M_.rows());
  M_.add_product(1, ones.data(), masses_.data());  // T 1 = 1
  T.hand_over(masses_);
}

template <int Dim>
void ConstantMatrices<Dim>::take(const SolidCells& cells, const Vector& values, Vector& nodal) const {
  nodal.resize(static_cast<Index>(cells.dofs.size()));
  for (Index i = 0; i < nodal.size(); ++i) nodal[i] = values[cells.dofs[i]];
}

template <int Dim>
void ConstantMatrices<Dim>::take_displacements(const SolidCells& cells, const SolidProperties& p,
                                               const State& state) {
  take(cells, state.q, u_);
  for (Index i = 0; i < u_.size(); ++i) u_[i] -= cells.places[i];
  const Index n = M_.rows();
  Eigen::Map<Eigen::Matrix<double, Dim, Eigen::Dynamic>> u(u_.data(), Dim, n);
  Eigen::Matrix<double, Dim, 1> mean = u.rowwise().sum() / n;
  if (p.plane == PlaneKind::axisymmetric && Dim == 2) mean[0] = 0;  // radial motion strains a ring
  u.colwise() -= mean;
}

template <int Dim>
void ConstantMatrices<Dim>::add_force(const SolidCells& cells, const MassRedistribution& T,
                                      const SolidProperties& p, const State& state, Vector& f) {
  take_displacements(cells, p, state);
  if (p.alpha != 0 || p.beta != 0) {
    take(cells, state.v, v_);
    if (p.beta != 0) u_ += p.beta * v_;
  }
  f_.setZero(u_.size());
  K_.add_product(-1, u_.data(), f_.data());
  for (Index i = 0; i < f_.size(); ++i) f[cells.dofs[i]] += f_[i];
  if (p.alpha != 0) add_mass_product(cells, T, state.v, -p.alpha, f);
}

template <int Dim>
void ConstantMatrices<Dim>::add_mass_product(const SolidCells& cells, const MassRedistribution& T,
                                             const Vector& a, double w, Vector& f) {
  const Index n = M_.rows();
  v_.resize(n);
  for (Index k = 0; k < Dim; ++k) {
    for (Index i = 0; i < n; ++i) v_[i] = a[cells.dofs[i * Dim + k]];
    T.carry(v_);
    f_.setZero(n);
    M_.add_product(w, v_.data(), f_.data());
    T.hand_over(f_);
    for (Index i = 0; i < n; ++i) f[cells.dofs[i * Dim + k]] += f_[i];
  }
}

template <int Dim>
double ConstantMatrices<Dim>::strain_energy(const SolidCells& cells, const SolidProperties& p,
                                            const State& state) {
  take_displacements(cells, p, state);
  return 0.5 * K_.quadratic_form(u_.data());
}

template <int Dim>
double ConstantMatrices<Dim>::kinetic_energy(const SolidCells& cells, const MassRedistribution& T,
                                             const State& state) {
  const Index n = M_.rows();
  v_.resize(n);
  double twice = 0;
  for (Index k = 0; k < Dim; ++k) {
    for (Index i = 0; i < n; ++i) v_[i] = state.v[cells.dofs[i * Dim + k]];
    T.carry(v_);
    twice += M_.quadratic_form(v_.data());
  }
  return 0.5 * twice;
}

template <int Dim>
double ConstantMatrices<Dim>::damping_product(const SolidCells& cells, const MassRedistribution& T,
                                              const SolidProperties& p, const Vector& v, const Vector& w) {
  double sum = 0;
  if (p.alpha != 0) {
    const Index n = M_.rows();
    u_.resize(n);
    v_.resize(n);
    for (Index k = 0; k < Dim; ++k) {
      for (Index i = 0; i < n; ++i) u_[i] = v[cells.dofs[i * Dim + k]];
      for (Index i = 0; i < n; ++i) v_[i] = w[cells.dofs[i * Dim + k]];
      T.carry(u_);
      T.carry(v_);
      f_.setZero(n);
      M_.add_product(p.alpha, u_.data(), f_.data());
      sum += f_.dot(v_);
    }
  }
  if (p.beta == 0) return sum;
  take(cells, v, u_);
  take(cells, w, v_);
  f_.setZero(u_.size());
  K_.add_product(p.beta, u_.data(), f_.data());
  return sum + f_.dot(v_);
}

template <int Dim>
double ConstantMatrices<Dim>::gravity_energy(const SolidCells& cells, const State& state,
                                             const Vector3& gravity) const {
  double energy = 0;
  if (gravity.isZero(0)) return energy;
  for (Index i = 0; i < M_.rows(); ++i)
    for (Index k = 0; k < Dim; ++k) energy -= masses_[i] * gravity[k] * state.q[cells.dofs[i * Dim + k]];
  return energy;
}

template <CellShape S>
ConstantMatrices<kDim<S>>& SolidBlock<S>::constant() const {
  if (constant_) return *constant_;
  constant_ = std::make_unique<ConstantMatrices<kDim<S>>>(cells());
  const SolidProperties& p = properties();
  Element<S> e;
  ElementMatrix<S> K;
  e.u.setZero();
  e.v.setZero();
  for (std::size_t i = 0; i < cells().size(); ++i) {
    reference(i, e.X);
    K.setZero();
    small_tangent<S>(rule_, p, e, 0, 1, K);
    if constexpr (kIsBox<S>)
      if (rule_.hourglass) add_hourglass(e.X, 1, K);
    const MassMatrix m = mass(i);
    const auto nodes = cells().cell(i);
    for (Index a = 0; a < kNodes<S>; ++a)
      for (Index b = 0; b < kNodes<S>; ++b) {
        const int row = nodes[a], column = nodes[b];
        if (row > column) continue;
        *constant_->M().block(row, column) += m(a, b);
        double* block = constant_->K().block(row, column);
        for (Index r = 0; r < kDim<S>; ++r)
          for (Index c = 0; c < kDim<S>; ++c) block[r * kDim<S> + c] += K(a * kDim<S> + r, b * kDim<S> + c);
      }
  }
  constant_->finish(redistribution_);
  return *constant_;
}

template <CellShape S>
void SolidBlock<S>::append_nodal_matrices(std::vector<NodalMatrices>& parts) const {
  parts.push_back({&constant().K(), &constant().M(), cells().dofs});
}

template class ConstantMatrices<2>;
template class ConstantMatrices<3>;

#define JOUNCE_INSTANTIATE(S)                                                                \
  template ConstantMatrices<kDim<CellShape::S>>& SolidBlock<CellShape::S>::constant() const; \
  template void SolidBlock<CellShape::S>::append_nodal_matrices(std::vector<NodalMatrices>&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
