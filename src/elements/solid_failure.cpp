// Elements that fail: they are deleted, and the history of the block says so.

#include <algorithm>

#include "elements/solid_block.h"

namespace jounce {

const double* SolidElements::failure_of(const State& state, std::size_t element, std::size_t point) const {
  const Material& material = *properties_.material;
  const std::size_t first = cells_.place_in_whole(element) * static_cast<std::size_t>(n_points()) + point;
  return state.history[history()].committed().data() +
         first * static_cast<std::size_t>(material.history_size()) +
         static_cast<std::size_t>(material.failure_place());
}

bool SolidElements::is_deleted(const State& state, std::size_t element) const {
  return can_fail() && *failure_of(state, element, 0) >= 1;
}

DeletedElements SolidElements::deleted(const State& state) const {
  DeletedElements found;
  for (std::size_t i = 0; can_fail() && i < cells_.size(); ++i) {
    const double* const failure = failure_of(state, i, 0);
    if (!(failure[0] >= 1)) continue;
    ++found.count;
    found.first = std::min(found.first, failure[2]);
  }
  return found;
}

namespace solid {

// What a point has stored at the end of the step in which its element fails is that of the step's own answer,
// with the history at its beginning. Answers with the stiffness of before are not those of the next step.
template <CellShape S>
void SolidBlock<S>::delete_failed(const State& state, std::span<double> history) const {
  if (!can_fail()) return;
  const SolidProperties& p = properties();
  const auto size = static_cast<std::size_t>(p.material->history_size());
  const auto place = static_cast<std::size_t>(p.material->failure_place());
  const std::size_t points = rule_.stiffness.size();
  const bool falls = p.material->length_place() >= 0;
  bool softens = false;
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  MaterialResponse response;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    double* const failure = history.data() + cells().place_in_whole(i) * points * size + place;
    bool fails = false;
    for (std::size_t k = 0; k < points; ++k) {
      fails |= failure[k * size] >= 1;
      softens |= falls && failure[k * size] != *failure_of(state, i, k);
    }
    if (!fails) continue;
    gather(i, state, e);
    if (e.is_deleted) continue;  // in an earlier step
    strains(e, strain.data());
    for (std::size_t k = 0; k < points; ++k) {
      respond<S>(p, e, k, strain[k].E, false, response);
      double* const at = failure + k * size;
      at[0] = std::max(at[0], 1.0);
      at[1] += response.energy;
      at[2] = state.t;
    }
    if constexpr (kIsBox<S>)
      if (rule_.hourglass)
        failure[1] += 0.5 * (hourglass(e.X).transpose() * e.u).squaredNorm() / strain[0].volume;
    forget_answers();
  }
  if (softens) forget_answers();
}

template <CellShape S>
double SolidBlock<S>::failure_energy(const State& state) const {
  const std::size_t points = rule_.stiffness.size();
  const bool falls = properties().material->length_place() >= 0;  // of elements that are left, too
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  double sum = 0;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    bool any = is_deleted(state, i);
    for (std::size_t k = 0; falls && k < points; ++k) any |= failure_of(state, i, k)[1] != 0;
    if (!any) continue;
    gather(i, state, e);
    strains(e, strain.data());
    for (std::size_t k = 0; k < points; ++k) sum += strain[k].volume * failure_of(state, i, k)[1];
  }
  return sum;
}

#define JOUNCE_INSTANTIATE(S)                                                                   \
  template void SolidBlock<CellShape::S>::delete_failed(const State&, std::span<double>) const; \
  template double SolidBlock<CellShape::S>::failure_energy(const State&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace solid

}  // namespace jounce
