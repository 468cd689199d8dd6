#include "la/field_layout.h"

#include <algorithm>

namespace jounce {

void FieldLayout::order_nodes(const UnknownFields& fields) {
  MovableNodes movable(fields.nodes);
  axis_ = std::move(movable.axis);
  const auto owner = [&](Index node) { return fields.owners[node]; };
  const bool are_owned = ranks_ > 1 && !fields.owners.empty();
  if (are_owned) std::ranges::stable_sort(movable.order, {}, owner);
  const auto end_of = [&](int rank) {
    if (!are_owned) return share(static_cast<Index>(movable.order.size()), rank + 1, ranks_);
    const auto end = std::ranges::upper_bound(movable.order, rank, {}, owner);
    return static_cast<Index>(end - movable.order.begin());
  };
  first_nodes_.assign(1, 0);
  for (int rank = 0; rank < ranks_; ++rank) first_nodes_.push_back(end_of(rank));
  for (const Index node : movable.order) used_.push_back(fields.nodes.numbers[node]);
  own_nodes_.assign(movable.order.begin() + first_node(rank_), movable.order.begin() + first_node(rank_ + 1));
}

FieldLayout::FieldLayout(const UnknownFields& fields, int rank, int ranks)
    : b_(fields.nodes.dimension), rank_(rank), ranks_(ranks) {
  order_nodes(fields);
  Index next = 0;
  for (std::size_t f = 0; f < fields.fields.size(); ++f) {
    names_.push_back(fields.fields[f].name);
    first_.push_back(next);
    rest_.emplace_back();
    for (Index i = 0; i < fields.fields[f].size; ++i) {
      field_of_.push_back(static_cast<int>(f));
      const bool is_displacement = i < static_cast<Index>(axis_.size()) && axis_[i] >= 0;
      if (!is_displacement) rest_.back().push_back(next + i);
    }
    next += fields.fields[f].size;
  }
  in_field_.resize(field_of_.size());
  places_.resize(field_of_.size());
  ranks_of_.resize(field_of_.size());
  Index before = 0;
  for (int p = 0; p < ranks_; ++p)
    for (int f = 0; f < this->fields(); ++f) {
      const Size own = size(f, p);
      const Index first = offset(f, p);
      const auto put = [&](Index unknown, Index entry) {
        if (unknown < 0) return;
        in_field_[unknown] = first + entry;
        places_[unknown] = before + entry;
        ranks_of_[unknown] = p;
      };
      const Index node = first_node(p);
      for (Index i = 0; i < own.nodes; ++i) {
        const Index number = used_[node + i / b_][i % b_];
        put(number < 0 ? -1 : first_[f] + number, i);
      }
      for (Index i = 0; i < own.rest; ++i) put(rest_[f][share(rest(f), p, ranks_) + i], own.nodes + i);
      before += own.all();
    }
}

FieldLayout::Size FieldLayout::size(int field, int rank) const {
  return {b_ * (first_node(rank + 1) - first_node(rank)),
          share(rest(field), rank + 1, ranks_) - share(rest(field), rank, ranks_)};
}

Index FieldLayout::offset(int field, int rank) const {
  return b_ * first_node(rank) + share(rest(field), rank, ranks_);
}

Index FieldLayout::own_size(int rank) const {
  Index sum = 0;
  for (int f = 0; f < fields(); ++f) sum += size(f, rank).all();
  return sum;
}

Index FieldLayout::size() const {
  Index sum = 0;
  for (int p = 0; p < ranks_; ++p) sum += own_size(p);
  return sum;
}

int FieldLayout::axis(Index unknown) const {
  const Index i = unknown - first_[field_of(unknown)];
  return i < static_cast<Index>(axis_.size()) ? axis_[i] : -1;
}

Index FieldLayout::unknown(int field, Index own_entry) const {
  const Size own = size(field, rank_);
  if (own_entry >= own.nodes)
    return rest_[field][static_cast<std::size_t>(share(rest(field), rank_, ranks_) + own_entry - own.nodes)];
  const Index node = first_node(rank_) + own_entry / b_;
  const Index number = used_[node][own_entry % b_];
  return number < 0 ? -1 : first_[field] + number;
}

}  // namespace jounce
