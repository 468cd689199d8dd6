#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "parallel/communicator.h"

namespace jounce::parallel {

/// Another rank failed; the message is that of the first rank that did.
class FailedElsewhere : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Every rank hands in what it caught, null for nothing. Where any rank caught something, all of them throw:
/// those that did what they caught, the others FailedElsewhere. Collective.
void agree(Communicator& ranks, const std::exception_ptr& caught);

/// Calls `work`, which makes no collective calls. Afterwards all ranks go on, or all throw (agree). Without
/// it a rank that fails would leave the others waiting for it in their next collective call. Collective.
/// @param shares false: every rank does the same work, and just does it
template <class Work>
void together(Communicator& ranks, bool shares, const Work& work) {
  if (ranks.is_alone() || !shares) return work();
  std::exception_ptr caught;
  try {
    work();
  } catch (...) {
    caught = std::current_exception();
  }
  agree(ranks, caught);
}

template <class Work>
void together(Communicator& ranks, const Work& work) {
  together(ranks, true, work);
}

/// How the work of a rank ended.
struct End {
  int status = 0;  ///< 0: well
  std::string message;
};

/// The last call of every rank: all get the end of the first rank that failed, or their own where none did.
/// A rank that failed alone, whose others wait for it elsewhere, prints its message and ends all of them
/// after kPatience seconds.
constexpr double kPatience = 20;
End end_together(const End& own, double patience = kPatience);

}  // namespace jounce::parallel
