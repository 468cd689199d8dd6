#pragma once

#include "contact_problem/solvers.h"

namespace jounce::contact_problem {

/// Gauss-Seidel sweeps and semi-smooth Newton steps (at most 40) in turns, each from the best iterate so far:
/// sweeps find out what the contacts do, Newton then converges in a few steps. Sweeps of round i: 10 * 4^i.
/// @param newton_steps when given, set to the number of Newton steps
Result alternate(const Problem& problem, const Vector& start, const Options& options, int rounds,
                 int* newton_steps = nullptr);

/// The result with the smaller residual, with the iterations of both.
Result keep_better(Result a, Result b);

}  // namespace jounce::contact_problem
