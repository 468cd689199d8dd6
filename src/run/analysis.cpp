#include "run/analysis.h"

#include <fmt/format.h>

#include <cmath>

#include "integrators/initial_acceleration.h"
#include "registry.h"
#include "run/make_stepper.h"
#include "statics/static_equilibrium.h"

namespace jounce {
namespace {

/// Laws of pressures are for equilibria: schemes of motion have contacts that do not give.
void refuse_soft_contact(const params::Params& contact) {
  if (contact.type() != "surfaces") return;
  for (const char* key :
       {"stiffness", "overclosures", "pressures", "touch_pressure", "clearance", "stick_stiffness"})
    if (contact.given(key))
      contact.fail(key,
                   "softened contact requires analysis.type = \"static\"; dynamic analyses have exact "
                   "contacts, so omit it");
}

class DynamicAnalysis final : public Analysis {
 public:
  DynamicAnalysis(const deck::Deck& deck, const Model& model)
      : time_(control_table(deck)), integrator_(make_integrator(deck, model.system)) {
    for (const params::Params* contact : deck.entries("contact")) refuse_soft_contact(*contact);
    check_inflows(deck, model);
    const params::Params& analysis = deck.table("analysis");
    if (find_integrator(time_.type())->ledger_closes) max_gain_ = analysis.number("max_energy_gain");
    if (analysis.text("from") == "equilibrium") load_steps_ = analysis.integer("load_steps");
  }

  std::string_view type() const override { return "dynamic"; }
  std::string_view control() const override { return "integrator"; }
  Stepper& stepper() override { return *integrator_; }

  bool needs_equilibrium() const override { return load_steps_.has_value(); }
  void balance(const System& system, State& start) const override {
    if (load_steps_) find_equilibrium(system, start, *load_steps_);
  }
  void check_start(const System& system, const State& start) const override { check_masses(system, start); }
  void begin(const System& system, State& start, double h, StepResult& result) override {
    integrator_->initialise(start, h);
    if (!integrator_->start_acceleration(start, result.acceleration))
      consistent_acceleration(system, start, result.acceleration, result.reaction);
  }
  std::string describe_steps(const Schedule& schedule) const override {
    if (schedule.follows_limit)
      return fmt::format("about {} steps of {:.4g}, {:g} of the limit of stability", schedule.steps,
                         schedule.step, time_.number("step_factor"));
    const bool varies = time_.given("error_tolerance") || time_.given("impact_step");
    return fmt::format("{} steps of {:.6g}{}", schedule.steps, schedule.step,
                       varies ? ", or more that are shorter" : "");
  }

  StepControl step_control(const Model& model, int max_cuts) const override {
    return {time_, model, *integrator_, max_cuts};
  }
  ContactReach contact_reach(const System& system) const override {
    return {system, time_.has("envelope") ? time_.number("envelope") : -1.0};
  }
  std::string lost_stability(const State& state, double h) const override {
    return integrator_->lost_stability(state, h);
  }
  Integrator::LongestStep longest_step(const State& state) override {
    return integrator_->longest_step(state);
  }
  double next_longest_step(const State& state, const StepResult& last) override {
    return integrator_->next_longest_step(state, !last.impacts.empty());
  }
  bool has_exact_contacts() const override { return true; }

  std::optional<ImpulseRule> impulse_rule() const override { return integrator_->impulse_rule(); }
  void enter(Ledger& ledger, const Model& model, const State& state, const StepResult& result,
             double h) const override {
    ledger.step(model, state, result, h);
  }
  bool gains_energy(Ledger& ledger, const Model& model, const State& state) const override {
    return ledger.gains_more_than(max_gain_, model, state);
  }

 private:
  const params::Params& time_;  ///< [integrator]
  std::unique_ptr<Integrator> integrator_;
  double max_gain_ = HUGE_VAL;     ///< of energy by the scheme, as a share of the ledger's scale
  std::optional<int> load_steps_;  ///< to an equilibrium that the motion starts from
};

class StaticAnalysis final : public Analysis {
 public:
  StaticAnalysis(const deck::Deck& deck, const Model& model)
      : stepper_(make_statics(deck, model.system)), max_steps_(control_table(deck).integer("max_steps")) {}

  std::string_view type() const override { return "static"; }
  std::string_view control() const override { return "analysis"; }
  Stepper& stepper() override { return *stepper_; }

  bool needs_equilibrium() const override { return true; }
  void begin(const System& system, State& start, double h, StepResult& result) override {
    stepper_->initialise(start, h);
    result.reaction.setZero(system.joints().rows());
    start.v.setZero();
  }
  void begin_out_of_balance(const Vector& force) override {
    for (const auto& [name, vector] : stepper_->memory())
      if (name == "initial_force") *vector = force;
    stepper_->refresh();
  }
  std::string describe_steps(const Schedule& schedule) const override {
    return fmt::format("steps of {:.6g}", schedule.step);
  }

  long max_steps() const override { return max_steps_; }
  bool has_exact_contacts() const override { return false; }
  void enter(Ledger& ledger, const Model& model, const State& state, const StepResult& result,
             double h) const override {
    ledger.load_step(model, state, result, h);
  }

 private:
  std::unique_ptr<Stepper> stepper_;
  long max_steps_;
};

}  // namespace

std::unique_ptr<Analysis> make_analysis(const deck::Deck& deck, const Model& model) {
  if (is_static(deck)) return std::make_unique<StaticAnalysis>(deck, model);
  return std::make_unique<DynamicAnalysis>(deck, model);
}

}  // namespace jounce
