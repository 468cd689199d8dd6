#include "elements/shell_block.h"

#include <algorithm>

#include "math/rotation.h"

namespace jounce::shell {

template <int N>
ShellBlock<N>::ShellBlock(std::string name, ShellCells cells, Section section,
                          const ShellProperties& properties, const Vector3& direction, int first_history)
    : ShellElements(std::move(name), std::move(cells), std::move(section), properties, direction),
      first_history_(first_history) {
  geometry_.reserve(this->cells().size());
  for (std::size_t i = 0; i < this->cells().size(); ++i) {
    Nodes<N> X, D;
    for (int a = 0; a < N; ++a) {
      X.col(a) = this->cells().places[this->cells().cell(i)[a]];
      D.col(a) = this->cells().directors[i * N + static_cast<std::size_t>(a)];
    }
    const Vector3 origin = X.col(0);
    X.colwise() -= origin;
    geometry_.push_back(
        make_geometry<N>(X, D, direction, this->section().thickness(), properties.membrane_shear));
  }
}

template <int N>
typename ShellBlock<N>::Element ShellBlock<N>::gather(const State& state, std::size_t i) const {
  Element e;
  e.geometry = &geometry_[i];
  const auto cell = cells().cell(i);
  for (int a = 0; a < N; ++a) {
    const auto& dofs = cells().dofs[cell[a]];
    const Index at = cells().quaternions[cell[a]];
    e.R[a] = Quaternion(state.q[at], state.q[at + 1], state.q[at + 2], state.q[at + 3]).toRotationMatrix();
    Vector3 Omega;
    for (int k = 0; k < 3; ++k) {
      e.x(k, a) = state.q[dofs[k]];
      e.v(k, a) = state.v[dofs[k]];
      Omega[k] = state.v[dofs[3 + k]];
    }
    const Vector3 D = e.geometry->D.col(a);
    e.d.col(a) = e.R[a] * D;
    e.w.col(a) = e.R[a] * Omega.cross(D);
  }
  const Vector3 origin = e.x.col(0);
  e.x.colwise() -= origin;
  e.xx = e.x.transpose() * e.x - e.geometry->X.transpose() * e.geometry->X;
  e.xd = e.x.transpose() * e.d - e.geometry->X.transpose() * e.geometry->D;
  e.history = nullptr;
  e.dt = 0;
  if (first_history_ >= 0) {
    const HistoryArray& history = state.history[static_cast<std::size_t>(first_history_)];
    e.history = history.committed().data() +
                cells().place_in_whole(i) * kPoints<N> * static_cast<std::size_t>(section().history_size());
    e.dt = std::max(0.0, state.t - history.time);
  }
  return e;
}

template <int N>
std::array<Index, ShellBlock<N>::kSize> ShellBlock<N>::dofs(std::size_t i) const {
  std::array<Index, kSize> all;
  auto at = all.begin();
  for (const int node : cells().cell(i)) at = std::copy_n(cells().dofs[node].begin(), 6, at);
  return all;
}

template <int N>
typename ShellBlock<N>::Column ShellBlock<N>::velocities(const State& state, std::size_t i) const {
  Column v;
  const auto all = dofs(i);
  for (int k = 0; k < kSize; ++k) v[k] = state.v[all[k]];
  return v;
}

template <int N>
typename ShellBlock<N>::Nodal ShellBlock<N>::nodal(std::size_t i) const {
  constexpr double kScaled = N > 4 ? 1.0 / 32 : 1.0 / 8;  // four elements of first order have its nodes
  const Geometry<N>& geometry = geometry_[i];
  double radius = section().inertia() / section().mass();  // squared
  if (properties().scaled_rotary_inertia) radius = std::max(radius, kScaled * geometry.area());
  const double of_diagonal = N > 4 ? section().mass() * geometry.area() / geometry.mass.trace() : 0;
  Nodal nodal;
  for (int a = 0; a < N; ++a) {
    nodal.mass[a] = section().mass() * geometry.mass.row(a).sum();
    const double lumped = N > 4 ? of_diagonal * geometry.mass(a, a) : nodal.mass[a];
    if (properties().lumped) nodal.mass[a] = lumped;
    nodal.inertia[a] = radius * lumped;
  }
  return nodal;
}

template <int N>
void ShellBlock<N>::add_mass(std::size_t i, double w, Matrix& M) const {
  const Nodal nodal = this->nodal(i);
  for (int a = 0; a < N; ++a) {
    for (int k = 0; k < 3; ++k) M(6 * a + 3 + k, 6 * a + 3 + k) += w * nodal.inertia[a];
    for (int b = 0; b < N; ++b) {
      const double m =
          properties().lumped ? (a == b ? nodal.mass[a] : 0) : section().mass() * geometry_[i].mass(a, b);
      for (int k = 0; k < 3; ++k) M(6 * a + k, 6 * b + k) += w * m;
    }
  }
}

template <int N>
void ShellBlock<N>::add_mass(const State&, double w, MatrixSink& sink) const {
  for (std::size_t i = 0; i < cells().size(); ++i) {
    Matrix M = Matrix::Zero();
    add_mass(i, w, M);
    const auto all = dofs(i);
    if (!properties().lumped) {
      sink.add(all, all, M.data());
      continue;
    }
    for (std::size_t k = 0; k < all.size(); ++k) {  // a pattern without what is zero: matrices stay narrow
      const auto at = static_cast<Index>(k);
      sink.add({&all[k], 1}, {&all[k], 1}, &M(at, at));
    }
  }
}

template <int N>
void ShellBlock<N>::nodal_momentum(std::size_t i, const Vector& a, Nodes<N>& linear,
                                   Nodes<N>& angular) const {
  const Nodal nodal = this->nodal(i);
  const auto cell = cells().cell(i);
  for (int n = 0; n < N; ++n) {
    const auto& dofs = cells().dofs[cell[n]];
    for (int k = 0; k < 3; ++k) {
      linear(k, n) = a[dofs[k]];
      angular(k, n) = nodal.inertia[n] * a[dofs[3 + k]];
    }
  }
  if (!properties().lumped)
    linear = Nodes<N>(section().mass() * linear * geometry_[i].mass);
  else
    for (int n = 0; n < N; ++n) linear.col(n) *= nodal.mass[n];
}

template <int N>
void ShellBlock<N>::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  Nodes<N> linear, angular;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    nodal_momentum(i, a, linear, angular);
    for (int n = 0; n < N; ++n) {
      const auto& dofs = cells().dofs[cells().cell(i)[n]];
      for (int k = 0; k < 3; ++k) {
        f[dofs[k]] += w * linear(k, n);
        f[dofs[3 + k]] += w * angular(k, n);
      }
    }
  }
}

template <int N>
double ShellBlock<N>::kinetic_energy(const State& state) const {
  double sum = 0;
  Nodes<N> linear, angular;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    nodal_momentum(i, state.v, linear, angular);
    for (int n = 0; n < N; ++n) {
      const auto& dofs = cells().dofs[cells().cell(i)[n]];
      for (int k = 0; k < 3; ++k)
        sum += linear(k, n) * state.v[dofs[k]] + angular(k, n) * state.v[dofs[3 + k]];
    }
  }
  return 0.5 * sum;
}

template class ShellBlock<3>;
template class ShellBlock<4>;
template class ShellBlock<6>;
template class ShellBlock<8>;

}  // namespace jounce::shell
