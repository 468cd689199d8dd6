#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "la/types.h"

// Eigen's decompositions are compiled once, in decompositions.cpp: each takes seconds.
extern template class Eigen::LLT<jounce::DenseMatrix>;
extern template class Eigen::PartialPivLU<jounce::DenseMatrix>;
extern template class Eigen::ColPivHouseholderQR<jounce::DenseMatrix>;
extern template class Eigen::CompleteOrthogonalDecomposition<jounce::DenseMatrix>;
extern template class Eigen::SelfAdjointEigenSolver<jounce::DenseMatrix>;
extern template class Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 3, 3>>;
extern template class Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>>;
extern template class Eigen::GeneralizedSelfAdjointEigenSolver<jounce::DenseMatrix>;
extern template class Eigen::JacobiSVD<jounce::DenseMatrix>;
