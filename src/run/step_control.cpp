#include "run/step_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/model_summary.h"

namespace jounce {
namespace {

/// Steps twice as long have to be this much better than they need.
constexpr double kGrowth = 0.5;

/// Halvings that make `step` no longer than `size`.
int halvings(double step, double size) {
  return size < step ? static_cast<int>(std::ceil(std::log2(step / size) - 1e-9)) : 0;
}

int level_of(const params::Params& time, const std::string& key, int max_cuts) {
  const double step = time.number("step"), size = time.number(key);
  if (size > step) time.fail(key, fmt::format("must not be longer than the step ({:g})", step));
  const int level = halvings(step, size);
  if (level > max_cuts)
    time.fail(key, fmt::format("takes {} halvings of the step ({:g}), more than max_cuts = {}", level, step,
                               max_cuts));
  return level;
}

}  // namespace

StepControl::StepControl(const params::Params& time, const Model& model, const Integrator& integrator,
                         int max_cuts)
    : system_(&model.system) {
  for (const char* const key : {"error_tolerance", "smallest_step", "impact_step"})
    if (time.given(key) && !integrator.local_error())
      time.fail(key, fmt::format("the integrator '{}' does not estimate the error of a step; use nsga-ggl",
                                 integrator.name()));
  if (time.given("impact_step")) impact_level_ = level_of(time, "impact_step", max_cuts);
  if (!time.given("error_tolerance")) {
    if (time.given("smallest_step")) time.fail("smallest_step", "this key requires error_tolerance");
    finest_ = impact_level_;
    return;
  }
  tolerance_ = time.number("error_tolerance");
  error_ = *integrator.local_error();
  mass_ = total_mass(model);
  if (!(mass_ > 0)) time.fail("error_tolerance", "errors are weighted by mass, and the model has no mass");
  finest_ = std::max(impact_level_,
                     time.given("smallest_step") ? level_of(time, "smallest_step", max_cuts) : max_cuts);
}

void StepControl::begin(const State& state, const Vector& acceleration) {
  if (tolerance_ == 0) return;
  at_ = state;
  acceleration_ = acceleration;
  has_acceleration_ = acceleration.size() > 0;
}

double StepControl::norm(const State& state, const Vector& x) {
  at_.t = state.t;
  at_.q = state.q;
  at_.v = x;
  return std::sqrt(2 * system_->energies(at_).kinetic / mass_);
}

bool StepControl::accepts(double h, int level, const State& state, const StepResult& result) {
  const bool has_impact = !result.impacts.empty();
  may_grow_ = true;
  if (has_impact && level < impact_level_) return false;
  if (tolerance_ == 0) return true;
  may_grow_ = false;
  if (has_impact || !has_acceleration_) return true;
  // Mean accelerations stand for the middles of their steps.
  const double spacing = error_.of_mean_acceleration && last_size_ > 0 ? 2 * h / (h + last_size_) : 1;
  change_ = spacing * (result.acceleration - acceleration_);
  const double third = error_.third * h * h * norm(state, change_);
  const double second = error_.second > 0 ? error_.second * h * h * norm(state, result.acceleration) : 0;
  may_grow_ = 4 * second + 8 * third <= kGrowth * tolerance_;
  return level >= finest_ || second + third <= tolerance_;
}

void StepControl::accepted(double h, const StepResult& result) {
  if (tolerance_ == 0) return;
  acceleration_ = result.acceleration;
  last_size_ = h;
  has_acceleration_ = !(error_.of_mean_acceleration && !result.impacts.empty());
}

void StepControl::go_on_from(const StepControl& before) {
  may_grow_ = before.may_grow_;
  level_ = before.level_;
  acceleration_ = before.acceleration_;
  last_size_ = before.last_size_;
  has_acceleration_ = before.has_acceleration_;
}

void StepControl::store(io::CheckpointWriter& writer) const {
  if (!is_on()) return;
  writer.put("step_control.level", level_);
  writer.put("step_control.last_size", last_size_);
  writer.put("step_control.has_acceleration", has_acceleration_ ? 1 : 0);
  writer.put("step_control.acceleration",
             std::span<const double>(acceleration_.data(), static_cast<std::size_t>(acceleration_.size())));
}

void StepControl::restore(const io::CheckpointReader& reader) {
  // A checkpoint of a run with fixed steps has nothing to go on from.
  has_acceleration_ = false;
  if (!is_on() || !reader.has("step_control.level")) return;
  level_ = std::min(static_cast<int>(reader.integer("step_control.level")), finest_);
  last_size_ = reader.number("step_control.last_size");
  has_acceleration_ = reader.integer("step_control.has_acceleration") != 0;
  const auto& values = reader.doubles("step_control.acceleration");
  acceleration_ = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  has_acceleration_ &= acceleration_.size() == system_->nv() && tolerance_ > 0;
}

}  // namespace jounce
