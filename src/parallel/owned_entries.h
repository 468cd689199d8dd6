#pragma once

#include <span>
#include <vector>

#include "parallel/communicator.h"

namespace jounce::parallel {

/// Vectors that all ranks have, every entry of which one rank computes.
class OwnedEntries {
 public:
  OwnedEntries() = default;
  /// @param owner  rank of every entry
  explicit OwnedEntries(std::span<const int> owner);

  /// The owners' values, everywhere. Collective.
  void complete(std::span<double> values);

 private:
  Communicator ranks_;
  std::vector<int> by_owner_;  ///< all entries, those of the first rank first
  std::size_t first_ = 0;      ///< of this rank in by_owner_
  std::vector<double> own_, all_;
};

}  // namespace jounce::parallel
