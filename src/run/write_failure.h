#pragma once

#include <exception>

#include "io/output_error.h"
#include "parallel/communicator.h"

namespace jounce {

/// What the rank that writes could not write. Alone it throws at once; of several ranks it keeps the first
/// failure and writes no more, until all ranks meet and end by it (parallel::agree).
class WriteFailure {
 public:
  template <class Work>
  void guard(const Work& work) {
    if (is_alone_) return work();
    if (caught_) return;
    try {
      work();
    } catch (const io::OutputError&) {
      caught_ = std::current_exception();
    }
  }
  const std::exception_ptr& caught() const { return caught_; }

 private:
  bool is_alone_ = parallel::Communicator().is_alone();
  std::exception_ptr caught_;
};

}  // namespace jounce
