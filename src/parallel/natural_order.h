#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel/communicator.h"

namespace jounce::parallel {

/// Puts vectors of which ranks have parts together on rank 0, in the order of numbers that the entries have
/// in the whole. All calls are collective.
class NaturalOrder {
 public:
  /// @param entries  of this rank's vectors, which other ranks do not hand in
  /// @param numbers  of these; they need not be without gaps
  NaturalOrder(Communicator& ranks, std::vector<int> entries, const std::vector<std::int64_t>& numbers);

  /// @param values  of all entries of this rank, `width` numbers each. On other ranks `whole` is empty.
  void gather(std::span<const double> values, int width, std::vector<double>& whole);
  std::size_t whole_size() const { return places_.size(); }  ///< on rank 0

  /// Places in ascending order of the numbers that ranks have; numbers of several ranks count once.
  static std::vector<int> places_of(Communicator& ranks, const std::vector<std::int64_t>& numbers);

 private:
  Communicator& ranks_;
  std::vector<int> entries_;
  std::vector<std::size_t> places_;  ///< in the whole, of what ranks send one behind the other
  std::vector<double> own_, all_;
};

}  // namespace jounce::parallel
