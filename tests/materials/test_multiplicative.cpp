// Laws of small strain on the elastic logarithmic strains of F = F_e F_p; tension and work: see
// test_logarithmic.cpp.

#include "materials/multiplicative.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "../support/differences.h"
#include "materials/linear_elastic.h"
#include "materials/logarithmic.h"
#include "materials/visco_plastic.h"
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

/// All at once is one after the other.
TEST(Multiplicative, AdvancesAsItAnswers) {
  const auto rated = std::make_shared<ViscoPlastic>(
      1, 200, 0.3,
      std::make_unique<RateFactor>(std::make_unique<JohnsonCook>(JohnsonCook::Constants{1, 0.5, 0.3}),
                                   RateFactor::Kind::logarithmic, 1e-3, 0.05),
      ViscoPlastic::Options{.heating = 2});
  const Multiplicative metal(some_metal()), fast(rated);
  for (const Material* law : {static_cast<const Material*>(&metal), static_cast<const Material*>(&fast),
                              static_cast<const Material*>(rated.get())}) {
    std::vector<double> history(static_cast<std::size_t>(law->history_size())), next;
    for (unsigned seed = 1; seed < 5; ++seed) {
      const Voigt E = strain_of(some_gradient(seed, 0.1));
      PointState from(history.data());
      from.dt = 0.1;
      MaterialResponse expected, response;
      law->evaluate(E, from, false, expected);
      const double expected_work = law->plastic_work(E, from);
      double work = 0;
      next = history;
      law->advance(E, from, response, next.data(), &work);
      EXPECT_EQ(response.stress, expected.stress);
      EXPECT_EQ(response.energy, expected.energy);
      EXPECT_EQ(work, expected_work);
      std::vector<double> updated = history;
      law->update(E, from, updated.data());
      EXPECT_EQ(next, updated);
      history = next;
    }
    EXPECT_GT(history[6], 0.05);
  }
}

}  // namespace
}  // namespace jounce
