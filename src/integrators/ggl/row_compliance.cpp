#include "integrators/ggl/row_compliance.h"

namespace jounce {

void row_compliance(const DenseMatrix& A, const std::vector<Index>& starts, const std::vector<Index>& places,
                    const std::vector<double>& values, double w, DenseMatrix& K) {
  const auto rows = static_cast<Index>(starts.size()) - 1;
  const auto each = [&](Index row, const auto& visit) {
    const auto end = static_cast<std::size_t>(starts[row + 1]);
    for (auto k = static_cast<std::size_t>(starts[row]); k < end; ++k) visit(values[k], places[k]);
  };
  K.resize(rows, rows);
  Vector moved(A.rows());
  for (Index j = 0; j < rows; ++j) {
    moved.setZero();
    each(j, [&](double value, Index place) { moved += w * value * A.col(place); });
    for (Index i = j; i < rows; ++i) {
      double sum = 0;
      each(i, [&](double value, Index place) { sum += value * moved[place]; });
      K(i, j) = sum;
    }
  }
}

}  // namespace jounce
