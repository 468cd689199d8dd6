#pragma once

#include <span>
#include <vector>

#include "contact_problem/cone.h"

namespace jounce::contact_problem {

/// All solutions of the problem of one contact u = A r + b in space, for any 3 x 3 matrix A: take-off, stick,
/// and every real root of the quartic of sliding (see OneContact3). Where stick is not unique (A singular)
/// one of its solutions is given.
std::vector<SmallVector<3>> one_contact_solutions(const SmallMatrix<3>& A, double mu,
                                                  const SmallVector<3>& b);
/// The same in the plane.
std::vector<SmallVector<2>> one_contact_solutions(const SmallMatrix<2>& A, double mu,
                                                  const SmallVector<2>& b);

/// Replaces r by that solution which is nearest to it. @return false when there is none. A column by column.
bool enumerated_contact(const double* A, double mu, const double* b, double* r);
bool enumerated_contact_2d(const double* A, double mu, const double* b, double* r);

/// Real roots, ascending, of c[0] + c[1] x + c[2] x^2 + ...: between two neighbouring extrema there is at
/// most one, found by bisection; the extrema are the roots of the derivative. Double roots count once, if at
/// all.
std::vector<double> real_roots(std::span<const double> coefficients);

}  // namespace jounce::contact_problem
