#include "parallel/shared_entries.h"

#include <algorithm>
#include <iterator>

namespace jounce::parallel {
namespace {

using Lists = std::vector<std::vector<int>>;

}  // namespace

SharedEntries::Entries SharedEntries::agree_on_ranks(const std::vector<int>& touched,
                                                     std::span<const int> owners) {
  const auto ranks = static_cast<std::size_t>(ranks_.size());
  const int self = ranks_.rank();
  // The owner of a body learns who touches it ...
  Lists told(ranks);
  for (std::size_t i = 0; i < touched.size(); ++i)
    if (owners[i] != self) told[owners[i]].push_back(touched[i]);
  const Lists heard = ranks_.swap(told);
  std::vector<std::pair<int, int>> pairs;  // body, rank
  for (std::size_t p = 0; p < ranks; ++p)
    for (const int body : heard[p]) pairs.emplace_back(body, static_cast<int>(p));
  std::sort(pairs.begin(), pairs.end());
  // ... and tells all of them: body, number of ranks, ranks.
  Lists answers(ranks);
  for (auto first = pairs.begin(); first != pairs.end();) {
    const auto last =
        std::find_if(first, pairs.end(), [&](const auto& p) { return p.first != first->first; });
    std::vector<int> entry = {first->first, static_cast<int>(last - first) + 1};
    std::transform(first, last, std::back_inserter(entry), [](const auto& p) { return p.second; });
    entry.insert(std::upper_bound(entry.begin() + 2, entry.end(), self), self);
    const auto tell = [&](int rank) {
      auto& answer = answers[rank];
      answer.insert(answer.end(), entry.begin(), entry.end());
    };
    for (auto p = first; p != last; ++p) tell(p->second);
    tell(self);
    first = last;
  }
  Entries shared;
  for (const auto& list : ranks_.swap(answers))
    for (auto at = list.begin(); at != list.end(); at += 2 + at[1])
      shared.emplace_back(at[0], std::vector<int>(at + 2, at + 2 + at[1]));
  std::sort(shared.begin(), shared.end());
  return shared;
}

std::vector<int> SharedEntries::build(const std::vector<int>& touched, std::span<const int> owners) {
  Entries shared = agree_on_ranks(touched, owners);
  std::vector<int> local = touched;
  for (const auto& [entry, sharers] : shared) local.push_back(entry);
  std::sort(local.begin(), local.end());
  local.erase(std::unique(local.begin(), local.end()), local.end());
  entries_.clear();
  for (auto& [entry, sharers] : shared) {
    entry = static_cast<int>(std::lower_bound(local.begin(), local.end(), entry) - local.begin());
    entries_.push_back(entry);
  }
  find_neighbours(shared);
  return local;
}

void SharedEntries::find_neighbours(const Entries& shared) {
  const int self = ranks_.rank();
  std::vector<std::vector<int>> with(static_cast<std::size_t>(ranks_.size()));
  for (const auto& [entry, sharers] : shared)
    for (const int rank : sharers)
      if (rank != self) with[rank].push_back(entry);
  neighbours_.clear();
  std::vector<const double*> next(with.size(), nullptr);  // where the next entry of a rank arrives
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    auto& entries = with[rank];
    if (entries.empty()) continue;
    Neighbour& neighbour = neighbours_.emplace_back();
    neighbour.rank = rank;
    neighbour.entries = std::move(entries);
    neighbour.out.resize(static_cast<std::size_t>(width_) * neighbour.entries.size());
    neighbour.in.resize(neighbour.out.size());
    next[rank] = neighbour.in.data();
  }
  terms_.clear();
  for (const auto& [entry, sharers] : shared) {
    auto& terms = terms_.emplace_back();
    for (const int rank : sharers) {
      const double*& at = next[rank];
      terms.push_back(rank == self ? nullptr : at);
      if (rank != self) at += width_;
    }
  }
}

void SharedEntries::renumber(std::span<const int> numbers) {
  for (int& entry : entries_) entry = numbers[entry];
  for (Neighbour& neighbour : neighbours_)
    for (int& entry : neighbour.entries) entry = numbers[entry];
}

void SharedEntries::pack(Neighbour& neighbour, const double* w) const {
  double* at = neighbour.out.data();
  for (const int entry : neighbour.entries)
    for (int i = 0; i < width_; ++i) *at++ = w[width_ * entry + i];
}

void SharedEntries::unpack(const Neighbour& neighbour, double* w) const {
  const double* at = neighbour.in.data();
  for (const int entry : neighbour.entries)
    for (int i = 0; i < width_; ++i) w[width_ * entry + i] = *at++;
}

void SharedEntries::sum(double* w) {
  messages_.clear();
  for (Neighbour& neighbour : neighbours_) {
    pack(neighbour, w);
    messages_.push_back({neighbour.rank, neighbour.out, neighbour.in});
  }
  ranks_.exchange(messages_);
  for (std::size_t k = 0; k < entries_.size(); ++k)
    for (int i = 0; i < width_; ++i) {
      double& own = w[width_ * entries_[k] + i];
      double sum = 0;
      for (const double* term : terms_[k]) sum += term == nullptr ? own : term[i];
      own = sum;
    }
}

}  // namespace jounce::parallel
