#include "integrators/impulse/mass_components.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace jounce {
namespace {

/// Joins degrees of freedom that one entry of a matrix couples.
class CouplingSink final : public MatrixSink {
 public:
  CouplingSink(Index n_free, Index n) : n_free_(n_free), parent_(static_cast<std::size_t>(n)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  void add(std::span<const Index> rows, std::span<const Index> cols, const double*) override {
    for (const Index row : rows)
      for (const Index col : cols)
        if (row < n_free_ && col < n_free_)
          join(row, col);
        else if (row < n_free_ || col < n_free_)
          couples_prescribed_ = true;
  }
  Index root(Index i) {
    while (at(i) != i) i = at(i) = at(at(i));
    return i;
  }
  bool couples_prescribed() const { return couples_prescribed_; }

 private:
  Index& at(Index i) { return parent_[i]; }
  void join(Index a, Index b) {
    a = root(a);
    b = root(b);
    at(std::max(a, b)) = std::min(a, b);
  }

  Index n_free_;
  std::vector<Index> parent_;
  bool couples_prescribed_ = false;
};

}  // namespace

MassComponents::MassComponents(const System& system, const State& state) {
  const Index n = system.n_free();
  CouplingSink coupling(n, system.nv());
  system.add_mass(state, 1.0, coupling);
  couples_prescribed_ = coupling.couples_prescribed();
  // Degrees of freedom of a node belong to one body also where M does not couple them.
  for (const NodePlace& node : system.dofs().places) {
    std::array<Index, 7> own{};
    std::size_t size = 0;
    for (const Index dof : {node.position[0], node.position[1], node.position[2], node.angle,
                            node.orientation[0], node.orientation[1], node.orientation[2]})
      if (dof >= 0) own[size++] = dof;
    coupling.add({own.data(), size}, {own.data(), size}, nullptr);
  }
  std::vector<const FloatingBodyBlock*> bodies = floating_bodies_of(system.blocks());
  std::erase_if(bodies, [](const FloatingBodyBlock* body) { return body->frame().elastic.empty(); });
  for (const FloatingBodyBlock* const body : bodies)
    coupling.add(body->frame().elastic, {body->frame().elastic.data(), 1}, nullptr);
  std::vector<int> number(static_cast<std::size_t>(n), -1);
  for (Index dof = 0; dof < n; ++dof) {
    int& part = number[coupling.root(dof)];
    if (part < 0) {
      part = static_cast<int>(parts_.size());
      parts_.emplace_back();
    }
    parts_[part].dofs.push_back(dof);
  }
  for (const FloatingBodyBlock* const body : bodies) {
    const Index root = coupling.root(body->frame().elastic.front());
    parts_[number[root]].bodies.push_back(body);
  }
}

}  // namespace jounce
