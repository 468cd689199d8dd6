#pragma once

#include "model/contact.h"

namespace jounce {

/// A pair whose search looks no farther than its envelope, and as far as velocities at the begin of a step
/// carry its parts (SearchRange). What a step does to the velocities carries them elsewhere:
///
///   d(X) = |x_end(X) - x_begin(X) - h v_begin(X)|        of a material point X
///
/// A contact that the search left out had a gap beyond the envelope after h v_begin; it can be closed at the
/// end only where the d of its two sides together exceed the envelope.
class LimitedReach {
 public:
  virtual ~LimitedReach() = default;
  /// The envelope; infinite where all points are rows at all times.
  virtual double reach() const = 0;
  /// A bound of d of the two sides together over all contacts of the pair, for a step of size h.
  virtual double stray(const State& begin, double h, const State& end) const = 0;
  /// Whether points may slide within d onto parts that the search did not see them on, so that every step
  /// with contacts is looked at.
  virtual bool has_faces() const { return false; }
  /// Smallest extent of the smaller of the parts that touch in a row; 0 when not known.
  virtual double part_size(const ContactRow& /*row*/) const { return 0; }
};

}  // namespace jounce
