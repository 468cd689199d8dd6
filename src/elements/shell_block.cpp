#include "elements/shell_block.h"

#include <algorithm>

#include "math/rotation.h"

namespace jounce::shell {

template <int N>
ShellBlock<N>::ShellBlock(std::string name, ShellCells cells, Section section,
                          const ShellProperties& properties, const Vector3& direction, int first_history)
    : ShellElements(std::move(name), std::move(cells), std::move(section), properties),
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
    e.history = history.committed().data() + i * N * static_cast<std::size_t>(section().history_size());
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
const double* ShellBlock<N>::history_at(const Element& e, std::size_t point) const {
  return e.history == nullptr ? nullptr
                              : e.history + point * static_cast<std::size_t>(section().history_size());
}

template <int N>
Strains ShellBlock<N>::strains(const Element& e, const Point<N>& point) const {
  Strains s;
  for (int c = 0; c < 3; ++c) s[c] = 0.5 * point.forms[c].cwiseProduct(e.xx).sum();
  for (int c = 3; c < kStrains; ++c) s[c] = point.forms[c].cwiseProduct(e.xd).sum();
  return s;
}

template <int N>
Strains ShellBlock<N>::rates(const Element& e, const Point<N>& point) const {
  const Form<N> xv = e.x.transpose() * e.v;
  const Form<N> xd = e.v.transpose() * e.d + e.x.transpose() * e.w;
  Strains s;
  for (int c = 0; c < 3; ++c) s[c] = point.forms[c].cwiseProduct(xv).sum();
  for (int c = 3; c < kStrains; ++c) s[c] = point.forms[c].cwiseProduct(xd).sum();
  return s;
}

template <int N>
Strains ShellBlock<N>::stress(const Element& e, std::size_t point, Resultants& out, bool tangent) const {
  const Point<N>& at = e.geometry->points[point];
  section().respond(strains(e, at), history_at(e, point), e.dt, tangent, out);
  if (properties().beta == 0) return out.stress;
  return out.stress + properties().beta * section().stiffness() * rates(e, at);
}

template <int N>
double ShellBlock<N>::drilling_stiffness(const Corner<N>& corner) const {
  return properties().drilling * section().membrane_shear() * corner.area;
}

template <int N>
double ShellBlock<N>::drill(const Element& e, int a, Column* gradient) const {
  const Corner<N>& corner = e.geometry->corners[a];
  const Vector3 x_1 = e.x * corner.slopes.col(0), x_2 = e.x * corner.slopes.col(1);
  const Vector3 t_1 = e.R[a] * corner.t_1, t_2 = e.R[a] * corner.t_2;
  if (gradient != nullptr) {
    gradient->setZero();
    for (int i = 0; i < N; ++i)
      gradient->template segment<3>(6 * i) = 0.5 * (corner.slopes(i, 0) * t_2 - corner.slopes(i, 1) * t_1);
    gradient->template segment<3>(6 * a + 3) =
        0.5 * (corner.t_2.cross(e.R[a].transpose() * x_1) - corner.t_1.cross(e.R[a].transpose() * x_2));
  }
  return 0.5 * (x_1.dot(t_2) - x_2.dot(t_1));
}

template <int N>
void ShellBlock<N>::add_force(const State& state, Vector& f) const {
  Resultants out;
  Column gradient;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Element e = gather(state, i);
    Form<N> H = Form<N>::Zero(), G = Form<N>::Zero();
    for (std::size_t p = 0; p < N; ++p) {
      const Point<N>& point = e.geometry->points[p];
      const Strains s = point.area * stress(e, p, out, false);
      for (int c = 0; c < 3; ++c) H += s[c] * point.forms[c];
      for (int c = 3; c < kStrains; ++c) G += s[c] * point.forms[c];
    }
    const Nodes<N> by_x = e.x * H + e.d * G.transpose(), by_d = e.x * G;
    Column inner;
    for (int a = 0; a < N; ++a) {
      inner.template segment<3>(6 * a) = by_x.col(a);
      inner.template segment<3>(6 * a + 3) =
          Vector3(e.geometry->D.col(a)).cross(e.R[a].transpose() * by_d.col(a));
    }
    for (int a = 0; a < N; ++a) {
      const double r = drill(e, a, &gradient);
      inner += drilling_stiffness(e.geometry->corners[a]) * r * gradient;
    }
    const auto all = dofs(i);
    for (int k = 0; k < kSize; ++k) f[all[k]] -= inner[k];
  }
  if (properties().alpha != 0) add_mass_product(state, state.v, -properties().alpha, f);
}

template <int N>
typename ShellBlock<N>::Nodal ShellBlock<N>::nodal(std::size_t i) const {
  constexpr double kScaled = 1.0 / 8;
  const Geometry<N>& geometry = geometry_[i];
  double radius = section().inertia() / section().mass();  // squared
  if (properties().scaled_rotary_inertia) radius = std::max(radius, kScaled * geometry.area());
  Nodal nodal;
  for (int a = 0; a < N; ++a) {
    nodal.mass[a] = section().mass() * geometry.mass.row(a).sum();
    nodal.inertia[a] = radius * nodal.mass[a];
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
    sink.add(all, all, M.data());
  }
}

template <int N>
void ShellBlock<N>::add_mass_product(const State&, const Vector& a, double w, Vector& f) const {
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Nodal nodal = this->nodal(i);
    const auto all = dofs(i);
    for (int n = 0; n < N; ++n)
      for (int k = 0; k < 3; ++k) {
        double sum = 0;
        for (int b = 0; b < N && !properties().lumped; ++b)
          sum += section().mass() * geometry_[i].mass(n, b) * a[all[6 * b + k]];
        if (properties().lumped) sum = nodal.mass[n] * a[all[6 * n + k]];
        f[all[6 * n + k]] += w * sum;
        f[all[6 * n + 3 + k]] += w * nodal.inertia[n] * a[all[6 * n + 3 + k]];
      }
  }
}

template <int N>
void ShellBlock<N>::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  Vector momentum = Vector::Zero(state.v.size());
  add_mass_product(state, state.v, 1, momentum);
  energies.kinetic += 0.5 * momentum.dot(state.v);
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Element e = gather(state, i);
    for (std::size_t p = 0; p < N; ++p) {
      const Point<N>& point = e.geometry->points[p];
      Resultants out;
      section().add_energies(strains(e, point), history_at(e, p), e.dt, out);
      energies.strain += point.area * out.energy;
      energies.plastic += point.area * out.plastic;
    }
    const Nodal nodal = this->nodal(i);
    for (int a = 0; a < N; ++a) {
      const double r = drill(e, a, nullptr);
      energies.strain += 0.5 * drilling_stiffness(e.geometry->corners[a]) * r * r;
      const auto& dofs = cells().dofs[cells().cell(i)[a]];
      for (int k = 0; k < 3; ++k) energies.gravity -= nodal.mass[a] * gravity[k] * state.q[dofs[k]];
    }
  }
}

template <int N>
void ShellBlock<N>::add_powers(const State& state, Powers& powers) const {
  const double alpha = properties().alpha, beta = properties().beta;
  if (alpha != 0) {
    Vector momentum = Vector::Zero(state.v.size());
    add_mass_product(state, state.v, 1, momentum);
    powers.damping += alpha * momentum.dot(state.v);
  }
  for (std::size_t i = 0; beta != 0 && i < cells().size(); ++i) {
    const Element e = gather(state, i);
    for (const Point<N>& point : e.geometry->points) {
      const Strains rate = rates(e, point);
      powers.damping += beta * point.area * rate.dot(section().stiffness() * rate);
    }
  }
}

template <int N>
void ShellBlock<N>::update_history(const State& state, std::span<double> history) const {
  const auto stride = static_cast<std::size_t>(section().history_size());
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Element e = gather(state, i);
    for (std::size_t p = 0; p < N; ++p)
      section().update(strains(e, e.geometry->points[p]), history_at(e, p), e.dt,
                       history.data() + (i * N + p) * stride);
  }
}

template class ShellBlock<3>;
template class ShellBlock<4>;

}  // namespace jounce::shell
