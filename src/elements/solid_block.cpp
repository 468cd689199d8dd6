#include "elements/solid_block.h"

#include <algorithm>
#include <cmath>

#include "la/decompositions.h"

namespace jounce::solid {
namespace {

template <CellShape S>
std::vector<RulePoint<S>> tabulate(const Quadrature& quadrature) {
  std::vector<RulePoint<S>> points;
  for (const QuadraturePoint& q : quadrature) {
    RulePoint<S> point;
    point.xi = q.xi;
    point.weight = q.weight;
    evaluate_shape<S>(q.xi, point.N, point.dN);
    points.push_back(point);
  }
  return points;
}

/// Values of the shape functions of S, one row for each place.
template <CellShape S, class Places>
DenseMatrix shape_matrix(const Places& places) {
  ShapeValues<S> N;
  ShapeGradients<S> dN;
  DenseMatrix values(static_cast<Index>(places.size()), shape_nodes(S));
  for (std::size_t i = 0; i < places.size(); ++i) {
    evaluate_shape<S>(places[i], N, dN);
    for (Index b = 0; b < shape_nodes(S); ++b) values(static_cast<Index>(i), b) = N[b];
  }
  return values;
}

template <class Points>
std::vector<Vector3> places_of(const Points& points) {
  std::vector<Vector3> places;
  for (const auto& point : points) places.push_back(point.xi);
  return places;
}

/// Least squares of the first-order functions through values at places (least norm where they are few),
/// evaluated at others.
template <CellShape S>
DenseMatrix first_order_fit(const std::vector<Vector3>& places, const std::vector<Vector3>& at) {
  constexpr CellShape L = linear_shape(S);
  return shape_matrix<L>(at) * shape_matrix<L>(places).completeOrthogonalDecomposition().pseudoInverse();
}

/// Rule::temperature
template <CellShape S>
DenseMatrix temperature_matrix(const std::vector<Vector3>& points) {
  if (linear_shape(S) == S)
    return DenseMatrix::Constant(static_cast<Index>(points.size()), kNodes<S>, 1.0 / kNodes<S>);
  const std::vector<Vector3> samples = places_of(stiffness_rule(S, true));
  return first_order_fit<S>(samples, points) * shape_matrix<S>(samples);
}

template <CellShape S>
Rule<S> make_rule(const SolidProperties& p) {
  Rule<S> rule;
  const bool reduced = p.formulation == SolidFormulation::reduced;
  const bool same_points = p.mass_by_stiffness_points || !p.section.empty();
  const Quadrature quadrature = stiffness_rule(S, p);
  rule.stiffness = tabulate<S>(quadrature);
  rule.mass = same_points ? rule.stiffness : tabulate<S>(mass_rule(S));
  double size = 0;
  for (const QuadraturePoint& q : quadrature) size += q.weight;
  rule.centre = tabulate<S>({{reference_centre(S), size}}).front();
  rule.D_0 = p.material->initial_stiffness();
  const std::vector<Vector3> places = places_of(rule.stiffness);
  const auto nodes = reference_nodes(S);
  rule.extrapolation = first_order_fit<S>(places, {nodes.begin(), nodes.end()});
  rule.temperature = temperature_matrix<S>(places);
  rule.b_bar = kIsBox<S> && p.formulation == SolidFormulation::b_bar;
  rule.nodal_pressure = p.formulation == SolidFormulation::nodal_pressure;
  rule.incompatible = kIsBox<S> && p.formulation == SolidFormulation::incompatible;
  rule.hourglass = kIsBox<S> && reduced;
  if (rule.hourglass) rule.full = tabulate<S>(stiffness_rule(S, false));
  return rule;
}

}  // namespace

template <CellShape S>
SolidBlock<S>::SolidBlock(std::string name, SolidCells cells, SolidProperties properties, int first_history)
    : SolidElements(std::move(name), std::move(cells), std::move(properties)),
      rule_(make_rule<S>(this->properties())),
      first_history_(first_history) {
  if (rule_.nodal_pressure)
    nodal_ = std::make_shared<NodalVolumes>(this->cells(), this->properties().finite_strain);
  if (this->properties().least_crossing > 0) {
    Vector scaling(static_cast<Index>(this->cells().size()));
    for (std::size_t i = 0; i < this->cells().size(); ++i) scaling[static_cast<Index>(i)] = scaling_of(i);
    if (scaling.maxCoeff() > 0) scaling_ = std::move(scaling);
  }
  if (!is_diagonal()) return;
  lumped_.setZero(static_cast<Index>(this->cells().points.size()));
  for (std::size_t i = 0; i < this->cells().size(); ++i) {
    const MassMatrix m = mass(i);
    const auto nodes = this->cells().cell(i);
    for (Index a = 0; a < kNodes<S>; ++a) lumped_[nodes[a]] += m(a, a);
  }
}

template <CellShape S>
void SolidBlock<S>::reference(std::size_t element, Nodal<S>& X) const {
  const auto nodes = cells().cell(element);
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index k = 0; k < kDim<S>; ++k) X(a, k) = cells().places[nodes[a] * kDim<S> + k];
}

template <CellShape S>
std::array<Index, static_cast<std::size_t>(kSize<S>)> SolidBlock<S>::dofs(std::size_t element) const {
  std::array<Index, static_cast<std::size_t>(kSize<S>)> all;
  const auto nodes = cells().cell(element);
  std::size_t next = 0;
  for (const int node : nodes)
    for (int k = 0; k < kDim<S>; ++k) all[next++] = cells().dofs[node * kDim<S> + k];
  return all;
}

template <CellShape S>
void SolidBlock<S>::gather(std::size_t element, const Vector& values, Nodal<S>& nodal) const {
  const auto all = dofs(element);
  for (std::size_t i = 0; i < all.size(); ++i) nodal.data()[i] = values[all[i]];
}

template <CellShape S>
void SolidBlock<S>::scatter(std::size_t element, const Nodal<S>& nodal, Vector& values) const {
  const auto all = dofs(element);
  for (std::size_t i = 0; i < all.size(); ++i) values[all[i]] += nodal.data()[i];
}

template <CellShape S>
void SolidBlock<S>::gather(std::size_t element, const State& state, Element<S>& e) const {
  reference(element, e.X);
  gather(element, state.q, e.u);
  e.u -= e.X;
  gather(element, state.v, e.v);
  if (is_heated()) gather_temperatures(element, state.t, e);
  if (nodal_)
    e.volume_change =
        nodal_->change(element, state.q, [&](std::size_t other) { return is_deleted(state, other); });
  if (first_history_ < 0) return;
  const auto stride =
      rule_.stiffness.size() * static_cast<std::size_t>(properties().material->history_size());
  const HistoryArray& history = state.history[first_history_];
  e.dt = std::max(0.0, state.t - history.time);
  e.history = history.committed().data() + cells().place_in_whole(element) * stride;
  e.is_deleted = is_deleted(state, element);
  if (!e.is_deleted) return;
  e.u.setZero();  // where the law has no stress, no element is crushed, and hourglass modes are at rest
  e.v.setZero();
  e.volume_change = 0;
}

template <CellShape S>
typename SolidBlock<S>::HourglassMatrix SolidBlock<S>::hourglass(const Nodal<S>& X) const {
  HourglassMatrix gamma;
  if constexpr (kIsBox<S>) {
    const ElementPoint<S> centre = element_point<S>(rule_.centre, X, properties());
    const ShapeGradients<S> nodes = rule_.centre.dN * (kDim<S> == 3 ? 8.0 : 4.0);  // signs of the corners
    for (Index a = 0; a < kNodes<S>; ++a) {
      const double x = nodes(a, 0), y = nodes(a, 1);
      if constexpr (kDim<S> == 3) {
        const double z = nodes(a, 2);
        gamma.row(a) << y * z, z * x, x * y, x * y * z;
      } else {
        gamma(a, 0) = x * y;
      }
    }
    gamma -= centre.G * (X.transpose() * gamma).eval();
    const double c = kHourglassScale * rule_.D_0(3, 3) * centre.volume * centre.G.squaredNorm();
    gamma *= std::sqrt(c);
  }
  return gamma;
}

template <CellShape S>
void SolidBlock<S>::add_hourglass(const Nodal<S>& X, double w, ElementMatrix<S>& K) const {
  const HourglassMatrix gamma = hourglass(X);
  for (Index a = 0; a < kNodes<S>; ++a)
    for (Index b = 0; b < kNodes<S>; ++b) {
      double k = 0;
      for (Index m = 0; m < gamma.cols(); ++m) k += gamma(a, m) * gamma(b, m);
      for (Index c = 0; c < kDim<S>; ++c) K(a * kDim<S> + c, b * kDim<S> + c) += w * k;
    }
}

template <CellShape S>
bool SolidBlock<S>::is_linear() const {
  return !properties().finite_strain && properties().material->is_linear() && !rule_.nodal_pressure;
}

template <CellShape S>
void SolidBlock<S>::strains(const Element<S>& e, PointStrain* out) const {
  if (!properties().finite_strain) {
    small_strains<S>(rule_, properties(), e, out);
    if (rule_.nodal_pressure) out->E.head<3>().array() += (e.volume_change - out->E.head<3>().sum()) / 3;
    return;
  }
  if constexpr (kIsBox<S>)
    if (rule_.b_bar) return b_bar_strains<S>(rule_, properties(), e, out);
  finite_strains<S>(rule_, properties(), e, out);
  if (!rule_.nodal_pressure) return;
  out->F *= std::cbrt((1 + e.volume_change) / out->F.determinant());
  out->E = to_voigt(0.5 * (out->F.transpose() * out->F - Matrix3::Identity()), 2);
}

template <CellShape S>
void SolidBlock<S>::add_force(const State& state, Vector& f) const {
  if (is_linear()) {
    constant().add_force(cells(), redistribution_, properties(), state, f);
    if (is_heated()) add_thermal_force(state, f);
    return;
  }
  if (const ElementBatches* all = batches()) {
    all->sweep(cells(), state, first_history_, {.force = f.data()});
    all->add_damping(cells(), state, first_history_, f);
    if (properties().alpha > 0) add_mass_product(state, state.v, -properties().alpha, f);
    return;
  }
  Element<S> e;
  Nodal<S> f_e;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather(i, state, e);
    f_e.setZero();
    if (!properties().finite_strain) {
      small_force<S>(rule_, properties(), e, f_e);
    } else if (!rule_.b_bar) {
      finite_force<S>(rule_, properties(), e, f_e);
    } else if constexpr (kIsBox<S>) {
      b_bar_force<S>(rule_, properties(), e, f_e);
    }
    if constexpr (kIsBox<S>) {
      if (rule_.hourglass) {
        const HourglassMatrix gamma = hourglass(e.X);
        f_e -= gamma * (gamma.transpose() * (e.u + properties().beta * e.v)).eval();
      }
    }
    scatter(i, f_e, f);
  }
  if (properties().alpha > 0) add_mass_product(state, state.v, -properties().alpha, f);
}

template <CellShape S>
void SolidBlock<S>::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  const SolidProperties& p = properties();
  if (w_c * p.alpha != 0) add_mass(state, w_c * p.alpha, sink);
  if (w_k == 0 && w_c * p.beta == 0) return;
  Element<S> e;
  ElementMatrix<S> K = ElementMatrix<S>::Zero();
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const auto rows = dofs(i);
    if (!sink.wants_values()) {
      sink.add(rows, rows, K.data());
      continue;
    }
    gather(i, state, e);
    K.setZero();
    if (e.is_deleted) {
      sink.add(rows, rows, K.data());
      continue;
    }
    if (!p.finite_strain) {
      small_tangent<S>(rule_, p, e, w_c, w_k, K);
    } else if (!rule_.b_bar) {
      finite_tangent<S>(rule_, p, e, w_c, w_k, K);
    } else if constexpr (kIsBox<S>) {
      b_bar_tangent<S>(rule_, p, e, w_k, K);
    }
    if constexpr (kIsBox<S>)
      if (rule_.hourglass) add_hourglass(e.X, w_k + w_c * p.beta, K);
    sink.add(rows, rows, K.data());
  }
}

template <CellShape S>
void SolidBlock<S>::add_stress_stiffness(const State& state, double w, MatrixSink& sink) const {
  const SolidProperties& p = properties();
  std::array<PointStrain, kMostPoints> strain;
  Element<S> e;
  ElementMatrix<S> K;
  MaterialResponse response;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    gather(i, state, e);
    strains(e, strain.data());
    K.setZero();
    for (std::size_t k = 0; k < rule_.stiffness.size(); ++k) {
      const ElementPoint<S> point = element_point<S>(rule_, k, e.X, p);
      respond<S>(p, e, k, strain[k].E, false, response);
      const Matrix3 stress = to_matrix(w * point.volume * response.stress, 1);
      for (Index a = 0; a < kNodes<S>; ++a)
        for (Index b = 0; b < kNodes<S>; ++b) {
          double g = 0;
          for (Index c = 0; c < kDim<S>; ++c)
            for (Index d = 0; d < kDim<S>; ++d) g += point.G(a, c) * stress(c, d) * point.G(b, d);
          for (Index c = 0; c < kDim<S>; ++c) K(a * kDim<S> + c, b * kDim<S> + c) += g;
          if constexpr (kDim<S> == 2) K(2 * a, 2 * b) += stress(2, 2) * point.h[a] * point.h[b];
        }
    }
    const auto rows = dofs(i);
    sink.add(rows, rows, K.data());
  }
}

#define JOUNCE_INSTANTIATE(S) template class SolidBlock<CellShape::S>;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
