#pragma once

#include "contact_problem/problem.h"

namespace jounce::contact_problem {

/// The problem in units of its own: r'_c = w_c^(1/2) r_c, u'_c = u_c / w_c^(1/2), so that diagonal blocks are
/// near 1, W stays symmetric, and cones are unchanged. W must be formed.
/// @param roots w_c^(1/2) of every contact
Problem scaled(const Problem& problem, const Vector& roots);

/// Multiplies (or divides) the rows of every contact by its number in `roots`.
void multiply_contacts(int dimension, const Vector& roots, Vector& x);
void divide_contacts(int dimension, const Vector& roots, Vector& x);

}  // namespace jounce::contact_problem
