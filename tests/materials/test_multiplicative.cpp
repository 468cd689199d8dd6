// Laws of small strain on the elastic logarithmic strains of F = F_e F_p.

#include "materials/multiplicative.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "../support/differences.h"
#include "materials/linear_elastic.h"
#include "materials/logarithmic.h"
#include "materials/plastic.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;

using History = std::array<double, 7>;

MaterialResponse answer(const Material& law, const Voigt& E, const History& history = {}) {
  MaterialResponse response;
  law.evaluate(E, history.data(), true, response);
  return response;
}

std::shared_ptr<const Plastic> some_metal() {
  return std::make_shared<Plastic>(1, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {0.1, 1.5}, {0.5, 1.7}});
}

Voigt strain_of(const Matrix3& F) { return to_voigt((F.transpose() * F - Matrix3::Identity()) / 2, 2); }

/// F_t of random directions, the same for the same numbers.
Matrix3 some_gradient(unsigned seed, double size) {
  const Vector x = Random(seed).vector(9, -size, size);
  return Matrix3::Identity() + Eigen::Map<const Matrix3>(x.data());
}

TEST(Multiplicative, ElasticIsHencky) {
  const auto inner = std::make_shared<LinearElastic>(1, isotropic_stiffness(2.5, 0.3));
  const Multiplicative law(inner);
  const Logarithmic hencky(inner);
  for (unsigned seed = 1; seed < 6; ++seed) {
    const Voigt E = strain_of(some_gradient(seed, 0.3));
    const MaterialResponse a = answer(law, E), b = answer(hencky, E);
    EXPECT_TRUE(close(a.stress.transpose(), b.stress.transpose(), 1e-12));
    EXPECT_TRUE(close(a.tangent, b.tangent, 1e-11));
    EXPECT_NEAR(a.energy, b.energy, 1e-13);
  }
}

/// Tension far beyond yield, in large steps: the Kirchhoff stress is the table's at the true plastic strain.
TEST(Multiplicative, UniaxialCurveOfTrueStrainIsTheTable) {
  const double E = 200;
  const Multiplicative law(some_metal());
  History history{};
  for (const double total : {0.004, 0.06, 0.2, 0.9, 1.2}) {
    Voigt strain = Voigt::Zero();
    strain[0] = (std::exp(2 * total) - 1) / 2;
    strain[1] = strain[2] = (std::exp(-total) - 1) / 2;
    MaterialResponse r;
    for (int i = 0; i < 60; ++i) {  // no stress across
      r = answer(law, strain, history);
      strain[1] = strain[2] -= r.stress[1] / (r.tangent(1, 1) + r.tangent(1, 2));
    }
    law.update(strain, history.data(), history.data());
    const double p = history[6];
    const double yield = p <= 0.1 ? 1 + 5 * p : p <= 0.5 ? 1.5 + 0.5 * (p - 0.1) : 1.7;
    const double kirchhoff = r.stress[0] * std::exp(2 * total);
    EXPECT_NEAR(kirchhoff, p > 0 ? yield : E * total, 1e-12);
    EXPECT_NEAR(kirchhoff / E + p, total, 1e-13);
  }
  EXPECT_GT(history[6], 1.1);
}

TEST(Multiplicative, TangentIsConsistent) {
  const Multiplicative law(some_metal());
  History history{};
  law.update(strain_of(some_gradient(9, 0.2)), history.data(), history.data());
  ASSERT_GT(history[6], 0.05);
  std::vector<Voigt> strains = {Voigt::Zero()};
  for (unsigned seed = 1; seed < 6; ++seed) strains.push_back(strain_of(some_gradient(seed, 0.2)));
  for (const History& from : {History{}, history})
    for (const Voigt& E : strains) {
      if (E.isZero(0) && from[6] > 0) continue;  // differences across the border of yield
      const auto stress = [&](const Vector& x) { return Vector(answer(law, x, from).stress); };
      EXPECT_TRUE(close(answer(law, E, from).tangent, differences(stress, E, 1e-6), 1e-6)) << E.transpose();
    }
}

/// Plastic flow keeps the volume, in however large steps, and a committed state is at rest.
TEST(Multiplicative, FlowKeepsTheVolume) {
  const Multiplicative law(some_metal());
  History history{};
  for (unsigned seed = 1; seed < 9; ++seed) {
    const Voigt E = strain_of(some_gradient(seed, 0.25));
    const MaterialResponse before = answer(law, E, history);
    law.update(E, history.data(), history.data());
    const Matrix3 Cp_inverse = Matrix3::Identity() + to_matrix(Eigen::Map<const Voigt>(history.data()), 1);
    EXPECT_NEAR(Cp_inverse.determinant(), 1, 1e-13);
    EXPECT_TRUE(close(before.stress.transpose(), answer(law, E, history).stress.transpose(), 1e-11));
  }
  EXPECT_GT(history[6], 0.5);
}

/// Flow on a path that turns: tension, then the body is turned under it, then tension along another axis of
/// space is tension along the same axis of the body.
TEST(Multiplicative, DependsOnStretchAlone) {
  const Multiplicative law(some_metal());
  History history{};
  const Matrix3 F_1 = some_gradient(2, 0.2),
                R = rotation_exponential(Vector3(0.4, -1.2, 0.7)).toRotationMatrix();
  law.update(strain_of(F_1), history.data(), history.data());
  const Matrix3 F_2 = some_gradient(3, 0.1) * F_1;
  EXPECT_TRUE(close(answer(law, strain_of(F_2), history).stress.transpose(),
                    answer(law, strain_of(R * F_2), history).stress.transpose(), 1e-12));
}

/// Simple shear of a perfectly plastic solid in small steps: as the shear grows, the Kirchhoff shear stress
/// tends to s / sqrt(3), without the softening of laws that are additive in ln(C) / 2.
TEST(Multiplicative, ShearStressStaysAtTheYieldStress) {
  const Multiplicative law(std::make_shared<Plastic>(1, 200, 0.3, std::vector<Plastic::Point>{{0, 1}}));
  History history{};
  Matrix3 F = Matrix3::Identity();
  MaterialResponse r;
  for (int i = 1; i <= 4000; ++i) {
    F(0, 1) = 1e-3 * i;
    r = answer(law, strain_of(F), history);
    law.update(strain_of(F), history.data(), history.data());
  }
  const Matrix3 tau = F * to_matrix(r.stress, 1) * F.transpose();
  EXPECT_NEAR(tau(0, 1), 1 / std::sqrt(3.0), 1e-3);
  EXPECT_NEAR(history[6], 4 / std::sqrt(3.0), 0.02);
}

/// Work done along a path through large strains is elastic energy and what plastic strains took.
TEST(Multiplicative, PlasticWorkClosesTheBalance) {
  const Multiplicative law(some_metal());
  History history{};
  Matrix3 F = Matrix3::Identity();
  Matrix3 last_P = Matrix3::Zero();
  double work = 0;
  for (unsigned turn = 1; turn < 4; ++turn) {
    const Matrix3 G = some_gradient(turn, 0.2), from = F, aim = G / std::cbrt(G.determinant());
    constexpr int kSteps = 8000;
    for (int i = 1; i <= kSteps; ++i) {
      const Matrix3 next = from + (aim - from) * (static_cast<double>(i) / kSteps);
      const Matrix3 P = next * to_matrix(answer(law, strain_of(next), history).stress, 1);
      work += 0.5 * (P + last_P).cwiseProduct(next - F).sum();
      law.update(strain_of(next), history.data(), history.data());
      F = next;
      last_P = P;
    }
  }
  const double plastic = law.plastic_work(strain_of(F), history.data());
  const double elastic = answer(law, strain_of(F), history).energy;
  EXPECT_GT(plastic, 10 * elastic);
  EXPECT_NEAR(work, elastic + plastic, 1e-3 * plastic);
}

}  // namespace
}  // namespace jounce
