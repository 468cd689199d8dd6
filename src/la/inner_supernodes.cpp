#include "la/inner_supernodes.h"

#include <algorithm>
#include <new>

#include "la/cholmod_view.h"

namespace jounce {
namespace {

/// What CHOLMOD allocates for an analysis.
class Analysis {
 public:
  Analysis() { start_cholmod_in_given_order(common_); }
  ~Analysis() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  /// METIS' order, in postorder, of the symmetric pattern of a lower triangle.
  std::vector<int> order(const std::vector<int>& starts, const std::vector<int>& rows) {
    std::vector<int> order(starts.size() - 1);
    cholmod_sparse view = cholmod_view(starts, rows, nullptr, false);
    if (!order.empty() && cholmod_metis(&view, nullptr, 0, 1, order.data(), &common_) == 0)
      throw std::bad_alloc();
    return order;
  }

  const cholmod_factor& supernodes(const std::vector<int>& starts, const std::vector<int>& rows,
                                   std::vector<int>& order) {
    cholmod_sparse view = cholmod_view(starts, rows, nullptr, false);
    factor_ = cholmod_analyze_p(&view, order.data(), nullptr, 0, &common_);
    if (factor_ == nullptr) throw std::bad_alloc();
    return *factor_;
  }

 private:
  cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
};

}  // namespace

InnerSupernodes find_inner_supernodes(const LowerTriangle& inner, Index border) {
  Analysis analysis;
  const Index size = inner.size();
  std::vector<int> starts{0}, rows;  // of the inner unknowns alone
  for (Index column = 0; column < size; ++column) {
    for (int k = inner.column_starts[column]; k < inner.column_starts[column + 1]; ++k)
      if (inner.rows[k] < size) rows.push_back(inner.rows[k]);
    starts.push_back(static_cast<int>(rows.size()));
  }
  InnerSupernodes found;
  found.order = analysis.order(starts, rows);
  found.columns.push_back(0);
  found.row_starts.push_back(0);
  if (size == 0) return found;
  std::vector<int> all = found.order;
  starts = inner.column_starts;
  rows = inner.rows;
  for (int i = size; i < size + border; ++i) {
    all.push_back(i);
    rows.push_back(i);
    starts.push_back(static_cast<int>(rows.size()));
  }
  const cholmod_factor& factor = analysis.supernodes(starts, rows, all);
  const auto* columns = static_cast<const int*>(factor.super);
  const auto* row_starts = static_cast<const int*>(factor.pi);
  const auto* row_numbers = static_cast<const int*>(factor.s);
  // One that reaches into the border ends before it: its other columns are rows of it already.
  for (std::size_t k = 0; k < factor.nsuper && columns[k] < size; ++k) {
    found.columns.push_back(std::min(columns[k + 1], size));
    found.rows.insert(found.rows.end(), row_numbers + row_starts[k], row_numbers + row_starts[k + 1]);
    found.row_starts.push_back(found.rows.size());
  }
  return found;
}

}  // namespace jounce
