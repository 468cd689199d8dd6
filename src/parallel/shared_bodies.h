#pragma once

#include <vector>

#include <Eigen/Core>
#include "parallel/shared_entries.h"

namespace jounce::parallel {

/// Bodies that contacts of several ranks act on, in the local numbering of one contact problem. Each of the
/// ranks has a copy of `kValues` numbers w of such a body, and all copies are the same, bit by bit. Ranks
/// that share a body are neighbours; neighbours have different colours, so that ranks of one colour can
/// change their copies at the same time.
class SharedBodies {
 public:
  static constexpr int kValues = 6;

  explicit SharedBodies(Communicator& ranks) : ranks_(ranks) {}

  /// Collective. @param touched numbers of the bodies that contacts and joints of this rank act on, ascending
  /// @param owner rank of every body. Afterwards `bodies()` are those touched here and those owned here that
  /// others touch.
  void build(const std::vector<int>& touched, const std::vector<int>& owner);

  const std::vector<int>& bodies() const { return bodies_; }  ///< local to global number, ascending
  const std::vector<int>& shared_bodies() const { return entries_.entries(); }  ///< local numbers, ascending
  /// One over the number of ranks that have a local body; 1 for numbers after the last (what does not move).
  double share(int body) const {
    return static_cast<std::size_t>(body) < shares_.size() ? shares_[body] : 1.0;
  }
  bool is_shared(int body) const { return share(body) < 1; }

  int colour() const { return colour_; }    ///< of this rank
  int colours() const { return colours_; }  ///< in use, at least one

  /// To be called by all ranks after those of one colour changed their copies: the others take them over.
  void pass_on(int colour, Eigen::VectorXd& w);
  /// Remembers w of the shared bodies ...
  void begin(const Eigen::VectorXd& w);
  /// ... and adds up what all ranks did to them since.
  void add_up(Eigen::VectorXd& w);
  void sum(std::span<double> values) { ranks_.sum(values); }
  double sum(double value) { return ranks_.sum(value); }

 private:
  void find_colours();

  Communicator& ranks_;
  SharedEntries entries_{ranks_, kValues};
  std::vector<int> bodies_, neighbour_colours_;
  std::vector<double> shares_;
  int colour_ = 0, colours_ = 1;
  std::vector<double> before_;  ///< of the shared bodies
  std::vector<Communicator::Message> messages_;
};

}  // namespace jounce::parallel
