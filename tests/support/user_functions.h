#pragma once

#include <cmath>

#include "model/user_functions.h"

namespace jounce::test {

/// Functions of users for specimens, with and without derivatives.
///   "pull"      n points are pulled to (1, 1, ...) by a force that grows with time, and turned across their
///               velocity by a magnetic force, which does no work
///   "distance"  the distance between the first two points is at least the first parameter
///   "added"     a mass of each point beside a share that they have in common; parameters: own, common
inline UserFunctions user_functions() {
  UserFunctions functions;
  const auto pull = [](const UserPoints& points, double* f) {
    for (int i = 0; i < points.count; ++i) {
      const auto at = static_cast<std::size_t>(i * points.dimension);
      for (std::size_t k = 0; k < static_cast<std::size_t>(points.dimension); ++k) {
        const double e = 1 - points.x[at + k];
        f[at + k] = (1 + points.time) * e + e * e * e;
      }
      const double field = 0.4 + points.x[at] * points.x[at];
      f[at] += field * points.v[at + 1];
      f[at + 1] -= field * points.v[at];
    }
  };
  functions["pull"] = UserForceFunction([pull](const UserPoints& points, double* f, double*, double*) {
    pull(points, f);
    return false;
  });
  functions["pull_with_derivatives"] =
      UserForceFunction([pull](const UserPoints& points, double* f, double* K, double* C) {
        pull(points, f);
        if (K == nullptr) return true;
        const int n = points.count * points.dimension;
        for (int i = 0; i < points.count; ++i) {
          const int at = i * points.dimension;
          const auto x = [&](int k) { return points.x[at + k]; };
          const auto v = [&](int k) { return points.v[at + k]; };
          for (int k = 0; k < points.dimension; ++k)
            K[(at + k) * n + at + k] = 1 + points.time + 3 * (1 - x(k)) * (1 - x(k));
          K[at * n + at] -= 2 * x(0) * v(1);
          K[(at + 1) * n + at] += 2 * x(0) * v(0);
          C[at * n + at + 1] = -(0.4 + x(0) * x(0));
          C[(at + 1) * n + at] = 0.4 + x(0) * x(0);
        }
        return true;
      });
  const auto distance = [](const UserPoints& points, double& gap, double* gradient) {
    const auto d = static_cast<std::size_t>(points.dimension);
    double square = 0;
    for (std::size_t k = 0; k < d; ++k) square += std::pow(points.x[k] - points.x[d + k], 2);
    gap = std::sqrt(square) - points.parameters[0];
    for (std::size_t k = 0; k < d && gradient != nullptr; ++k) {
      gradient[k] = (points.x[k] - points.x[d + k]) / std::sqrt(square);
      gradient[d + k] = -gradient[k];
    }
  };
  functions["distance"] = UserGapFunction([distance](const UserPoints& points, double& gap, double*) {
    distance(points, gap, nullptr);
    return false;
  });
  functions["distance_with_gradient"] =
      UserGapFunction([distance](const UserPoints& points, double& gap, double* gradient) {
        distance(points, gap, gradient);
        return true;
      });
  functions["added"] = UserMassFunction([](const UserPoints& points, double* M) {
    const int n = points.count * points.dimension;
    for (int i = 0; i < n; ++i)
      for (int j = i % points.dimension; j < n; j += points.dimension)
        M[i * n + j] = (i == j ? points.parameters[0] : 0) + points.parameters[1];
  });
  return functions;
}

}  // namespace jounce::test
