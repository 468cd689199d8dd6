#pragma once

#include <cstdint>
#include <vector>

#include "model/system.h"

namespace jounce {

/// The contacts of an event-driven interval: which are closed, and below which sizes gaps and velocities are
/// round-off. All sizes follow from the scales of the model, so they carry its units.
struct ContactTable {
  std::vector<ContactRow> rows;
  std::vector<std::uint8_t> closed;
  Vector touching;     ///< a gap up to this is closed to round-off
  Vector together;     ///< a contact approaching at up to this gap takes part in an impact elsewhere
  Vector still;        ///< a gap velocity up to this vanishes
  Vector rest_height;  ///< a bounce that stays below this is not followed: the contact closes

  Index size() const { return static_cast<Index>(rows.size()); }
  bool is_closed(Index row) const { return closed[row] != 0; }
  const ContactRow& row(Index i) const { return rows[i]; }

  /// Numbers of the closed, or open, contacts in ascending order.
  std::vector<Index> numbers(bool closed_ones) const;
  std::vector<ContactRow> select(const std::vector<Index>& numbers) const;
  std::vector<ContactRow> closed_rows() const { return select(numbers(true)); }

  /// Sets the tolerances at `state` from the sizes of coordinates and velocities (nv entries each).
  void set_tolerances(const System& system, const State& state, const Vector& q_scale, const Vector& v_scale,
                      double h, double tolerance);
};

}  // namespace jounce
