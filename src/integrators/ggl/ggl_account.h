#pragma once

#include <string>
#include <vector>

#include "integrators/ggl/ggl_step.h"
#include "stepping/contact_set.h"
#include "stepping/convergence_log.h"

namespace jounce {

/// What happens in the solutions of an NSGA-GGL step: which sets change and whether they cycle, the largest
/// residual, the log of iterations, and the cause of a failure.
class GglAccount {
 public:
  GglAccount(const System& system, const GglStep& equations, const ContactSet& contacts)
      : system_(system), equations_(equations), contacts_(contacts) {}

  /// Where the following iterations are logged; null: nowhere.
  void log_to(ConvergenceLog* log) { log_ = log; }
  void begin();  ///< a solution
  /// The sets in use are followed by others.
  void count(const std::vector<std::uint8_t>& in_use, const std::vector<std::uint8_t>& wanted) {
    if (log_ != nullptr) changes_.count(in_use, wanted);
  }
  void iteration(const char* stage, int iteration, const FieldResiduals& fields);
  void end(bool converged) const;  ///< of a solution
  std::string failure_cause(int iterations) const;

  CyclingGuard guard;
  Index worst_row = 0;  ///< of the residual, at the last test of convergence

 private:
  std::string describe_flag(int flag) const;

  const System& system_;
  const GglStep& equations_;
  const ContactSet& contacts_;
  ConvergenceLog* log_ = nullptr;
  SetChanges changes_;
};

}  // namespace jounce
