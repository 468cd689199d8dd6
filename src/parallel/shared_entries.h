#pragma once

#include <span>
#include <utility>
#include <vector>

#include "parallel/communicator.h"

namespace jounce::parallel {

/// Entries of a vector that several ranks have copies of: each entry some numbers that follow one another.
/// Ranks with an entry in common are neighbours.
class SharedEntries {
 public:
  /// What this rank has in common with another one.
  struct Neighbour {
    int rank;
    std::vector<int> entries;  ///< local numbers, ascending in the global numbers
    std::vector<double> out, in;
  };

  SharedEntries(Communicator& ranks, int width) : ranks_(ranks), width_(width) {}

  /// Collective. @param touched global numbers of the entries that this rank works on, ascending
  /// @param owners rank of each of them. @return global numbers of the entries that it has, ascending: those
  /// touched here and those owned here that others touch
  std::vector<int> build(const std::vector<int>& touched, std::span<const int> owners);

  /// Replaces every local number i by numbers[i].
  void renumber(std::span<const int> numbers);

  std::vector<Neighbour>& neighbours() { return neighbours_; }
  const std::vector<Neighbour>& neighbours() const { return neighbours_; }
  const std::vector<int>& entries() const { return entries_; }  ///< local numbers that others have, ascending
  int sharers(std::size_t i) const {
    return static_cast<int>(terms_[i].size());
  }  ///< ranks with entries()[i]

  /// Copies the shared entries of a vector into the message to a neighbour; and what came from it back.
  void pack(Neighbour& neighbour, const double* w) const;
  void unpack(const Neighbour& neighbour, double* w) const;
  /// Every shared entry becomes the sum of all copies, the same on all ranks, bit by bit. Collective among
  /// neighbours.
  void sum(double* w);

 private:
  using Entries = std::vector<std::pair<int, std::vector<int>>>;  ///< entries with their ranks

  Entries agree_on_ranks(const std::vector<int>& touched, std::span<const int> owners);
  void find_neighbours(const Entries& shared);

  Communicator& ranks_;
  int width_;
  std::vector<Neighbour> neighbours_;
  std::vector<int> entries_;
  std::vector<std::vector<const double*>>
      terms_;  ///< copies of entries_, ascending by rank; null: this one's
  std::vector<Communicator::Message> messages_;
};

}  // namespace jounce::parallel
