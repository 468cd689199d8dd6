#include "parallel/numbering.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jounce::parallel {

Numbering::Numbering(std::vector<int> numbers, std::vector<int> owners)
    : numbers_(std::move(numbers)),
      owners_(std::move(owners)),
      shared_(std::make_unique<SharedEntries>(ranks_, 1)) {
  std::vector<int> order(numbers_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [](const std::vector<int>& list) {
    return [&list](int i) { return list[static_cast<std::size_t>(i)]; };
  };
  std::ranges::sort(order, {}, at(numbers_));
  std::vector<int> ascending(order.size()), of_ascending(order.size());
  std::ranges::transform(order, ascending.begin(), at(numbers_));
  std::ranges::transform(order, of_ascending.begin(), at(owners_));
  shared_->build(ascending, of_ascending);
  shared_->renumber(order);
}

std::string Numbering::text_of_largest(double own, std::string text) {
  if (is_whole()) return text;
  const bool is_largest = own == ranks_.max(own);
  const int first = static_cast<int>(-ranks_.max(is_largest ? -ranks_.rank() : -ranks_.size()));
  return ranks_.sent_by(first, std::move(text));
}

}  // namespace jounce::parallel
