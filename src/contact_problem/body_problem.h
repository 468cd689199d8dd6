#pragma once

#include <array>
#include <functional>
#include <vector>

#include "contact_problem/body_tails.h"
#include "contact_problem/problem.h"
#include "parallel/shared_bodies.h"

namespace jounce::contact_problem {

/// Law of a contact: Coulomb's with the exact cone; the convex cone complementarity problem, in which a
/// sliding contact opens with mu |u_T| (paper N, eq. 8); maximum dissipation (see `maximum_dissipation.h`).
enum class ContactLawKind : unsigned char { coulomb, cone, maximum_dissipation };

/// Contacts and joint rows between very many bodies, in space, before anything is eliminated. With M = L L^T
/// and w = L^T v per body, the mass drops out:
///
///     w = w_0 + H r + B lambda,     u = H^T w + s,     B^T w + c = 0,     (u_c, r_c) obey the law of contact
///     c
///
/// Every body has six components of w; one of the bodies may be the ground, whose rows are zero. A wide body,
/// with more components, stands as several bodies that follow each other, see `BodyTails`. Nothing of the
/// size of the square of anything is formed: one product with H^T and H costs as much as a sweep.
struct BodyProblem {
  static constexpr int kBody = 6;  ///< components of w per body

  /// Three rows (normal, two tangents) of twelve numbers: those of body a, then of body b; L^-1 of the
  /// directions.
  struct ContactRows {
    std::array<double, 36> H;
    std::array<Index, 2> bodies;
  };
  struct JointRow {
    std::array<double, 12> B;
    std::array<Index, 2> bodies;
  };

  Vector w;  ///< w_0: velocities without contacts and joints; 6 per body
  std::vector<ContactRows> contacts;
  std::vector<double> mu;  ///< one per contact, >= 0
  Vector s;                ///< 3 per contact
  std::vector<JointRow> joints;
  Vector c;                    ///< one per joint row
  BodyTails<3> contact_tails;  ///< of the contacts of wide bodies
  BodyTails<1> joint_tails;

  /// The residual is relative to at least this velocity: bodies that are all at rest leave round-off of what
  /// moved them before.
  double least_norm = 0;

  /// On several ranks: every rank has contacts and joint rows of its own, and copies of the bodies that they
  /// act on, those that are shared among the first (see `SharedBodies`). All functions are collective then,
  /// and results are those of all ranks together. Contacts and joints of shared bodies should come first:
  /// what lies before the last of them is not done at the same time as theirs on neighbouring ranks.
  parallel::SharedBodies* shared = nullptr;

  Index bodies() const { return static_cast<Index>(w.size()) / kBody; }
};

enum class BodyMethod : unsigned char {
  gauss_seidel,              ///< sweeps over the contacts, each solved exactly (Preclik et al., section 3.2)
  accelerated_gauss_seidel,  ///< the same with Nesterov's extrapolation over sweeps and restart
                             ///< (`body_gauss_seidel.cpp`)
  projected_gradient,        ///< Nesterov's accelerated, with restart (paper N; Mazhar et al., ACM TOG 34
                             ///< (2015) 32)
  barzilai_borwein,          ///< spectral projected gradient (Birgin, Martinez, Raydan, SIAM J. Optim. 10
                             ///< (2000) 1196)
};

struct BodyOptions {
  BodyMethod method = BodyMethod::accelerated_gauss_seidel;
  ContactLawKind law = ContactLawKind::coulomb;
  double tolerance = 1e-5;  ///< of the residual below
  int max_iterations = 10000;
  double relaxation = 1;  ///< of Gauss-Seidel, over 0 and below 2
  Index formed_contacts =
      0;  ///< problems of so many contacts go on with `solve_formed` where the method fails
  /// Told how many iterations were done and the residual, whenever it is measured: every tenth iteration or
  /// so. May be empty.
  std::function<void(int iterations, double residual)> watch = nullptr;
};

struct BodyResult {
  bool converged = false;
  double residual = 0;
  int iterations = 0;  ///< sweeps or gradient steps
};

/// Residual of the law: with w_c = trace(H_c^T H_c)/3, u^ = u + (mu |u_T|, 0, 0) for Coulomb's law and u^ = u
/// for the cone, b = H^T w_0 + s and beta = B^T w_0 + c (joint rows count as contacts without a cone),
///
///     e = ( sum_c w_c^2 |r_c - P_K(r_c - u^_c / w_c)|^2 + sum_j (B_j^T w + c_j)^2 )^(1/2)
///         / ( sum over closing contacts (b_N < 0) of |b_c|^2 + |beta|^2 )^(1/2)
///
/// (at least `least_norm`; where nothing closes, relative to all b_c; a contact whose bodies cannot move
/// takes the mean of the w_c). For maximum dissipation the projection is replaced by the solution of the
/// contact alone.
/// @param w velocities that belong to r and lambda
/// Throws std::invalid_argument when sizes contradict each other.
double residual(const BodyProblem& problem, ContactLawKind law, const Vector& r, const Vector& lambda,
                const Vector& w);

/// Throws std::invalid_argument that names the first contradiction: sizes, bodies that do not exist or are
/// one and the same, negative friction, numbers that are not finite.
void check(const BodyProblem& problem);

/// Starts from r and lambda (of any other size: from zero) and replaces them by the best that was found; w
/// becomes the velocities. Never throws for lack of convergence, allocates at its start only (but for
/// sliding contacts with coupling under maximum dissipation), and gives the same numbers every time. Throws
/// std::invalid_argument as `check`, and when a method does not know a law (the projected gradients know
/// coulomb and cone) or the relaxation is out of range.
BodyResult solve(const BodyProblem& problem, const BodyOptions& options, Vector& r, Vector& lambda,
                 Vector& w);

}  // namespace jounce::contact_problem
