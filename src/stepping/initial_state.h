#pragma once

#include <stdexcept>
#include <string>

#include "la/csr_matrix.h"
#include "model/system.h"

namespace jounce {

/// M bordered by G, over the free degrees of freedom and the joint rows: [M G^T; G 0]. Rows flagged in
/// `dropped` (empty: none) get [0 1] instead, so that their multiplier is zero. Degrees of freedom of
/// System::massless get 1 on the diagonal, which leaves them where they are. M is taken times w.
CsrMatrix bordered_mass(const System& system, const State& state, const RowJacobian& G,
                        const std::vector<std::uint8_t>& dropped = {}, double w = 1);

/// By how much an initial state violates the joints: the largest |g| and |G v + g_t|, and where.
struct Violation {
  double position = 0, velocity = 0;
  std::string position_joint, velocity_joint;
  /// Beyond 1e-9 of the lengths (speeds) that the rows are made of.
  bool position_counts = false, velocity_counts = false;
  bool counts() const { return position_counts || velocity_counts; }
};
Violation violation_of(const System& system, const State& state, double h);

/// Joints that no state nearby satisfies.
struct UnsatisfiedJoint : std::runtime_error {
  UnsatisfiedJoint(std::string joint_name, const std::string& message)
      : std::runtime_error(message), joint(std::move(joint_name)) {}
  std::string joint;  ///< the one that is off most
};

/// Moves a state onto the joints by the least change in the norm of M:
///   q: Newton's method, [M G^T; G 0] [dq; -mu] = [0; -g]                (rows at velocity level left out)
///   v: [M G^T; G 0] [dv; -mu] = [0; -(G v + g_t)]
/// Throws UnsatisfiedJoint when the joints cannot be closed (or opened) that way.
void project_initial_state(const System& system, State& state, double h);

}  // namespace jounce
