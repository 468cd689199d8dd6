#pragma once

#include <string>

#include "integrators/integrator.h"
#include "io/checkpoint.h"
#include "model/model.h"
#include "params/params.h"

namespace jounce {

/// Chooses step sizes h = integrator.step / 2^level by what the steps did. Half steps lie on the grid of the
/// whole ones, so every whole one ends at its time, and the same deck takes the same steps every time.
///
/// Smooth motion: a step is refused when the local error of its positions,
///
///   e = h^2 (c_2 |v'_{n+1}| + c_3 |v'_{n+1} - v'_n|),   |x| = sqrt(x^T M x / m),   m: mass of the model
///
/// is greater than integrator.error_tolerance; c_2 and c_3 are those of the scheme (LocalError), and
/// h (v'_{n+1} - v'_n) stands for h^2 v'' as with Zienkiewicz, Xie (1991), Earthquake Engng Struct. Dyn. 20,
/// 871-887. The size is doubled when twice of it would keep e below half of the tolerance.
///
/// Impacts: a step in which a contact closes has no such error. It is refused until it is no longer than
/// integrator.impact_step, which bisects for the time of the impact.
class StepControl {
 public:
  StepControl() = default;
  /// @param time  [integrator]; keys that do not fit raise params::InputError
  StepControl(const params::Params& time, const Model& model, const Integrator& integrator, int max_cuts);

  bool is_on() const { return tolerance_ > 0 || impact_level_ > 0; }
  /// After Stepper::initialise: the first step is compared with the acceleration of the start.
  void begin(const State& state, const Vector& acceleration);
  /// Level of the next step.
  int level() const { return level_; }
  void set_level(int level) { level_ = level; }
  /// Whether the step of size h that led to `state` may stay; if not, the next level is to be tried. Steps of
  /// the smallest size always may.
  bool accepts(double h, int level, const State& state, const StepResult& result);
  /// The step stays.
  void accepted(double h, const StepResult& result);
  /// Whether steps of twice the size would do.
  bool may_grow() const { return may_grow_; }

  /// Sizes go on from where another control of the same scheme and system has come to.
  void go_on_from(const StepControl& before);

  void store(io::CheckpointWriter& writer) const;
  void restore(const io::CheckpointReader& reader);

 private:
  double norm(const State& state, const Vector& x);

  const System* system_ = nullptr;
  LocalError error_;
  double tolerance_ = 0;
  double mass_ = 0;
  int finest_ = 0;        ///< level of the smallest step
  int impact_level_ = 0;  ///< steps with impacts are taken at this level or a finer one
  bool may_grow_ = true;
  int level_ = 0;
  // of the last step
  Vector acceleration_;
  double last_size_ = 0;
  bool has_acceleration_ = false;  ///< that this step's can be compared with
  State at_;
  Vector change_;
};

}  // namespace jounce
