#pragma once

#include <string>
#include <vector>

#include "model/system.h"
#include "params/units.h"

namespace jounce {

/// A contact that is closed beyond zero at a time.
struct Penetration {
  double depth = 0;
  double time = 0;
  std::string contact;  ///< name of the contact and of its point
  bool is_angular = false;
  /// Depth over the smallest extent of the smaller of the parts that touch, or where that is not known over
  /// the largest coordinate of the model.
  double share = 0;
  bool of_model = false;  ///< the latter

  /// Beyond round-off of the coordinates.
  bool counts() const { return share > 1e-9; }
};

/// The deepest of the rows at a state; of none, depth 0. Angles are not compared with lengths: a row of an
/// angular pair counts only where no other is closed.
Penetration deepest(const System& system, const State& state, const std::vector<ContactRow>& rows);
/// The same over all contacts that there are at a state.
Penetration deepest(const System& system, const State& state);

/// "1.2 mm in contact 'floor:ball' at t = 0.3 s, 9.1 % of the size of the smaller part".
std::string to_text(const Penetration& penetration, const params::Units& units);

/// The deepest of a run, and that at its end.
struct Penetrations {
  Penetration largest, at_end;

  /// What has to be said of them even when nothing else is: bodies end in each other by 0.1 % of their size,
  /// or were by 1 %. Empty where nothing has to.
  std::string warning(const params::Units& units) const;
};

}  // namespace jounce
