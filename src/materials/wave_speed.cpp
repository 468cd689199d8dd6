#include "materials/wave_speed.h"

#include <algorithm>
#include <cmath>

#include "la/decompositions.h"

namespace jounce {

double largest_wave_speed(const VoigtMatrix& stiffness, double density) {
  constexpr int steps = 8;  // along each edge of the cube whose surface the directions go through
  double largest = 0;
  for (int i = -steps; i <= steps; ++i)
    for (int j = -steps; j <= steps; ++j)
      for (int axis = 0; axis < 3; ++axis) {
        Vector3 n;
        n[axis] = steps;
        n[(axis + 1) % 3] = i;
        n[(axis + 2) % 3] = j;
        n.normalize();
        // strain of the displacement e_k n: columns of N; G = N^T D N
        Eigen::Matrix<double, 6, 3> N;
        N << n[0], 0, 0, 0, n[1], 0, 0, 0, n[2], n[1], n[0], 0, n[2], 0, n[0], 0, n[2], n[1];
        const Matrix3 G = N.transpose() * stiffness * N;
        largest = std::max(
            largest, Eigen::SelfAdjointEigenSolver<Matrix3>(G, Eigen::EigenvaluesOnly).eigenvalues()[2]);
      }
  return std::sqrt(largest / density);
}

}  // namespace jounce
