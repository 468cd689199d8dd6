#include "contact_problem/maximum_dissipation.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <limits>

#include "contact_problem/one_contact_enumeration.h"

namespace jounce::contact_problem {
namespace {

using Planar = SmallVector<2>;
using PlanarMatrix = SmallMatrix<2>;

/// Approach velocities below this part of |b|, and borders closer to a parabola than this, are exact ties.
constexpr double kTie = 1e-14;

/// The plane u_N = 0 over the tangential impulse, whose axes are turned so that A_NT = (rho, 0).
struct Section {
  double A_NN, rho, mu, beta;
  PlanarMatrix A;  ///< A^
  Planar b;        ///< b^: E = 1/2 r_T.A^ r_T + b^.r_T

  double energy(const Planar& r) const { return 0.5 * r.dot(A * r) + b.dot(r); }
  double p(const Planar& e) const { return A_NN + mu * rho * e.x(); }
};

/// Coefficients, from the lowest, of the quartic in tan(alpha/2).
std::array<double, 5> stationary_points(const Section& s) {
  // mu beta A^ e + p b^ = N e + A_NN b^
  PlanarMatrix N = s.mu * s.beta * s.A;
  N.col(0) += s.mu * s.rho * s.b;
  // k0 + k1 cos + k2 sin + k3 cos^2 + k4 sin^2 + k5 sin cos
  const double moment = s.mu * s.rho;
  const double k0 = moment * s.A_NN * s.b.y();
  const double k1 = s.A_NN * s.A_NN * s.b.y() + moment * N(1, 0);
  const double k2 = -s.A_NN * s.A_NN * s.b.x() + moment * N(1, 1);
  const double k3 = s.A_NN * N(1, 0);
  const double k4 = -s.A_NN * N(0, 1);
  const double k5 = s.A_NN * (N(1, 1) - N(0, 0));
  return {k0 + k1 + k3, 2 * (k2 + k5), 2 * (k0 - k3) + 4 * k4, 2 * (k2 - k5), k0 - k1 + k3};
}

/// Along a hyperbola's branch of given side, by its distance r from the origin: A_NN r + mu rho x = mu beta.
/// Far out, p is a difference of nearly equal numbers and the angle too coarse a coordinate; r is none.
/// Newton's iteration for the stationary point of E near r.
Planar polished(const Section& s, double r, double side) {
  constexpr int kIterations = 12;
  const double slope = -s.A_NN / (s.mu * s.rho);  // dx/dr
  const auto point = [&](double at) {
    const double x = s.beta / s.rho + slope * at;
    return Planar(x, side * std::sqrt(std::max(0.0, at * at - x * x)));
  };
  const double vertex = s.mu * s.beta / (s.A_NN + s.mu * s.rho);  // the nearest point
  for (int i = 0; i < kIterations; ++i) {
    const Planar here = point(r);
    if (!(r > vertex) || here.y() == 0) break;
    const Planar first(slope, (r - here.x() * slope) / here.y());
    const double second = (1 - first.squaredNorm()) / here.y();  // of y
    const Planar gradient = s.A * here + s.b;
    const double curvature = first.dot(s.A * first) + gradient.y() * second;
    const double step = gradient.dot(first) / curvature;
    if (!(curvature > 0) || !(r - step > vertex)) break;
    r -= step;
    if (std::abs(step) <= 1e-15 * r) break;
  }
  return point(std::max(r, vertex));
}

/// Minimum over the border of a section that does not pass through the origin.
Planar best_on_border(const Section& s) {
  Planar best = Planar::Zero();
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const Planar& r) {
    const double energy = s.energy(r);
    if (!(energy < least)) return;
    least = energy;
    best = r;
  };
  const auto consider_direction = [&](const Planar& e) {
    if (const double p = s.p(e); p > 0) consider(s.mu * s.beta / p * e);
  };
  consider_direction({-1, 0});  // tan(alpha/2) is infinite there
  for (const double y : real_roots(stationary_points(s))) {
    const double square = 1 + y * y;
    consider_direction({(1 - y * y) / square, 2 * y / square});
  }
  const double cosine = -s.A_NN / (s.mu * s.rho);
  if (cosine <= -1) return best;
  for (const double side : {1.0, -1.0}) {
    if (best.y() * side > 0) consider(polished(s, best.norm(), side));
    const Planar e(cosine, side * std::sqrt(1 - cosine * cosine));  // asymptote
    if (const double r = -e.dot(s.b) / e.dot(s.A * e); r > 0) consider(polished(s, r, side));
  }
  return best;
}

/// The same for the wedge (or ray) from the origin in which u_N = 0 meets the cone if beta = 0.
Planar best_on_rays(const Section& s) {
  Planar best = Planar::Zero();
  const double cosine = -s.A_NN / (s.mu * s.rho);
  if (!(cosine >= -1 - kTie)) return best;
  const double x = std::max(-1.0, cosine);
  const double y = std::sqrt(std::max(0.0, 1 - x * x));
  double least = 0;
  for (const double side : {1.0, -1.0}) {
    const Planar e(x, side * y);
    const Planar r = std::max(0.0, -e.dot(s.b) / e.dot(s.A * e)) * e;
    const double energy = s.energy(r);
    if (energy < least) {
      least = energy;
      best = r;
    }
  }
  return best;
}

}  // namespace

SmallVector<3> maximum_dissipation(const SmallMatrix<3>& A, double mu, const SmallVector<3>& b) {
  const double tie = kTie * b.norm();
  if (b[0] > tie) return SmallVector<3>::Zero();
  const double beta = std::max(0.0, -b[0]);
  if (mu == 0) return {beta / A(0, 0), 0, 0};
  SmallVector<3> unbounded = A.llt().solve(-b);
  if (unbounded[0] >= 0 && unbounded.tail<2>().norm() <= mu * unbounded[0]) return unbounded;

  const Planar coupling = A.block<2, 1>(1, 0);
  const double rho = coupling.norm();
  const Planar along = rho > 0 ? Planar(coupling / rho) : Planar(1, 0);
  PlanarMatrix turn;
  turn << along.x(), along.y(), -along.y(), along.x();
  Section s;
  s.A_NN = A(0, 0);
  s.rho = rho;
  s.mu = mu;
  s.beta = beta;
  s.A = turn * A.bottomRightCorner<2, 2>() * turn.transpose();
  s.A(0, 0) -= rho * rho / s.A_NN;
  s.b = turn * b.tail<2>();
  s.b.x() += rho / s.A_NN * beta;
  const Planar r_T = turn.transpose() * (beta > tie ? best_on_border(s) : best_on_rays(s));
  return {r_T.norm() / mu, r_T.x(), r_T.y()};
}

}  // namespace jounce::contact_problem
