#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/system.h"

namespace jounce {

/// Takes the diagonal of a mass matrix, and sees which degrees of freedom it couples with others.
class MassDiagonal final : public MatrixSink {
 public:
  explicit MassDiagonal(Index size)
      : mass(Vector::Zero(size)), is_coupled(static_cast<std::size_t>(size), 0) {}
  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override;

  Vector mass;
  std::vector<std::uint8_t> is_coupled;
};

/// Diagonal of a constant mass matrix without other entries, over the free degrees of freedom; nothing when M
/// is another one, or when a degree of freedom has no mass. Collective where elements are shared.
std::optional<Vector> lumped_mass(const System& system, const State& state);

}  // namespace jounce
