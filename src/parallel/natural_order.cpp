#include "parallel/natural_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jounce::parallel {

NaturalOrder::NaturalOrder(Communicator& ranks, std::vector<int> entries,
                           const std::vector<std::int64_t>& numbers)
    : ranks_(ranks), entries_(std::move(entries)) {
  own_.assign(numbers.begin(), numbers.end());
  ranks_.gather_on_first(own_, all_);
  std::vector<std::size_t> order(all_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return all_[i]; });
  places_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) places_[order[i]] = i;
}

std::vector<int> NaturalOrder::places_of(Communicator& ranks, const std::vector<std::int64_t>& numbers) {
  std::vector<double> all;
  const std::vector<int> lengths =
      ranks.gather_on_first(std::vector<double>(numbers.begin(), numbers.end()), all);
  std::vector<double> ascending = all;
  std::ranges::sort(ascending);
  ascending.erase(std::unique(ascending.begin(), ascending.end()), ascending.end());
  std::vector<std::vector<int>> answers(static_cast<std::size_t>(ranks.size()));
  auto next = all.begin();
  for (std::size_t rank = 0; rank < answers.size() && !all.empty(); ++rank)
    for (int i = 0; i < lengths[rank]; ++i)
      answers[rank].push_back(
          static_cast<int>(std::ranges::lower_bound(ascending, *next++) - ascending.begin()));
  return ranks.swap(answers).front();
}

void NaturalOrder::gather(std::span<const double> values, int width, std::vector<double>& whole) {
  const auto w = static_cast<std::size_t>(width);
  own_.clear();
  for (const int entry : entries_) {
    const auto of_entry = values.subspan(w * static_cast<std::size_t>(entry), w);
    own_.insert(own_.end(), of_entry.begin(), of_entry.end());
  }
  ranks_.gather_on_first(own_, all_);
  whole.resize(w * places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i)
    std::copy_n(all_.begin() + static_cast<std::ptrdiff_t>(w * i), w,
                whole.begin() + static_cast<std::ptrdiff_t>(w * places_[i]));
}

}  // namespace jounce::parallel
