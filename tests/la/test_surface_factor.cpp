#include "la/surface_factor.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "../support/petsc_environment.h"
#include "la/decompositions.h"
#include "la/gmres.h"
#include "la/linear_solver.h"
#include "la/symmetric_product.h"
#include "matrices.h"

namespace jounce {
namespace {

/// A random sparse symmetric positive definite matrix: springs between unknowns, and to the ground.
CsrMatrix springs(Index n, std::mt19937& engine) {
  std::uniform_int_distribution<Index> pick(0, n - 1);
  std::uniform_real_distribution<double> stiffness(0.5, 2);
  struct Spring {
    std::array<Index, 2> ends;
    double k;
  };
  std::vector<Spring> all;
  for (Index i = 0; i < 3 * n; ++i)
    if (const Index a = pick(engine), b = pick(engine); a != b) all.push_back({{a, b}, stiffness(engine)});
  return test::assembled(n, [&](MatrixSink& sink) {
    for (const Spring& spring : all) {
      const std::array<double, 4> values = {spring.k, -spring.k, -spring.k, spring.k};
      sink.add(spring.ends, spring.ends, values.data());
    }
    for (Index i = 0; i < n; ++i) {
      const std::array<Index, 1> row = {i};
      const double k = 0.1;
      sink.add(row, row, &k);
    }
  });
}

TEST(SurfaceFactor, GivesComplianceAndSolutionsInTwoHalves) {
  std::mt19937 engine(3);
  for (const Index n : {1, 7, 60, 300}) {
    const CsrMatrix matrix = springs(n, engine);
    const DenseMatrix A = test::dense(matrix), inverse = A.llt().solve(DenseMatrix::Identity(n, n));
    for (const int share : {1, 3, 1000}) {  // all unknowns, a third of them, the first one
      std::vector<Index> surface;
      for (Index i = 0; i < n; i += share) surface.push_back(i);
      SurfaceFactor factor;
      factor.factor(matrix, surface);
      const auto size = static_cast<Index>(surface.size());
      EXPECT_LT((factor.compliance() - inverse(surface, surface)).norm(), 1e-12 * inverse.norm());
      const Vector b = Vector::Random(n), f = Vector::Random(size);
      Vector all = b, alone = Vector::Zero(n), x;
      for (Index i = 0; i < size; ++i) {
        all[surface[i]] += f[i];
        alone[surface[i]] = f[i];
      }
      const Vector solution = inverse * b;
      EXPECT_LT((factor.begin(b) - solution(surface)).norm(), 1e-12 * solution.norm());
      factor.finish(Vector::Zero(size), x);
      EXPECT_LT((x - solution).norm(), 1e-12 * solution.norm());
      factor.finish(f, x);
      EXPECT_LT((A * x - all).norm(), 1e-12 * A.norm() * x.norm());
      factor.respond(f, x);
      EXPECT_LT((A * x - alone).norm(), 1e-12 * A.norm() * x.norm());
    }
  }
}

TEST(SurfaceFactor, RefusesWhatIsNotPositiveDefinite) {
  std::mt19937 engine(5);
  CsrMatrix matrix = springs(20, engine);
  const std::array<Index, 1> row = {11};
  const double less = -100;
  matrix.add(row, row, &less);
  SurfaceFactor factor;
  EXPECT_THROW(factor.factor(matrix, {0, 5}), SingularMatrix);
}

TEST(SymmetricProduct, LooksAtTheLowerTriangleAlone) {
  const DenseMatrix A = DenseMatrix::Random(9, 9);
  const Vector x = Vector::Random(9);
  Vector y;
  symmetric_product(A, x, y);
  EXPECT_LT((y - A.selfadjointView<Eigen::Lower>() * x).norm(), 1e-14);
  symmetric_product(DenseMatrix(0, 0), Vector(), y);
  EXPECT_EQ(y.size(), 0);
}

TEST(Gmres, SolvesUnsymmetricSystemsOfSeveralSizes) {
  Gmres gmres;
  for (const Index n : {1, 40, 3}) {
    DenseMatrix A = DenseMatrix::Random(n, n);
    A.diagonal().array() += 3;
    const Vector b = Vector::Random(n), diagonal = A.diagonal();
    Vector x;
    ASSERT_TRUE(gmres.solve([&](const Vector& from, Vector& to) { to = A * from; },
                            [&](const Vector& from, Vector& to) { to = from.cwiseQuotient(diagonal); }, b,
                            1e-12, 100, x));
    EXPECT_LT((A * x - b).norm(), 1e-11 * b.norm());
  }
  EXPECT_GT(gmres.iterations(), 0);
}

}  // namespace
}  // namespace jounce
