#include "collision/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::collision {
namespace {

constexpr int kLevels = 16;                   ///< 4 bits of a key
constexpr int kMedian = 6;                    ///< level of boxes of the median size
constexpr std::int64_t kCellsMask = 0xfffff;  ///< 20 bits for each of three cell numbers
constexpr double kRoom = 1.05;                ///< cells of the median level over the median size
constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

double extent(const Bounds& box) { return (box.high - box.low).maxCoeff(); }

std::uint64_t key_of(int level, const std::array<std::int64_t, 3>& cell) {
  return static_cast<std::uint64_t>(level) << 60 | static_cast<std::uint64_t>(cell[0] & kCellsMask) << 40 |
         static_cast<std::uint64_t>(cell[1] & kCellsMask) << 20 |
         static_cast<std::uint64_t>(cell[2] & kCellsMask);
}

std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ key >> 31) * 0x9e3779b97f4a7c15ULL;
  return key ^ key >> 29;
}

/// Whether the numbers of the cells about a point are integers that a double tells apart.
bool has_cell(const Vector3& point, double size) {
  constexpr double kExact = 1.0 / std::numeric_limits<double>::epsilon();
  return (point / size).cwiseAbs().maxCoeff() < kExact;
}

std::array<std::int64_t, 3> cell_of(const Vector3& point, double size) {
  const Vector3 at = point / size;
  return {static_cast<std::int64_t>(std::floor(at.x())), static_cast<std::int64_t>(std::floor(at.y())),
          static_cast<std::int64_t>(std::floor(at.z()))};
}

}  // namespace

double BroadPhase::cell_size(int level) const { return std::ldexp(median_, level - kMedian); }

void BroadPhase::lay_out(const std::vector<Bounds>& boxes) {
  sizes_.clear();
  for (const Bounds& box : boxes)
    if (const double size = extent(box); size > 0 && std::isfinite(size)) sizes_.push_back(size);
  median_ = 1;
  if (!sizes_.empty()) {
    const auto middle = sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2);
    std::nth_element(sizes_.begin(), middle, sizes_.end());
    median_ = kRoom * *middle;
  }
  level_.assign(boxes.size(), -1);
  large_.clear();
  places_.clear();
  std::array<bool, kLevels> used{};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_none()) continue;
    const Vector3 centre = 0.5 * (boxes[i].low + boxes[i].high);
    const double size = extent(boxes[i]);
    int level = 0;
    while (level < kLevels && !(size <= cell_size(level))) ++level;
    if (level == kLevels || !centre.allFinite() || !has_cell(centre, cell_size(level))) {
      large_.push_back(static_cast<int>(i));
      continue;
    }
    level_[i] = static_cast<std::int8_t>(level);
    used[level] = true;
    places_.push_back({key_of(level, cell_of(centre, cell_size(level))), static_cast<int>(i)});
  }
  levels_.clear();
  for (int level = 0; level < kLevels; ++level)
    if (used[level]) levels_.push_back(level);
}

void BroadPhase::build_table() {
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return a.key != b.key ? a.key < b.key : a.box < b.box; });
  std::size_t size = 16;
  while (size < 2 * places_.size()) size *= 2;
  table_.assign(size, kEmpty);
  ends_.assign(places_.size(), 0);
  for (std::size_t first = 0; first < places_.size();) {
    std::size_t end = first + 1;
    while (end < places_.size() && places_[end].key == places_[first].key) ++end;
    ends_[first] = static_cast<std::uint32_t>(end);
    std::size_t slot = mixed(places_[first].key) & (size - 1);
    while (table_[slot] != kEmpty) slot = (slot + 1) & (size - 1);
    table_[slot] = static_cast<std::uint32_t>(first);
    first = end;
  }
}

std::pair<std::size_t, std::size_t> BroadPhase::cell(std::uint64_t key) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = mixed(key) & mask; table_[slot] != kEmpty; slot = (slot + 1) & mask)
    if (places_[table_[slot]].key == key) return {table_[slot], ends_[table_[slot]]};
  return {0, 0};
}

void BroadPhase::find(const std::vector<Bounds>& boxes, const std::vector<int>& groups,
                      std::vector<std::array<int, 2>>& pairs) {
  pairs.clear();
  lay_out(boxes);
  build_table();
  const auto offer = [&](int i, int j) {
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    if (groups[a] != groups[b] && overlap(boxes[a], boxes[b]))
      pairs.push_back({std::min(i, j), std::max(i, j)});
  };
  for (std::size_t own = 0; own < places_.size(); ++own) {
    const int box = places_[own].box;
    const auto i = static_cast<std::size_t>(box);
    const Vector3 centre = 0.5 * (boxes[i].low + boxes[i].high);
    for (const int level : levels_) {
      if (level < level_[i]) continue;
      // The centre of a box of this level that overlaps lies within half of both sizes, which is at most a
      // cell. On the own level the cells before this one have been here already.
      const bool same = level == level_[i];
      const auto at = cell_of(centre, cell_size(level));
      for (std::size_t k = own + 1; same && k < places_.size() && places_[k].key == places_[own].key; ++k)
        offer(box, places_[k].box);
      for (int neighbour = same ? 14 : 0; neighbour < 27; ++neighbour) {
        const auto [begin, end] = cell(key_of(
            level, {at[0] + neighbour / 9 - 1, at[1] + neighbour / 3 % 3 - 1, at[2] + neighbour % 3 - 1}));
        for (std::size_t k = begin; k < end; ++k) offer(box, places_[k].box);
      }
    }
  }
  for (const int large : large_)
    for (std::size_t j = 0; j < boxes.size(); ++j) {
      const auto other = static_cast<int>(j);
      if (level_[j] >= 0 || other > large) offer(large, other);
    }
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace jounce::collision
