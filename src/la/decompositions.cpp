#include "la/decompositions.h"

template class Eigen::LLT<jounce::DenseMatrix>;
template class Eigen::PartialPivLU<jounce::DenseMatrix>;
template class Eigen::ColPivHouseholderQR<jounce::DenseMatrix>;
template class Eigen::CompleteOrthogonalDecomposition<jounce::DenseMatrix>;
template class Eigen::SelfAdjointEigenSolver<jounce::DenseMatrix>;
template class Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 3, 3>>;
template class Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>>;
template class Eigen::GeneralizedSelfAdjointEigenSolver<jounce::DenseMatrix>;
template class Eigen::JacobiSVD<jounce::DenseMatrix>;
