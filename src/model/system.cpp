#include "model/system.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "la/nodal_sum.h"
#include "parallel/together.h"

namespace jounce {
namespace {

/// Of numbers that all are sums over elements.
template <class Numbers>
void sum_over(parallel::Communicator& ranks, Numbers& numbers) {
  auto sums = std::bit_cast<std::array<double, sizeof(Numbers) / sizeof(double)>>(numbers);
  ranks.sum(sums);
  numbers = std::bit_cast<Numbers>(sums);
}

}  // namespace

void System::set_dofs(DofMap dofs) {
  dofs_ = std::move(dofs);
  assert(static_cast<Index>(dofs_.kinds.size()) == nv());
  const auto free = static_cast<std::size_t>(n_free()), all = static_cast<std::size_t>(nv());
  const auto one = [](std::size_t) { return 1.0; };
  all_unknowns_ = numbering_->sum_of(0, free, one);
  all_prescribed_ = numbering_->sum_of(free, all, one);
}

void System::finish(State initial) {
  initial_ = std::move(initial);
  initial_.angles.clear();
  for (const auto& angle : angles_) initial_.angles.push_back(angle->value(initial_));
  joints_.finish();
  has_constant_mass_ = std::all_of(blocks_.begin(), blocks_.end(),
                                   [](const auto& block) { return block->has_constant_mass(); });
  is_linear_ =
      manifold().is_flat() && joints_.is_holonomic() && has_constant_mass_ && joints_.is_linear() &&
      contacts_.is_linear() &&
      std::all_of(blocks_.begin(), blocks_.end(), [](const auto& block) { return block->is_linear(); });
  has_constant_mass_ = !numbering_->any(!has_constant_mass_);
  is_linear_ = !numbering_->any(!is_linear_);
  gravity_field_ = dofs_.translations(gravity_);
  constant_gravity_force_ = Vector::Zero(nv());
  for (const auto& block : blocks_)
    if (!gravity_.isZero(0) && block->has_constant_mass())
      block->add_mass_product(initial_, gravity_field_, 1.0, constant_gravity_force_);
  if (has_constant_mass_) gravity_field_.resize(0);
}

double System::dot(const Vector& a, const Vector& b, Index first) const {
  const Index count = nv() - first;
  if (is_whole()) return a.tail(count).dot(b.tail(count));
  return numbering_->sum_of(
      static_cast<std::size_t>(first), static_cast<std::size_t>(nv()),
      [&](std::size_t dof) { return a[static_cast<Index>(dof)] * b[static_cast<Index>(dof)]; });
}

bool System::is_home_of(const ContactRow& row) const {
  if (is_whole()) return true;
  std::vector<Index> dofs;
  contacts_.all()[row.pair]->append_dofs(row, dofs);
  return is_home_of(dofs);
}

bool System::is_home_of(std::span<const Index> dofs) const {
  if (is_whole()) return true;
  for (const Index dof : dofs)
    if (dof < n_free()) return numbering_->owns(static_cast<std::size_t>(dof));
  return dofs.empty() || numbering_->owns(static_cast<std::size_t>(dofs.front()));
}

void System::follow(std::shared_ptr<RelativeCoordinate> angle, const std::string& owner) {
  angle->set_place(static_cast<int>(angles_.size()));
  angles_.push_back(std::move(angle));
  angle_owners_.push_back(owner);
}

void System::follow_from(const System& other, const State& counted, State& state) const {
  state.angles.clear();
  for (const auto& angle : angles_) state.angles.push_back(angle->value(state));
  for (std::size_t i = 0; i < angles_.size(); ++i)
    for (std::size_t j = 0; j < other.angles_.size(); ++j)
      if (other.angle_owners_[j] == angle_owners_[i]) state.angles[i] = counted.angles[j];
}

void System::hold(const State& state, double end) {
  for (PrescribedMotion& prescribed : prescribed_) {
    if (prescribed.is_held)
      prescribed.motion = [x = state.q[prescribed.dof]](double, double& q, double& v, double& a) {
        q = x;
        v = a = 0;
      };
    if (!prescribed.from_present || !(end > state.t)) continue;
    double q = 0, v = 0, a = 0;
    prescribed.motion(state.t, q, v, a);
    const double slope = (state.q[prescribed.dof] - q) / (end - state.t);
    prescribed.motion = [given = prescribed.motion, slope, end](double t, double& x, double& rate,
                                                                double& change) {
      given(t, x, rate, change);
      if (!(t < end)) return;
      x += slope * (end - t);
      rate -= slope;
    };
  }
}

bool System::has_solids() const {
  return std::any_of(blocks_.begin(), blocks_.end(), [](const auto& block) { return block->is_solid(); });
}

/// Blocks that every rank computes as a whole, or those of this rank's part of the model; where one of these
/// fails, all ranks throw.
template <class Visit>
void System::each_whole_block(const Visit& visit) const {
  parallel::together(numbering_->ranks(), !is_whole(), [&] {
    for (const auto& block : blocks_)
      if (!share_ || block->shareable() == 0) visit(*block);
  });
}

/// Calls visit(part) for this rank's parts of the blocks that are shared; where one of them fails, all ranks
/// throw.
template <class Visit>
void System::each_own_part(const Visit& visit) const {
  if (!share_) return;
  parallel::together(share_->ranks(), [&] {
    for (const auto& part : own_parts_) visit(*part);
  });
}

/// Calls visit(block, sink) for all that this rank adds to a matrix.
template <class Visit>
void System::each_matrix(MatrixSink& sink, const Visit& visit) const {
  if (!has_partial_matrices()) {
    parallel::together(numbering_->ranks(), !is_whole(), [&] {
      for (const auto& block : blocks_) visit(*block, sink);
    });
    return;
  }
  OwnedRowsSink owned(sink, *share_);
  each_whole_block([&](const ElementBlock& block) { visit(block, owned); });
  each_own_part([&](const ElementBlock& part) { visit(part, sink); });
}

bool System::has_shareable_elements() const {
  return std::any_of(blocks_.begin(), blocks_.end(),
                     [](const auto& block) { return block->shareable() > 0; });
}

void System::share(std::unique_ptr<ElementShare> share) {
  share_ = std::move(share);
  own_parts_.clear();
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i]->shareable() > 0) {
      blocks_[i]->drop_matrices();
      if (auto part = blocks_[i]->part(share_->elements()[i])) own_parts_.push_back(std::move(part));
    }
}

bool System::has_nodal_matrices() const {
  CountingSink others;
  for (const auto& block : blocks_) {
    if (block->has_nodal_matrices()) continue;
    block->add_mass(initial_, 1, others);
    block->add_tangent(initial_, 0, 1, others);
    if (others.entries() > 0) return false;
  }
  return true;
}

std::vector<NodalMatrices> System::nodal_matrices() const {
  std::vector<NodalMatrices> parts;
  each_whole_block([&](const ElementBlock& block) {
    if (block.has_nodal_matrices()) block.append_nodal_matrices(parts);
  });
  each_own_part([&](const ElementBlock& part) { part.append_nodal_matrices(parts); });
  return parts;
}

template <class Add>
void System::sum_forces(const State& state, Vector& f, const Add& add) const {
  f = constant_gravity_force_;
  each_whole_block([&](const ElementBlock& block) {
    add(block);
    if (!block.has_constant_mass()) block.add_mass_product(state, gravity_field_, 1.0, f);
  });
  if (share_) share_->keep_owned(f);
  each_own_part(add);
  for (std::size_t dof = 0; dof < state.dormant.size(); ++dof)
    if (state.dormant[dof] != 0) f[static_cast<Index>(dof)] = 0;
}

void System::own_force(const State& state, Vector& f) const {
  sum_forces(state, f, [&](const ElementBlock& block) { block.add_force(state, f); });
}

void System::force(const State& state, Vector& f) const {
  own_force(state, f);
  if (share_) share_->sum(f);
  total(f);
}

void System::add_mass(const State& state, double w, MatrixSink& sink) const {
  each_matrix(sink, [&](const ElementBlock& block, MatrixSink& to) { block.add_mass(state, w, to); });
}

void System::add_own_mass_product(const State& state, const Vector& a, double w, Vector& f) const {
  each_whole_block([&](const ElementBlock& block) { block.add_mass_product(state, a, w, f); });
  each_own_part([&](const ElementBlock& part) { part.add_mass_product(state, a, w, f); });
}

void System::add_mass_product(const State& state, const Vector& a, double w, Vector& f) const {
  if (!share_ && is_whole()) return add_own_mass_product(state, a, w, f);
  Vector product = Vector::Zero(nv());
  if (!is_whole()) {
    add_own_mass_product(state, a, w, product);
    total(product);
    f += product;
    return;
  }
  each_whole_block([&](const ElementBlock& block) { block.add_mass_product(state, a, w, product); });
  share_->keep_owned(product);
  each_own_part([&](const ElementBlock& part) { part.add_mass_product(state, a, w, product); });
  share_->sum(product);
  f += product;
}

void System::add_tangent(const State& state, const Vector& a, const TangentWeights& weights,
                         MatrixSink& sink) const {
  const bool falling = !gravity_.isZero(0);
  Vector apparent;  // stays empty where the mass is constant
  each_matrix(sink, [&](const ElementBlock& block, MatrixSink& to) {
    if (weights.mass != 0) block.add_mass(state, weights.mass, to);
    block.add_tangent(state, weights.damping, weights.stiffness, to);
    if (weights.stiffness == 0 || block.has_constant_mass()) return;
    // Gravity acts as M(q) g: its tangent is that of a mass force with the opposite sign.
    apparent = a;
    if (falling) apparent -= gravity_field_;
    block.add_mass_gradient(state, apparent, weights.stiffness, to);
  });
}

void System::add_mass_gradient(const State& state, const Vector& x, double w, MatrixSink& sink) const {
  each_matrix(sink, [&](const ElementBlock& block, MatrixSink& to) {
    if (!block.has_constant_mass()) block.add_mass_gradient(state, x, w, to);
  });
}

Energies System::energies(const State& state) const {
  Energies energies;
  each_own_part([&](const ElementBlock& part) { part.add_energies(state, gravity_, energies); });
  if (share_) sum_over(share_->ranks(), energies);
  each_whole_block([&](const ElementBlock& block) { block.add_energies(state, gravity_, energies); });
  if (!is_whole()) sum_over(numbering_->ranks(), energies);
  return energies;
}

Momentum System::momentum(const State& state) const {
  Vector p = Vector::Zero(nv());
  if (is_whole()) {
    add_mass_product(state, state.v, 1.0, p);
    return dofs_.momentum(state, p);
  }
  add_own_mass_product(state, state.v, 1.0, p);
  const Momentum own = dofs_.momentum(state, p);
  std::array<double, 6> sums = {own.linear[0],  own.linear[1],  own.linear[2],
                                own.angular[0], own.angular[1], own.angular[2]};
  numbering_->sum(sums);
  return {{sums[0], sums[1], sums[2]}, {sums[3], sums[4], sums[5]}};
}

Powers System::powers(const State& state) const {
  Powers powers;
  each_own_part([&](const ElementBlock& part) { part.add_powers(state, powers); });
  if (share_) sum_over(share_->ranks(), powers);
  each_whole_block([&](const ElementBlock& block) { block.add_powers(state, powers); });
  if (!is_whole()) sum_over(numbering_->ranks(), powers);
  return powers;
}

bool System::has_damping_products() const {
  return std::any_of(blocks_.begin(), blocks_.end(),
                     [](const auto& block) { return block->has_damping_product(); });
}

double System::damping_product(const State& state, const Vector& w) const {
  double product = 0;
  each_own_part([&](const ElementBlock& part) { product += part.damping_product(state, w); });
  if (share_) share_->ranks().sum({&product, 1});
  each_whole_block([&](const ElementBlock& block) { product += block.damping_product(state, w); });
  return numbering_->sum(product);
}

void System::apply_prescribed(State& state, Vector* a) const {
  for (const PrescribedMotion& prescribed : prescribed_) {
    double acceleration = 0;
    prescribed.motion(state.t, state.q[prescribed.dof], state.v[prescribed.dof], acceleration);
    if (a != nullptr) (*a)[prescribed.dof] = acceleration;
  }
}

std::shared_ptr<std::vector<double>> System::spare_history(std::size_t place, std::size_t size) const {
  spare_histories_.resize(std::max(spare_histories_.size(), place + 1));
  for (auto& array : spare_histories_[place])
    if (array.use_count() == 1) return array;
  return spare_histories_[place].emplace_back(std::make_shared<std::vector<double>>(size));
}

void System::final_force(State& state, Vector& f) const {
  if (share_) return force(state, f);
  sum_forces(state, f, [&](const ElementBlock& block) {
    std::span<double> history;
    if (const int place = block.history(); place >= 0) {
      HistoryArray& array = state.history[place];
      const auto next = spare_history(static_cast<std::size_t>(place), array.committed().size());
      history = *next;
      array.next = next;
    }
    block.add_final_force(state, history, f);
  });
  total(f);
}

void System::forget_answers() const {
  for (const auto& block : blocks_) block->forget_answers();
  for (const auto& part : own_parts_) part->forget_answers();
}

void System::keep_results(bool keeps) const {
  for (const auto& block : blocks_) block->keep_results(keeps);
}

void System::accept(State& state) const {
  for (const auto& block : blocks_) {
    if (block->history() < 0) continue;
    const auto place = static_cast<std::size_t>(block->history());
    HistoryArray& array = state.history[place];
    if (array.next == nullptr) {
      const auto next = spare_history(place, array.committed().size());
      const bool is_shared = share_ && block->shareable() > 0;
      if (!is_shared) block->update_history(state, *next);
      if (is_shared) {  // every rank writes the history of its elements, and all get the whole
        std::ranges::fill(*next, 0.0);
        each_own_part([&](const ElementBlock& part) {
          if (part.history() == block->history()) part.update_history(state, *next);
        });
        share_->ranks().sum(*next);
      }
      array.next = next;
    }
    array.values = std::move(array.next);
    array.next = nullptr;
    array.time = state.t;
  }
  for (std::size_t i = 0; i < angles_.size(); ++i) state.angles[i] = angles_[i]->value(state);
}

}  // namespace jounce
