#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "deck/deck.h"
#include "model/model.h"
#include "run/contact_reach.h"
#include "run/diagnostics.h"
#include "run/schedule.h"
#include "run/step_control.h"

namespace jounce {

/// What a motion and equilibria along a load path do in ways of their own.
class Analysis {
 public:
  virtual ~Analysis() = default;

  virtual std::string_view type() const = 0;     ///< of [analysis]
  virtual std::string_view control() const = 0;  ///< the table of the deck that says how its steps go on
  virtual Stepper& stepper() = 0;

  // Before the first step
  /// Whether it looks for an equilibrium, so that what moves freely has to be held.
  virtual bool needs_equilibrium() const = 0;
  /// Brings a new start into equilibrium where the deck wants it.
  virtual void balance(const System& /*system*/, State& /*start*/) const {}
  /// Throws where the model lacks what the first step needs.
  virtual void check_start(const System& /*system*/, const State& /*start*/) const {}
  /// Prepares the stepper; joint forces and accelerations at the start come into `result`.
  virtual void begin(const System& system, State& start, double h, StepResult& result) = 0;
  /// The step goes on from another: forces on the degrees of freedom that nothing balances at its start.
  virtual void begin_out_of_balance(const Vector& /*force*/) {}
  /// "10 steps of 0.1, or more that are shorter"
  virtual std::string describe_steps(const Schedule& schedule) const = 0;

  // In every step
  virtual StepControl step_control(const Model& /*model*/, int /*max_cuts*/) const { return {}; }
  virtual ContactReach contact_reach(const System& /*system*/) const { return {}; }
  /// Of a stepper that chooses its steps.
  virtual long max_steps() const { return 0; }
  /// Where steps of size h are no longer stable: what to say of it; else empty.
  virtual std::string lost_stability(const State& /*state*/, double /*h*/) const { return {}; }
  /// Of explicit schemes, see Integrator::longest_step.
  virtual Integrator::LongestStep longest_step(const State& /*state*/) { return {}; }
  virtual double next_longest_step(const State& /*state*/, const StepResult& /*last*/) {
    return std::numeric_limits<double>::infinity();
  }
  /// Contacts have to be closed without overlap; they give in statics only.
  virtual bool has_exact_contacts() const = 0;

  // Energy
  /// How forces act in a step; none in statics.
  virtual std::optional<ImpulseRule> impulse_rule() const { return std::nullopt; }
  /// Puts a step into the ledger.
  virtual void enter(Ledger& ledger, const Model& model, const State& state, const StepResult& result,
                     double h) const = 0;
  /// True when the scheme itself has added more energy than analysis.max_energy_gain allows.
  virtual bool gains_energy(Ledger& /*ledger*/, const Model& /*model*/, const State& /*state*/) const {
    return false;
  }
};

/// The analysis that a deck asks for. Throws params::InputError where the model does not suit it.
std::unique_ptr<Analysis> make_analysis(const deck::Deck& deck, const Model& model);

}  // namespace jounce
