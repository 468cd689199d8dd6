#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::parallel {

/// The processes that run together (MPI_COMM_WORLD), and what this one has sent. Alone, or before MPI is
/// initialised, it is one rank and every operation does nothing. All operations but the counters are
/// collective: every rank calls them in the same order. Sums and gathered lists are the same on every rank,
/// bit by bit.
class Communicator {
 public:
  Communicator();

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_alone() const { return size_ == 1; }

  /// Sums over the ranks, entry by entry.
  void sum(std::span<double> values);
  double sum(double value) {
    sum({&value, 1});
    return value;
  }
  /// Largest values over the ranks, entry by entry.
  void max(std::span<double> values);
  double max(double value) {
    max({&value, 1});
    return value;
  }
  bool any(bool value) { return max(value ? 1.0 : 0.0) > 0; }

  /// Lists of all ranks one behind the other, on every rank. @return their lengths
  std::vector<int> gather(const std::vector<double>& own, std::vector<double>& all);
  /// The same on rank 0 only, for objects of any kind as bytes; elsewhere `all` is empty.
  std::vector<int> gather_on_first(const std::vector<char>& own, std::vector<char>& all);
  std::vector<int> gather_on_first(const std::vector<double>& own, std::vector<double>& all);

  /// The text of one rank, on every rank.
  std::string sent_by(int rank, std::string text);

  /// Sends a list to every rank, possibly an empty one. @return what came, by rank
  std::vector<std::vector<int>> swap(const std::vector<std::vector<int>>& lists);
  /// Messages of known length to and from other ranks, none where a list is empty: returns when all have
  /// come.
  struct Message {
    int rank;
    std::span<const double> out;
    std::span<double> in;
  };
  void exchange(std::span<const Message> messages);

  /// What this rank has sent since the start: messages between neighbours, and numbers of collective calls.
  struct Traffic {
    std::int64_t messages = 0, message_bytes = 0, sums = 0, gathered_bytes = 0;
  };
  const Traffic& traffic() const { return traffic_; }

 private:
  template <class T>
  std::vector<int> gather(const std::vector<T>& own, std::vector<T>& all, bool everywhere);

  int rank_ = 0, size_ = 1;
  Traffic traffic_;
};

}  // namespace jounce::parallel
