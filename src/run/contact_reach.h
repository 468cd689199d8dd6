#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contact/limited_reach.h"
#include "model/system.h"

namespace jounce {

/// Looks after every step for contacts that its search left out (see LimitedReach): the rows that
///
///   - are closed at the end of the step, of a pair whose parts strayed farther than its envelope, or of
///     surfaces while anything is near another: a point slides from one face to the next, which it had no
///     foot on, or
///   - a search at the begin finds when it takes the mean velocities of the step, and these close, of a pair
///     whose parts strayed so far,
///
/// though the step did not have them. One that ends deeper than a tenth of the envelope makes the step wrong,
/// of surfaces a hundredth: the next step would push it out at once, which makes energy.
class ContactReach {
 public:
  static constexpr int kRepeats = 4;  ///< of a step, each with the contacts that were missed so far

  ContactReach() = default;
  /// @param envelope of the integrator; negative: none
  ContactReach(const System& system, double envelope);

  /// Whether any pair may miss a contact, or be passed through.
  bool is_on() const { return !pairs_.empty() || !passable_.empty(); }

  struct Missed {
    std::vector<ContactRow> rows;  ///< in the order of a search
    double depth = 0;              ///< of the deepest
    std::string name;              ///< of the deepest
    std::string crossing;          ///< "contact 'rim': node ... passes through the face ...", parts that do

    bool any() const { return !rows.empty() || !crossing.empty(); }
  };
  /// What the step of size h from `begin` to `end` with the rows `known` has missed; empty where nothing ends
  /// too deep and no parts pass into each other. Of those that do, the rows are near ones where they meet.
  Missed missed(const State& begin, double h, const State& end, const std::vector<ContactRow>& known) const;

 private:
  struct Pair {
    int number;
    double envelope;
    const LimitedReach* reach;  ///< null: nothing is known, the pair is always looked at
  };

  /// Contacts of a pair that may have been missed, with their depths.
  void look_on_the_way(const Pair& pair, const State& begin, const State& mean, double h, const State& end,
                       std::vector<ContactRow>& rows, std::vector<double>& depths) const;
  void look_at_end(const Pair& pair, const State& end, std::vector<ContactRow>& rows,
                   std::vector<double>& depths) const;

  void add_crossing(const State& begin, double h, const State& end, const std::vector<ContactRow>& known,
                    Missed& missed) const;

  const System* system_ = nullptr;
  std::vector<Pair> pairs_;
  std::vector<int> passable_;  ///< numbers of the pairs that look for crossings
};

}  // namespace jounce
