#pragma once

#include <Eigen/Core>

namespace jounce {

using Index = int;  ///< number of a degree of freedom, row or node (32 bit, as in Debian's PETSc)

using Vector = Eigen::VectorXd;
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
using DenseMatrix = Eigen::MatrixXd;
using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic>;

}  // namespace jounce
