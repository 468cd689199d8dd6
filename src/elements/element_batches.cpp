#include "elements/element_batches.h"

#include <algorithm>

namespace jounce {
namespace {

/// The widest kernels that this processor runs.
batch::KernelSet kernels() {
#if defined(__x86_64__)
  static const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_v3)
    if (const batch::KernelSet set = batch::v3_kernels(); set.lanes > 0) return set;
#endif
  return batch::generic_kernels();
}

}  // namespace

std::unique_ptr<ElementBatches> ElementBatches::make(const SolidCells& cells,
                                                     const SolidProperties& properties, Rule rule) {
  const CellTopology& shape = topology(cells.shape);
  if (cells.size() == 0) return nullptr;
  const batch::KernelSet set = kernels();
  auto batches = std::unique_ptr<ElementBatches>(new ElementBatches);
  batches->rule_ = std::move(rule);
  batches->law_ = properties.material->batch_law();
  if (!batches->find_kernels(set, shape, properties)) return nullptr;
  batches->lay_out(cells, static_cast<std::size_t>(set.lanes));
  return batches;
}

bool ElementBatches::find_kernels(const batch::KernelSet& set, const CellTopology& shape,
                                  const SolidProperties& properties) {
  using enum batch::Kinematics;
  const int n = rule_.mean_directions;
  kernel_ = set.find(shape.nodes, shape.dimension, properties.finite_strain ? finite : small, law_.kind, n);
  rates_ = set.find_rates(shape.nodes, shape.dimension);
  project_ = set.project;
  if (kernel_ == nullptr || rates_ == nullptr) return false;
  if (properties.beta == 0) return true;
  // At small strain v in place of u: the stresses of a linear law.
  damping_kernel_ = set.find(shape.nodes, shape.dimension, properties.finite_strain ? damping : small,
                             batch::LawKind::elastic, n);
  damping_law_.D = rule_.damping.data();
  damping_law_.failure = law_.failure;
  damping_law_.history_size = law_.history_size;
  is_finite_ = properties.finite_strain;
  beta_ = properties.beta;
  return damping_kernel_ != nullptr;
}

void ElementBatches::lay_out(const SolidCells& cells, std::size_t lanes) {
  const CellTopology& shape = topology(cells.shape);
  const auto corners = static_cast<std::size_t>(shape.nodes);
  const std::size_t n = cells.size(), count = (n + lanes - 1) / lanes;
  nodes_.resize(count * corners * lanes);
  place_.resize(count * lanes);
  for (std::size_t i = 0; i < count * lanes; ++i) {
    const std::size_t element = std::min(i, n - 1), b = i / lanes, lane = i % lanes;
    const auto nodes = cells.cell(element);
    for (std::size_t a = 0; a < corners; ++a) nodes_[(b * corners + a) * lanes + lane] = nodes[a];
    place_[i] = static_cast<std::int32_t>(cells.place_in_whole(element));
  }
  dimension_ = static_cast<std::size_t>(shape.dimension);
  X_.resize(4 * cells.points.size());
  for (std::size_t node = 0; node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < dimension_; ++k) X_[4 * node + k] = cells.places[dimension_ * node + k];
  const std::size_t full = static_cast<std::size_t>(rule_.points) % rule_.weights.size();
  data_.elements = static_cast<int>(n);
  data_.batches = static_cast<int>(count);
  data_.points = rule_.points;
  data_.nodes = nodes_.data();
  data_.place = place_.data();
  data_.X = X_.data();
  data_.dN = rule_.gradients.data();
  data_.weight = rule_.weights.data();
  data_.full_dN = data_.dN + 3 * corners * full;
  data_.full_weight = rule_.weights[full];
  data_.across = rule_.across;
  data_.hourglass = rule_.hourglass;
  damping_data_ = data_;
  damping_data_.hourglass *= beta_;
}

/// Takes the displacements; true when they are others than in the last pass.
bool ElementBatches::moves(const SolidCells& cells, const Vector& q) const {
  const std::size_t nodes = cells.points.size();
  u_.resize(4 * nodes);
  bool same = true;
  for (std::size_t node = 0; node < nodes; ++node)
    for (std::size_t k = 0; k < dimension_; ++k) {
      const double u = q[cells.dofs[dimension_ * node + k]] - X_[4 * node + k];
      same &= u == u_[4 * node + k];
      u_[4 * node + k] = u;
    }
  return !same;
}

void ElementBatches::find_nodal_changes(batch::Pass& pass) const {
  const auto elements = static_cast<std::size_t>(data_.elements);
  deleted_.clear();
  for (std::size_t i = 0; law_.failure >= 0 && i < elements; ++i) {
    const std::size_t at =
        static_cast<std::size_t>(place_[i] * rule_.points) * static_cast<std::size_t>(law_.history_size);
    deleted_.push_back(pass.history[at + static_cast<std::size_t>(law_.failure)] >= 1 ? 1 : 0);
  }
  change_.resize(elements);
  pressure_.resize(elements);
  rule_.nodal->find(pass.u, deleted_, change_);
  pass.volume_change = change_.data();
  pass.pressure = pressure_.data();
}

bool ElementBatches::knows(const double* before, double dt, const Wanted& wanted) const {
  if (!last_.is_known || (wanted.force != nullptr && !last_.has_force) ||
      (wanted.energies && !last_.has_energies) || (wanted.stresses && !last_.has_stresses))
    return false;
  const bool rate = law_.depends_on_rate;
  const bool is_same = before == last_.before && (!rate || dt == last_.dt);
  if (wanted.history != nullptr) return is_same && wanted.history == last_.next;
  return is_same || (last_.next != nullptr && before == last_.next && (!rate || dt == 0));
}

ElementBatches::Answer ElementBatches::sweep(const SolidCells& cells, const State& state, int history,
                                             const Wanted& wanted) const {
  const std::size_t nodes = cells.points.size();
  const HistoryArray* const array = history < 0 ? nullptr : &state.history[history];
  const double* const before = array == nullptr ? nullptr : array->committed().data();
  const double dt = array == nullptr ? 0 : std::max(0.0, state.t - array->time);
  if (moves(cells, state.q) || !knows(before, dt, wanted)) {
    batch::Pass pass;
    pass.u = u_.data();
    pass.history = before;
    pass.dt = dt;
    pass.trial = wanted.history;
    pass.wants_energies = wanted.energies;
    if (wanted.force != nullptr) {
      f_.assign(4 * nodes, 0.0);
      pass.force = f_.data();
    }
    last_.is_known = false;
    if (rule_.nodal) find_nodal_changes(pass);
    run(pass, wanted.stresses);
    if (rule_.nodal && pass.force != nullptr)
      rule_.nodal->add_forces(pass.u, deleted_, change_, pressure_, pass.force);
    last_ = {true, wanted.energies, wanted.force != nullptr, wanted.stresses, before, wanted.history, dt, {}};
    last_.answer = {pass.strain, pass.plastic,
                    pass.inverted < 0 ? cells.size() : static_cast<std::size_t>(pass.inverted)};
  }
  if (wanted.force != nullptr)
    for (std::size_t node = 0; node < nodes; ++node)
      for (std::size_t k = 0; k < dimension_; ++k)
        wanted.force[cells.dofs[dimension_ * node + k]] += f_[4 * node + k];
  return last_.answer;
}

void ElementBatches::take_velocities(const SolidCells& cells, const Vector& v) const {
  v_.resize(4 * cells.points.size());
  for (std::size_t node = 0; node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < dimension_; ++k) v_[4 * node + k] = v[cells.dofs[dimension_ * node + k]];
}

void ElementBatches::find_damping(const SolidCells& cells, const State& state, int history) const {
  take_velocities(cells, state.v);
  damping_u_.resize(v_.size());
  for (std::size_t node = 0; is_finite_ && node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < dimension_; ++k)
      damping_u_[4 * node + k] = state.q[cells.dofs[dimension_ * node + k]] - X_[4 * node + k];
  damping_force_.assign(v_.size(), 0.0);
  batch::Pass pass;
  pass.u = is_finite_ ? damping_u_.data() : v_.data();
  pass.v = v_.data();
  pass.history = history < 0 ? nullptr : state.history[history].committed().data();
  pass.force = damping_force_.data();
  damping_kernel_(damping_data_, damping_law_, pass);
}

void ElementBatches::add_damping(const SolidCells& cells, const State& state, int history, Vector& f) const {
  if (damping_kernel_ == nullptr) return;
  find_damping(cells, state, history);
  for (std::size_t node = 0; node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < dimension_; ++k)
      f[cells.dofs[dimension_ * node + k]] += damping_force_[4 * node + k];
}

double ElementBatches::damping_product(const SolidCells& cells, const State& state, int history,
                                       const Vector& w) const {
  find_damping(cells, state, history);
  double sum = 0;
  for (std::size_t node = 0; node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < dimension_; ++k)
      sum -= damping_force_[4 * node + k] * w[cells.dofs[dimension_ * node + k]];
  return sum;
}

void ElementBatches::run(batch::Pass& pass, bool stresses) const {
  if (!stresses) return kernel_(data_, law_, pass);
  constexpr int kAtOnce = 16;  // batches
  const int lanes = static_cast<int>(place_.size()) / data_.batches, points = data_.points;
  stress_.resize(static_cast<std::size_t>(6 * kAtOnce * lanes * points));
  nodal_stress_.assign(6 * X_.size() / 4, 0.0);
  batch::Projection projection;
  projection.nodes = static_cast<int>(nodes_.size() / place_.size());
  projection.weight = rule_.extrapolation.data();
  projection.stress = stress_.data();
  projection.history = pass.history;
  projection.sum = nodal_stress_.data();
  for (int first = 0; first < data_.batches; first += kAtOnce) {
    const int element = first * lanes;
    batch::Cells some = data_;
    some.batches = std::min(kAtOnce, data_.batches - first);
    some.elements = std::min(some.batches * lanes, data_.elements - element);
    some.place += element;
    some.nodes += static_cast<std::ptrdiff_t>(projection.nodes) * element;
    batch::Pass part = pass;  // its energies go on from those so far
    part.stress = stress_.data();
    part.inverted = -1;
    if (pass.volume_change != nullptr) {
      part.volume_change += element;
      part.pressure += element;
    }
    kernel_(some, law_, part);
    project_(some, law_, projection);
    pass.strain = part.strain;
    pass.plastic = part.plastic;
    if (pass.inverted < 0 && part.inverted >= 0) pass.inverted = element + part.inverted;
  }
}

void ElementBatches::add_nodal_stresses(const SolidCells& cells, const State& state, int history,
                                        std::span<double> sums) const {
  if (moves(cells, state.q)) forget();
  const HistoryArray* const array = history < 0 ? nullptr : &state.history[history];
  batch::Pass pass;
  pass.u = u_.data();
  pass.history = array == nullptr ? nullptr : array->committed().data();
  pass.dt = array == nullptr ? 0 : std::max(0.0, state.t - array->time);
  if (!knows(pass.history, pass.dt, {.stresses = true})) {
    last_.has_stresses = false;  // forces and energies stay
    if (rule_.nodal) find_nodal_changes(pass);
    run(pass, true);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += nodal_stress_[i];
}

void ElementBatches::stretch_rates(const SolidCells& cells, const State& state,
                                   std::span<double> rates) const {
  if (moves(cells, state.q)) forget();
  take_velocities(cells, state.v);
  rates_(data_, {u_.data(), v_.data(), rates.data()});
}

}  // namespace jounce
