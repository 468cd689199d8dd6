#include "integrators/ggl/ggl_account.h"

#include <fmt/format.h>

#include "stepping/failure_cause.h"

namespace jounce {

void GglAccount::begin() {
  guard.begin();
  changes_.clear();
}

void GglAccount::iteration(const char* stage, int iteration, const FieldResiduals& fields) {
  if (log_ == nullptr) return;
  ConvergenceLog::Row row;
  row.stage = stage;
  row.iteration = iteration;
  row.fields = fields;
  row.residual = row.fields.largest();
  const int m = contacts_.size();
  changes_.put(equations_.sets(), equations_.has_velocity_projection() ? m : 0, m, row);
  log_->add(row, [this](int flag) { return describe_flag(flag); });
}

void GglAccount::end(bool converged) const {
  if (log_ != nullptr) log_->name_changes(converged, [this](int flag) { return describe_flag(flag); });
}

/// Flags of positions come first, then those of velocities.
std::string GglAccount::describe_flag(int flag) const {
  const int m = contacts_.size();
  return contacts_.describe(system_, flag < m ? flag : flag - m);
}

std::string GglAccount::failure_cause(int iterations) const {
  const int flipped = guard.most_flipped();
  if (flipped < 0 || !guard.cycled()) return describe_divergence(iterations, equations_.describe(worst_row));
  return fmt::format("the active set of {} cycles at {} level", describe_flag(flipped),
                     flipped < contacts_.size() ? "position" : "velocity");
}

}  // namespace jounce
