#include "model/element_share.h"

#include <algorithm>
#include <numeric>

namespace jounce {

ElementShare::ElementShare(std::vector<int> owner, std::vector<Index> touched,
                           std::vector<std::vector<int>> elements)
    : owner_(std::move(owner)), touched_(std::move(touched)), elements_(std::move(elements)) {
  by_owner_.resize(owner_.size());
  std::iota(by_owner_.begin(), by_owner_.end(), 0);
  const auto rank = [&](Index dof) { return owner_[dof]; };
  std::stable_sort(by_owner_.begin(), by_owner_.end(), [&](Index a, Index b) { return rank(a) < rank(b); });
  const auto first_of = [&](int r) {
    return std::partition_point(by_owner_.begin(), by_owner_.end(), [&](Index dof) { return rank(dof) < r; });
  };
  const auto own = first_of(ranks_.rank());
  first_ = static_cast<std::size_t>(own - by_owner_.begin());
  own_.resize(first_of(ranks_.rank() + 1) - own);
}

void OwnedRowsSink::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!share_.owns(rows[i])) continue;
    for (std::size_t j = 0; j < cols.size(); ++j)
      target_.add(rows.subspan(i, 1), cols.subspan(j, 1), values + j * rows.size() + i);
  }
}

void ElementShare::keep_owned(Vector& f) const {
  for (Index dof = 0; dof < f.size(); ++dof)
    if (!owns(dof)) f[dof] = 0;
}

void ElementShare::complete(Vector& x) {
  for (std::size_t i = 0; i < own_.size(); ++i) own_[i] = x[by_owner_[first_ + i]];
  ranks_.gather(own_, all_);
  for (std::size_t i = 0; i < all_.size(); ++i) x[by_owner_[i]] = all_[i];
}

}  // namespace jounce
