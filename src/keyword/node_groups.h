#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace jounce::keyword {

/// Nodes that have the same value, such as a load: one list for each value, in the order in which the values
/// come first. n nodes take O(n log n) comparisons, however many values there are.
template <class Value, class Order = std::less<Value>>
class NodeGroups {
 public:
  void add(const Value& value, int node) {
    const auto [place, is_new] = places_.try_emplace(value, groups_.size());
    if (is_new) groups_.push_back({value, {}});
    groups_[place->second].second.push_back(node);
  }

  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }

 private:
  std::map<Value, std::size_t, Order> places_;
  std::vector<std::pair<Value, std::vector<int>>> groups_;
};

}  // namespace jounce::keyword
