#pragma once

#include <vector>

#include "elements/floating_body.h"
#include "model/system.h"

namespace jounce {

/// Free degrees of freedom in parts that the mass matrix, nodes and flexible bodies hold together: each part
/// is a body or particle.
class MassComponents {
 public:
  struct Part {
    std::vector<Index> dofs;                       ///< ascending
    std::vector<const FloatingBodyBlock*> bodies;  ///< flexible ones with coordinates among them
  };

  MassComponents(const System& system, const State& state);

  /// Ascending by their first degree of freedom.
  const std::vector<Part>& parts() const { return parts_; }
  /// The mass matrix has entries between free and prescribed degrees of freedom.
  bool couples_prescribed() const { return couples_prescribed_; }

 private:
  std::vector<Part> parts_;
  bool couples_prescribed_ = false;
};

}  // namespace jounce
