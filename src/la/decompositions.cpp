#include "la/decompositions.h"

template class Eigen::LLT<jounce::DenseMatrix>;
template class Eigen::PartialPivLU<jounce::DenseMatrix>;
template class Eigen::ColPivHouseholderQR<jounce::DenseMatrix>;
template class Eigen::CompleteOrthogonalDecomposition<jounce::DenseMatrix>;
template class Eigen::SelfAdjointEigenSolver<jounce::DenseMatrix>;
