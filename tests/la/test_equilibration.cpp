#include "la/equilibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../support/differences.h"
#include "matrices.h"

namespace jounce {
namespace {

using namespace test;

TEST(Equilibration, BringsMixedUnitsNearOne) {
  for (const double stiffness : {1e-14, 1.0, 3e12}) {
    DenseMatrix A = saddle_point(banded(10, 2), 3, 1);
    A.topLeftCorner(10, 10) *= stiffness;
    CsrMatrix matrix;
    assign(A, matrix);
    Vector scale;
    std::vector<double> values;
    equilibrate(matrix, scale, values);
    DenseMatrix scaled = scale.asDiagonal() * A * scale.asDiagonal();
    for (Index i = 0; i < 13; ++i) {
      EXPECT_GT(scaled.row(i).cwiseAbs().maxCoeff(), 0.2) << stiffness;
      EXPECT_LT(scaled.row(i).cwiseAbs().maxCoeff(), 4) << stiffness;
      EXPECT_EQ(std::exp2(std::round(std::log2(scale[i]))), scale[i]) << "a power of two";
    }
    for (std::size_t k = 0; k < values.size(); ++k) matrix.values()[k] = values[k];
    for (Index i = 0; i < 13; ++i)
      for (Index j = 0; j < 13; ++j) EXPECT_EQ(matrix.at(i, j), scaled(i, j));
  }
}

TEST(Equilibration, LeavesEmptyRowsAndUnitMatricesAlone) {
  CsrMatrix matrix;
  DenseMatrix A = DenseMatrix::Identity(4, 4);
  A(2, 2) = 0;
  assign(A, matrix);
  Vector scale;
  std::vector<double> values;
  equilibrate(matrix, scale, values);
  EXPECT_TRUE(close(scale, Vector::Ones(4), 0));
  matrix.values()[0] = std::nan("");
  equilibrate(matrix, scale, values);
  EXPECT_EQ(scale[0], 1);
}

TEST(Equilibration, IsUsedAgainWhileItFits) {
  DenseMatrix A = saddle_point(banded(10, 2), 3, 1);
  CsrMatrix matrix;
  assign(A, matrix);
  Vector scale;
  std::vector<double> values, again;
  equilibrate(matrix, scale, values);
  EXPECT_TRUE(rescale(matrix, scale, again));
  EXPECT_EQ(values, again);
  for (double& value : matrix.values()) value *= 3;
  EXPECT_TRUE(rescale(matrix, scale, again));
  EXPECT_EQ(again[0], 3 * values[0]);
  for (double& value : matrix.values()) value *= 30;
  EXPECT_FALSE(rescale(matrix, scale, again)) << "grown";
  for (double& value : matrix.values()) value /= 90 * 90;
  EXPECT_FALSE(rescale(matrix, scale, again)) << "shrunk";
}

}  // namespace
}  // namespace jounce
