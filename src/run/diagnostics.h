#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "run/step_work.h"
#include "sensors/sensor.h"

namespace jounce {

/// What a model has besides what every model has, of which its ledger of energy has columns.
struct LedgerParts {
  bool is_plastic = false, can_fail = false, has_hourglass = false, bodies_pass = false;
  LedgerParts operator|(const LedgerParts& other) const {
    return {is_plastic || other.is_plastic, can_fail || other.can_fail, has_hourglass || other.has_hourglass,
            bodies_pass || other.bodies_pass};
  }
};

/// Energy ledger and constraint violations of a run: the columns that history.csv always has.
///
/// Balance over a step: change of total energy = work_external - damping - plastic work - failure - impact -
/// friction - numerical. Work of loads, drivers, supports and dampers is that of the scheme's own impulses
/// (StepWork), so what contacts, friction and the scheme take together is exact. Of this friction and impact
/// take what their impulses do on mean velocities, unless they give energy, and the scheme the rest:
/// dissipated_numerical is the remainder. The sums of what is taken never fall. Where bodies come and go
/// between steps, the energy that they carry is in the total too.
class Ledger {
 public:
  using Parts = LedgerParts;
  static Parts parts_of(const Model& model);

  /// `reaction`: forces of the joint rows at the start (empty: taken as zero). `rule`: of the scheme; none in
  /// statics. `others`: of other steps of the run, whose columns all of them have.
  Ledger(const Model& model, const State& initial, const Vector& reaction = {},
         std::optional<ImpulseRule> rule = ImpulseRule{}, const Parts& others = {});

  void step(const Model& model, const State& state, const StepResult& result, double h);

  /// The same after a load step of a static analysis: work by the trapezoidal rule over the increment of the
  /// step, that of supports from the forces that hold them. What closes the balance is the error of that
  /// rule, and energy in softened contacts.
  void load_step(const Model& model, const State& state, const StepResult& result, double h);

  /// Bodies came or went since the last step: what they brought in, less what they took along, is no work.
  void exchanged(const Model& model, const State& state);

  /// Names, units and descriptions, in the order of values(), with what plastic strains and failure take and
  /// what bodies carry where there are such.
  static std::vector<Sensor> columns(const params::Units& units, const Parts& parts);
  /// Violation of the constraints at `state`, deleted elements and hourglass energy; for the rows of the
  /// history only, not for every step.
  void observe_constraints(const Model& model, const State& state);
  /// Current values in the order of columns(), written to `out`.
  void values(double* out) const;
  /// Running sums and what work is taken from, in statics the forces of the supports, for checkpoints: to be
  /// written, or replaced and then restored.
  std::vector<double>& store();
  void restore(const Model& model, const State& state);
  /// Sums of the step before go on. Energy that is lost where this one begins, as supports stop what moves,
  /// counts as an impact; energy of initial velocities that come in as work.
  /// @param same_supports  those of the step before, so that a static one knows their forces
  void go_on_from(const Ledger& before, bool same_supports);
  /// The same where nothing but the time of the end changes: all that was stored goes on.
  void go_on(const std::vector<double>& stored, const Model& model, const State& state) {
    store() = stored;
    restore(model, state);
  }
  double max_penetration() const { return penetration_; }
  double energy() const { return energies_.total(); }
  /// By how much energy has risen beyond what work and damping say, from where it was lowest beside them: no
  /// contact, friction or scheme may make energy. A step in which friction takes more than the scheme adds
  /// does not count.
  double gain() const { return totals_[most_taken] - totals_[taken_sum]; }
  double largest_gain() const { return totals_[most_gained]; }
  /// What gains are measured by: the greatest kinetic energy, change of potential energy and work so far.
  double energy_scale() const { return totals_[scale]; }
  /// True when the gain has been above `share` of the scale in each of the last twenty steps: neither the
  /// error of a step out of rest nor round-off, but a scheme that feeds the motion. At once when it is above
  /// what the scale was in the last step without, after at least twenty of them, before that a million times
  /// that: most of the motion is made by the scheme.
  bool gains_more_than(double share, const Model& model, const State& state);

 private:
  /// `rows`: the contacts that a step considered; without any, those that a search finds.
  void observe(const Model& model, const State& state, const std::vector<ContactRow>& rows = {});
  void enlarge_scale();
  /// Energy of what round-off of the places makes of velocities and of the forces' work, and that of the
  /// potential energy.
  double round_off(const Model& model, const State& state) const;

  /// Power that drivers bring in: -lambda . g_t.
  double driver_power(const Vector& reaction) const;

  enum Total {
    external,
    impact,
    friction,
    damping,
    numerical,
    driver,
    carried,
    scale,
    first_potential,
    gaining_steps,
    damping_sum,  ///< of the dampers' impulses, which falls where they give back
    taken_sum,    ///< by contacts, friction and scheme together, with that
    most_taken,   ///< the largest of it so far
    most_gained,  ///< the largest gain so far
    calm_steps,   ///< without a gain, up to twenty
    calm_scale,   ///< the scale at the last of them
    n_totals
  };
  std::vector<double> totals_ = std::vector<double>(n_totals, 0.0);  ///< `driver` is the power of them now
  Parts parts_;
  bool is_static_;
  Energies energies_;
  StepWork work_;
  double h_ = 0, position_ = 0, velocity_ = 0, penetration_ = 0, hourglass_ = 0;
  int iterations_ = 0, active_ = 0;
  std::size_t deleted_ = 0;  ///< elements
  RowJacobian G_;
  Vector g_, g_t_;
  Vector gaps_;
  // statics: at the start of the load step
  Vector last_q_;
  double last_t_ = 0;
  std::vector<double> last_angles_;
  State middle_;
};

}  // namespace jounce
