#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/case.h"
#include "verify/run_result.h"

namespace jounce::verify {

/// What a measure works on: one run, and the other runs of the case by name.
struct MeasureContext {
  const RunResult& run;
  std::function<const RunResult&(const std::string& name)> other_run;
};

using MeasureFunction = double (*)(const MeasureInput&, const MeasureContext&);

/// One way to take a number from a run. `keys` are the keys of case.toml it reads, `required` those it
/// cannot do without.
struct MeasureKind {
  std::string name;
  std::string doc;
  std::vector<std::string> keys;
  std::vector<std::string> required;
  MeasureFunction function;
};

/// All measures. A new one is a function in measures_*.cpp and a line here.
const std::vector<MeasureKind>& measure_kinds();

/// The measure of that name; throws std::runtime_error when there is none.
const MeasureKind& measure_kind(const std::string& name);

// measures_values.cpp
double value_at(const MeasureInput&, const MeasureContext&);
double first_value(const MeasureInput&, const MeasureContext&);
double last_value(const MeasureInput&, const MeasureContext&);
double maximum(const MeasureInput&, const MeasureContext&);
double minimum(const MeasureInput&, const MeasureContext&);
double maximum_magnitude(const MeasureInput&, const MeasureContext&);
double mean(const MeasureInput&, const MeasureContext&);
double deviation(const MeasureInput&, const MeasureContext&);
double sum(const MeasureInput&, const MeasureContext&);
double first_time(const MeasureInput&, const MeasureContext&);
double last_time(const MeasureInput&, const MeasureContext&);
double count(const MeasureInput&, const MeasureContext&);
double maximum_increase(const MeasureInput&, const MeasureContext&);

// measures_events.cpp
double event_value(const MeasureInput&, const MeasureContext&);
double event_count(const MeasureInput&, const MeasureContext&);

// measures_errors.cpp
double error(const MeasureInput&, const MeasureContext&);
double agreement(const MeasureInput&, const MeasureContext&);

// measures_fields.cpp
double slope(const MeasureInput&, const MeasureContext&);

// measures_amplification.cpp
double spectral_radius(const MeasureInput&, const MeasureContext&);
double period_error(const MeasureInput&, const MeasureContext&);

}  // namespace jounce::verify
