#include "model/lumped_mass.h"

#include "model/element_share.h"

namespace jounce {
namespace {

/// Sums up a diagonal, and sees what is beside it.
class LumpedMassSink final : public MatrixSink {
 public:
  explicit LumpedMassSink(Index size) : diagonal_(Vector::Zero(size)) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t j = 0; j < cols.size(); ++j)
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double value = values[j * rows.size() + i];
        if (rows[i] >= diagonal_.size() || cols[j] >= diagonal_.size()) continue;  // prescribed
        if (rows[i] == cols[j])
          diagonal_[rows[i]] += value;
        else
          is_diagonal_ &= value == 0;
      }
  }

  bool is_diagonal() const { return is_diagonal_; }
  const Vector& diagonal() const { return diagonal_; }

 private:
  Vector diagonal_;
  bool is_diagonal_ = true;
};

}  // namespace

std::optional<Vector> lumped_mass(const System& system, const State& state) {
  if (!system.has_constant_mass()) return std::nullopt;
  const WholeMatrices whole(system.share());
  LumpedMassSink mass(system.n_free());
  system.add_mass(state, 1.0, mass);
  if (!mass.is_diagonal() || !(mass.diagonal().array() > 0).all()) return std::nullopt;
  return mass.diagonal();
}

}  // namespace jounce
