#include "parallel/together.h"

#define OMPI_SKIP_MPICXX 1  // the C interface is all that is used
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <new>
#include <thread>
#include <vector>

namespace jounce::parallel {
namespace {

std::string text_of(const std::exception_ptr& caught) {
  try {
    std::rethrow_exception(caught);
  } catch (const std::bad_alloc&) {
    return "this needs more memory than is available";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "a rank has stopped";
  }
}

/// The first rank that failed; the number of ranks where none did.
int first_of(Communicator& ranks, bool failed) {
  return static_cast<int>(-ranks.max(failed ? -ranks.rank() : -ranks.size()));
}

/// Whether all ranks come here within some seconds.
bool all_come(double patience) {
  using Clock = std::chrono::steady_clock;
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  const auto end = Clock::now() + std::chrono::duration<double>(patience);
  int done = 0;
  while (true) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0 || Clock::now() > end) return done != 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

void agree(Communicator& ranks, const std::exception_ptr& caught) {
  if (ranks.is_alone()) {
    if (caught) std::rethrow_exception(caught);
    return;
  }
  const int first = first_of(ranks, caught != nullptr);
  if (first == ranks.size()) return;
  const std::string text = ranks.sent_by(first, caught ? text_of(caught) : std::string());
  if (caught) std::rethrow_exception(caught);
  throw FailedElsewhere(text);
}

End end_together(const End& own, double patience) {
  Communicator ranks;
  if (ranks.is_alone()) return own;
  const bool failed = own.status != 0;
  if (!failed) {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (!all_come(patience)) {
    std::fprintf(stderr, "rank %d: %s\n", ranks.rank(), own.message.c_str());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, own.status);
  }
  const int first = first_of(ranks, failed);
  if (first == ranks.size()) return own;
  const int status = static_cast<int>(ranks.max(ranks.rank() == first ? own.status : 0));
  return {status, ranks.sent_by(first, own.message)};
}

}  // namespace jounce::parallel
