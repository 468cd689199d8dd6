#pragma once

#include <algorithm>
#include <vector>

#include "sensors/sensor.h"

namespace jounce {

/// Energy ledger and constraint violations of a run: the columns that history.csv always has.
///
/// Balance over a step: change of total energy = work_external + contact work - damping - plastic work -
/// numerical, so the numerical part is what the scheme takes (positive) or gives (negative). Power of loads
/// and drivers is integrated by the trapezoidal rule, that of dampers from mean rates, which is exact for the
/// trapezoidal rule of motion and never takes stiff dampers for a gain of the scheme. Where bodies come and
/// go between steps, the energy that they carry is in the total too.
class Ledger {
 public:
  /// `reaction`: forces of the joint rows at the start (empty: taken as zero).
  Ledger(const Model& model, const State& initial, const Vector& reaction = {});

  void step(const Model& model, const State& state, const StepResult& result, double h);

  /// The same after a load step of a static analysis: work by the trapezoidal rule over the increment of the
  /// step, that of supports from the forces that hold them. What closes the balance is the error of that
  /// rule, and energy in softened contacts.
  void load_step(const Model& model, const State& state, const StepResult& result, double h);

  /// Bodies came or went since the last step: what they brought in, less what they took along, is no work.
  void exchanged(const Model& model, const State& state);

  /// Names, units and descriptions, in the order of values(), with what plastic strains take and what bodies
  /// carry where there are such ...
  static std::vector<Sensor> columns(const params::Units& units, bool is_plastic, bool bodies_pass);
  /// ... as in a model.
  static std::vector<Sensor> columns(const params::Units& units, const Model& model);
  /// Violation of the constraints at `state`; for the rows of the history only, not for every step.
  void observe_constraints(const Model& model, const State& state);
  /// Current values in the order of columns(), written to `out`.
  void values(double* out) const;
  /// Running sums, the power of drivers and in statics the forces of the supports, for checkpoints.
  std::vector<double>& store() { return totals_; }
  void restore(const Model& model, const State& state);
  double max_penetration() const { return penetration_; }
  double energy() const { return energies_.total(); }
  /// Energy that the scheme has added since the start, less what it took. Contacts and friction take energy;
  /// where the sum of theirs is negative, they were made to give it.
  double gain() const {
    return std::max(0.0, -totals_[impact]) + std::max(0.0, -totals_[friction]) - totals_[numerical];
  }
  /// What gains are measured by: the greatest kinetic energy, change of potential energy and work so far.
  double energy_scale() const { return totals_[scale]; }
  /// True when the gain has been above `share` of the scale in each of the last twenty steps: neither the
  /// error of a step out of rest nor round-off, but a scheme that feeds the motion.
  bool gains_more_than(double share, const Model& model, const State& state);

 private:
  /// `rows`: the contacts that a step considered; without any, those that a search finds.
  void observe(const Model& model, const State& state, const std::vector<ContactRow>& rows = {});
  /// Keeps what the work of the next step is taken from.
  void begin_step(const Model& model, const State& state);
  /// What dampers took over the step just done: h c e'^2 with the mean of the rates e' at its ends. The mean
  /// of the powers there is never less, nor is the power of the mean velocity but for terms of higher order,
  /// which sees turns of a damper as rates; the first is wrong for stiff dampers, the second for fast turns.
  double damping_work(const System& system, const State& state, double h);
  /// Work of the forces that impose the prescribed motions over the step just done.
  double prescribed_work(const Model& model, const State& state, const StepResult& result, double h);

  /// Takes the forces of joints, and of contacts that prescribed motions take part in, from the balance.
  void take_reactions(const System& system, const State& state, const StepResult& result, double h,
                      Vector& balance);

  /// Contacts that prescribed motions take part in, and their impulses.
  void find_driven(const System& system, const StepResult& result);

  void enlarge_scale();
  /// Energy of what round-off of the places makes of velocities, and of the potential energy.
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
    n_totals
  };
  std::vector<double> totals_ = std::vector<double>(n_totals, 0.0);  ///< `driver` is the power of them now
  bool is_plastic_, bodies_pass_;
  Energies energies_;
  Powers powers_;
  double h_ = 0, position_ = 0, velocity_ = 0, penetration_ = 0;
  int iterations_ = 0, active_ = 0;
  RowJacobian G_;
  Vector g_, g_t_;
  Vector gaps_;
  Vector last_q_, last_v_;  ///< at the start of the step
  double last_t_ = 0;
  double last_damping_ = 0;
  std::vector<double> last_angles_;
  State middle_;
  Vector held_force_;  ///< f of the prescribed degrees of freedom at the start of the step
  RowJacobian W_;
  std::vector<ContactRow> driven_;  ///< contacts that prescribed motions take part in
  Vector driven_impulse_, driven_friction_;
  std::vector<Index> dofs_;
};

}  // namespace jounce
