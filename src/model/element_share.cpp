#include "model/element_share.h"

namespace jounce {

ElementShare::ElementShare(std::vector<int> owner, std::vector<Index> touched,
                           std::vector<std::vector<int>> elements)
    : owner_(std::move(owner)),
      touched_(std::move(touched)),
      elements_(std::move(elements)),
      entries_(owner_) {}

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

}  // namespace jounce
