// What solid elements leave to batches, and the history that goes with it.

#include <cmath>

#include "elements/solid_block.h"

namespace jounce::solid {

template <CellShape S>
const ElementBatches* SolidBlock<S>::any_batches() const {
  if (has_asked_for_batches_) return batches_.get();
  has_asked_for_batches_ = true;
  const SolidProperties& p = properties();
  if (!p.in_batches || rule_.incompatible || is_heated()) return nullptr;
  const bool is_plane = kDim<S> == 2, is_ring = is_plane && p.plane == PlaneKind::axisymmetric;
  const double across = is_ring ? 2 * M_PI : is_plane ? p.thickness : 1;
  ElementBatches::Rule rule;
  const auto append = [&](const std::vector<RulePoint<S>>& points) {
    for (const RulePoint<S>& point : points) {
      for (Index a = 0; a < kNodes<S>; ++a) {
        for (Index k = 0; k < kDim<S>; ++k) rule.gradients.push_back(point.dN(a, k));
        if (is_plane) rule.gradients.push_back(is_ring ? point.N[a] : 0.0);
      }
      rule.weights.push_back(across * point.weight);
    }
  };
  append(rule_.stiffness);
  rule.points = n_points();
  append(rule_.full);
  rule.across = is_plane && !is_ring ? 1 : 0;
  if (rule_.b_bar || rule_.nodal_pressure) rule.mean_directions = volume_directions<S>(p);
  rule.nodal = nodal_;
  rule.damping = p.beta * rule_.D_0;
  if (rule_.hourglass) rule.hourglass = kHourglassScale * rule_.D_0(3, 3);
  for (Index a = 0; a < rule_.extrapolation.rows(); ++a)
    for (Index k = 0; k < rule_.extrapolation.cols(); ++k)
      rule.extrapolation.push_back(rule_.extrapolation(a, k));
  batches_ = ElementBatches::make(cells(), properties(), std::move(rule));
  return batches_.get();
}

template <CellShape S>
void SolidBlock<S>::add_final_force(const State& state, std::span<double> history, Vector& f) const {
  const ElementBatches* const all = batches();
  if (all == nullptr) return SolidElements::add_final_force(state, history, f);
  all->sweep(cells(), state, first_history_,
             {.force = f.data(), .history = history.data(), .energies = true, .stresses = keeps_results_});
  delete_failed(state, history);
  all->add_damping(cells(), state, first_history_, f);
  if (properties().alpha > 0) add_mass_product(state, state.v, -properties().alpha, f);
}

template <CellShape S>
void SolidBlock<S>::update_history(const State& state, std::span<double> history) const {
  if (const ElementBatches* all = batches()) {
    all->sweep(cells(), state, first_history_, {.history = history.data()});
    delete_failed(state, history);
    return;
  }
  const auto size = static_cast<std::size_t>(properties().material->history_size());
  const std::size_t stride = rule_.stiffness.size() * size;
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather(i, state, e);
    strains(e, strain.data());
    double* const own = history.data() + cells().place_in_whole(i) * stride;
    std::copy_n(e.history, stride, own);
    for (std::size_t k = 0; k < rule_.stiffness.size(); ++k)
      properties().material->update(mechanical_strain<S>(properties(), e, k, strain[k].E),
                                    point_state<S>(properties(), e, k), own + k * size);
  }
  delete_failed(state, history);
}

/// In batches but for finite strain in plane stress, whose kernels do not tell the strain across.
template <CellShape S>
void SolidBlock<S>::add_nodal_stresses(const State& state, std::span<double> sums) const {
  constexpr auto nodes = static_cast<std::size_t>(kNodes<S>);
  const SolidProperties& p = properties();
  const bool is_thinner = kDim<S> == 2 && p.plane == PlaneKind::stress && p.finite_strain;
  if (const ElementBatches* const all = is_thinner ? nullptr : any_batches())
    return all->add_nodal_stresses(cells(), state, first_history_, sums);
  std::array<Voigt, nodes> stress;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    if (is_deleted(state, i)) continue;
    nodal_stresses(state, i, stress);
    for (std::size_t a = 0; a < nodes; ++a)
      Eigen::Map<Voigt>(sums.data() + 6 * static_cast<std::size_t>(cells().cell(i)[a])) += stress[a];
  }
}

#define JOUNCE_INSTANTIATE(S)                                                                        \
  template void SolidBlock<CellShape::S>::add_nodal_stresses(const State&, std::span<double>) const; \
  template const ElementBatches* SolidBlock<CellShape::S>::any_batches() const;                      \
  template void SolidBlock<CellShape::S>::update_history(const State&, std::span<double>) const;     \
  template void SolidBlock<CellShape::S>::add_final_force(const State&, std::span<double>, Vector&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
