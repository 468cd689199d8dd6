#include "model/cell_moments.h"

#include <cmath>

#include "math/quadrature.h"

namespace jounce {

CellMoments cell_moments(CellShape shape, std::span<const Vector3> X) {
  const auto n = static_cast<Index>(X.size());
  const int dimension = topology(shape).dimension;
  Vector N(n);
  DenseMatrix dN(n, dimension);
  CellMoments moments;
  for (const QuadraturePoint& q : dimension < 3 ? face_rule(shape) : mass_rule(shape)) {
    evaluate_shape(shape, q.xi, N.data(), dN.data());
    Vector3 place = Vector3::Zero();
    Matrix3 J = Matrix3::Zero();  // columns: dX/dxi
    for (Index i = 0; i < n; ++i) {
      const Vector3& at = X[i];
      place += N[i] * at;
      for (Index k = 0; k < dimension; ++k) J.col(k) += dN(i, k) * at;
    }
    const double size = q.weight * (dimension == 1   ? J.col(0).norm()
                                    : dimension == 2 ? J.col(0).cross(J.col(1)).norm()
                                                     : std::abs(J.determinant()));
    moments.size += size;
    moments.first += size * place;
  }
  return moments;
}

}  // namespace jounce
