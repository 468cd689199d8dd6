#include "run/whole_drawings.h"

#include <algorithm>
#include <numeric>

namespace jounce {
namespace {

constexpr int kMostNodes = 20;  ///< of a cell

}  // namespace

WholeDrawings::WholeDrawings(const Model& model) {
  std::vector<int> numbers, owners;
  int first = 0;
  std::int64_t first_cell = 0;
  for (const Drawing& drawing : model.drawings) {
    const Mesh::Share& share = *drawing.share;
    for (const int number : share.point_numbers) numbers.push_back(first + number);
    owners.insert(owners.end(), share.owners.begin(), share.owners.end());
    for (const std::int64_t number : drawing.cell_numbers) cell_numbers_.push_back(first_cell + number);
    first += static_cast<int>(share.points);
    first_cell += static_cast<std::int64_t>(share.cells);
  }
  std::vector<int> entries;
  std::vector<std::int64_t> of_entries;
  points_ = std::make_unique<parallel::Numbering>(std::move(numbers), std::move(owners));
  for (std::size_t i = 0; i < points_->numbers().size(); ++i) {
    if (!points_->owns(i)) continue;
    entries.push_back(static_cast<int>(i));
    of_entries.push_back(points_->numbers()[i]);
  }
  points_in_order_ =
      std::make_unique<parallel::NaturalOrder>(points_->ranks(), std::move(entries), of_entries);
}

io::FieldMesh WholeDrawings::whole_mesh(const io::FieldMesh& own) {
  io::FieldMesh whole;
  whole.body_names = own.body_names;
  gather(own.points, 3, whole.points);
  // Of every cell: type, body, number of nodes, nodes.
  constexpr int kWidth = kMostNodes + 3;
  std::vector<double> cells, all;
  cells.reserve(kWidth * own.cell_count());
  for (std::size_t i = 0; i < own.cell_count(); ++i) {
    const auto begin = static_cast<std::size_t>(own.offsets[i]),
               end = static_cast<std::size_t>(own.offsets[i + 1]);
    cells.push_back(own.types[i]);
    cells.push_back(own.body[i]);
    cells.push_back(static_cast<double>(end - begin));
    for (std::size_t k = begin; k < end; ++k)
      cells.push_back(points_->numbers()[static_cast<std::size_t>(own.connectivity[k])]);
    cells.resize(kWidth * (i + 1), 0);
  }
  std::vector<int> entries(own.cell_count());
  std::iota(entries.begin(), entries.end(), 0);
  parallel::NaturalOrder(points_->ranks(), std::move(entries), cell_numbers_).gather(cells, kWidth, all);
  if (points_->ranks().rank() == 0) whole.offsets.push_back(0);
  for (auto cell = all.begin(); cell != all.end(); cell += kWidth) {
    whole.types.push_back(static_cast<std::uint8_t>(cell[0]));
    whole.body.push_back(static_cast<std::int32_t>(cell[1]));
    for (auto node = cell + 3; node != cell + 3 + static_cast<std::ptrdiff_t>(cell[2]); ++node)
      whole.connectivity.push_back(static_cast<std::int64_t>(*node));
    whole.offsets.push_back(static_cast<std::int64_t>(whole.connectivity.size()));
  }
  return whole;
}

void WholeDrawings::total(std::span<double> at_points, int width) {
  const auto w = static_cast<std::size_t>(width);
  column_.resize(at_points.size() / w);
  for (std::size_t c = 0; c < w; ++c) {
    for (std::size_t i = 0; i < column_.size(); ++i) column_[i] = at_points[w * i + c];
    points_->total(column_);
    for (std::size_t i = 0; i < column_.size(); ++i) at_points[w * i + c] = column_[i];
  }
}

}  // namespace jounce
