#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "contact_problem/body_contact.h"
#include "random_problems.h"

namespace jounce::contact_problem {
namespace {

using Vec3 = SmallVector<3>;
using Mat3 = SmallMatrix<3>;

/// Distance from r in K, u in K*, u.r = 0, relative to what enters.
double misfit(const Mat3& A, double mu, const Vec3& b, const Vec3& r) {
  const Vec3 u = A * r + b;
  const double size = b.norm() + A.norm() * r.norm(), scale = A.trace() / 3;
  return (scale * r - project_cone<3>(mu, Vec3(scale * r - u))).norm() / size;
}

Vec3 solved(const Mat3& A, double mu, const Vec3& b, double guess = 0) {
  const double packed[6] = {A(0, 0), A(0, 1), A(0, 2), A(1, 1), A(1, 2), A(2, 2)};
  Vec3 r = Vec3::Zero();
  solve_cone_contact(packed, mu, b.data(), r.data(), guess);
  return r;
}

TEST(OneConeContact, MeetsOptimalityConditions) {
  RandomProblems random(3);
  int boundary = 0, lifting = 0;
  for (int k = 0; k < 50000; ++k) {
    // From isotropic to a condition of 1e6, coupling of every size.
    const DenseMatrix G = Eigen::Map<const DenseMatrix>(random.normals(9).eval().data(), 3, 3);
    Mat3 A = G.transpose() * G;
    A.diagonal().array() += std::pow(10.0, random.between(-5, 2));
    const double mu = std::pow(10.0, random.between(-2, 1));
    Vec3 b = random.normals(3);
    b[0] *= std::pow(10.0, random.between(-6, 1));
    const Vec3 r = solved(A, mu, b, random.uniform() < 0.5 ? 0.0 : std::pow(10.0, random.between(-3, 3)));
    ASSERT_LE(misfit(A, mu, b, r), 1e-11) << k << " mu " << mu << "\n" << A << "\n" << b.transpose();
    const Vec3 u = A * r + b;
    if (r[0] > 0 && u.norm() > 1e-6) ++boundary;
    if (r[0] > 0 && b[0] > 0) ++lifting;
  }
  EXPECT_GT(boundary, 10000);
  EXPECT_GT(lifting, 1000);
}

TEST(OneConeContact, Degenerate) {
  Mat3 A = Vec3(2, 3, 3).asDiagonal();
  A(0, 1) = A(1, 0) = 0.5;
  EXPECT_EQ(solved(A, 0.5, {1, 1, 0}), Vec3::Zero());     // inside the dual cone
  EXPECT_EQ(solved(A, 0.5, {0.5, 0, 1}), Vec3::Zero());   // on its border
  EXPECT_EQ(solved(A, 0.0, {1e-9, 5, 5}), Vec3::Zero());  // no friction
  EXPECT_EQ(solved(A, 0.0, {-1, 5, 5}), Vec3(0.5, 0, 0));
  EXPECT_EQ(solved(A, 0.5, Vec3::Zero()), Vec3::Zero());
  // b_N = 0, the value at which both N and S of the boundary equations may vanish.
  for (const double normal : {0.0, 1e-300, 1e-16, -1e-16, 1e-9, -1e-9})
    for (const double coupling : {0.0, 1e-14, 0.3}) {
      A(0, 1) = A(1, 0) = coupling;
      EXPECT_LE(misfit(A, 0.5, {normal, 1, 0.2}, solved(A, 0.5, {normal, 1, 0.2})), 1e-13)
          << normal << ' ' << coupling;
    }
}

TEST(OneConeContact, ClosedFormWithoutCoupling) {
  RandomProblems random(4);
  for (int k = 0; k < 2000; ++k) {
    const double normal = std::exp(random.normal()), tangent = std::exp(random.normal());
    BodyContact contact{
        {normal, 0, 0, tangent, 0, tangent}, random.between(0, 2), 1, 1 / normal, 1 / tangent, 0, 0};
    contact.inverse_boundary = 1 / (normal + contact.mu * contact.mu * tangent);
    const Vec3 b = random.normals(3);
    Vec3 r = Vec3::Zero();
    double lambda = 0;
    ConeLaw::solve(contact, b.data(), r.data(), lambda);
    const Mat3 A = Vec3(normal, tangent, tangent).asDiagonal();
    EXPECT_LE(misfit(A, contact.mu, b, r), 1e-14);
    EXPECT_LE((solved(A, contact.mu, b) - r).norm(), 1e-12 * (1 + r.norm()));
  }
}

}  // namespace
}  // namespace jounce::contact_problem
