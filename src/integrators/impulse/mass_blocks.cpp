#include "integrators/impulse/mass_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "integrators/blame.h"

namespace jounce {
namespace {

/// Joins degrees of freedom that one entry of a matrix couples.
class Components final : public MatrixSink {
 public:
  explicit Components(Index n) : parent_(static_cast<std::size_t>(n)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  void add(std::span<const Index> rows, std::span<const Index> cols, const double*) override {
    for (const Index row : rows)
      for (const Index col : cols)
        if (row < size() && col < size()) join(row, col);
  }
  Index root(Index i) {
    while (at(i) != i) i = at(i) = at(at(i));
    return i;
  }

 private:
  Index size() const { return static_cast<Index>(parent_.size()); }
  Index& at(Index i) { return parent_[static_cast<std::size_t>(i)]; }
  void join(Index a, Index b) {
    a = root(a);
    b = root(b);
    at(std::max(a, b)) = std::min(a, b);
  }

  std::vector<Index> parent_;
};

/// Adds the lower triangles of the blocks, row by row.
template <typename Add>
class LowerSink final : public MatrixSink {
 public:
  explicit LowerSink(Add add) : add_(std::move(add)) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (const Index col : cols)
      for (const Index row : rows) add_(row, col, *values++);
  }

 private:
  Add add_;
};

std::size_t packed(int row, int col) { return static_cast<std::size_t>(row * (row + 1) / 2 + col); }

}  // namespace

void MassBlocks::find_blocks(const System& system, const State& state) {
  const Index n = system.n_free();
  Components components(n);
  system.add_mass(state, 1.0, components);
  // Degrees of freedom of a node belong to one block also where M does not couple them.
  for (const NodePlace& node : system.places()) {
    std::array<Index, 7> own{};
    std::size_t size = 0;
    for (const Index dof : {node.position[0], node.position[1], node.position[2], node.angle,
                            node.orientation[0], node.orientation[1], node.orientation[2]})
      if (dof >= 0) own[size++] = dof;
    components.add({own.data(), size}, {own.data(), size}, nullptr);
  }
  std::vector<int> number(static_cast<std::size_t>(n), -1), count;
  block_.assign(static_cast<std::size_t>(system.nv()), 0);
  place_.assign(static_cast<std::size_t>(system.nv()), 0);
  for (Index dof = 0; dof < n; ++dof) {
    int& block = number[static_cast<std::size_t>(components.root(dof))];
    if (block < 0) {
      block = static_cast<int>(count.size());
      count.push_back(0);
    }
    block_[static_cast<std::size_t>(dof)] = block;
    // Saturates for a body that is refused below.
    const int place = count[static_cast<std::size_t>(block)]++;
    place_[static_cast<std::size_t>(dof)] = static_cast<std::uint8_t>(std::min(place, kSize));
  }
  starts_.assign(count.size() + 1, 0);
  for (std::size_t i = 0; i < count.size(); ++i) {
    if (count[i] > kSize)
      throw std::runtime_error(
          fmt::format("a body with {} degrees of freedom: this integrator moves rigid bodies and particles, "
                      "of at most {}; "
                      "take nsga-ggl or moreau-jean for flexible ones",
                      count[i], kSize));
    starts_[i + 1] = starts_[i] + count[i];
  }
  dofs_.resize(static_cast<std::size_t>(n));
  for (Index dof = 0; dof < n; ++dof)
    dofs_[static_cast<std::size_t>(starts_[static_cast<std::size_t>(block(dof))] + place(dof))] = dof;
  for (Index dof = n; dof < system.nv(); ++dof) block_[static_cast<std::size_t>(dof)] = size();
}

void MassBlocks::factor(const System& system, const State& state) {
  if (starts_.empty()) find_blocks(system, state);
  std::vector<std::array<double, kPacked>> factors(static_cast<std::size_t>(size()));
  const auto add = [&](Index row, Index col, double value) {
    if (row >= system.n_free() || col >= system.n_free() || place(row) < place(col)) return;
    factors[static_cast<std::size_t>(block(row))][packed(place(row), place(col))] += value;
  };
  LowerSink<decltype(add)> sink(add);
  system.add_mass(state, 1.0, sink);
  for (int b = 0; b < size(); ++b) {
    auto& L = factors[static_cast<std::size_t>(b)];
    for (int i = 0; i < block_size(b); ++i) {
      for (int j = 0; j <= i; ++j) {
        double sum = L[packed(i, j)];
        for (int k = 0; k < j; ++k) sum -= L[packed(i, k)] * L[packed(j, k)];
        if (j < i) {
          L[packed(i, j)] = sum * L[packed(j, j)];
        } else {
          if (!(sum > 0))
            throw std::runtime_error(fmt::format(
                "{} has no mass or inertia: this integrator needs a positive one in every direction",
                describe_dof(system,
                             dofs_[static_cast<std::size_t>(starts_[static_cast<std::size_t>(b)] + i)])));
          L[packed(i, i)] = 1 / std::sqrt(sum);
        }
      }
    }
  }
  factors_ = {};
  factors_.reserve(factors.size());
  for (const auto& L : factors) factors_.push_back(L);
  factors_.finish();
}

void MassBlocks::scale(int block, double* x) const {
  const auto& L = factor_of(block);
  for (int i = 0; i < block_size(block); ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[packed(i, k)] * x[k];
    x[i] *= L[packed(i, i)];
  }
}

void MassBlocks::to_scaled(const Vector& v, Vector& w) const {
  w.setZero(kSize * (size() + 1));
  for (int b = 0; b < size(); ++b) {
    const auto& L = factor_of(b);
    const Index* const dofs = dofs_.data() + starts_[static_cast<std::size_t>(b)];
    for (int i = 0; i < block_size(b); ++i) {
      double sum = v[dofs[i]] / L[packed(i, i)];
      for (int k = i + 1; k < block_size(b); ++k) sum += L[packed(k, i)] * v[dofs[k]];
      w[kSize * b + i] = sum;
    }
  }
}

void MassBlocks::add_impulse(const Vector& f, double h, Vector& w) const {
  Values x{};
  for (int b = 0; b < size(); ++b) {
    const Index* const dofs = dofs_.data() + starts_[static_cast<std::size_t>(b)];
    for (int i = 0; i < block_size(b); ++i) x[static_cast<std::size_t>(i)] = f[dofs[i]];
    scale(b, x.data());
    for (int i = 0; i < block_size(b); ++i) w[kSize * b + i] += h * x[static_cast<std::size_t>(i)];
  }
}

void MassBlocks::to_velocity(const Vector& w, Vector& v) const {
  Values x{};
  for (int b = 0; b < size(); ++b) {
    const auto& L = factor_of(b);
    const Index* const dofs = dofs_.data() + starts_[static_cast<std::size_t>(b)];
    for (int i = block_size(b) - 1; i >= 0; --i) {
      double sum = w[kSize * b + i];
      for (int k = i + 1; k < block_size(b); ++k) sum -= L[packed(k, i)] * x[static_cast<std::size_t>(k)];
      x[static_cast<std::size_t>(i)] = sum * L[packed(i, i)];
      v[dofs[i]] = x[static_cast<std::size_t>(i)];
    }
  }
}

}  // namespace jounce
