#include "parallel/communicator.h"

#define OMPI_SKIP_MPICXX 1  // the C interface is all that is used
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <numeric>

namespace jounce::parallel {
namespace {

/// Where each list begins in the joined one.
std::vector<int> starts_of(const std::vector<int>& lengths) {
  std::vector<int> starts(lengths.size(), 0);
  std::partial_sum(lengths.begin(), lengths.end() - 1, starts.begin() + 1);
  return starts;
}

}  // namespace

Communicator::Communicator() {
  int initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised == 0) return;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

void Communicator::sum(std::span<double> values) {
  if (is_alone()) return;
  ++traffic_.sums;
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
}

void Communicator::max(std::span<double> values) {
  if (is_alone()) return;
  ++traffic_.sums;
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_MAX,
                MPI_COMM_WORLD);
}

template <class T>
std::vector<int> Communicator::gather(const std::vector<T>& own, std::vector<T>& all, bool everywhere) {
  if (is_alone()) {
    all = own;
    return {static_cast<int>(own.size())};
  }
  constexpr bool is_bytes = sizeof(T) == 1;
  const MPI_Datatype type = is_bytes ? MPI_BYTE : MPI_DOUBLE;
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(static_cast<std::size_t>(size_));
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const std::vector<int> starts = starts_of(lengths);
  all.resize(everywhere || rank_ == 0 ? static_cast<std::size_t>(starts.back() + lengths.back()) : 0);
  if (everywhere)
    MPI_Allgatherv(own.data(), length, type, all.data(), lengths.data(), starts.data(), type, MPI_COMM_WORLD);
  else
    MPI_Gatherv(own.data(), length, type, all.data(), lengths.data(), starts.data(), type, 0, MPI_COMM_WORLD);
  traffic_.gathered_bytes += static_cast<std::int64_t>(sizeof(T) * own.size());
  return lengths;
}

std::vector<int> Communicator::gather(const std::vector<double>& own, std::vector<double>& all) {
  return gather(own, all, true);
}

std::vector<int> Communicator::gather_on_first(const std::vector<char>& own, std::vector<char>& all) {
  return gather(own, all, false);
}

std::vector<int> Communicator::gather_on_first(const std::vector<double>& own, std::vector<double>& all) {
  return gather(own, all, false);
}

std::string Communicator::sent_by(int rank, std::string text) {
  if (is_alone()) return text;
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, rank, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, rank, MPI_COMM_WORLD);
  return text;
}

std::vector<std::vector<int>> Communicator::swap(const std::vector<std::vector<int>>& lists) {
  if (is_alone()) return lists;
  const auto ranks = static_cast<std::size_t>(size_);
  std::vector<int> to(ranks), from(ranks), joined;
  for (std::size_t p = 0; p < ranks; ++p) {
    to[p] = static_cast<int>(lists[p].size());
    joined.insert(joined.end(), lists[p].begin(), lists[p].end());
  }
  MPI_Alltoall(to.data(), 1, MPI_INT, from.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const std::vector<int> to_starts = starts_of(to), from_starts = starts_of(from);
  std::vector<int> came(static_cast<std::size_t>(from_starts.back() + from.back()));
  MPI_Alltoallv(joined.data(), to.data(), to_starts.data(), MPI_INT, came.data(), from.data(),
                from_starts.data(), MPI_INT, MPI_COMM_WORLD);
  std::vector<std::vector<int>> result(ranks);
  for (std::size_t p = 0; p < ranks; ++p)
    result[p].assign(came.begin() + from_starts[p], came.begin() + from_starts[p] + from[p]);
  traffic_.gathered_bytes += static_cast<std::int64_t>(sizeof(int) * joined.size());
  return result;
}

void Communicator::exchange(std::span<const Message> messages) {
  if (messages.empty()) return;  // as of a process that is alone, where MPI may not have started
  constexpr int kTag = 11;
  std::vector<MPI_Request> requests;
  requests.reserve(2 * messages.size());
  for (const Message& message : messages)
    if (!message.in.empty())
      MPI_Irecv(message.in.data(), static_cast<int>(message.in.size()), MPI_DOUBLE, message.rank, kTag,
                MPI_COMM_WORLD, &requests.emplace_back());
  for (const Message& message : messages) {
    if (message.out.empty()) continue;
    MPI_Isend(message.out.data(), static_cast<int>(message.out.size()), MPI_DOUBLE, message.rank, kTag,
              MPI_COMM_WORLD, &requests.emplace_back());
    ++traffic_.messages;
    traffic_.message_bytes += static_cast<std::int64_t>(message.out.size_bytes());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace jounce::parallel
