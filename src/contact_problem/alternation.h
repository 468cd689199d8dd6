#pragma once

#include "contact_problem/solvers.h"

namespace jounce::contact_problem {

/// Gauss-Seidel sweeps and semi-smooth Newton steps in turns, each from the best iterate of the other: sweeps
/// find out what the contacts do, Newton then converges in a few steps. Sweeps of round i: 10 * 4^i, and
/// 1000 * 4^i above 1500 contacts, where a Newton step is dear. `options.max_iterations` counts rounds, 4 by
/// default; the result counts sweeps and steps.
Result alternate(const Problem& problem, const Vector& start, const Options& options);

}  // namespace jounce::contact_problem
