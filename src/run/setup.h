#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "deck/deck.h"
#include "model/model.h"
#include "model/redundancy.h"
#include "model/user_functions.h"
#include "run/analysis.h"
#include "run/contact_reach.h"
#include "run/diagnostics.h"
#include "run/schedule.h"
#include "run/start.h"
#include "run/step_control.h"
#include "run/step_guard.h"
#include "sensors/sensor.h"

namespace jounce {

/// What a run, or one of its steps, is made of before it begins: all that the deck says, read, built and
/// checked. A deck that is wrong raises params::InputError here.
struct Setup {
  /// Where the step before it ended.
  struct Before {
    const System& system;
    const State& state;
    bool has_moved;  ///< a step before was no equilibrium
  };

  /// @param functions  of users that the deck may name, beside those of its plugins
  /// @param before     of a step that goes on from another
  /// @param others     what the models of the deck's other steps have
  /// @param in_parts   ranks may have parts of the model
  Setup(const deck::Deck& given, UserFunctions functions, const std::optional<Before>& before = {},
        const Ledger::Parts& others = {}, bool in_parts = false);

  const deck::Deck& deck;
  Schedule schedule;
  /// What is noteworthy about the start: a projection of the initial state, contacts that penetrate,
  /// redundant joints.
  std::vector<std::string> notes;
  std::shared_ptr<Model> model;  ///< which may be kept beyond the run, to be looked at
  std::unique_ptr<Analysis> analysis;
  // What a step that converges has to pass beside
  StepGuard guard;
  StepControl control;
  ContactReach reach;

  std::string limited_by;  ///< element or part whose limit the steps follow at the start; else empty
  std::string limit_note;  ///< what the scheme says about that limit; else empty
  State start;             ///< the run takes it over
  Ledger::Parts parts;     ///< that the ledger of energy has columns for
  std::vector<InitialPenetration> penetrations;  ///< of contacts at the start
  Redundancy redundancy;                         ///< of joint rows at the start
  std::vector<Sensor> sensors;                   ///< columns of the history

  void follow_limit();  ///< sets the step that is not given
  /// A later step of the deck: joints that begin in it hold where the deck says.
  bool is_later() const { return deck.step() > 0; }
  /// The state in which a later step begins; supports hold from here on where they stand.
  void go_on_from(const Before& before);
  /// Applies the supports to the start of a later step; what they move at once is noted.
  void apply_supports();
  /// What the start says about itself, and what of it is refused.
  /// @param is_known  it is the state in which the step begins
  /// @param begun     joints that begin with a later step
  void look_at_start(bool is_known, const std::set<std::string>& begun);

  const params::Units& units() const { return deck.units(); }
  const System& system() const { return model->system; }
  Stepper& stepper() const { return analysis->stepper(); }
  /// Drops what the scheme, the elements and the searches for contacts remember beside the state and
  /// Stepper::memory, so that what follows comes from these alone, bit by bit.
  void forget() const;
};

}  // namespace jounce
