// Laws with a way of their own to plane stress, against Newton's method on the law in space.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "../support/differences.h"
#include "materials/anisotropic_plastic.h"
#include "materials/linear_elastic.h"
#include "materials/logarithmic.h"
#include "materials/multiplicative.h"
#include "materials/plane_axes.h"
#include "materials/plane_stress.h"
#include "materials/plastic.h"

namespace jounce {
namespace {

using namespace test;

using PlaneHistory = std::array<double, 14>;

struct PlaneLaw {
  std::string name;
  std::shared_ptr<const Material> law;
};

std::vector<PlaneLaw> plane_laws() {
  const auto hardening = [](double first, double last) {
    return std::vector<Plastic::Point>{{0, 1}, {0.01, first}, {0.05, last}};
  };
  const auto metal = std::make_shared<Plastic>(1, 200, 0.3, hardening(1.5, 1.7));
  const auto stiffening = std::make_shared<Plastic>(1, 200, 0.3, hardening(1.1, 3));
  const auto ideal = std::make_shared<Plastic>(1, 200, 0.3, std::vector<Plastic::Point>{{0, 1}});
  const auto kinematic = std::make_shared<Plastic>(1, 200, 0.3, hardening(1.5, 1.7),
                                                   std::vector<Plastic::Point>{{0, 0}, {0.02, 0.4}});
  const auto orthotropic = std::make_shared<LinearElastic>(
      1, orthotropic_stiffness(std::array{3.0, 2.0, 1.5}, std::array{0.2, 0.3, 0.25},
                               std::array{0.8, 0.7, 0.9}));
  const auto anisotropic =
      std::make_shared<AnisotropicPlastic>(1, 70 * orthotropic->initial_stiffness(), hardening(1.5, 1.7));
  return {{"metal", metal},
          {"stiffening", stiffening},
          {"ideal", ideal},
          {"multiplicative", std::make_shared<Multiplicative>(metal)},
          {"multiplicative, elastic", std::make_shared<Multiplicative>(
                                          std::make_shared<LinearElastic>(1, isotropic_stiffness(2.5, 0.3)))},
          {"logarithmic", std::make_shared<Logarithmic>(metal)},
          {"logarithmic, kinematic", std::make_shared<Logarithmic>(kinematic)},
          {"logarithmic, orthotropic", std::make_shared<Logarithmic>(orthotropic)},
          {"logarithmic, anisotropic", std::make_shared<Logarithmic>(anisotropic)}};
}

/// A strain of the plane; what is across is not looked at.
Voigt plane_strain(Random& random, double size) {
  Voigt E = random.vector(6, -size, size);
  E[4] = E[5] = 0;
  return E;
}

void expect_same(const MaterialResponse& a, const MaterialResponse& b, double stress) {
  EXPECT_LT((a.stress - b.stress).norm(), 1e-11 * stress);
  EXPECT_NEAR(a.energy, b.energy, 1e-12 * stress);
  EXPECT_NEAR(a.strain_33, b.strain_33, 1e-13);
}

/// Walks through random strains; the histories of both stay the same.
TEST(PlaneStress, OwnWaysAreThoseOfTheLawInSpace) {
  for (const auto& [name, law] : plane_laws()) {
    SCOPED_TRACE(name);
    const auto own = in_plane_stress(law);
    const PlaneStress by_newton(law);
    const double E = law->initial_stiffness()(0, 0);
    ASSERT_EQ(own->history_size(), law->history_size());
    Random random(5);
    PlaneHistory history{}, other{};
    MaterialResponse a, b;
    for (int step = 0; step < 60; ++step) {
      const Voigt strain = plane_strain(random, step % 3 == 0 ? 2e-3 : 0.04);
      own->evaluate(strain, history.data(), true, a);
      by_newton.evaluate(strain, other.data(), true, b);
      expect_same(a, b, E * 0.01);
      for (const int i : {0, 1, 3})
        for (const int j : {0, 1, 3}) EXPECT_NEAR(a.tangent(i, j), b.tangent(i, j), 1e-9 * E);
      EXPECT_NEAR(own->plastic_work(strain, history.data()), by_newton.plastic_work(strain, other.data()),
                  1e-13 * E);
      PlaneHistory next = history;
      double work = -1;
      MaterialResponse c;
      own->advance(strain, history.data(), c, next.data(), &work);
      expect_same(c, a, E * 0.01);
      EXPECT_NEAR(work, own->plastic_work(strain, history.data()), 1e-13 * E);
      by_newton.update(strain, other.data(), other.data());
      own->update(strain, history.data(), history.data());
      for (std::size_t k = 0; k < history.size(); ++k) {
        EXPECT_NEAR(history[k], other[k], 1e-12);
        EXPECT_NEAR(next[k], history[k], 1e-14);
      }
    }
    if (law->history_size() > 0) {
      EXPECT_GT(history[6], 0.1);
    }
  }
}

/// Sheets that become thinner by more than exp(-1/2), where logarithmic strains across are below -1/2: with
/// E_33 as found, the law in space has these stresses and none across.
TEST(PlaneStress, ServesAtLargeStrains) {
  for (const auto& [name, law] : plane_laws()) {
    if (!name.starts_with("logarithmic") && !name.starts_with("multiplicative")) continue;
    SCOPED_TRACE(name);
    const auto own = in_plane_stress(law);
    const double E = law->initial_stiffness()(0, 0);
    PlaneHistory history{}, other{};
    MaterialResponse a, b;
    for (int step = 1; step <= 60; ++step) {
      const double e = 0.01 * step;
      Voigt strain = Voigt::Zero();
      strain[0] = 0.5 * std::expm1(2 * e);
      strain[1] = 0.5 * std::expm1(1.6 * e);
      strain[3] = 0.1 * e;
      own->evaluate(strain, history.data(), true, a);
      strain[2] = a.strain_33;
      law->evaluate(strain, other.data(), true, b);
      ASSERT_LT((a.stress - b.stress).norm(), 1e-11 * E) << e;
      own->update(strain, history.data(), history.data());
      law->update(strain, other.data(), other.data());
      for (std::size_t k = 0; k < history.size(); ++k) ASSERT_NEAR(history[k], other[k], 1e-11);
    }
    if (name == "logarithmic, kinematic") {
      EXPECT_LT(a.strain_33, 0.5 * std::expm1(-1.0));
    }
  }
}

TEST(PlaneStress, OwnTangentsAreDerivatives) {
  for (const auto& [name, law] : plane_laws()) {
    SCOPED_TRACE(name);
    const auto own = in_plane_stress(law);
    Random random(8);
    PlaneHistory history{};
    own->update(plane_strain(random, 0.03), history.data(), history.data());
    for (int i = 0; i < 5; ++i) {
      const Voigt E = plane_strain(random, 0.04);
      const auto stress = [&](const Vector& x) {
        MaterialResponse r;
        own->evaluate(x, history.data(), false, r);
        return Vector(r.stress.head<4>());
      };
      MaterialResponse r;
      own->evaluate(E, history.data(), true, r);
      DenseMatrix tangent = r.tangent.topLeftCorner<4, 4>(), expected = differences(stress, E, 1e-6);
      EXPECT_LT((tangent - expected.leftCols(4)).norm(), 1e-6 * tangent.norm());
    }
  }
}

TEST(PlaneStress, AdvanceIsEvaluateWorkAndUpdate) {
  const auto law = std::make_shared<Plastic>(1, 200, 0.3, std::vector<Plastic::Point>{{0, 1}, {0.1, 2}},
                                             std::vector<Plastic::Point>{{0, 0}, {0.1, 1}});
  const PlaneStress plane(law);
  Random random(2);
  PlaneHistory history{};
  for (int step = 0; step < 20; ++step) {
    const Voigt strain = plane_strain(random, 0.03);
    PlaneHistory next = history;
    MaterialResponse at_once, evaluated;
    double work = 0;
    plane.advance(strain, history.data(), at_once, next.data(), &work);
    plane.evaluate(strain, history.data(), false, evaluated);
    EXPECT_LT((at_once.stress - evaluated.stress).norm(), 1e-12);
    EXPECT_DOUBLE_EQ(at_once.energy, evaluated.energy);
    EXPECT_DOUBLE_EQ(at_once.strain_33, evaluated.strain_33);
    EXPECT_DOUBLE_EQ(work, plane.plastic_work(strain, history.data()));
    plane.update(strain, history.data(), history.data());
    EXPECT_EQ(next, history);
  }
}

TEST(PlaneAxes, AreThoseOfTheMatrix) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Vector x = random.vector(4);
    Matrix3 A = Matrix3::Zero();
    A(0, 0) = x[0];
    A(1, 1) = i % 5 == 0 ? x[0] : x[1];
    A(0, 1) = A(1, 0) = i % 7 == 0 ? 0 : i % 3 == 0 ? 1e-9 * x[2] : x[2];
    A(2, 2) = x[3];
    const PlaneAxes p(A);
    EXPECT_LT((p.axes * p.values.asDiagonal() * p.axes.transpose() - A).norm(), 1e-15 * (1 + A.norm()) * 4);
    EXPECT_LT((p.axes.transpose() * p.axes - Matrix3::Identity()).norm(), 1e-15 * 4);
    EXPECT_EQ(p.axes(2, 2), 1);
  }
}

}  // namespace
}  // namespace jounce
