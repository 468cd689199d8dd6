// What bounds explicit steps in solid elements: largest eigenvalues of the element's own matrices, which
// bound those of any mesh of such elements (B. M. Irons, Applications of a theorem on eigenvalues to finite
// element problems, report CR/132/70, University of Wales, Swansea, 1970).

#include <Eigen/LU>
#include <cmath>

#include "elements/solid_block.h"
#include "la/pencil.h"

namespace jounce::solid {
namespace {

template <CellShape S>
double size_of(const Nodal<S>& X) {
  return (X.rowwise() - X.row(0)).cwiseAbs().maxCoeff();
}

}  // namespace

// Plastic materials answer elastically at the strain of the last accepted step (Plastic::kRoundOff), so that
// the tangent bounds that of steps in which they flow or unload.
template <CellShape S>
ElementBounds SolidBlock<S>::bounds(const Element<S>& e, std::size_t element,
                                    const SolidProperties& undamped) const {
  const SolidProperties& p = properties();
  ElementMatrix<S> K = ElementMatrix<S>::Zero();
  if (!p.finite_strain) {
    small_tangent<S>(rule_, undamped, e, 0, 1, K);
  } else if (!rule_.b_bar) {
    finite_tangent<S>(rule_, undamped, e, 0, 1, K);
  } else if constexpr (kIsBox<S>) {
    b_bar_tangent<S>(rule_, undamped, e, 1, K);
  }
  if constexpr (kIsBox<S>)
    if (rule_.hourglass) add_hourglass(e.X, 1, K);
  const MassMatrix m = mass(element);
  DenseMatrix M = DenseMatrix::Zero(kSize<S>, kSize<S>);
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index b = 0; b < kNodes<S>; ++b)
      for (Index k = 0; k < kDim<S>; ++k) M(a * kDim<S> + k, b * kDim<S> + k) = m(a, b);
  ElementBounds bounds{largest_eigenvalue(K, M), p.alpha};
  if (p.beta == 0) return bounds;
  K.setZero();
  if (!p.finite_strain)
    small_tangent<S>(rule_, p, e, 1, 0, K);
  else
    finite_tangent<S>(rule_, p, e, 1, 0, K);
  if constexpr (kIsBox<S>)
    if (rule_.hourglass) add_hourglass(e.X, p.beta, K);
  bounds.damping += largest_eigenvalue(K, M);
  return bounds;
}

/// Damage has taken of its stiffness.
template <CellShape S>
bool SolidBlock<S>::is_damaged(const State& state, std::size_t element) const {
  if (!can_fail() || properties().material->length_place() < 0) return false;
  bool any = false;
  for (std::size_t k = 0; k < rule_.stiffness.size(); ++k) any |= *failure_of(state, element, k) > 0;
  return any;
}

template <CellShape S>
void SolidBlock<S>::bounds(const State& state, std::span<const int> elements,
                           std::span<ElementBounds> out) const {
  // Elements that are equal but for their place, as those of regular meshes, are looked at once.
  constexpr double kEqual = 1e-9;  // of the size of an element: what round-off of places makes of it
  SolidProperties undamped = properties();
  undamped.beta = 0;
  Element<S> e;
  Nodal<S> last = Nodal<S>::Zero();
  bool has_last = false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto element = static_cast<std::size_t>(elements[i]);
    gather(element, state, e);
    if (e.is_deleted) {
      out[i] = {0, undamped.alpha};
      has_last = false;
      continue;
    }
    if (kDim<S> == 2 && properties().plane == PlaneKind::axisymmetric) {
      out[i] = bounds(e, element, undamped);
      continue;
    }
    const Nodal<S> shape = e.X.rowwise() - e.X.row(0);
    const double size = size_of<S>(e.X);
    const bool is_alone = is_heated() || is_damaged(state, element) ||
                          (undamped.finite_strain && size_of<S>(e.u) > kEqual * size);
    if (has_last && !is_alone && (shape - last).cwiseAbs().maxCoeff() <= kEqual * size) {
      out[i] = out[i - 1];
      continue;
    }
    out[i] = bounds(e, element, undamped);
    has_last = !is_alone;
    last = shape;
  }
}

template <CellShape S>
ScaledMass SolidBlock<S>::scaled_mass() const {
  return {static_cast<std::size_t>((scaling_.array() > 0).count()),
          kNodes<S> * (kNodes<S> - 1) * scaling_.sum()};
}

template <CellShape S>
void SolidBlock<S>::stretch_rates(const State& state, std::span<double> rates) const {
  if (const ElementBatches* const all = batches()) return all->stretch_rates(cells(), state, rates);
  Element<S> e;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    gather(i, state, e);
    const Nodal<S> x = e.X + e.u;
    double largest = 0;
    for (const RulePoint<S>& rule : rule_.stiffness) {
      const Tensor<S> L = sum_of_dyads<S>(e.v, rule.dN) * sum_of_dyads<S>(x, rule.dN).inverse();  // grad v
      double squared = (0.5 * (L + L.transpose())).squaredNorm();
      if (kDim<S> == 2 && properties().plane == PlaneKind::axisymmetric) {
        const double around = e.v.col(0).dot(rule.N) / x.col(0).dot(rule.N);
        squared += around * around;
      }
      largest = squared > largest || !std::isfinite(squared) ? squared : largest;
    }
    rates[i] = std::isfinite(largest) ? std::sqrt(largest) : HUGE_VAL;
  }
}

#define JOUNCE_INSTANTIATE(S)                                                                        \
  template ElementBounds SolidBlock<CellShape::S>::bounds(const Element<CellShape::S>&, std::size_t, \
                                                          const SolidProperties&) const;             \
  template void SolidBlock<CellShape::S>::bounds(const State&, std::span<const int>,                 \
                                                 std::span<ElementBounds>) const;                    \
  template ScaledMass SolidBlock<CellShape::S>::scaled_mass() const;                                 \
  template void SolidBlock<CellShape::S>::stretch_rates(const State&, std::span<double>) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
