#include "la/factor_estimate.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "la/cholmod_view.h"

namespace jounce {
namespace {

/// Lower triangle of the pattern of A + A^T by columns.
void lower_pattern(const CsrMatrix& matrix, std::vector<int>& starts, std::vector<int>& rows) {
  const auto n = static_cast<std::size_t>(matrix.size());
  std::vector<std::vector<int>> extra(n);  // entries above the diagonal without a partner below
  const auto row_of = [&](Index i) {
    return matrix.columns().subspan(
        static_cast<std::size_t>(matrix.row_starts()[i]),
        static_cast<std::size_t>(matrix.row_starts()[i + 1] - matrix.row_starts()[i]));
  };
  // Column j of the lower triangle of A^T is row j of A from its diagonal on.
  for (Index i = 0; i < matrix.size(); ++i)
    for (const Index j : row_of(i)) {
      if (j >= i) break;
      const auto partner = row_of(j);
      if (!std::binary_search(partner.begin(), partner.end(), i)) extra[j].push_back(i);
    }
  starts.assign(1, 0);
  for (Index j = 0; j < matrix.size(); ++j) {
    const auto row = row_of(j);
    const auto from = std::lower_bound(row.begin(), row.end(), j);
    const std::size_t first = rows.size();
    rows.insert(rows.end(), from, row.end());
    const auto& more = extra[j];
    rows.insert(rows.end(), more.begin(), more.end());
    std::sort(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end());
    starts.push_back(static_cast<int>(rows.size()));
  }
}

}  // namespace

FactorEstimate estimate_factor(const CsrMatrix& matrix) {
  if (matrix.size() == 0) return {};
  std::vector<int> starts, rows;
  lower_pattern(matrix, starts, rows);
  cholmod_common common;
  cholmod_start(&common);
  common.print = 0;
  common.supernodal = CHOLMOD_SIMPLICIAL;  // only the counts are wanted
  cholmod_sparse view = cholmod_view(starts, rows);
  cholmod_factor* factor = cholmod_analyze(&view, &common);
  const FactorEstimate estimate{common.lnz, common.fl};
  const bool succeeded = factor != nullptr;
  cholmod_free_factor(&factor, &common);
  cholmod_finish(&common);
  if (!succeeded) throw std::runtime_error("no memory to estimate the factors of a matrix");
  return estimate;
}

}  // namespace jounce
