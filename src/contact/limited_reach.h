#pragma once

#include <optional>
#include <string>

#include "model/contact.h"

namespace jounce {

/// Parts that pass into each other in a step.
struct Crossing {
  double time = 0;    ///< of the step, from 0 to 1
  std::string place;  ///< "node plate.12 passes through the face of nodes ball.3 and ball.7"
};

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
  /// Whether the pair knows when its parts pass into each other.
  virtual bool looks_for_crossings() const { return false; }
  /// The first crossing in a step, of what is deeper than contacts may overlap; nothing where none is.
  virtual std::optional<Crossing> crossing(const State& /*begin*/, const State& /*end*/) const { return {}; }
  /// Smallest extent of the smaller of the parts that touch in a row; 0 when not known.
  virtual double part_size(const ContactRow& /*row*/) const { return 0; }
  /// Drops the search that later ones go on from, so that the next one comes from its state alone, bit by
  /// bit.
  virtual void forget_search() const {}
};

}  // namespace jounce
