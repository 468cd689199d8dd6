#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "la/field_blocks.h"

// The pattern of nested blocks, and where the entries of a matrix go in them.

namespace jounce {
namespace {

/// Entries that came from others, row by row.
class EntriesByRow {
 public:
  EntriesByRow(const std::vector<RowParts::Entry>& entries, Index size)
      : entries_(entries), order_(entries.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, {}, [&](std::size_t k) { return row(k); });
    starts_.reserve(static_cast<std::size_t>(size) + 1);
    std::size_t at = 0;
    for (Index i = 0; i <= size; ++i) {
      while (at < order_.size() && row(order_[at]) < i) ++at;
      starts_.push_back(at);
    }
  }
  std::span<const std::size_t> of(Index i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(order_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }

 private:
  Index row(std::size_t k) const { return entries_[k].row; }

  const std::vector<RowParts::Entry>& entries_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> starts_;
};

}  // namespace

void FieldBlocks::lay_out(const CsrMatrix& matrix) {
  const int fields = layout_.fields();
  blocks_.assign(fields * fields, {});
  for (Block& target : blocks_)
    for (Half& half : target.halves) half.starts.assign(1, 0);
  static const std::vector<RowParts::Entry> none;
  const std::vector<RowParts::Entry>& received = is_partial_ ? parts_.entries() : none;
  const EntriesByRow received_of(received, is_partial_ ? matrix.size() : 0);
  targets_.assign(reserve(matrix), 0);
  received_targets_.assign(received.size(), 0);
  ones_.clear();
  std::vector<std::uint8_t> halves(targets_.size()), received_halves(received.size()), ones_halves;
  std::vector<PlacedEntry> row;
  std::size_t next = 0;
  for (int f = 0; f < fields; ++f)
    for (Index i = 0; i < layout_.own(f).all(); ++i) {
      row.clear();
      const Index unknown = layout_.unknown(f, i);
      if (unknown < 0) {
        ones_.push_back(0);
        ones_halves.push_back(half_of(f, f, false));
        row.push_back({ones_halves.back(), i, -1, &ones_.back()});
      } else {
        const auto put = [&](Index column, Index& target, std::uint8_t& half) {
          const int g = layout_.field_of(column);
          const bool is_other = layout_.rank_of(column) != layout_.rank();
          half = half_of(f, g, is_other);
          row.push_back({half, layout_.place_in_field(column) - (is_other ? 0 : layout_.own_first(g)), column,
                         &target});
        };
        for (Index k = matrix.row_starts()[unknown]; k < matrix.row_starts()[unknown + 1]; ++k, ++next)
          put(matrix.columns()[k], targets_[next], halves[next]);
        if (is_partial_)
          for (const auto k : received_of.of(unknown))
            put(received[k].column, received_targets_[k], received_halves[k]);
      }
      add_row(f, row);
    }
  std::size_t values = 0;
  for (Block& target : blocks_)
    for (Half& half : target.halves) {
      half.first_value = values;
      values += half.columns.size();
    }
  values_.assign(values, 0.0);
  name_targets(targets_, halves);
  name_targets(received_targets_, received_halves);
  name_targets(ones_, ones_halves);
}

/// Adds a row to the blocks of a field; entries in the same place become one.
void FieldBlocks::add_row(int field, std::vector<PlacedEntry>& row) {
  std::ranges::sort(row, [](const PlacedEntry& a, const PlacedEntry& b) {
    return std::tie(a.half, a.column) < std::tie(b.half, b.column);
  });
  const PlacedEntry* last = nullptr;
  for (const PlacedEntry& entry : row) {
    Half& half = at(entry.half);
    if (last == nullptr || last->half != entry.half || last->column != entry.column) {
      half.columns.push_back(entry.column);
      if (entry.half % 2 == 1) half.unknowns.push_back(entry.unknown);
    }
    *entry.target = static_cast<Index>(half.columns.size()) - 1;
    last = &entry;
  }
  for (int g = 0; g < layout_.fields(); ++g)
    for (Half& half : block(field, g).halves) half.starts.push_back(static_cast<Index>(half.columns.size()));
}

/// Makes room for the columns of all halves. @return entries of the matrix in this rank's rows
std::size_t FieldBlocks::reserve(const CsrMatrix& matrix) {
  std::vector<std::size_t> counts(2 * blocks_.size(), 0);
  for (Index i = 0; i < matrix.size(); ++i) {
    if (layout_.rank_of(i) != layout_.rank()) continue;
    for (Index k = matrix.row_starts()[i]; k < matrix.row_starts()[i + 1]; ++k) {
      const Index column = matrix.columns()[k];
      ++counts[half_of(layout_.field_of(i), layout_.field_of(column),
                       layout_.rank_of(column) != layout_.rank())];
    }
  }
  std::size_t sum = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    at(k).columns.reserve(counts[k]);
    sum += counts[k];
  }
  return sum;
}

/// Places in a half become places in values_.
void FieldBlocks::name_targets(std::vector<Index>& targets, const std::vector<std::uint8_t>& halves) {
  for (std::size_t k = 0; k < targets.size(); ++k)
    targets[k] += static_cast<Index>(at(halves[k]).first_value);
}

}  // namespace jounce
