#pragma once

#include <optional>

#include "keyword/translation.h"

namespace jounce::keyword {

/// What *DYNAMIC, EXPLICIT does with its increments, after CalculiX's manual ("Direct integration dynamic
/// analysis"): the stable increment of an element is
///
///   h = 0.98 Omega k t / 2,   Omega = 2 / sqrt(1 - alpha (1 + alpha (2 + alpha))),
///
/// t the time of a pressure wave across the least height of the element, Omega the limit of the alpha method
/// (H. M. Hilber, T. J. R. Hughes; G. Dhondt, The Finite Element Method for Three-Dimensional
/// Thermomechanical Applications, 2004, eq. 2.477), k a factor of the type of element (C3D8 0.9, second order
/// 0.3). A run takes 1/1.625 of it. A least increment that is larger scales masses.
struct ExplicitIncrement {
  double size = 0;
  /// Time of a wave across an element of this type up to which its masses are scaled; 0: none are.
  double least_crossing(const ElementType& type) const;

  double alpha = -0.05;
  double scaled_to = 0;    ///< stable increment that mass scaling has to make; 0: none
  bool is_stable = false;  ///< it is known that `size` is stable
};

/// Increment of a step with *DYNAMIC, EXPLICIT: the stable one, not less than the least and not more than the
/// largest of the card. Throws params::InputError where the card says nothing and materials neither.
ExplicitIncrement explicit_increment(const Input& input, const Translation& translation, const Card& card);

/// Mass scaling of *FREQUENCY (fourth number: the increment of an explicit step that is to be stable).
std::optional<ExplicitIncrement> frequency_mass_scaling(const Input& input);

}  // namespace jounce::keyword
