#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/model.h"
#include "params/params.h"
#include "params/units.h"
#include "stepping/stepper.h"

namespace jounce {

/// What a sensor may look at: the state at the end of a step and what the step did.
struct Observation {
  const Model& model;
  const State& state;
  const StepResult& step;
  double h;  ///< size of the step
};

/// One column of history.csv.
struct Sensor {
  std::string name;
  std::string unit;
  std::string description;
  std::function<double(const Observation&)> value;
  /// Whether the value of this rank counts, where the model is in parts: that of a place is known to the rank
  /// that owns it, sums over contacts are the sum of those of all ranks.
  bool counts = true;
};

/// Builds the sensor of a [[history]] entry. Throws params::InputError for names and components that do not
/// fit.
Sensor make_sensor(const params::Params& entry, const Model& model, const params::Units& units);

}  // namespace jounce
