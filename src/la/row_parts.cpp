#include "la/row_parts.h"

namespace jounce {

void RowParts::lay_out(const CsrMatrix& part, const std::function<int(Index)>& rank_of) {
  const auto ranks = static_cast<std::size_t>(ranks_.size());
  rows_.assign(ranks, {});
  out_.assign(ranks, {});
  counts_.assign(ranks, 0);
  entries_.clear();
  // of every row: its number, its length, its columns
  std::vector<std::vector<int>> sent(ranks);
  const auto starts = part.row_starts();
  for (Index row = 0; row < part.size(); ++row) {
    const Index begin = starts[row], end = starts[row + 1];
    const int rank = rank_of(row);
    if (begin == end || rank == ranks_.rank()) continue;
    const auto to = static_cast<std::size_t>(rank);
    rows_[to].push_back(row);
    sent[to].push_back(row);
    sent[to].push_back(end - begin);
    const auto columns =
        part.columns().subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    sent[to].insert(sent[to].end(), columns.begin(), columns.end());
    out_[to].resize(out_[to].size() + columns.size());
  }
  const std::vector<std::vector<int>> came = ranks_.swap(sent);
  for (std::size_t from = 0; from < ranks; ++from) {
    if (static_cast<int>(from) == ranks_.rank()) continue;
    const std::size_t before = entries_.size();
    for (auto at = came[from].begin(); at != came[from].end(); at += 2 + at[1])
      for (int k = 0; k < at[1]; ++k) entries_.push_back({at[0], at[2 + k]});
    counts_[from] = entries_.size() - before;
  }
  in_.assign(entries_.size(), 0.0);
}

const std::vector<double>& RowParts::exchange(const CsrMatrix& part) {
  std::vector<parallel::Communicator::Message> messages;
  std::size_t at = 0;
  for (std::size_t p = 0; p < out_.size(); ++p) {
    double* out = out_[p].data();
    for (const Index row : rows_[p]) {
      const auto begin = static_cast<std::size_t>(part.row_starts()[row]);
      const auto end = static_cast<std::size_t>(part.row_starts()[row + 1]);
      out = std::copy(part.values().begin() + static_cast<std::ptrdiff_t>(begin),
                      part.values().begin() + static_cast<std::ptrdiff_t>(end), out);
    }
    if (!out_[p].empty() || counts_[p] > 0)
      messages.push_back({static_cast<int>(p), out_[p], std::span(in_).subspan(at, counts_[p])});
    at += counts_[p];
  }
  ranks_.exchange(messages);
  return in_;
}

}  // namespace jounce
