#include "parallel/owned_entries.h"

#include <algorithm>
#include <numeric>

namespace jounce::parallel {

OwnedEntries::OwnedEntries(std::span<const int> owner) : by_owner_(owner.size()) {
  std::iota(by_owner_.begin(), by_owner_.end(), 0);
  const auto rank_of = [&](int entry) { return owner[static_cast<std::size_t>(entry)]; };
  std::ranges::stable_sort(by_owner_, {}, rank_of);
  const auto first_of = [&](int rank) {
    return std::ranges::partition_point(
        by_owner_, [&](int number) { return number < rank; }, rank_of);
  };
  const auto first = first_of(ranks_.rank());
  first_ = static_cast<std::size_t>(first - by_owner_.begin());
  own_.resize(static_cast<std::size_t>(first_of(ranks_.rank() + 1) - first));
}

void OwnedEntries::complete(std::span<double> values) {
  for (std::size_t i = 0; i < own_.size(); ++i)
    own_[i] = values[static_cast<std::size_t>(by_owner_[first_ + i])];
  ranks_.gather(own_, all_);
  for (std::size_t i = 0; i < all_.size(); ++i) values[static_cast<std::size_t>(by_owner_[i])] = all_[i];
}

}  // namespace jounce::parallel
