#include "la/inner_supernodes.h"

#include <cholmod.h>

#include <algorithm>
#include <new>

namespace jounce {
namespace {

/// What CHOLMOD allocates for an analysis.
class Analysis {
 public:
  Analysis() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.supernodal = CHOLMOD_SUPERNODAL;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_GIVEN;
    common_.postorder = 0;  // it would mix the border with the rest
  }
  ~Analysis() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  /// METIS' order, in postorder, of the symmetric pattern of a lower triangle.
  std::vector<int> order(std::vector<int>& starts, std::vector<int>& rows) {
    std::vector<int> order(starts.size() - 1);
    cholmod_sparse view = pattern(starts, rows);
    if (!order.empty() && cholmod_metis(&view, nullptr, 0, 1, order.data(), &common_) == 0)
      throw std::bad_alloc();
    return order;
  }

  const cholmod_factor& supernodes(std::vector<int>& starts, std::vector<int>& rows,
                                   std::vector<int>& order) {
    cholmod_sparse view = pattern(starts, rows);
    factor_ = cholmod_analyze_p(&view, order.data(), nullptr, 0, &common_);
    if (factor_ == nullptr) throw std::bad_alloc();
    return *factor_;
  }

 private:
  static cholmod_sparse pattern(std::vector<int>& starts, std::vector<int>& rows) {
    cholmod_sparse view{};
    view.nrow = view.ncol = starts.size() - 1;
    view.nzmax = rows.size();
    view.p = starts.data();
    view.i = rows.data();
    view.stype = -1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_PATTERN;
    view.dtype = CHOLMOD_DOUBLE;
    view.packed = 1;  // rows of a column may stand in any order
    return view;
  }

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
