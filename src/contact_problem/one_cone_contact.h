#pragma once

#include <algorithm>
#include <cmath>

#include "contact_problem/fast_clones.h"

namespace jounce::contact_problem {

/// r = -A^-1 b, where it is in the cone |r_T| <= mu r_N; arguments as below. The normal component is
/// eliminated last. @return false where it is not, r is then unchanged
JOUNCE_INLINE bool solve_inside_cone(const double* A, double mu, const double* b, double* r) {
  const double* a = A + 1;
  const double inverse = 1 / (A[3] * A[5] - A[4] * A[4]);
  const double v[2] = {inverse * (A[5] * a[0] - A[4] * a[1]), inverse * (A[3] * a[1] - A[4] * a[0])};
  const double y[2] = {inverse * (A[5] * b[1] - A[4] * b[2]), inverse * (A[3] * b[2] - A[4] * b[1])};
  const double normal = (-b[0] + a[0] * y[0] + a[1] * y[1]) / (A[0] - a[0] * v[0] - a[1] * v[1]);
  const double t[2] = {-(y[0] + v[0] * normal), -(y[1] + v[1] * normal)};
  if (!(normal >= 0 && t[0] * t[0] + t[1] * t[1] <= mu * mu * normal * normal)) return false;
  r[0] = normal;
  r[1] = t[0];
  r[2] = t[1];
  return true;
}

/// Exact solution of the convex problem of one contact: the r that minimises 1/2 r.A r + b.r over the cone
/// K = {|r_T| <= mu r_N}, which is u = A r + b in K*, u perp r in K, for A symmetric and positive definite.
/// Three cases:
///
///   open       b_N >= mu |b_T|:  r = 0
///   inside     r = -A^-1 b in K
///   boundary   |r_T| = mu r_N and u = lambda (mu^2 r_N, -r_T), lambda > 0
///
/// On the boundary r_T = -(y + v r_N) with M = A_TT + lambda 1, y = M^-1 b_T, v = M^-1 A_TN, and two
/// equations are left for r_N and lambda,
///
///     mu r_N = |y + v r_N|,     f(lambda) = S r_N - N = 0
///     S = A_NN - lambda mu^2 - A_NT.v,     N = -b_N + A_NT.y
///
/// By convexity there is one root with lambda > 0, r_N > 0; f > 0 below it and f < 0 above (S < 0 is allowed:
/// such a contact lifts off). Where |v| < mu the first equation has one positive root, a quadratic, and f is
/// smooth also where S = N = 0. Where |v| is larger S > 0, r_N = N/S, and |T| - mu N with T = -(S y + N v)
/// has the sign of f. Newton's method runs in tau = 1/(lambda + trace(A_TT)/2), in which f is linear for an
/// isotropic A_TT without coupling; bisection is the safeguard.
/// @param A A_NN, A_N1, A_N2, A_11, A_12, A_22
/// @param b velocity at r = 0
/// @param lambda in: first guess, 0 if unknown; out: lambda, if the solution is on the boundary
JOUNCE_INLINE void solve_cone_contact(const double* A, double mu, const double* b, double* r,
                                      double& lambda) {
  constexpr int kIterations = 100;
  constexpr double kWide = 0.8;  // |v|^2/mu^2 up to which the quadratic is used
  const double square_b = b[1] * b[1] + b[2] * b[2];
  if (b[0] >= 0 && b[0] * b[0] >= mu * mu * square_b) {
    r[0] = r[1] = r[2] = 0;
    return;
  }
  if (mu == 0) {
    r[0] = -b[0] / A[0];
    r[1] = r[2] = 0;
    return;
  }
  const double* a = A + 1;
  if (solve_inside_cone(A, mu, b, r)) return;
  const double shift = 0.5 * (A[3] + A[5]);
  double low = 0, high = 1 / shift;  // of tau; lambda = 0 at high
  double tau = lambda > 0 ? 1 / (lambda + shift) : 0.5 * high;
  bool is_last = false;
  for (int i = 0; i < kIterations; ++i) {
    const double x = 1 / tau - shift;
    const double m[3] = {A[3] + x, A[4], A[5] + x};
    const double inverse = 1 / (m[0] * m[2] - m[1] * m[1]);
    const auto solve = [&](double f, double g, double* h) {
      h[0] = inverse * (m[2] * f - m[1] * g);
      h[1] = inverse * (m[0] * g - m[1] * f);
    };
    double v[2], y[2], z[2];
    solve(a[0], a[1], v);
    solve(b[1], b[2], y);
    const double S = A[0] - x * mu * mu - (a[0] * v[0] + a[1] * v[1]);
    const double N = -b[0] + a[0] * y[0] + a[1] * y[1];
    const double vv = v[0] * v[0] + v[1] * v[1], vy = v[0] * y[0] + v[1] * y[1];
    double f, rate, t[2], normal;  // rate = df/dlambda
    if (vv < kWide * mu * mu) {
      const double open = mu * mu - vv, yy = y[0] * y[0] + y[1] * y[1];
      const double root = std::sqrt(vy * vy + open * yy);
      normal = vy > 0 ? (vy + root) / open : yy / (root - vy);
      t[0] = -(y[0] + v[0] * normal);
      t[1] = -(y[1] + v[1] * normal);
      solve(t[0], t[1], z);
      const double normal_rate =
          -(t[0] * z[0] + t[1] * z[1]) / (mu * mu * normal + t[0] * v[0] + t[1] * v[1]);
      f = S * normal - N;
      rate = (vv - mu * mu) * normal + S * normal_rate + vy;
    } else {
      const double T[2] = {-(y[0] * S + v[0] * N), -(y[1] * S + v[1] * N)};
      const double length = std::sqrt(T[0] * T[0] + T[1] * T[1]);
      solve(T[0], T[1], z);
      f = length - mu * N;
      const double S_rate = vv - mu * mu;
      rate = (-(T[0] * z[0] + T[1] * z[1]) - S_rate * (T[0] * y[0] + T[1] * y[1]) +
              vy * (T[0] * v[0] + T[1] * v[1])) /
                 length +
             mu * vy;
      normal = std::max(0.0, N / S);
      t[0] = T[0] / S;
      t[1] = T[1] / S;
    }
    (f > 0 ? high : low) = tau;
    if (is_last || high - low <= 1e-15 * high || i + 1 == kIterations) {
      r[0] = normal;
      r[1] = t[0];
      r[2] = t[1];
      lambda = x;
      return;
    }
    double next = tau + f * tau * tau / rate;  // d lambda = -d tau/tau^2
    if (!(next > low && next < high)) {
      next = 0.5 * (low + high);
    } else {
      is_last = std::abs(next - tau) <= 1e-8 * tau;  // Newton squares the error
    }
    tau = next;
  }
}

}  // namespace jounce::contact_problem
