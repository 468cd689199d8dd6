#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "contact_problem/problem.h"

namespace jounce::contact_problem {

/// Random frictional contact problems of several families, the same for the same seed everywhere.
class RandomProblems {
 public:
  explicit RandomProblems(unsigned seed) : random_(seed) {}

  /// Number in [0, 1).
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  Index integer(Index low, Index high) { return low + static_cast<Index>(uniform() * (high - low + 1)); }
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * 3.14159265358979323846 * uniform());
  }
  Vector normals(Index n) {
    Vector x(n);
    for (double& value : x) value = normal();
    return x;
  }
  /// One of ten is zero, the others up to 5.
  double friction() { return uniform() < 0.1 ? 0.0 : between(0, 5); }
  double mass() { return std::pow(10.0, between(0, 6)); }

  static constexpr int kFamilies = 6;

  Problem family(int number) {
    const int d = uniform() < 0.7 ? 3 : 2;
    switch (number) {
      case 0:
        return bodies(d, false);
      case 1:
        return bodies(d, true);
      case 2:
        return stack();
      case 3:
        return with_known_solution(d, false);
      case 4:
        return with_known_solution(d, true);
      default:
        return regular(d);
    }
  }

  /// Free bodies with random contacts between them and with the ground, masses from 1 to 1e6; repeated
  /// contacts make W singular. q = H^T v - the bodies move with v - so that u = 0 is admissible.
  Problem bodies(int d, bool is_repeated) {
    const Index dofs = d == 3 ? 6 : 3, count = integer(1, 8), contacts = integer(1, 14);
    Vector mass_of(dofs * count);
    for (Index b = 0; b < count; ++b) {
      const double m = mass(), length = between(0.1, 1);
      for (Index i = 0; i < dofs; ++i)
        mass_of[dofs * b + i] = i < d ? m : m * length * length * between(0.2, 0.6);
    }
    DenseMatrix H = DenseMatrix::Zero(dofs * count, d * contacts);
    for (Index c = 0; c < contacts; ++c) {
      if (is_repeated && c > 0 && uniform() < 0.6) {
        const Index other = integer(0, c - 1);
        H.middleCols(d * c, d) = H.middleCols(d * other, d);
        continue;
      }
      const DenseMatrix frame = orthonormal(d);
      const Index a = integer(0, count - 1), b = integer(0, count);
      add_body(H, frame, d, c, a * dofs, 1);
      if (b != a && b < count) add_body(H, frame, d, c, b * dofs, -1);
    }
    Problem p = from_bodies(d, H, mass_of, normals(dofs * count));
    return p;
  }

  /// The same with masses up to `mass_ratio` apart, one to four contacts a body, and mu from a range:
  /// `contacts` of them. q = H^T v, so that the problem has a solution whatever the rank of W.
  Problem many_bodies(int d, Index contacts, double mass_ratio, double least_mu, double greatest_mu) {
    const Index dofs = d == 3 ? 6 : 3, count = std::max<Index>(1, contacts / integer(1, 4));
    Vector mass_of(dofs * count);
    for (Index b = 0; b < count; ++b) {
      const double m = std::pow(mass_ratio, uniform()), length = between(0.1, 1);
      for (Index i = 0; i < dofs; ++i)
        mass_of[dofs * b + i] = i < d ? m : m * length * length * between(0.2, 0.6);
    }
    DenseMatrix H = DenseMatrix::Zero(dofs * count, d * contacts);
    for (Index c = 0; c < contacts; ++c) {
      const DenseMatrix frame = orthonormal(d);
      const Index a = integer(0, count - 1), b = integer(0, count);
      add_body(H, frame, d, c, a * dofs, 1);
      if (b != a && b < count) add_body(H, frame, d, c, b * dofs, -1);
    }
    Problem p = from_bodies(d, H, mass_of, normals(dofs * count));
    for (double& mu : p.mu) mu = between(least_mu, greatest_mu);
    return p;
  }

  /// A pile of boxes, four contacts between each pair, under gravity and pushed sideways: hyperstatic.
  Problem stack() {
    const Index boxes = integer(2, 6), contacts = 4 * boxes;
    Vector mass_of(6 * boxes), v = Vector::Zero(6 * boxes);
    for (Index b = 0; b < boxes; ++b) {
      const double m = mass();
      for (Index i = 0; i < 6; ++i) mass_of[6 * b + i] = i < 3 ? m : m / 6;
      v[6 * b] = -0.0981;
      if (uniform() < 0.5) v.segment(6 * b, 6) += between(0, 0.3) * normals(6);
    }
    DenseMatrix H = DenseMatrix::Zero(6 * boxes, 3 * contacts);
    for (Index b = 0; b < boxes; ++b)
      for (Index corner = 0; corner < 4; ++corner) {
        const Index c = 4 * b + corner;
        const Vector3 arm(-0.5, corner % 2 == 0 ? -0.5 : 0.5, corner / 2 == 0 ? -0.5 : 0.5);
        for (int i = 0; i < 3; ++i) {
          H(6 * b + i, 3 * c + i) = 1;
          H.block(6 * b + 3, 3 * c + i, 3, 1) = arm.cross(Vector3::Unit(i));
          if (b == 0) continue;
          H(6 * (b - 1) + i, 3 * c + i) = -1;
          H.block(6 * (b - 1) + 3, 3 * c + i, 3, 1) = -Vector3(0.5, arm.y(), arm.z()).cross(Vector3::Unit(i));
        }
      }
    return from_bodies(3, H, mass_of, v);
  }

  /// W = G^T G of any rank, q such that impulses with open, sticking and sliding contacts solve it.
  Problem with_known_solution(int d, bool is_rank_deficient) {
    Problem p;
    p.dimension = d;
    const Index contacts = integer(1, 12);
    for (Index c = 0; c < contacts; ++c) p.mu.push_back(friction());
    const Index n = d * contacts;
    const Index rank = is_rank_deficient ? std::max<Index>(1, n * integer(3, 8) / 10) : n + 2;
    DenseMatrix G(rank, n);
    for (Index c = 0; c < contacts; ++c) {
      const double scale = 1 / std::sqrt(mass());
      for (Index j = 0; j < d; ++j) G.col(d * c + j) = scale * normals(rank);
    }
    const DenseMatrix W = G.transpose() * G;
    Vector r = Vector::Zero(n), u = Vector::Zero(n);
    for (Index c = 0; c < contacts; ++c) {
      const double mu = p.mu[c], choice = uniform();
      const Vector direction = normals(d - 1).normalized();
      if (choice < 0.3) {
        u[d * c] = uniform();
        u.segment(d * c + 1, d - 1) = direction;
        continue;
      }
      r[d * c] = uniform() / W(d * c, d * c);
      if (mu == 0 || choice < 0.65) {
        r.segment(d * c + 1, d - 1) = -mu * r[d * c] * direction;
        u.segment(d * c + 1, d - 1) = between(0, 1) * direction;
      } else {
        r.segment(d * c + 1, d - 1) = -uniform() * mu * r[d * c] * direction;
      }
    }
    p.W = block_matrix(W, d);
    p.q = u - W * r;
    return p;
  }

  /// Regular W, any q: a solution exists for every mu.
  Problem regular(int d) {
    Problem p = with_known_solution(d, false);
    p.q = normals(p.size());
    return p;
  }

 private:
  DenseMatrix orthonormal(int d) {
    if (d == 2) {
      const double angle = between(0, 6.28);
      DenseMatrix frame(2, 2);
      frame << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
      return frame;
    }
    Vector3 a = normals(3).normalized(), b = normals(3);
    b = (b - a.dot(b) * a).normalized();
    DenseMatrix frame(3, 3);
    frame << a, b, a.cross(b);
    return frame;
  }

  void add_body(DenseMatrix& H, const DenseMatrix& frame, int d, Index c, Index first, double sign) {
    const Vector arm = between(0.1, 1) * normals(d);
    for (int i = 0; i < d; ++i) {
      H.block(first, d * c + i, d, 1) = sign * frame.col(i);
      if (d == 3)
        H.block(first + 3, d * c + i, 3, 1) = sign * Vector3(arm).cross(Vector3(frame.col(i)));
      else
        H(first + 2, d * c + i) = sign * (arm[0] * frame(1, i) - arm[1] * frame(0, i));
    }
  }

  Problem from_bodies(int d, const DenseMatrix& H, const Vector& mass_of, const Vector& v) {
    Problem p;
    p.dimension = d;
    for (Eigen::Index c = 0; c < H.cols() / d; ++c) p.mu.push_back(friction());
    p.W = block_matrix(H.transpose() * mass_of.cwiseInverse().asDiagonal() * H, d);
    p.q = H.transpose() * v;
    return p;
  }

  std::mt19937_64 random_;
};

}  // namespace jounce::contact_problem
