#pragma once

#include <span>
#include <vector>

#include "integrators/integrator.h"

namespace jounce {

/// Work over a step of what the ledger of energy tells apart, as the scheme's own impulses do it.
///
/// With M constant, v^T M v / 2 changes over a step by w . M (v_{n+1} - v_n) with w = (v_n + v_{n+1}) / 2,
/// and M (v_{n+1} - v_n) is the sum of the scheme's impulses. So the work of dampers, loads and joints is
/// that of their impulses on w, whatever jumps within the step:
///
///   dampers   -h/2 sum over both ends i of w^T C(q_i) (v_i + v* - w), v* the mean of v in the scheme's
///   forces
///             (ImpulseRule, StepResult), from the powers P(v) = v^T C v by w^T C u = (P(w) + P(u) - P(u -
///             w)) / 2, where blocks do not know that product (ElementBlock::damping_product). With C
///             constant that is w^T C v*; the velocity of an end goes with the directions
///             that dampers have there, so that turns are no rates of stiff ones.
///   loads     h ((1 - end) F_n + end F_{n+1}) . w, the trapezoidal rule for schemes that remember forces
///   drivers   -p . (g_t,n + g_t,n+1) / 2 with the impulse p of the joint rows
///   supports  (M (v_{n+1} - v_n) - impulses of forces, joints and contacts) . w, over what is prescribed
///
/// Mixed schemes have two motions in a step with an impact: forces act on that which ends before the
/// impulses.
class StepWork {
 public:
  struct Sums {
    double external = 0;  ///< done by loads, drivers and supports
    double damping = 0;   ///< taken by dampers
  };

  explicit StepWork(ImpulseRule rule = {}) : rule_(rule) {}

  /// The next step begins at `state`, where joint rows have these forces (empty: none) and rates. What the
  /// scheme remembers of forces stays.
  void begin(const System& system, const State& state, const Vector& joint_force, const Vector& rates);
  /// Over the step from there to `state`, where the joint rows have these rates.
  Sums step(const System& system, const State& state, const StepResult& result, const Vector& rates,
            double h);
  /// Bodies came or went since the last step.
  void exchanged(const System& system, const State& state, const Vector& rates);

  /// Takes the forces of joints, and of contacts that prescribed motions take part in, from the balance.
  void take_reactions(const System& system, const State& state, const StepResult& result,
                      const Vector& joint_force, double h, Vector& balance);

  // What is remembered, for checkpoints
  void append(std::vector<double>& store) const;
  void read(std::span<const double> store);

 private:
  /// A of ImpulseRule for one kind of force.
  struct Memory {
    Vector last, mean;  ///< f_n and A_n

    void begin(const Vector& f) { last = mean = f; }
  };
  /// The mean of A over the step that ends with the force f; the memory goes on.
  void advance(Memory& memory, const Vector& f, Vector& mean) const;
  void find_joint_impulse(const StepResult& result, double h);
  bool find_force_velocity(const StepResult& result, const Vector& end);
  double damping(const System& system, const StepResult& result, const Vector& end, const Powers& first,
                 const Powers& last);
  double supports(const System& system, const State& state, const StepResult& result, const Vector& end,
                  double h);
  void find_driven(const System& system, const StepResult& result);
  void follow(const State& state);

  ImpulseRule rule_;
  State before_, at_;  ///< the configurations at the ends of the step, with velocities to ask powers for
  Vector last_v_;      ///< at the begin
  Vector rates_;
  Memory velocity_, joint_, held_;  ///< in place of forces: velocities in them, multipliers of joint rows
  Vector mean_, force_velocity_, joint_impulse_, held_force_, balance_, work_, smooth_;
  RowJacobian G_, W_, D_;
  std::vector<ContactRow> driven_;  ///< contacts that prescribed motions take part in
  Vector driven_impulse_, driven_friction_, driven_gap_;
  std::vector<Index> dofs_;
};

}  // namespace jounce
