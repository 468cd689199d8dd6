#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace jounce {

/// Arrays of N numbers of which many are equal, each kept once: mass and inertia of very many bodies of a
/// few kinds. Equal means bit by bit, so that nothing changes by sharing.
template <std::size_t N>
class DistinctArrays {
 public:
  using Values = std::array<double, N>;

  /// Appends an array to the list.
  void push_back(const Values& values) {
    if (2 * kinds_.size() >= table_.size()) grow();
    std::uint32_t& slot = table_[find(values)];
    if (slot == kEmpty) {
      slot = static_cast<std::uint32_t>(kinds_.size());
      kinds_.push_back(values);
    }
    kind_.push_back(slot);
  }
  /// After the last one: gives back what only push_back needs.
  void finish() {
    kinds_.shrink_to_fit();
    kind_.shrink_to_fit();
    std::vector<std::uint32_t>().swap(table_);
  }
  void reserve(std::size_t size) { kind_.reserve(size); }

  std::size_t size() const { return kind_.size(); }
  std::size_t kinds() const { return kinds_.size(); }
  const Values& operator[](std::size_t i) const { return kinds_[kind_[i]]; }

 private:
  static constexpr std::uint32_t kEmpty = 0xffffffff;

  static std::uint64_t hash(const Values& values) {
    std::uint64_t sum = 0;
    for (const double value : values)
      sum = std::rotl((sum ^ std::bit_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15ULL, 29);
    return sum ^ sum >> 32;
  }
  /// Slot of equal values, or the empty one where they belong.
  std::size_t find(const Values& values) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = hash(values) & mask;
    while (table_[slot] != kEmpty && !same(kinds_[table_[slot]], values)) slot = (slot + 1) & mask;
    return slot;
  }
  static bool same(const Values& a, const Values& b) {
    for (std::size_t i = 0; i < N; ++i)
      if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
    return true;
  }
  void grow() {
    std::size_t size = 16;
    while (size < 4 * kinds_.size()) size *= 2;
    table_.assign(size, kEmpty);
    for (std::size_t i = 0; i < kinds_.size(); ++i) table_[find(kinds_[i])] = static_cast<std::uint32_t>(i);
  }

  std::vector<Values> kinds_;
  std::vector<std::uint32_t> kind_;   ///< of every array
  std::vector<std::uint32_t> table_;  ///< open hash table of the kinds
};

}  // namespace jounce
