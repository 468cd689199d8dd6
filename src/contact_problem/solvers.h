#pragma once

#include <string>

#include "contact_problem/problem.h"

namespace jounce::contact_problem {

enum class Method : unsigned char {
  automatic,
  gauss_seidel,
  newton,              ///< semi-smooth Newton on the Alart-Curnier function
  fischer_burmeister,  ///< semi-smooth Newton on the Fischer-Burmeister function of the cone's Jordan algebra
  proximal,
  admm,
  interior_point,  ///< primal-dual, with sparse Cholesky factors
};

struct Options {
  Method method = Method::automatic;
  double tolerance = 1e-10;  ///< of the residual e(r) of `residual.h`
  int max_iterations = 0;    ///< of the method's own count; 0 for its default
};

enum class Status : unsigned char {
  solved,
  not_converged,  ///< r is the best that was found
  infeasible,     ///< there is no solution, and `certificate` proves it
};

struct Result {
  Status status = Status::not_converged;
  Vector r, u;          ///< impulses in their cones, velocities W r + q
  double residual = 0;  ///< e(r)
  int iterations = 0;   ///< sweeps, Newton steps or ADMM steps; for `automatic` and `proximal` all of them
  std::string method;   ///< what found r, for a log
  Vector certificate;   ///< infeasible: d >= 0, normal components only, W^T d = 0, q.d < 0
};

/// All solvers start from `start` (of any size other than that of r: from zero), stop when e(r) <= tolerance,
/// and return the best iterate otherwise. Problems must pass `check`; those that need a formed W throw
/// std::invalid_argument without it. None of them throws for lack of convergence.

/// Nonlinear block Gauss-Seidel: sweeps over the contacts, each solved exactly (`one_contact.h`) with the
/// others held (J. J. Moreau, 1988; M. Jean, CMAME 177 (1999) 235). Iterations: sweeps, 10 000 by default.
Result gauss_seidel(const Problem& problem, const Vector& start, const Options& options);

/// Semi-smooth Newton with regularised Jacobian and non-monotone line search. Iterations: Newton steps, 100
/// by default. `options.method` says which function; anything but `fischer_burmeister` is Alart-Curnier.
Result semi_smooth_newton(const Problem& problem, const Vector& start, const Options& options);

/// Proximal point iteration r_k+1 = solution for W + eps_k diag(w), q - eps_k diag(w) r_k (R. T. Rockafellar,
/// SIAM J. Control Optim. 14 (1976) 877), over-relaxed, eps adapted to how hard the inner problem is. For
/// rank-deficient W. Inner problems: Gauss-Seidel sweeps and semi-smooth Newton steps in turns, from the last
/// solution. Iterations: inner ones, 100 000 by default, in at most 300 outer ones.
Result proximal_point(const Problem& problem, const Vector& start, const Options& options);

/// Alternating direction method of multipliers (S. Boyd et al., Found. Trends Mach. Learn. 3 (2011) 1) with
/// the De Saxce term updated in every step and adaptive penalty. One factorisation of W + rho diag(w) serves
/// many steps; conjugate gradients where W is an operator. 5 000 steps by default.
Result admm(const Problem& problem, const Vector& start, const Options& options);

/// Primal-dual interior point method with the scaling of Nesterov and Todd, the De Saxce term updated in
/// every step. Some tens of steps whatever the mass ratio and the rank of W, to 1e-6 or better, where most
/// contacts stick or are open; where many slide it may stall, and then only serves as a start. W must be
/// formed; one that is not symmetric is left as it is (not_converged after no steps). 60 steps by default.
Result interior_point(const Problem& problem, const Vector& start, const Options& options);

/// How the held shifts of `successive_cones` change: to those that the last problem asks for, half the way,
/// or by the secants of the last few.
enum class Path : unsigned char { plain, cautious, extrapolated };

/// Fixed point over the De Saxce term: with s_c = mu |u_T| of the last one held, the problem of q + (s, 0, 0)
/// is a convex one over the cones (B. Cadoux, thesis, Grenoble 2009; V. Acary, F. Cadoux, C. Lemarechal, J.
/// Malick, ZAMM 91 (2011) 155), solved to round-off by interior points whatever the mass ratio and the rank
/// of W; Newton's method is tried from each solution that is near. Slow, and the last resort for large mu. As
/// `interior_point` it needs a formed and symmetric W. Iterations: interior and Newton steps.
Result successive_cones(const Problem& problem, const Vector& start, const Options& options, Path path);

/// Impulses of the cone complementarity problem, K* contains W r + q  perp  r in K without De Saxce's term,
/// by interior points. W must be formed and symmetric; the caller measures what was reached.
Vector cone_complementarity(const Problem& problem);

/// By `options.method`; `automatic` decides by size and by the measured decrease of the residual:
/// Gauss-Seidel sweeps and Newton steps in turns, then interior point, proximal point and others, each from
/// the best iterate so far, then the search for a certificate of infeasibility. Operators are formed where
/// that is affordable.
Result solve(const Problem& problem, const Vector& start, const Options& options);

/// Looks for d >= 0 (normal components) with W^T d = 0 and q.d < 0: then d.u = q.d < 0 for every r, so u_N >=
/// 0 is impossible whatever the friction. Exact (non-negative least squares). Empty when there is none, and
/// for problems of more than 600 contacts.
Vector infeasibility_certificate(const Problem& problem);

}  // namespace jounce::contact_problem
