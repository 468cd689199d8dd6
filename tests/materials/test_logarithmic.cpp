// Small-strain laws on logarithmic strains, and what both of these have in common: see
// test_multiplicative.cpp.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>

#include "../support/differences.h"
#include "materials/anisotropic_plastic.h"
#include "materials/linear_elastic.h"
#include "materials/logarithmic.h"
#include "materials/multiplicative.h"
#include "materials/plane_stress.h"
#include "materials/plastic.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;

MaterialResponse respond(const Material& law, const Voigt& E, const double* history = nullptr) {
  MaterialResponse response;
  law.evaluate(E, history, true, response);
  return response;
}

std::shared_ptr<const Material> some_anisotropic() {
  const Matrix3 R = rotation_exponential(Vector3(0.3, -0.8, 0.5)).toRotationMatrix();
  return std::make_shared<LinearElastic>(
      1, rotated_stiffness(orthotropic_stiffness(std::array{3.0, 2.0, 1.5}, std::array{0.2, 0.3, 0.25},
                                                 std::array{0.8, 0.7, 0.9}),
                           R));
}

/// A strain with these principal values in axes of no particular direction.
Voigt turned_strain(double a, double b, double c) {
  const Matrix3 R = rotation_exponential(Vector3(-0.4, 0.7, 1.1)).toRotationMatrix();
  return to_voigt(R * Vector3(a, b, c).asDiagonal() * R.transpose(), 2);
}

TEST(LogDifference, IsTheDerivativeWhereValuesMeet) {
  for (const double c : {0.3, 1.0, 4.0}) {
    EXPECT_DOUBLE_EQ(log_difference(c, c), 1 / c);
    EXPECT_DOUBLE_EQ(log_difference(c, c, c), -1 / (c * c));
  }
}

// g[a,b,b] = (g[a,b] - g'(b)) / (E_a - E_b) in long numbers, on both sides of where the series begins.
TEST(LogDifference, OfSecondOrderIsRightAtAnyDistance) {
  for (const double relative : {1e-9, 1e-6, 1e-4, 2.9e-3, 3.1e-3, 1e-2, 0.3, 2.0}) {
    const double c = 1.3, a = c * (1 + relative);
    const long double x = (static_cast<long double>(a) - c) / c;
    // ln(1 + x) - x as a series where it is small: the quotient is (ln(1 + x) - x) / x^2 * 2 / c^2
    long double sum = 0;
    if (x < 0.05L)
      for (int k = 2; k < 30; ++k) sum += (k % 2 == 0 ? -1 : 1) * std::pow(x, k - 2) / k;
    else
      sum = (std::log1p(x) - x) / (x * x);
    const double exact = static_cast<double>(2 * sum / (static_cast<long double>(c) * c));
    EXPECT_NEAR(log_difference(a, c, c), exact, 1e-12) << relative;
    EXPECT_NEAR(log_difference(c, a, c), exact, 1e-12) << relative;
    EXPECT_NEAR(log_difference(c, c, a), exact, 1e-12) << relative;
  }
}

TEST(Logarithmic, StressIsTheDerivativeOfTheEnergyAndTangentThatOfTheStress) {
  const std::array<Voigt, 6> strains = {
      Voigt::Zero(),
      turned_strain(0.1, 0.1, 0.1),
      turned_strain(0.2, 0.2, -0.1),
      turned_strain(-0.2, 0.3, 0.3 + 1e-5),
      turned_strain(0.4, 0.401, 0.4005),
      turned_strain(1.5, -0.1, -0.3),
  };
  const auto isotropic = std::make_shared<LinearElastic>(1, isotropic_stiffness(2.5, 0.3));
  for (const auto& inner : {std::shared_ptr<const Material>(isotropic), some_anisotropic()}) {
    const Logarithmic law(inner);
    for (const Voigt& E : strains) {
      SCOPED_TRACE(E.transpose());
      const auto energy = [&](const Vector& x) { return Vector::Constant(1, respond(law, x).energy).eval(); };
      const auto stress = [&](const Vector& x) { return Vector(respond(law, x).stress); };
      EXPECT_TRUE(close(respond(law, E).stress.transpose(), differences(energy, E, 1e-3), 1e-9));
      EXPECT_TRUE(close(respond(law, E).tangent, differences(stress, E, 1e-3), 1e-8));
      EXPECT_TRUE(close(respond(law, E).tangent, respond(law, E).tangent.transpose(), 1e-13));
    }
  }
}

TEST(Logarithmic, IsTheLawWhereStrainsAreSmall) {
  const auto inner = some_anisotropic();
  const Logarithmic law(inner);
  EXPECT_TRUE(close(law.initial_stiffness(), inner->initial_stiffness(), 1e-14));
  const Voigt E = 1e-9 * Random(5).vector(6);
  EXPECT_LT((respond(law, E).stress - respond(*inner, E).stress).norm(),
            1e-8 * respond(*inner, E).stress.norm());
}

/// Pressure K ln J / J of equal stretches.
TEST(Logarithmic, VolumeChangesByTheLogarithm) {
  const double E = 2.5, nu = 0.3, bulk = E / (3 * (1 - 2 * nu));
  const Logarithmic law(std::make_shared<LinearElastic>(1, isotropic_stiffness(E, nu)));
  for (const double stretch : {0.5, 0.9, 1.0, 1.4, 3.0}) {
    const Voigt strain = (stretch * stretch - 1) / 2 * (Voigt() << 1, 1, 1, 0, 0, 0).finished();
    const MaterialResponse r = respond(law, strain);
    const double J = stretch * stretch * stretch;
    EXPECT_NEAR(r.stress[0] * stretch * stretch / J, bulk * std::log(J) / J, 1e-14 * bulk);
    EXPECT_NEAR(r.energy, bulk / 2 * std::log(J) * std::log(J), 1e-13 * bulk);
  }
}

TEST(Logarithmic, PlasticTangentIsConsistent) {
  const std::vector<Plastic::Point> curve = {{0, 1}, {0.3, 1.5}};
  const Logarithmic isotropic(std::make_shared<Plastic>(1, 200, 0.3, curve));
  const Logarithmic anisotropic(
      std::make_shared<AnisotropicPlastic>(1, 50 * some_anisotropic()->initial_stiffness(), curve));
  for (const Logarithmic* law : {&isotropic, &anisotropic}) {
    Random random(6);
    std::array<double, 7> history{};
    law->update(random.vector(6, -0.2, 0.2), history.data(), history.data());
    ASSERT_GT(history[6], 0.05);
    for (int i = 0; i < 5; ++i) {
      const Voigt E = random.vector(6, -0.2, 0.2);
      const auto stress = [&](const Vector& x) { return Vector(respond(*law, x, history.data()).stress); };
      EXPECT_TRUE(close(respond(*law, E, history.data()).tangent, differences(stress, E, 1e-6), 1e-6));
    }
  }
}

TEST(Logarithmic, PlaneStressHasNoStressAcross) {
  const PlaneStress law(std::make_shared<Logarithmic>(
      std::make_shared<Plastic>(1, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {1, 2}})));
  const std::array<double, 7> history{};
  Voigt strain = Voigt::Zero();
  strain.head<2>() = Eigen::Vector2d(0.3, -0.1);
  strain[3] = 0.2;
  const MaterialResponse r = respond(law, strain, history.data());
  EXPECT_EQ(r.stress[2], 0);
  Voigt full = strain;
  full[2] = r.strain_33;
  // Plastic flow keeps the volume, but for what the stress of 1.2 does to it.
  const Matrix3 C = Matrix3::Identity() + 2 * to_matrix(full, 0.5);
  EXPECT_NEAR(std::sqrt(C.determinant()), 1, 5e-3);
}

/// A metal on each of the strains.
struct Metal {
  const char* name;
  std::shared_ptr<const Material> law;
};

std::vector<Metal> metals() {
  const auto inner =
      std::make_shared<Plastic>(1, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {0.1, 1.5}, {0.5, 1.7}});
  return {{"additive", std::make_shared<Logarithmic>(inner)},
          {"multiplicative", std::make_shared<Multiplicative>(inner)}};
}

class TrueStrain : public testing::TestWithParam<Metal> {};

INSTANTIATE_TEST_SUITE_P(Laws, TrueStrain, testing::ValuesIn(metals()),
                         [](const auto& metal) { return std::string(metal.param.name); });

/// Tension far beyond yield, in large steps: the Kirchhoff stress is the table's at the true plastic strain.
TEST_P(TrueStrain, UniaxialCurveIsTheTable) {
  const double E = 200;
  const Material& law = *GetParam().law;
  std::array<double, 7> history{};
  for (const double total : {0.004, 0.06, 0.2, 0.9, 1.2}) {
    Voigt strain = Voigt::Zero();
    strain[0] = (std::exp(2 * total) - 1) / 2;
    strain[1] = strain[2] = (std::exp(-total) - 1) / 2;
    MaterialResponse r;
    for (int i = 0; i < 60; ++i) {  // no stress across
      r = respond(law, strain, history.data());
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

/// Work done along a path through large strains is elastic energy and what plastic strains took.
TEST_P(TrueStrain, PlasticWorkClosesTheBalance) {
  const Material& law = *GetParam().law;
  Random random(3);
  std::array<double, 7> history{};
  Voigt last = Voigt::Zero(), last_stress = Voigt::Zero();
  double work = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const Matrix3 C = Matrix3::Identity() + 2 * to_matrix(random.vector(6, -0.2, 0.2), 0.5);
    const Voigt from = last;
    const Voigt aim =
        to_voigt((C / std::cbrt(C.determinant()) - Matrix3::Identity()) / 2, 2);  // of the same volume
    constexpr int kSteps = 8000;
    for (int i = 1; i <= kSteps; ++i) {
      const Voigt strain = from + (aim - from) * (static_cast<double>(i) / kSteps);
      const Voigt stress = respond(law, strain, history.data()).stress;
      work += 0.5 * (stress + last_stress).dot(strain - last);
      law.update(strain, history.data(), history.data());
      last = strain;
      last_stress = stress;
    }
  }
  const double plastic = law.plastic_work(last, history.data());
  const double elastic = respond(law, last, history.data()).energy;
  EXPECT_GT(plastic, 10 * elastic);
  EXPECT_NEAR(work, elastic + plastic, 1e-3 * plastic);
}

}  // namespace
}  // namespace jounce
