#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact_problem/body_problem.h"
#include "contact_problem/maximum_dissipation.h"
#include "contact_problem/one_cone_contact.h"
#include "contact_problem/one_contact.h"

namespace jounce::contact_problem {

/// What a sweep keeps of a contact beside its rows: 96 bytes. A contact whose A has neither coupling nor a
/// direction in the tangent plane (spheres; any contact of a point mass) is solved in closed form.
struct BodyContact {
  double A[6];  ///< H_c^T H_c: NN, N1, N2, 11, 12, 22
  double mu;
  double scale;             ///< w_c of the residual
  double inverse_normal;    ///< 1/A_NN; 0: the bodies cannot move
  double inverse_tangent;   ///< 1/A_11 of a contact without coupling, else 0
  double inverse_boundary;  ///< 1/(A_NN + mu^2 A_11) of such a contact
  double lambda;            ///< |u_T|/|r_T| of a sliding contact in the last sweep; shift of smoothed sweeps

  /// b = u - A r.
  JOUNCE_INLINE void at_rest(const double* u, const double* r, double* b) const {
    b[0] = u[0] - (A[0] * r[0] + A[1] * r[1] + A[2] * r[2]);
    b[1] = u[1] - (A[1] * r[0] + A[3] * r[1] + A[4] * r[2]);
    b[2] = u[2] - (A[2] * r[0] + A[4] * r[1] + A[5] * r[2]);
  }
};

/// Of all contacts. A singular A is made regular: see `BodySweeps`.
std::vector<BodyContact> body_contacts(const BodyProblem& problem);

/// Solutions of one contact u = A r + b by the three laws.
/// @param r in: last impulse; out: solution, inside the cone
struct CoulombLaw {
  static JOUNCE_INLINE void solve(const BodyContact& c, const double* b, double* r, double& lambda) {
    if (c.inverse_tangent == 0) {
      const double A[9] = {c.A[0], c.A[1], c.A[2], c.A[1], c.A[3], c.A[4], c.A[2], c.A[4], c.A[5]};
      OneContact3(A, c.mu).solve(b, r, lambda);
      return;
    }
    const double normal = std::max(0.0, -b[0] * c.inverse_normal), bound = c.mu * normal;
    const double t[2] = {-b[1] * c.inverse_tangent, -b[2] * c.inverse_tangent};
    const double square = t[0] * t[0] + t[1] * t[1];
    const double factor = square > bound * bound ? bound / std::sqrt(square) : 1.0;
    r[0] = normal;
    r[1] = factor * t[0];
    r[2] = factor * t[1];
  }
};

struct MaximumDissipationLaw {
  static JOUNCE_INLINE void solve(const BodyContact& c, const double* b, double* r, double& lambda) {
    if (c.inverse_tangent != 0) {  // the direction of sliding decides nothing: Coulomb's law
      CoulombLaw::solve(c, b, r, lambda);
      return;
    }
    if (b[0] > 0) {
      r[0] = r[1] = r[2] = 0;
      return;
    }
    SmallMatrix<3> A;
    A << c.A[0], c.A[1], c.A[2], c.A[1], c.A[3], c.A[4], c.A[2], c.A[4], c.A[5];
    Eigen::Map<SmallVector<3>>(r, 3) = maximum_dissipation(A, c.mu, {b[0], b[1], b[2]});
  }
};

struct ConeLaw {
  static JOUNCE_INLINE void solve(const BodyContact& c, const double* b, double* r, double& lambda) {
    if (c.inverse_tangent == 0) {
      solve_cone_contact(c.A, c.mu, b, r, lambda);
      return;
    }
    const double length = std::sqrt(b[1] * b[1] + b[2] * b[2]);
    const double t = length * c.inverse_tangent, normal = -b[0] * c.inverse_normal;
    if (normal >= 0 && t <= c.mu * normal) {
      r[0] = normal;
      r[1] = -b[1] * c.inverse_tangent;
      r[2] = -b[2] * c.inverse_tangent;
      return;
    }
    r[0] = std::max(0.0, (c.mu * length - b[0]) * c.inverse_boundary);
    const double factor = length > 0 ? -c.mu * r[0] / length : 0.0;
    r[1] = factor * b[1];
    r[2] = factor * b[2];
  }
};

/// Coulomb's law as the cone law with u_N raised by a shift that follows mu |u_T| slowly: its fixed points
/// are those of Coulomb's law, and sweeps that do not contract to them by the law itself often do so by this
/// one.
struct SmoothedCoulombLaw {
  static constexpr double kShare = 0.3;  ///< of the way from the shift to mu |u_T|, in a sweep

  /// @param shift in: shift; out: the one of the next sweep
  static JOUNCE_INLINE void solve(const BodyContact& c, const double* b, double* r, double& shift) {
    const double raised[3] = {b[0] + shift, b[1], b[2]};
    double ratio = 0;
    ConeLaw::solve(c, raised, r, ratio);
    const double u_1 = b[1] + c.A[1] * r[0] + c.A[3] * r[1] + c.A[4] * r[2];
    const double u_2 = b[2] + c.A[2] * r[0] + c.A[4] * r[1] + c.A[5] * r[2];
    shift += kShare * (c.mu * std::sqrt(u_1 * u_1 + u_2 * u_2) - shift);
  }
};

}  // namespace jounce::contact_problem
