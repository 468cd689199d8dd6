#include "integrators/mixed/subcycling.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace jounce {
namespace {

/// Sets that are joined.
class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[of(i)] = of(j); }

 private:
  std::vector<std::size_t> parent_;
};

/// h rounded up to a power of Subcycling::kGrid, which is 2^(1/16).
double rounded_up(double h) { return std::exp2(std::ceil(16 * std::log2(h)) / 16); }

}  // namespace

Subcycling::Subcycling(const System& system, SubcyclingChoice choice)
    : system_(system), choice_(std::move(choice)), steps_(choice_.substeps) {
  for (std::size_t i = 0; i < choice_.active.size(); ++i)
    if (!choice_.active[i].empty())
      parts_.push_back(static_cast<const SolidElements&>(*system.blocks()[i]).part(choice_.active[i]));
  list_nodes();
  own_histories_.resize(system.initial_state().history.size());
}

void Subcycling::list_nodes() {
  const auto n = static_cast<std::size_t>(system_.nv());
  Groups groups(n);  // of nodes, by their first degrees of freedom
  std::unordered_map<Index, Node> nodes;
  for (const auto& part : parts_) {
    const auto& solids = static_cast<const SolidElements&>(*part);
    const SolidCells& cells = solids.cells();
    dimension_ = topology(cells.shape).dimension;
    balances_ = balances_ && !(dimension_ == 2 && solids.properties().plane == PlaneKind::axisymmetric);
    const auto d = static_cast<std::size_t>(dimension_);
    for (std::size_t node = 0; node < cells.points.size(); ++node) {
      Node at{{0, 0, 0}};
      std::copy_n(cells.dofs.begin() + static_cast<std::ptrdiff_t>(d * node), d, at.dofs.begin());
      nodes.emplace(at.dofs[0], at);
    }
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (const int node : cells.cell(i))
        groups.join(static_cast<std::size_t>(cells.dofs[d * static_cast<std::size_t>(node)]),
                    static_cast<std::size_t>(cells.dofs[d * static_cast<std::size_t>(cells.cell(i)[0])]));
  }
  std::vector<Index> first;
  for (const auto& [dof, node] : nodes) first.push_back(dof);
  std::ranges::sort(first);
  std::unordered_map<std::size_t, std::size_t> patch_of;
  for (const Index dof : first) {
    const Node& node = nodes.at(dof);
    const auto [place, is_new] =
        patch_of.try_emplace(groups.of(static_cast<std::size_t>(dof)), patches_.size());
    if (is_new) patches_.emplace_back();
    Patch& patch = patches_[place->second];
    patch.nodes.push_back(node);
    for (int k = 0; k < dimension_; ++k) {
      const Index own = node.dofs[static_cast<std::size_t>(k)];
      patch.is_free = patch.is_free && own < system_.n_free();
      dofs_.push_back(own);
      if (choice_.moves[own] != 0) moved_.push_back(own);
    }
  }
}

void Subcycling::take_history(const State& state) {
  inner_.history = state.history;
  for (const auto& part : parts_) {
    part->forget_answers();
    if (part->history() < 0) continue;
    const auto place = static_cast<std::size_t>(part->history());
    HistoryArray& array = inner_.history[place];
    if (array.time == state.t) continue;
    if (array.next == nullptr) {  // elements are shared among ranks, which find it when the step is accepted
      auto& own = own_histories_[place];
      if (own == nullptr || own.use_count() > 1) own = std::make_shared<std::vector<double>>();
      *own = array.committed();
      part->update_history(state, *own);
      part->forget_answers();
      array.next = own;
    }
    array.values = array.next;
    array.time = state.t;  // rates are none: laws of rates answer elastically
  }
  for (HistoryArray& array : inner_.history) array.next = nullptr;
}

void Subcycling::evaluate(Vector& f) {
  for (const Index dof : dofs_) f[dof] = 0;
  for (const auto& part : parts_) part->add_force(inner_, f);
}

bool Subcycling::knows(const State& state, double h, const Vector& f) const {
  return is_known_ && h == known_h_ && std::ranges::all_of(dofs_, [&](Index dof) {
           return state.q[dof] == known_q_[dof] && f[dof] == known_f_[dof];
         });
}

void Subcycling::add(const State& state, double h, const Vector& inverse_mass, Vector& f) {
  h = rounded_up(h);
  if (!knows(state, h, f)) {
    inner_.t = state.t;
    inner_.q = state.q;
    inner_.v = state.v;
    inner_.angles = state.angles;
    take_history(state);
    for (Vector* const values : {&force_, &first_, &change_, &last_, &next_}) values->setZero(system_.nv());
    evaluate(first_);
    const double square = h * h;
    for (const Index dof : moved_) {
      last_[dof] = state.q[dof];
      inner_.q[dof] += steps_.first * square * inverse_mass[dof] * f[dof];
    }
    for (std::size_t m = 1; m < steps_.weight.size(); ++m) {
      evaluate(force_);
      for (const Index dof : dofs_) {
        force_[dof] -= first_[dof];
        change_[dof] += steps_.weight[m] * force_[dof];
      }
      for (const Index dof : moved_) {
        const double z = inner_.q[dof];
        inner_.q[dof] += steps_.momentum[m] * (z - last_[dof]) +
                         steps_.kick[m] * square * inverse_mass[dof] * (f[dof] + force_[dof]);
        last_[dof] = z;
      }
    }
    balance_moments(state.q, inverse_mass);
    known_q_ = state.q;
    known_f_ = f;
    known_h_ = h;
    is_known_ = true;
    for (HistoryArray& array : inner_.history) array.values = nullptr;
  }
  for (const Index dof : dofs_) f[dof] += change_[dof];
}

void Subcycling::balance_moments(const Vector& q, const Vector& inverse_mass) {
  for (const Patch& patch : patches_)
    if (balances_ && patch.is_free) balance_moment(patch, q, inverse_mass);
}

void Subcycling::balance_moment(const Patch& patch, const Vector& q, const Vector& inverse_mass) {
  const auto at = [&](const Vector& values, const Node& node) {
    Vector3 x = Vector3::Zero();
    for (int k = 0; k < dimension_; ++k) x[k] = values[node.dofs[static_cast<std::size_t>(k)]];
    return x;
  };
  const auto mass = [&](const Node& node) { return 1 / inverse_mass[node.dofs[0]]; };
  Vector3 centre = Vector3::Zero();
  double total = 0;
  for (const Node& node : patch.nodes) {
    centre += mass(node) * at(q, node);
    total += mass(node);
  }
  centre /= total;
  Matrix3 inertia = Matrix3::Zero();
  Vector3 moment = Vector3::Zero();
  for (const Node& node : patch.nodes) {
    const Vector3 r = at(q, node) - centre;
    inertia += mass(node) * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
    moment += r.cross(at(change_, node));
  }
  const Vector3 turn =
      dimension_ == 2 ? Vector3(0, 0, moment[2] / inertia(2, 2)) : Vector3(inertia.inverse() * moment);
  for (const Node& node : patch.nodes) {
    const Vector3 force = mass(node) * turn.cross(at(q, node) - centre);
    for (int k = 0; k < dimension_; ++k) change_[node.dofs[static_cast<std::size_t>(k)]] -= force[k];
  }
}

}  // namespace jounce
