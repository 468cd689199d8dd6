#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "contact_problem/best_iterate.h"
#include "contact_problem/lorentz_cone.h"
#include "contact_problem/scaled_problem.h"
#include "la/sparse_cholesky.h"

namespace jounce::contact_problem {
namespace {

constexpr int kMostSteps = 60;
constexpr double kBoundary = 0.99;      ///< share of the way to the boundary of the cones
constexpr double kFirstImpulse = 100;   ///< impulses at the start, in units of |q|/contacts^(1/2)
constexpr double kLeastCentring = 0.1;  ///< complementarity kept, in units of the square of the misfit
constexpr int kMostShortSteps = 25;     ///< short steps in a row after which it gives up
constexpr double kShort = 0.3, kNoStep = 1e-8;
constexpr double kSymmetric = 1e-10;  ///< of a scaled matrix
constexpr double kSettledMisfit = 1e-11, kSettledProduct = 1e-12;
constexpr double kAllThatIsThere = 1e-5;  ///< of these: what light contacts need beside heavy ones

// successive_cones
constexpr int kMostCones = 100;
constexpr double kNearCone = 0.1;    ///< residual from which Newton's method is tried
constexpr int kConePolish = 30;      ///< of each try
constexpr std::size_t kSecants = 4;  ///< changes that the extrapolation looks back on

/// W of a scaled problem is symmetric to round-off.
bool is_symmetric(const BlockMatrix& W) {
  const int d = W.dimension;
  for (Index c = 0; c < W.contacts(); ++c)
    for (Index k = W.row_starts[c]; k < W.row_starts[c + 1]; ++k) {
      const Index at = W.find(W.columns[k], c);
      const double* transposed = at >= 0 ? W.block(at) : nullptr;
      for (int i = 0; i < d; ++i)
        for (int j = 0; j < d; ++j) {
          const double there = transposed ? transposed[j + d * i] : 0.0;
          if (std::abs(W.block(k)[i + d * j] - there) > kSymmetric) return false;
        }
    }
  return true;
}

/// Primal-dual steps in the coordinates x = (mu r_N, r_T), z = (u_N/mu + |u_T|, u_T), both in the self-dual
/// cone |x_T| <= x_0 (without friction x = (r_N, 0), z = (u_N, 0)):
///
///     z = A x + b + (t, 0, 0),   x o z = (m, 0, 0),   A = P W P,  b = P q,  P = diag(1/mu, 1, 1)
///
/// with t = |z_T| of the last step and m -> 0. One factorisation of A + Theta a step (`ConeScaling`), for a
/// predictor and a corrector (S. Mehrotra, SIAM J. Optim. 2 (1992) 575).
template <int D>
class InteriorPoint {
 public:
  using Point = SmallVector<D>;

  explicit InteriorPoint(const Problem& scaled)
      : problem_(scaled), x_(scaled.size()), z_(scaled.size()), dz_(scaled.size()), c_(scaled.size()) {
    const BlockMatrix& W = problem_.W;
    b_.resize(scaled.size());
    for (Index c = 0; c < problem_.contacts(); ++c)
      for (int i = 0; i < D; ++i) {
        b_[D * c + i] = factor(c, i) * problem_.q[D * c + i];
        for (Index k = W.row_starts[c]; k < W.row_starts[c + 1]; ++k) {
          const Index other = W.columns[k];
          if (other < c) continue;
          for (int j = other == c ? i : 0; j < D; ++j) {
            matrix_.rows.push_back(static_cast<int>(D * other + j));
            values_of_A_.push_back(factor(c, i) * factor(other, j) * W.block(k)[i + D * j]);
          }
        }
        matrix_.column_starts.push_back(static_cast<int>(matrix_.rows.size()));
      }
  }

  /// Holds t, one number a contact, for a convex problem: t = 0 is the cone complementarity problem.
  void hold(const Vector& shifts) { held_ = shifts; }

  /// The equation holds to 1e-11 `part` and the complementarity to 1e-12 `part`.
  bool is_settled(double part) {
    measure_misfit();
    const double size = part * problem_.q.norm();
    return misfit_.norm() <= kSettledMisfit * size && x_.dot(z_) <= kSettledProduct * size * x_.norm();
  }

  /// Impulses r and velocities u, moved inside the cones.
  void start(const Vector& r, const Vector& u) {
    const double size = problem_.q.norm() / std::sqrt(static_cast<double>(problem_.contacts()));
    for (Index c = 0; c < problem_.contacts(); ++c) {
      Point x, z;
      for (int i = 0; i < D; ++i) {
        x[i] = factor(c, i) > 0 ? r[D * c + i] / factor(c, i) : 0.0;
        z[i] = factor(c, i) * u[D * c + i];
      }
      if (mu(c) > 0) z[0] += z.template tail<D - 1>().norm();
      x[0] = std::max(x[0], x.template tail<D - 1>().norm()) + kFirstImpulse * size;
      z[0] = std::max(z[0], z.template tail<D - 1>().norm()) + size;
      at(x_, c) = x;
      at(z_, c) = z;
    }
  }

  /// One step. @return its length, 0 when the matrix is not positive definite to round-off
  double step() {
    const Index contacts = problem_.contacts();
    const double mean = x_.dot(z_) / contacts;
    scalings_.clear();
    matrix_.values = values_of_A_;
    for (Index c = 0; c < contacts; ++c) {
      const Point x = at(x_, c), z = at(z_, c);
      if (!(determinant<D>(x) > 0) || !(determinant<D>(z) > 0)) return 0;
      scalings_.emplace_back(x, z);
      const SmallMatrix<D> theta = scalings_.back().theta();
      for (int j = 0; j < D; ++j)
        for (int i = j; i < D; ++i) matrix_.values[matrix_.column_starts[D * c + j] + i - j] += theta(i, j);
    }
    if (!std::isfinite(mean) || !cholesky_.factor(matrix_)) return 0;
    measure_misfit();
    c_ = -z_;
    find_direction();
    // Centring as far as the predictor falls short, and never far below the misfit: else z, x reach the
    // boundary before t has settled.
    const double predicted = std::min(1.0, kBoundary * longest());
    const double least = kLeastCentring * misfit_.squaredNorm() / (contacts * mean);
    const double sigma = std::max({1e-6, std::pow(1 - predicted, 3), std::min(10.0, least)});
    for (Index c = 0; c < contacts; ++c) {
      const auto& scaling = scalings_[c];
      const SmallMatrix<D> root = scaling.root(false), inverse = scaling.root(true);
      Point target = -jordan_product<D>(root * at(dx_, c), inverse * at(dz_, c));
      target[0] += sigma * mean;
      at(c_, c) = root * jordan_quotient<D>(root * at(x_, c), target) - at(z_, c);
    }
    find_direction();
    const double length = std::min(1.0, kBoundary * longest());
    x_ += length * dx_;
    z_ += length * dz_;
    return length;
  }

  Vector impulses() const {
    Vector r = x_;
    for (Index c = 0; c < problem_.contacts(); ++c)
      for (int i = 0; i < D; ++i) r[D * c + i] *= factor(c, i);
    return r;
  }

 private:
  static auto at(Vector& v, Index c) { return v.segment<D>(D * c); }
  static Point at(const Vector& v, Index c) { return v.segment<D>(D * c); }
  double mu(Index c) const { return problem_.mu[c]; }
  /// P; 0 takes the tangents of a contact without friction out of the problem.
  double factor(Index c, int i) const {
    if (mu(c) > 0) return i == 0 ? 1 / mu(c) : 1.0;
    return i == 0 ? 1.0 : 0.0;
  }

  /// A x + b + (t, 0, 0) - z.
  void measure_misfit() {
    problem_.W.multiply(impulses(), misfit_);
    for (Index c = 0; c < problem_.contacts(); ++c) {
      for (int i = 0; i < D; ++i) misfit_[D * c + i] *= factor(c, i);
      if (mu(c) > 0) misfit_[D * c] += held_.size() > 0 ? held_[c] : z_.segment<D - 1>(D * c + 1).norm();
    }
    misfit_ += b_ - z_;
  }

  /// (A + Theta) dx = c - misfit,  dz = c - Theta dx.
  void find_direction() {
    cholesky_.solve(c_ - misfit_, dx_);
    for (Index c = 0; c < problem_.contacts(); ++c)
      at(dz_, c) = at(c_, c) - scalings_[c].theta() * at(dx_, c);
  }

  double longest() {
    double a = 1 / kBoundary;
    for (Index c = 0; c < problem_.contacts(); ++c) {
      a = longest_step<D>(at(x_, c), at(dx_, c), a);
      a = longest_step<D>(at(z_, c), at(dz_, c), a);
    }
    return a;
  }

  const Problem& problem_;
  LowerTriangle matrix_;
  std::vector<double> values_of_A_;
  Vector x_, z_, dx_, dz_, c_, b_, misfit_, held_;
  std::vector<ConeScaling<D>> scalings_;
  SparseCholesky cholesky_;
};

template <int D>
Result interior_point_in(const Problem& problem, const Vector& start, const Options& options) {
  BestIterate best(problem, start, options.tolerance);
  const int limit = options.max_iterations > 0 ? options.max_iterations : kMostSteps;
  if (best.is_solved()) return best.result("interior-point", 0);
  const Vector roots = best.scales().cwiseSqrt();
  const Problem own = scaled(problem, roots);
  if (!is_symmetric(own.W)) return best.result("interior-point", 0);
  InteriorPoint<D> method(own);
  Vector r = best.r(), u = best.u();
  multiply_contacts(D, roots, r);
  divide_contacts(D, roots, u);
  method.start(r, u);
  int steps = 0;
  for (int in_vain = 0; steps < limit && !best.is_solved() && in_vain < kMostShortSteps;) {
    ++steps;
    const double length = method.step();
    r = method.impulses();
    divide_contacts(D, roots, r);
    best.offer(r);
    if (!(length > kNoStep)) break;
    in_vain = length < kShort ? in_vain + 1 : 0;
  }
  return best.result("interior-point", steps);
}

/// Fixed points of s = f(s) by the secants of the last few (D. G. Anderson, J. ACM 12 (1965) 547), or by
/// steps of length `relaxation` without a memory.
class FixedPoint {
 public:
  FixedPoint(double relaxation, std::size_t memory) : relaxation_(relaxation), memory_(memory) {}

  Vector next(const Vector& s, const Vector& image) {
    const Vector change = image - s;
    points_.push_back(s);
    changes_.push_back(change);
    if (points_.size() > memory_ + 1) {
      points_.erase(points_.begin());
      changes_.erase(changes_.begin());
    }
    Vector result = s + relaxation_ * change;
    const auto secants = static_cast<Eigen::Index>(points_.size()) - 1;
    if (secants > 0) {
      DenseMatrix of_points(s.size(), secants), of_changes(s.size(), secants);
      for (Eigen::Index j = 0; j < secants; ++j) {
        const auto at = static_cast<std::size_t>(j);
        of_points.col(j) = points_[at + 1] - points_[at];
        of_changes.col(j) = changes_[at + 1] - changes_[at];
      }
      const Vector weights = of_changes.completeOrthogonalDecomposition().solve(change);
      result -= (of_points + relaxation_ * of_changes) * weights;
    }
    return result.cwiseMax(0.0);
  }

 private:
  double relaxation_;
  std::size_t memory_;
  std::vector<Vector> points_, changes_;
};

template <int D>
Vector slip_speeds(const Problem& problem, const Vector& u) {
  Vector speeds = Vector::Zero(problem.contacts());
  for (Index c = 0; c < problem.contacts(); ++c)
    if (problem.mu[c] > 0) speeds[c] = u.segment<D - 1>(D * c + 1).norm();
  return speeds;
}

/// Steps on the convex problem of held shifts until it is settled. @return how many
template <int D>
int settle(InteriorPoint<D>& method, double part) {
  int steps = 0;
  while (steps < kMostSteps) {
    ++steps;
    if (!(method.step() > kNoStep) || method.is_settled(part)) break;
  }
  return steps;
}

template <int D>
Result successive_cones_in(const Problem& problem, const Vector& start, const Options& options, Path path) {
  BestIterate best(problem, start, options.tolerance);
  const std::string name = "successive-cones";
  if (best.is_solved()) return best.result(name, 0);
  const int limit = options.max_iterations > 0 ? options.max_iterations : kMostCones * kMostSteps;
  const Vector roots = best.scales().cwiseSqrt();
  const Problem own = scaled(problem, roots);
  if (!is_symmetric(own.W)) return best.result(name, 0);
  Vector r_0 = best.r(), u_0 = best.u();
  multiply_contacts(D, roots, r_0);
  divide_contacts(D, roots, u_0);
  InteriorPoint<D> method(own);
  FixedPoint fixed_point(path == Path::cautious ? 0.5 : 1.0, path == Path::extrapolated ? kSecants : 0);
  Options newton = options;
  newton.method = Method::newton;
  newton.max_iterations = kConePolish;
  Vector shifts = slip_speeds<D>(own, u_0), u, image;
  int steps = 0;
  for (int cone = 0; cone < kMostCones && steps < limit && !best.is_solved(); ++cone) {
    method.hold(shifts);
    method.start(r_0, u_0);
    steps += settle<D>(method, 1);
    Vector r = method.impulses();
    if (!r.allFinite()) break;
    velocities(own, r, u);
    image = slip_speeds<D>(own, u);
    divide_contacts(D, roots, r);
    if (const double e = best.offer(r); e < kNearCone && !best.is_solved()) {
      const Result polished = semi_smooth_newton(problem, r, newton);
      best.offer(polished.r);
      steps += polished.iterations;
    }
    shifts = fixed_point.next(shifts, image);
  }
  return best.result(name, steps);
}

template <int D>
Vector cone_complementarity_in(const Problem& problem) {
  const Vector roots = Residual(problem).scales().cwiseSqrt();
  const Problem own = scaled(problem, roots);
  InteriorPoint<D> method(own);
  method.hold(Vector::Zero(own.contacts()));
  method.start(Vector::Zero(own.size()), own.q);
  settle<D>(method, kAllThatIsThere);
  Vector r = method.impulses();
  divide_contacts(D, roots, r);
  return r;
}

}  // namespace

Result successive_cones(const Problem& problem, const Vector& start, const Options& options, Path path) {
  if (!problem.is_formed()) throw std::invalid_argument("successive cones need a formed matrix");
  return problem.dimension == 3 ? successive_cones_in<3>(problem, start, options, path)
                                : successive_cones_in<2>(problem, start, options, path);
}

Vector cone_complementarity(const Problem& problem) {
  if (!problem.is_formed()) throw std::invalid_argument("the interior point method needs a formed matrix");
  return problem.dimension == 3 ? cone_complementarity_in<3>(problem) : cone_complementarity_in<2>(problem);
}

Result interior_point(const Problem& problem, const Vector& start, const Options& options) {
  if (!problem.is_formed()) throw std::invalid_argument("the interior point method needs a formed matrix");
  return problem.dimension == 3 ? interior_point_in<3>(problem, start, options)
                                : interior_point_in<2>(problem, start, options);
}

}  // namespace jounce::contact_problem
