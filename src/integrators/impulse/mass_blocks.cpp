#include "integrators/impulse/mass_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "integrators/impulse/mass_components.h"
#include "stepping/failure_cause.h"

namespace jounce {
namespace {

constexpr int kMostComponents = 2000;  ///< of a flexible body, whose matrix is dense

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
  const MassComponents found(system, state);
  couples_prescribed_ = found.couples_prescribed();
  const Index n = system.n_free();
  block_.assign(system.nv(), 0);
  component_.assign(system.nv(), 0);
  starts_.assign(1, 0);
  dofs_.clear();
  wide_.clear();
  wide_at_.clear();
  for (const MassComponents::Part& part : found.parts()) {
    const auto count = static_cast<int>(part.dofs.size());
    if (part.bodies.empty() && count > kSize)
      throw std::runtime_error(fmt::format(
          "a body with {} degrees of freedom: this integrator supports rigid bodies, particles and flexible "
          "bodies in floating frames; use nsga-ggl or moreau-jean for deformable meshes",
          count));
    if (count > kMostComponents)
      throw std::runtime_error(fmt::format(
          "the flexible body '{}' has {} degrees of freedom; this integrator supports {} at most: use "
          "coordinates = \"modal\" or \"craig-bampton\", or use nsga-ggl or moreau-jean",
          part.bodies.front()->name(), count, kMostComponents));
  }
  int block = 0;
  for (const bool is_wide : {false, true})
    for (const MassComponents::Part& part : found.parts()) {
      if (part.bodies.empty() == is_wide) continue;
      for (std::size_t i = 0; i < part.dofs.size(); ++i) {
        block_[part.dofs[i]] = block;
        component_[part.dofs[i]] = static_cast<std::uint16_t>(i);
      }
      if (is_wide) {
        wide_.emplace_back(part.dofs, part.bodies);
        wide_at_.insert(wide_at_.end(), static_cast<std::size_t>(wide_.back().places()),
                        static_cast<int>(wide_.size()) - 1);
        block += wide_.back().places();
      } else {
        dofs_.insert(dofs_.end(), part.dofs.begin(), part.dofs.end());
        starts_.push_back(static_cast<int>(dofs_.size()));
        ++block;
      }
    }
  n_places_ = block;
  for (Index dof = n; dof < system.nv(); ++dof) block_[dof] = size();
  find_sources(system, state);
}

void MassBlocks::find_sources(const System& system, const State& state) {
  sources_.clear();
  narrow_changes_ = false;
  for (const auto& element : system.blocks()) {
    bool has_wide = false, has_narrow = false;
    const auto look = [&](Index row, Index, double) {
      if (row >= system.n_free()) return;
      (is_wide(block(row)) ? has_wide : has_narrow) = true;
    };
    LowerSink<decltype(look)> sink(look);
    if (!wide_.empty() || !element->has_constant_mass()) element->add_mass(state, 1.0, sink);
    if (has_wide) sources_.push_back(element.get());
    narrow_changes_ = narrow_changes_ || (has_narrow && !element->has_constant_mass());
  }
}

void MassBlocks::factor(const System& system, const State& state, double h) {
  const bool is_new = is_empty();
  if (is_new) find_blocks(system, state);
  if (is_new || narrow_changes_) factor_narrow(system, state);
  if (wide_.empty()) return;
  assemble_wide(system, state);
  for (WideBody& body : wide_)
    if (!body.factor(h, component_))
      throw std::runtime_error(fmt::format(
          "the mass matrix of the flexible body of {} is not positive definite: this integrator needs mass "
          "in every direction",
          describe_dof(system, body.dofs().front())));
}

void MassBlocks::factor_narrow(const System& system, const State& state) {
  std::vector<std::array<double, kPacked>> factors(static_cast<std::size_t>(n_narrow()));
  const auto add = [&](Index row, Index col, double value) {
    if (row >= system.n_free() || col >= system.n_free() || is_wide(block(row)) ||
        component(row) < component(col))
      return;
    factors[block(row)][packed(component(row), component(col))] += value;
  };
  LowerSink<decltype(add)> sink(add);
  system.add_mass(state, 1.0, sink);
  for (int b = 0; b < n_narrow(); ++b) {
    auto& L = factors[b];
    for (int i = 0; i < block_size(b); ++i) {
      for (int j = 0; j <= i; ++j) {
        double sum = L[packed(i, j)];
        for (int k = 0; k < j; ++k) sum -= L[packed(i, k)] * L[packed(j, k)];
        if (j < i) {
          L[packed(i, j)] = sum * L[packed(j, j)];
        } else {
          if (!(sum > 0))
            throw std::runtime_error(fmt::format(
                "{} has no mass or inertia: this integrator needs positive values in every direction",
                describe_dof(system, dofs_[starts_[b] + i])));
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

void MassBlocks::assemble_wide(const System& system, const State& state) {
  for (WideBody& body : wide_) body.clear();
  const auto add = [&](Index row, Index col, double value) {
    if (row >= system.n_free() || col >= system.n_free() || !is_wide(block(row))) return;
    wide_[wide_at_[block(row) - n_narrow()]].add(component(row), component(col), value);
  };
  LowerSink<decltype(add)> sink(add);
  for (const ElementBlock* element : sources_) element->add_mass(state, 1.0, sink);
}

std::pair<double, std::string> MassBlocks::greatest_explicit_step(const System& system, const State& state) {
  std::pair<double, std::string> least = {std::numeric_limits<double>::infinity(), {}};
  if (wide_.empty()) return least;
  assemble_wide(system, state);
  for (const WideBody& body : wide_)
    if (const double step = body.greatest_explicit_step(component_); step < least.first)
      least = {step, body.name()};
  return least;
}

template <class Work>
void MassBlocks::each_wide(const Work& work) const {
  Index at = kSize * n_narrow();
  for (const WideBody& body : wide_) {
    work(body, at);
    at += kSize * body.places();
  }
}

void MassBlocks::scale(int block, double* x) const {
  if (is_wide(block)) {
    wide(block).scale(x);
    return;
  }
  const auto& L = factor_of(block);
  for (int i = 0; i < block_size(block); ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[packed(i, k)] * x[k];
    x[i] *= L[packed(i, i)];
  }
}

void MassBlocks::to_scaled(const Vector& v, Vector& w) const {
  w.setZero(kSize * (size() + 1));
  for (int b = 0; b < n_narrow(); ++b) {
    const auto& L = factor_of(b);
    const Index* const dofs = dofs_.data() + starts_[b];
    for (int i = 0; i < block_size(b); ++i) {
      double sum = v[dofs[i]] / L[packed(i, i)];
      for (int k = i + 1; k < block_size(b); ++k) sum += L[packed(k, i)] * v[dofs[k]];
      w[kSize * b + i] = sum;
    }
  }
  each_wide([&](const WideBody& body, Index at) { body.to_scaled(v, w.data() + at); });
}

void MassBlocks::add_impulse(const Vector& f, double h, Vector& w) const {
  Values x{};
  for (int b = 0; b < n_narrow(); ++b) {
    const Index* const dofs = dofs_.data() + starts_[b];
    for (int i = 0; i < block_size(b); ++i) x[i] = f[dofs[i]];
    scale(b, x.data());
    for (int i = 0; i < block_size(b); ++i) w[kSize * b + i] += h * x[i];
  }
  each_wide([&](const WideBody& body, Index at) {
    Vector own(body.size());
    for (Index i = 0; i < body.size(); ++i) own[i] = f[body.dofs()[i]];
    body.scale(own.data());
    w.segment(at, body.size()) += h * own;
  });
}

void MassBlocks::to_velocity(const Vector& w, Vector& v) const {
  Values x{};
  for (int b = 0; b < n_narrow(); ++b) {
    const auto& L = factor_of(b);
    const Index* const dofs = dofs_.data() + starts_[b];
    for (int i = block_size(b) - 1; i >= 0; --i) {
      double sum = w[kSize * b + i];
      for (int k = i + 1; k < block_size(b); ++k) sum -= L[packed(k, i)] * x[k];
      x[i] = sum * L[packed(i, i)];
      v[dofs[i]] = x[i];
    }
  }
  each_wide([&](const WideBody& body, Index at) { body.to_velocity(w.data() + at, v); });
}

void MassBlocks::add_elastic_change(const Vector& v, double h, Vector& f) const {
  for (const WideBody& body : wide_) body.add_elastic_change(v, h, f);
}

}  // namespace jounce
