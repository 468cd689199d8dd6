#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include "la/types.h"

// Eigen's decompositions of dense matrices are compiled once, in decompositions.cpp: each takes seconds.
extern template class Eigen::LLT<jounce::DenseMatrix>;
extern template class Eigen::PartialPivLU<jounce::DenseMatrix>;
extern template class Eigen::ColPivHouseholderQR<jounce::DenseMatrix>;
extern template class Eigen::CompleteOrthogonalDecomposition<jounce::DenseMatrix>;
extern template class Eigen::SelfAdjointEigenSolver<jounce::DenseMatrix>;
