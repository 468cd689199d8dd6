#pragma once

#include <vector>

#include "integrators/impulse/mass_blocks.h"
#include "parallel/communicator.h"
#include "parallel/shared_bodies.h"

namespace jounce {

/// Which rank deals with which body: parts of space with the same number of contacts, cut anew now and then
/// as bodies move. Every rank knows the state of all bodies and cuts alike; contacts and their impulses
/// belong to the ranks.
class Domains {
 public:
  parallel::Communicator& ranks() { return ranks_; }
  const parallel::Communicator& ranks() const { return ranks_; }
  /// This rank computes all contacts and joints, as every rank does where there are few bodies.
  bool is_alone() const { return !is_sharing_; }
  /// Ranks share contacts and joints from so many bodies of a rank on.
  void begin(int bodies, int bodies_per_rank) {
    is_sharing_ = !ranks_.is_alone() && bodies / ranks_.size() >= bodies_per_rank;
  }

  /// Cuts anew when it is time to. Collective. @return true when owners changed
  bool renew(const System& system, const MassBlocks& masses, const State& state);
  /// Counts what this rank has: contacts of local bodies, as the weights of the next cut.
  void weigh(const contact_problem::BodyProblem& problem, const MassBlocks& masses);
  /// The next step cuts anew.
  void forget() { age_ = kRenewal; }

  const SearchShare& share() const { return share_; }

  /// Forgets, notes and settles what this rank's contacts and joints act on; the last one is collective.
  void begin_touching(int blocks);
  void touch(int block, int places) {
    for (int i = block; i < block + places; ++i) place_[i] = 0;
  }
  void end_touching();
  /// True when other ranks act on a block too.
  bool is_shared(int block) const { return shared_.is_shared(place_[block]); }

  /// Turns a problem over all blocks into that of this rank, over the blocks that were touched.
  void localise(int ground, contact_problem::BodyProblem& problem);
  /// Velocities of all blocks from those of this rank's problem. Collective.
  void collect(const Vector& local, Vector& w);

 private:
  static constexpr int kRenewal = 50;  ///< steps between two cuts

  parallel::Communicator ranks_;
  parallel::SharedBodies shared_{ranks_};
  SearchShare share_;
  std::vector<int> owners_;     ///< of the blocks; -1 for the ground, which is the last
  std::vector<int> dof_ranks_;  ///< the same for degrees of freedom; -1 for those that are prescribed
  std::vector<double> weights_;
  int age_ = kRenewal;
  bool is_sharing_ = false;

  // workspace
  std::vector<int> touched_, place_;
  std::vector<double> sent_, came_;
};

}  // namespace jounce
