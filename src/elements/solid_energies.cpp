// Energies and powers of solid elements.

#include "elements/solid_block.h"

namespace jounce::solid {
namespace {

/// v . m w, summed over the components of the nodes' vectors.
template <class MassMatrix, class Vectors>
double nodal_mass_product(const MassMatrix& m, const Vectors& v, const Vectors& w) {
  double sum = 0;
  for (Index b = 0; b < m.cols(); ++b)
    for (Index a = 0; a < m.rows(); ++a)
      for (Index k = 0; k < v.cols(); ++k) sum += m(a, b) * v(a, k) * w(b, k);
  return sum;
}

}  // namespace

template <CellShape S>
void SolidBlock<S>::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  const SolidProperties& p = properties();
  if (is_linear() && !is_heated()) {
    energies.kinetic += constant().kinetic_energy(cells(), redistribution_, state);
    energies.strain += constant().strain_energy(cells(), p, state);
    energies.gravity += constant().gravity_energy(cells(), state, gravity);
    return;
  }
  add_motion_energies(state, gravity, energies);
  if (can_fail()) energies.failure += failure_energy(state);
  if (const ElementBatches* all = batches()) {
    const auto sums =
        all->sweep(cells(), state, first_history_, {.energies = true, .stresses = keeps_results_});
    energies.strain += sums.strain;
    energies.plastic += sums.plastic;
    return;
  }
  for (std::size_t i = 0; i < cells().size(); ++i) add_strain_energies(state, i, energies);
}

template <CellShape S>
double SolidBlock<S>::mass_product(const Vector& v, const Vector& w) const {
  double sum = 0;
  if (is_diagonal()) {
    for (std::size_t i = 0; i < cells().dofs.size(); ++i) {
      const Index dof = cells().dofs[i];
      sum += lumped_[static_cast<Index>(i) / kDim<S>] * v[dof] * w[dof];
    }
    return sum;
  }
  Nodal<S> v_e, w_e;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather_carried(i, v, v_e);
    gather_carried(i, w, w_e);
    sum += nodal_mass_product(mass(i), v_e, w_e);
  }
  return sum;
}

template <CellShape S>
void SolidBlock<S>::add_motion_energies(const State& state, const Vector3& gravity,
                                        Energies& energies) const {
  energies.kinetic += 0.5 * mass_product(state.v, state.v);
  if (gravity.isZero(0)) return;
  if (is_diagonal()) {
    for (std::size_t i = 0; i < cells().dofs.size(); ++i)
      energies.gravity -= lumped_[static_cast<Index>(i) / kDim<S>] *
                          gravity[static_cast<Index>(i) % kDim<S>] * state.q[cells().dofs[i]];
    return;
  }
  Nodal<S> x;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather_carried(i, state.q, x);
    const Values m = mass(i).rowwise().sum();
    for (Index k = 0; k < kDim<S>; ++k) energies.gravity -= gravity[k] * m.dot(x.col(k));
  }
}

template <CellShape S>
void SolidBlock<S>::add_strain_energies(const State& state, std::size_t element, Energies& energies) const {
  const SolidProperties& p = properties();
  const bool remembers = p.material->history_size() > 0;
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  MaterialResponse response;
  gather(element, state, e);
  strains(e, strain.data());
  for (std::size_t k = 0; k < rule_.stiffness.size(); ++k) {
    respond<S>(p, e, k, strain[k].E, false, response);
    energies.strain += strain[k].volume * response.energy;
    if (remembers) energies.plastic += strain[k].volume * plastic_work<S>(p, e, k, strain[k].E);
  }
  if constexpr (kIsBox<S>)
    if (rule_.hourglass) energies.strain += 0.5 * (hourglass(e.X).transpose() * e.u).squaredNorm();
}

template <CellShape S>
double SolidBlock<S>::strain_energy(const State& state, std::size_t element) const {
  Energies energies;
  add_strain_energies(state, element, energies);
  return energies.strain;
}

template <CellShape S>
double SolidBlock<S>::hourglass_energy(const State& state) const {
  double sum = 0;
  if constexpr (kIsBox<S>) {
    Element<S> e;
    for (std::size_t i = 0; i < cells().size() && rule_.hourglass; ++i) {
      gather(i, state, e);
      sum += 0.5 * (hourglass(e.X).transpose() * e.u).squaredNorm();
    }
  }
  return sum;
}

template <CellShape S>
void SolidBlock<S>::add_powers(const State& state, Powers& powers) const {
  if (is_heated()) powers.applied += heating_power(state);
}

template <CellShape S>
double SolidBlock<S>::damping_product(const State& state, const Vector& w) const {
  const SolidProperties& p = properties();
  if (p.alpha == 0 && p.beta == 0) return 0;
  if (is_linear()) return constant().damping_product(cells(), redistribution_, p, state.v, w);
  double product = p.alpha == 0 ? 0 : p.alpha * mass_product(state.v, w);
  if (p.beta == 0) return product;
  if (const ElementBatches* all = batches())
    return product + all->damping_product(cells(), state, first_history_, w);
  std::array<PointStrain, kMostPoints> of_v, of_w;
  Element<S> e;
  Nodal<S> v;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather(i, state, e);
    if (e.is_deleted) continue;
    strains(e, of_v.data());
    v = e.v;
    gather(i, w, e.v);
    strains(e, of_w.data());
    for (std::size_t k = 0; k < rule_.stiffness.size(); ++k)
      product += p.beta * of_v[k].volume * of_v[k].rate.dot(rule_.D_0 * of_w[k].rate);
    if constexpr (kIsBox<S>) {
      if (!rule_.hourglass) continue;
      const HourglassMatrix gamma = hourglass(e.X);
      product += p.beta * (gamma.transpose() * v).cwiseProduct(gamma.transpose() * e.v).sum();
    }
  }
  return product;
}

#define JOUNCE_INSTANTIATE(S)                                                                              \
  template void SolidBlock<CellShape::S>::add_energies(const State&, const Vector3&, Energies&) const;     \
  template double SolidBlock<CellShape::S>::mass_product(const Vector&, const Vector&) const;              \
  template void SolidBlock<CellShape::S>::add_motion_energies(const State&, const Vector3&, Energies&)     \
      const;                                                                                               \
  template void SolidBlock<CellShape::S>::add_strain_energies(const State&, std::size_t, Energies&) const; \
  template double SolidBlock<CellShape::S>::strain_energy(const State&, std::size_t) const;                \
  template double SolidBlock<CellShape::S>::hourglass_energy(const State&) const;                          \
  template void SolidBlock<CellShape::S>::add_powers(const State&, Powers&) const;                         \
  template double SolidBlock<CellShape::S>::damping_product(const State&, const Vector&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
