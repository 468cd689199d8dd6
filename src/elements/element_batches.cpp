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
  if (shape.dimension != 3 || properties.beta > 0 || cells.size() == 0) return nullptr;
  const batch::KernelSet set = kernels();
  auto batches = std::unique_ptr<ElementBatches>(new ElementBatches);
  batches->law_ = properties.material->batch_law();
  batches->kernel_ =
      set.find(shape.nodes, properties.finite_strain ? batch::Kinematics::finite : batch::Kinematics::small,
               batches->law_.kind, rule.mean_volume);
  batches->rates_ = set.find_rates(shape.nodes);
  if (batches->kernel_ == nullptr || batches->rates_ == nullptr) return nullptr;
  batches->rule_ = std::move(rule);

  const std::size_t lanes = static_cast<std::size_t>(set.lanes), n = cells.size();
  const auto corners = static_cast<std::size_t>(shape.nodes), count = (n + lanes - 1) / lanes;
  batches->nodes_.resize(count * corners * lanes);
  batches->place_.resize(count * lanes);
  for (std::size_t i = 0; i < count * lanes; ++i) {
    const std::size_t element = std::min(i, n - 1), b = i / lanes, lane = i % lanes;
    const auto nodes = cells.cell(element);
    for (std::size_t a = 0; a < corners; ++a) batches->nodes_[(b * corners + a) * lanes + lane] = nodes[a];
    batches->place_[i] = static_cast<std::int32_t>(cells.place_in_whole(element));
  }
  batches->X_.resize(4 * cells.points.size());
  for (std::size_t node = 0; node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < 3; ++k) batches->X_[4 * node + k] = cells.places[3 * node + k];
  batch::Cells& data = batches->data_;
  data.elements = static_cast<int>(n);
  data.batches = static_cast<int>(count);
  data.points = static_cast<int>(batches->rule_.weights.size());
  data.nodes = batches->nodes_.data();
  data.place = batches->place_.data();
  data.X = batches->X_.data();
  data.dN = batches->rule_.gradients.data();
  data.weight = batches->rule_.weights.data();
  data.hourglass = batches->rule_.hourglass;
  return batches;
}

/// Takes the displacements; true when they are others than in the last pass.
bool ElementBatches::moves(const SolidCells& cells, const Vector& q) const {
  const std::size_t nodes = cells.points.size();
  u_.resize(4 * nodes);
  bool same = true;
  for (std::size_t node = 0; node < nodes; ++node)
    for (std::size_t k = 0; k < 3; ++k) {
      const double u = q[cells.dofs[3 * node + k]] - X_[4 * node + k];
      same &= u == u_[4 * node + k];
      u_[4 * node + k] = u;
    }
  return !same;
}

void ElementBatches::find_nodal_changes(batch::Pass& pass) const {
  const auto elements = static_cast<std::size_t>(data_.elements);
  deleted_.clear();
  for (std::size_t i = 0; law_.failure >= 0 && i < elements; ++i) {
    const std::size_t at = static_cast<std::size_t>(place_[i]) * rule_.weights.size() *
                           static_cast<std::size_t>(law_.history_size);
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
      (wanted.energies && !last_.has_energies))
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
    kernel_(data_, law_, pass);
    if (rule_.nodal && pass.force != nullptr)
      rule_.nodal->add_forces(pass.u, deleted_, change_, pressure_, pass.force);
    last_ = {true, wanted.energies, wanted.force != nullptr, before, wanted.history, dt, {}};
    last_.answer = {pass.strain, pass.plastic,
                    pass.inverted < 0 ? cells.size() : static_cast<std::size_t>(pass.inverted)};
  }
  if (wanted.force != nullptr)
    for (std::size_t node = 0; node < nodes; ++node)
      for (std::size_t k = 0; k < 3; ++k) wanted.force[cells.dofs[3 * node + k]] += f_[4 * node + k];
  return last_.answer;
}

void ElementBatches::stretch_rates(const SolidCells& cells, const State& state,
                                   std::span<double> rates) const {
  if (moves(cells, state.q)) forget();
  v_.resize(u_.size());
  for (std::size_t node = 0; node < cells.points.size(); ++node)
    for (std::size_t k = 0; k < 3; ++k) v_[4 * node + k] = state.v[cells.dofs[3 * node + k]];
  rates_(data_, {u_.data(), v_.data(), rates.data()});
}

}  // namespace jounce
