#pragma once

#include <vector>

#include "la/types.h"

namespace jounce {

/// The contacts of a linear model: conditions y = y_0 + R c of normals and tangents with multipliers c.
struct ModelContact {
  int normal = 0;               ///< condition
  int first = 0, tangents = 0;  ///< tangential conditions, one behind the other
  double mu = 0;
};

/// Conditions up to which such a problem is solved.
inline constexpr int kMostModelConditions = 300;

/// Signorini's law and Coulomb's for all of these contacts at once, by the solvers of contact_problem: they
/// find a solution where the choice of branches goes round in circles, of one contact always. Multipliers of
/// other conditions stay as they are; y_0 is y without those of the contacts.
/// @param c  in: from where to start, out: the solution
/// @return false when there is none, also not nearly; c is then unchanged
bool solve_contact_model(const DenseMatrix& R, const Vector& y_0, const std::vector<ModelContact>& contacts,
                         Vector& c);

}  // namespace jounce
