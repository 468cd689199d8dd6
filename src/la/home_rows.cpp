#include "la/home_rows.h"

#include <algorithm>

namespace jounce {

void HomeRows::lay_out(const CsrMatrix& part) {
  const std::vector<int>& owners = *part.owners();
  const int rank = parallel::Communicator().rank();
  parts_.lay_out(part, [&](Index row) { return owners[row]; });
  PatternBuilder pattern(part.size());
  own_places_.clear();
  for (Index row = 0; row < part.size(); ++row) {
    if (owners[row] != rank) continue;
    const auto first = static_cast<std::size_t>(part.row_starts()[row]);
    const auto end = static_cast<std::size_t>(part.row_starts()[row + 1]);
    pattern.add({&row, 1}, {&row, 1}, nullptr);
    pattern.add({&row, 1}, part.columns().subspan(first, end - first), nullptr);
    for (std::size_t k = first; k < end; ++k) own_places_.push_back(k);
  }
  for (const RowParts::Entry& entry : parts_.entries())
    pattern.add({&entry.row, 1}, {&entry.column, 1}, nullptr);
  pattern.build_part(rows_, part.owners());

  const auto place = [&](Index row, Index column) {
    const auto begin = rows_.columns().begin() + rows_.row_starts()[row];
    const auto end = rows_.columns().begin() + rows_.row_starts()[row + 1];
    return static_cast<std::size_t>(std::lower_bound(begin, end, column) - rows_.columns().begin());
  };
  own_targets_.clear();
  Index row = 0;
  for (const std::size_t k : own_places_) {
    while (static_cast<std::size_t>(part.row_starts()[row + 1]) <= k) ++row;
    own_targets_.push_back(place(row, part.columns()[k]));
  }
  received_targets_.clear();
  for (const RowParts::Entry& entry : parts_.entries())
    received_targets_.push_back(place(entry.row, entry.column));
  pattern_ = part.pattern();
}

const CsrMatrix& HomeRows::take(const CsrMatrix& part) {
  // A pattern that changes does so on all ranks: they have the same contacts.
  if (pattern_ != part.pattern()) lay_out(part);
  rows_.set_zero();
  const std::vector<double>& received = parts_.exchange(part);
  const auto values = rows_.values();
  for (std::size_t k = 0; k < own_places_.size(); ++k)
    values[own_targets_[k]] += part.values()[own_places_[k]];
  for (std::size_t k = 0; k < received.size(); ++k) values[received_targets_[k]] += received[k];
  return rows_;
}

}  // namespace jounce
