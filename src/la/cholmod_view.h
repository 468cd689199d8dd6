#pragma once

#include <cholmod.h>

#include <vector>

namespace jounce {

/// The lower triangle of a symmetric matrix by compressed columns, as CHOLMOD takes it. CHOLMOD reads the
/// arrays of its argument, its types know no const.
/// @param values  null: the pattern alone @param sorted  rows of a column ascend
inline cholmod_sparse cholmod_view(const std::vector<int>& starts, const std::vector<int>& rows,
                                   const double* values = nullptr, bool sorted = true) {
  cholmod_sparse view{};
  view.nrow = view.ncol = starts.size() - 1;
  view.nzmax = rows.size();
  view.p = const_cast<int*>(starts.data());
  view.i = const_cast<int*>(rows.data());
  view.x = const_cast<double*>(values);
  view.stype = -1;
  view.itype = CHOLMOD_INT;
  view.xtype = values == nullptr ? CHOLMOD_PATTERN : CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = sorted ? 1 : 0;
  view.packed = 1;
  return view;
}

/// CHOLMOD begins, for supernodal factors in an order that is given: unknowns that come last in it stay last.
inline void start_cholmod_in_given_order(cholmod_common& common) {
  cholmod_start(&common);
  common.print = 0;
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_GIVEN;
  common.postorder = 0;  // it would mix the last ones with the rest
}

}  // namespace jounce
