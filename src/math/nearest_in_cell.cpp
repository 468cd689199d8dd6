#include "math/nearest_in_cell.h"

#include <Eigen/LU>

#include <array>
#include <cmath>
#include <vector>

#include "math/shape_functions.h"

namespace jounce {
namespace {

constexpr int kIterations = 50;
constexpr double kInside = 1e-9, kConverged = 1e-12;
constexpr double kFar = 10;  ///< reference coordinates that lead nowhere

bool is_inside(CellShape shape, const Vector3& xi) {
  const int d = shape_dimension(shape);
  int simplex = 0;  // coordinates that are those of a triangle or tetrahedron
  switch (linear_shape(shape)) {
    case CellShape::triangle3:
    case CellShape::wedge6:
      simplex = 2;
      break;
    case CellShape::tetrahedron4:
      simplex = 3;
      break;
    default:
      break;
  }
  double sum = 0;
  for (int k = 0; k < simplex; ++k) {
    if (xi[k] < -kInside) return false;
    sum += xi[k];
  }
  if (sum > 1 + kInside) return false;
  for (int k = simplex; k < d; ++k)
    if (std::abs(xi[k]) > 1 + kInside) return false;
  return true;
}

struct Found {
  CellPoint point;
  bool is_inside = false;
};

/// The stationary point, if it lies in the cell.
Found stationary(CellShape shape, std::span<const Vector3> x, const Vector3& p) {
  const int n = shape_nodes(shape), d = shape_dimension(shape);
  Found found{{Vector(n), 0}};
  Vector& N = found.point.N;
  std::array<double, 60> slopes{};
  Vector3 xi = reference_centre(shape);
  bool is_last = false;
  for (int i = 0; i < kIterations; ++i) {
    evaluate_shape(shape, xi, N.data(), slopes.data());
    Vector3 r = -p;
    Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> J = Eigen::MatrixXd::Zero(3, d);
    for (int a = 0; a < n; ++a) {
      r += N[a] * x[static_cast<std::size_t>(a)];
      for (int k = 0; k < d; ++k)
        J.col(k) += slopes[static_cast<std::size_t>(k * n + a)] * x[static_cast<std::size_t>(a)];
    }
    if (is_last) {
      found.point.distance = r.norm();
      found.is_inside = is_inside(shape, xi);
      return found;
    }
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3> A = J.transpose() * J;
    const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> step = -A.fullPivLu().solve(J.transpose() * r);
    xi.head(d) += step;
    if (!xi.allFinite() || xi.cwiseAbs().maxCoeff() > kFar) return found;
    is_last = step.cwiseAbs().maxCoeff() < kConverged;
  }
  return found;
}

}  // namespace

CellPoint nearest_in_cell(CellShape shape, std::span<const Vector3> x, const Vector3& p) {
  Found found = stationary(shape, x, p);
  if (found.is_inside) return found.point;
  CellPoint best{Vector::Zero(shape_nodes(shape)), -1};
  if (shape_dimension(shape) == 1) {
    const int end = (x[0] - p).squaredNorm() <= (x[1] - p).squaredNorm() ? 0 : 1;
    best.N[end] = 1;
    best.distance = (x[static_cast<std::size_t>(end)] - p).norm();
    return best;
  }
  std::vector<Vector3> nodes;
  for (const CellFace& face : topology(shape).faces) {
    nodes.clear();
    for (const int node : face.nodes) nodes.push_back(x[static_cast<std::size_t>(node)]);
    const CellPoint on_face = nearest_in_cell(face.shape, nodes, p);
    if (best.distance >= 0 && on_face.distance >= best.distance) continue;
    best.distance = on_face.distance;
    best.N.setZero();
    for (std::size_t a = 0; a < nodes.size(); ++a) best.N[face.nodes[a]] = on_face.N[static_cast<Index>(a)];
  }
  return best;
}

}  // namespace jounce
