#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "parallel/communicator.h"
#include "parallel/shared_entries.h"

namespace jounce::parallel {

/// The entries of vectors of which every rank has a part, in a local order of its own. Neighbours have copies
/// of the entries at their border; each entry has one owner. Two kinds of vectors stand over them:
///
///   motions (q, v, a)   all copies of an entry are equal, bit by bit;
///   forces              every rank has its addends; `total` makes the sum of them of every copy.
///
/// By default one rank has all entries, and every operation does nothing. All operations are collective.
class Numbering {
 public:
  Numbering() = default;
  /// @param numbers  of the entries of this rank in the whole vector, each once
  /// @param owners   rank of each of them, one of those that have it
  Numbering(std::vector<int> numbers, std::vector<int> owners);

  /// This rank has all entries.
  bool is_whole() const { return shared_ == nullptr; }
  Communicator& ranks() { return ranks_; }
  bool owns(std::size_t entry) const { return is_whole() || owners_[entry] == ranks_.rank(); }
  /// Numbers in the whole vector, and owners; empty where this rank has all.
  const std::vector<int>& numbers() const { return numbers_; }
  const std::vector<int>& owners() const { return owners_; }

  /// Forces become the sums of the addends of all ranks, the same on each, bit by bit.
  void total(std::span<double> forces) {
    if (!is_whole()) shared_->sum(forces.data());
  }
  double sum(double own) { return is_whole() ? own : ranks_.sum(own); }
  void sum(std::span<double> own) {
    if (!is_whole()) ranks_.sum(own);
  }
  double max(double own) { return is_whole() ? own : ranks_.max(own); }
  void max(std::span<double> own) {
    if (!is_whole()) ranks_.max(own);
  }
  bool any(bool own) { return is_whole() ? own : ranks_.any(own); }
  /// The text of the first rank whose value is the largest of all.
  std::string text_of_largest(double own, std::string text);
  /// Sum over entries `first` to `last` of f(entry), each counted once.
  template <class Term>
  double sum_of(std::size_t first, std::size_t last, const Term& f) {
    double own = 0;
    for (std::size_t entry = first; entry < last; ++entry)
      if (owns(entry)) own += f(entry);
    return sum(own);
  }

 private:
  Communicator ranks_;
  std::vector<int> numbers_, owners_;
  std::unique_ptr<SharedEntries> shared_;
};

}  // namespace jounce::parallel
