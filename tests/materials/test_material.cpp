// All material laws: tangent and stress against differences, symmetry, and what each law promises.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "../support/differences.h"
#include "materials/anisotropic_plastic.h"
#include "materials/deformation_plastic.h"
#include "materials/hyperelastic.h"
#include "materials/hyperfoam.h"
#include "materials/linear_elastic.h"
#include "materials/plane_stress.h"
#include "materials/plastic.h"
#include "materials/wave_speed.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using namespace test;
using Laws = std::vector<std::pair<std::string, std::shared_ptr<const Material>>>;

VoigtMatrix some_orthotropic() {
  return orthotropic_stiffness(std::array{3.0, 2.0, 1.5}, std::array{0.2, 0.3, 0.25},
                               std::array{0.8, 0.7, 0.9});
}

PolynomialMaterial::Coefficients coefficients() {
  PolynomialMaterial::Coefficients C{};
  C[1][0] = 0.7;
  C[0][1] = 0.2;
  C[2][0] = 0.15;
  C[1][1] = 0.1;
  C[0][2] = 0.05;
  C[3][0] = 0.04;
  C[1][2] = 0.03;
  return C;
}

Laws hyperelastic() {
  PolynomialMaterial::Coefficients neo{};
  neo[1][0] = 0.6;
  return {
      {"neo-Hookean", std::make_shared<NeoHookean>(1, 0.9, 1.5)},
      {"C10", std::make_shared<PolynomialMaterial>(1, neo, std::vector<double>{0.5})},
      {"polynomial", std::make_shared<PolynomialMaterial>(1, coefficients(), std::vector<double>{0.5, 0.7})},
      {"Ogden",
       std::make_shared<OgdenMaterial>(1, std::vector<OgdenMaterial::Term>{{0.6, 1.3}, {0.2, -2}, {0.1, 5}},
                                       std::vector<double>{0.5, 0, 0.8})},
      {"foam", std::make_shared<Hyperfoam>(
                   1, std::vector<Hyperfoam::Term>{{0.6, 1.3, 0.4}, {0.2, -2, 0}, {0.1, 5, 1.2}})},
      {"Ramberg-Osgood",
       std::make_shared<DeformationPlastic>(1, DeformationPlastic::Constants{2, 0.3, 0.1, 5, 0.4})}};
}

Laws elastic() {
  Laws laws = hyperelastic();
  const Matrix3 R = rotation_exponential(Vector3(0.3, -0.8, 0.5)).toRotationMatrix();
  laws.emplace_back("isotropic", std::make_shared<LinearElastic>(1, isotropic_stiffness(2.5, 0.3)));
  laws.emplace_back("orthotropic",
                    std::make_shared<LinearElastic>(1, rotated_stiffness(some_orthotropic(), R)));
  return laws;
}

MaterialResponse at(const Material& law, const Voigt& E, const double* history = nullptr) {
  MaterialResponse response;
  law.evaluate(E, history, true, response);
  return response;
}

TEST(Material, StressIsTheDerivativeOfTheEnergyAndTangentThatOfTheStress) {
  for (const auto& [name, pointer] : elastic()) {
    SCOPED_TRACE(name);
    const auto* law = pointer.get();  // Clang 14 does not capture structured bindings
    Random random(4);
    for (int i = 0; i < 5; ++i) {
      const Voigt E = random.vector(6, -0.25, 0.25);
      const auto energy = [&](const Vector& x) { return Vector::Constant(1, at(*law, x).energy).eval(); };
      const auto stress = [&](const Vector& x) { return Vector(at(*law, x).stress); };
      EXPECT_TRUE(close(at(*law, E).stress.transpose(), differences(energy, E, 1e-4), 1e-10));
      EXPECT_TRUE(close(at(*law, E).tangent, differences(stress, E, 1e-4), 1e-9));
      EXPECT_TRUE(close(at(*law, E).tangent, at(*law, E).tangent.transpose(), 1e-13));
    }
  }
}

TEST(Material, NothingIsStoredWithoutStrain) {
  for (const auto& [name, law] : elastic()) {
    SCOPED_TRACE(name);
    EXPECT_NEAR(at(*law, Voigt::Zero()).energy, 0, 1e-15);
    EXPECT_LT(at(*law, Voigt::Zero()).stress.norm(), 1e-14);
    EXPECT_TRUE(is_positive_definite(law->initial_stiffness()));
  }
}

/// Isotropic laws: turning the strain turns the stress.
TEST(Material, HyperelasticLawsAreIsotropic) {
  const Matrix3 R = rotation_exponential(Vector3(0.3, -0.8, 0.5)).toRotationMatrix();
  for (const auto& [name, law] : hyperelastic()) {
    const Voigt E = Random(4).vector(6, -0.2, 0.2);
    const Voigt turned = to_voigt(R * to_matrix(E, 0.5) * R.transpose(), 2);
    const Matrix3 S = to_matrix(at(*law, E).stress, 1);
    EXPECT_LT((to_matrix(at(*law, turned).stress, 1) - R * S * R.transpose()).norm(), 1e-13) << name;
    EXPECT_NEAR(at(*law, turned).energy, at(*law, E).energy, 1e-14) << name;
  }
}

/// Moduli at small strain: mu = 2 (C10 + C01), K = 2 / D1; sum of Ogden's mu.
TEST(Material, UnstrainedModuliAreThoseOfTheConstants) {
  const auto moduli = [](const Material& law) {
    const VoigtMatrix D = law.initial_stiffness();
    return std::pair(D(3, 3), D(0, 1) + 2.0 / 3 * D(3, 3));
  };
  const auto expect = [&](const Material& law, double mu, double K) {
    EXPECT_NEAR(moduli(law).first, mu, 1e-13);
    EXPECT_NEAR(moduli(law).second, K, 1e-13);
    EXPECT_TRUE(close(law.initial_stiffness(),
                      isotropic_stiffness(9 * K * mu / (3 * K + mu), (3 * K - 2 * mu) / (2 * (3 * K + mu))),
                      1e-13));
  };
  const Laws laws = hyperelastic();
  expect(*laws[0].second, 0.9, 1.5 + 2.0 / 3 * 0.9);
  expect(*laws[1].second, 1.2, 4);
  expect(*laws[2].second, 1.8, 4);
  expect(*laws[3].second, 0.9, 4);
}

/// In one direction E e = s + a s (s / s_0)^(n - 1), across it -nu e of the elastic part and -1/2 of the
/// rest.
TEST(Material, RambergAndOsgoodInOneDirection) {
  const DeformationPlastic::Constants c = {200, 0.3, 0.5, 8, 0.4};
  const DeformationPlastic law(1, c);
  for (const double s : {1e-3, 0.3, 0.5, 0.9}) {
    const double flow = c.offset * s / c.E * std::pow(s / c.yield, c.exponent - 1);
    const double across = -c.nu * s / c.E - flow / 2;
    const Voigt E = (Voigt() << s / c.E + flow, across, across, 0, 0, 0).finished();
    EXPECT_LT((at(law, E).stress - s * Voigt::Unit(0)).norm(), 1e-12 * c.E) << s;
  }
}

/// A foam that is pulled with nu = 0 does not change across: s = 2 mu / alpha (l^alpha - 1) / l; under a
/// pressure of all sides p = 2 mu / alpha / l^3 (l^(-3 alpha beta) - l^alpha).
TEST(Material, FoamInOneAndInAllDirections) {
  const double mu = 0.4, alpha = 6, l = 0.7;
  const auto green = [](double stretch) { return (stretch * stretch - 1) / 2; };
  const Hyperfoam loose(1, {{mu, alpha, 0}});
  EXPECT_LT((at(loose, green(l) * Voigt::Unit(0)).stress -
             2 * mu / alpha * (std::pow(l, alpha) - 1) / (l * l) * Voigt::Unit(0))
                .norm(),
            1e-13);
  const double beta = 0.25 / 0.5;  // nu = 1/4
  const Hyperfoam foam(1, {{mu, alpha, beta}});
  const Voigt all = (Voigt() << green(l), green(l), green(l), 0, 0, 0).finished();
  const double p = 2 * mu / alpha / (l * l * l) * (std::pow(l, -3 * alpha * beta) - std::pow(l, alpha));
  EXPECT_NEAR(at(foam, all).stress[0] / l, -p, 1e-12 * p);  // Cauchy stress: S l^2 / J
}

/// Ogden with alpha = 2 is the neo-Hookean law with C10 = mu / 2; with 2 and -2 that of Mooney and Rivlin.
TEST(Material, OgdenContainsMooneyRivlin) {
  PolynomialMaterial::Coefficients C{};
  C[1][0] = 0.4;
  C[0][1] = 0.15;
  const PolynomialMaterial mooney(1, C, {0.5});
  const OgdenMaterial ogden(1, {{0.8, 2}, {0.3, -2}}, {0.5});
  Random random(8);
  for (int i = 0; i < 5; ++i) {
    const Voigt E = random.vector(6, -0.2, 0.3);
    EXPECT_NEAR(at(mooney, E).energy, at(ogden, E).energy, 1e-14);
    EXPECT_TRUE(close(at(mooney, E).stress, at(ogden, E).stress, 1e-13));
    EXPECT_TRUE(close(at(mooney, E).tangent, at(ogden, E).tangent, 1e-12));
  }
  Voigt uniform = Voigt::Zero();  // equal stretches
  uniform[0] = uniform[1] = 0.2;
  EXPECT_TRUE(close(at(mooney, uniform).tangent, at(ogden, uniform).tangent, 1e-8));
}

/// Uniaxial stretch of an incompressible neo-Hookean bar: sigma = 2 C10 (l^2 - 1 / l).
TEST(Material, NearlyIncompressibleBarStretchesAsInTextbooks) {
  PolynomialMaterial::Coefficients C{};
  C[1][0] = 0.5;
  const PolynomialMaterial law(1, C, {1e-7});
  const double l = 1.8;
  double across = 1 / std::sqrt(l);
  for (int i = 0; i < 50; ++i) {  // lateral stress to zero
    Voigt E = Voigt::Zero();
    E[0] = (l * l - 1) / 2;
    E[1] = E[2] = (across * across - 1) / 2;
    const MaterialResponse r = at(law, E);
    across -= r.stress[1] / ((r.tangent(1, 1) + r.tangent(1, 2)) * across);
  }
  Voigt E = Voigt::Zero();
  E[0] = (l * l - 1) / 2;
  E[1] = E[2] = (across * across - 1) / 2;
  const double J = l * across * across;
  EXPECT_NEAR(at(law, E).stress[0] * l * l / J, l * l - 1 / l, 1e-6);
}

TEST(Material, OrthotropicConstantsAreStrainsUnderUnitStresses) {
  const VoigtMatrix compliance = some_orthotropic().inverse();
  EXPECT_NEAR(compliance(0, 0), 1 / 3.0, 1e-14);
  EXPECT_NEAR(compliance(1, 0) / compliance(0, 0), -0.2, 1e-14);
  EXPECT_NEAR(compliance(2, 0) / compliance(0, 0), -0.3, 1e-14);
  EXPECT_NEAR(compliance(2, 1) / compliance(1, 1), -0.25, 1e-14);
  EXPECT_NEAR(compliance(3, 3), 1 / 0.8, 1e-14);
  EXPECT_NEAR(compliance(4, 4), 1 / 0.7, 1e-14);
  EXPECT_NEAR(compliance(5, 5), 1 / 0.9, 1e-14);
}

TEST(Material, ConstantsOfAbaqusStandInTheirPlaces) {
  std::vector<double> all;
  for (int i = 1; i <= 21; ++i) all.push_back(i);
  const VoigtMatrix D = stiffness_of(all);
  EXPECT_TRUE(close(D, D.transpose(), 0));
  EXPECT_EQ(D(0, 0), 1);   // 1111
  EXPECT_EQ(D(0, 1), 2);   // 1122
  EXPECT_EQ(D(1, 1), 3);   // 2222
  EXPECT_EQ(D(0, 2), 4);   // 1133
  EXPECT_EQ(D(0, 3), 7);   // 1112
  EXPECT_EQ(D(3, 3), 10);  // 1212
  EXPECT_EQ(D(3, 4), 14);  // 1213
  EXPECT_EQ(D(5, 5), 21);  // 2323
  const VoigtMatrix O = stiffness_of(std::span(all).first(9));
  EXPECT_EQ(O(2, 2), 6);
  EXPECT_EQ(O(3, 3), 7);
  EXPECT_EQ(O(5, 5), 9);
  EXPECT_EQ(O(0, 3), 0);
}

/// Rotating the stiffness is rotating strain and stress.
TEST(Material, RotatedStiffnessSeesRotatedStrains) {
  const Matrix3 R = rotation_exponential(Vector3(0.3, -0.8, 0.5)).toRotationMatrix();
  const Voigt own = Random(4).vector(6);  // in the axes of the material
  const Voigt strain = to_voigt(R * to_matrix(own, 0.5) * R.transpose(), 2);
  const Voigt stress = rotated_stiffness(some_orthotropic(), R) * strain;
  const Matrix3 expected = R * to_matrix(some_orthotropic() * own, 1) * R.transpose();
  EXPECT_LT((to_matrix(stress, 1) - expected).norm(), 1e-13);
}

TEST(Material, PlaneStressHasNoStressAcross) {
  for (const auto& [name, law] : elastic()) {
    if (name == "orthotropic") continue;
    SCOPED_TRACE(name);
    const PlaneStress plane(law);
    Voigt E = Voigt::Zero();
    E[0] = 0.2;
    E[1] = -0.1;
    E[3] = 0.15;
    const MaterialResponse r = at(plane, E);
    EXPECT_EQ(r.stress[2], 0);
    Voigt full = E;
    full[2] = r.strain_33;
    EXPECT_NEAR(at(*law, full).stress[2], 0, 1e-13);
    const auto stress = [&](const Vector& x) { return Vector(at(plane, x).stress); };
    EXPECT_TRUE(close(r.tangent, differences(stress, E, 1e-4), 1e-9));
    E[2] = 7;  // is not looked at
    EXPECT_EQ(at(plane, E).stress, r.stress);
  }
  const PlaneStress steel(std::make_shared<LinearElastic>(1, isotropic_stiffness(2.5, 0.3)));
  EXPECT_NEAR(steel.initial_stiffness()(0, 0), 2.5 / (1 - 0.09), 1e-14);
  EXPECT_NEAR(steel.initial_stiffness()(0, 1), 2.5 * 0.3 / (1 - 0.09), 1e-14);
}

TEST(Plastic, UniaxialCurveIsTheTable) {
  const double E = 200, nu = 0.3;
  const Plastic law(1, E, nu, {{0, 1}, {0.01, 1.5}, {0.05, 1.7}});
  std::array<double, 7> history{};
  for (const double total : {0.004, 0.006, 0.012, 0.03, 0.08, 0.2}) {
    Voigt strain = Voigt::Zero();
    strain[0] = total;
    MaterialResponse r;
    for (int i = 0; i < 60; ++i) {  // no stress across
      r = at(law, strain, history.data());
      strain[1] = strain[2] -= r.stress[1] / (r.tangent(1, 1) + r.tangent(1, 2));
    }
    law.update(strain, history.data(), history.data());
    const double p = history[6];
    const double yield = p <= 0.01 ? 1 + 50 * p : p <= 0.05 ? 1.5 + 5 * (p - 0.01) : 1.7;
    EXPECT_NEAR(r.stress[0], p > 0 ? yield : E * total, 1e-12);
    EXPECT_NEAR(r.stress[0] / E + p, total, 1e-13);
    EXPECT_NEAR(history[0] + history[1] + history[2], 0, 1e-15);  // plastic flow keeps the volume
  }
  EXPECT_GT(history[6], 0.15);
}

/// Stress along the first axis without stress across, at given strains one after another.
std::vector<double> uniaxial(const Plastic& law, const std::vector<double>& strains) {
  std::vector<double> history(static_cast<std::size_t>(law.history_size())), stresses;
  Voigt strain = Voigt::Zero();
  for (const double total : strains) {
    strain[0] = total;
    MaterialResponse r;
    for (int i = 0; i < 60; ++i) {
      r = at(law, strain, history.data());
      strain[1] = strain[2] -= r.stress[1] / (r.tangent(1, 1) + r.tangent(1, 2));
    }
    law.update(strain, history.data(), history.data());
    stresses.push_back(r.stress[0]);
  }
  return stresses;
}

/// To a plastic strain of 0.008 and back to 0: the back stress is 0.4 and becomes 0.4 - 0.4 (kinematic),
/// while s and b go on with the sum of all flow.
TEST(Plastic, HardensKinematically) {
  const double E = 200;
  const Plastic kinematic(1, E, 0.3, {{0, 1}}, {{0, 0}, {0.02, 1}});  // b = 50 p
  const double peak = 1 + 50 * 0.008, trough = -1 + 50 * 0.002;       // back by a flow of 0.006
  auto stress = uniaxial(kinematic, {0.008 + peak / E, 0.008 + (peak - 2) / E, 0.002 + trough / E});
  EXPECT_NEAR(stress[0], peak, 1e-12);
  EXPECT_NEAR(stress[1], peak - 2, 1e-12) << "yields after twice the first yield stress";
  EXPECT_NEAR(stress[2], trough, 1e-12);

  const Plastic combined(1, E, 0.3, {{0, 1}, {0.01, 1.2}}, {{0, 0}, {0.02, 1}});  // s = 1 + 20 p to 0.01
  const double top = 1 + 20 * 0.008 + 50 * 0.008, bottom = -1.2 + 50 * 0.008 - 50 * 0.006;
  stress = uniaxial(combined, {0.008 + top / E, 0.002 + bottom / E});
  EXPECT_NEAR(stress[0], top, 1e-12);
  EXPECT_NEAR(stress[1], bottom, 1e-12) << "p = 0.014, beyond the last yield stress";
}

TEST(Plastic, TangentIsConsistentAndElasticInside) {
  const Plastic law(1, 200, 0.3, {{0, 1}, {0.01, 1.5}});
  const Plastic kinematic(1, 200, 0.3, {{0, 1}, {0.01, 1.1}}, {{0, 0}, {0.02, 0.4}, {0.05, 0.5}});
  Random random(6);
  for (const Plastic* either : {&law, &kinematic}) {
    std::array<double, 14> history{};
    either->update(random.vector(6, -0.02, 0.02), history.data(), history.data());
    ASSERT_GT(history[6], 0.001);
    for (int i = 0; i < 5; ++i) {
      const Voigt E = random.vector(6, -0.03, 0.03);
      const auto stress = [&](const Vector& x) { return Vector(at(*either, x, history.data()).stress); };
      EXPECT_TRUE(close(at(*either, E, history.data()).tangent, differences(stress, E, 1e-6), 1e-8));
      EXPECT_LE(von_mises(at(*either, E, history.data()).stress), (either == &law ? 1.5 : 1.6) + 1e-12);
    }
  }
  const std::array<double, 7> virgin{};
  const Voigt small = random.vector(6, -0.001, 0.001);
  EXPECT_TRUE(close(at(law, small, virgin.data()).tangent, isotropic_stiffness(200, 0.3), 1e-14));
  EXPECT_TRUE(close(at(law, small, virgin.data()).stress, isotropic_stiffness(200, 0.3) * small, 1e-14));
}

/// Small motions about a committed state are elastic, whatever side of the yield surface round-off puts it
/// on.
TEST(Plastic, CommittedStatesAreElastic) {
  const std::vector<Plastic::Point> curve = {{0, 1}, {0.01, 1.5}, {0.05, 1.7}};
  const VoigtMatrix D = 200 * some_orthotropic();
  const Plastic isotropic(1, 200, 0.3, curve);
  const AnisotropicPlastic anisotropic(1, D, curve);
  Random random(7);
  for (int i = 0; i < 50; ++i) {
    const Voigt E = random.vector(6, -0.05, 0.05);
    std::array<double, 7> history{}, other{};
    isotropic.update(E, history.data(), history.data());
    anisotropic.update(E, other.data(), other.data());
    ASSERT_GT(history[6], 0.001);
    EXPECT_TRUE(close(at(isotropic, E, history.data()).tangent, isotropic_stiffness(200, 0.3), 1e-13));
    EXPECT_TRUE(close(at(anisotropic, E, other.data()).tangent, D, 1e-13));
  }
}

// With an isotropic stiffness the return is radial.
TEST(AnisotropicPlastic, IsPlasticOnIsotropicStiffness) {
  const std::vector<Plastic::Point> curve = {{0, 1}, {0.01, 1.5}, {0.05, 1.7}};
  const Plastic radial(1, 200, 0.3, curve);
  const AnisotropicPlastic law(1, isotropic_stiffness(200, 0.3), curve);
  Random random(8);
  std::array<double, 7> history{}, radial_history{};
  for (int i = 0; i < 6; ++i) {
    const Voigt E = random.vector(6, -0.02, 0.02);
    const MaterialResponse a = at(law, E, history.data()), b = at(radial, E, radial_history.data());
    EXPECT_TRUE(close(a.stress, b.stress, 1e-11));
    EXPECT_TRUE(close(a.tangent, b.tangent, 1e-9));
    EXPECT_NEAR(a.energy, b.energy, 1e-12);
    law.update(E, history.data(), history.data());
    radial.update(E, radial_history.data(), radial_history.data());
    for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(history[k], radial_history[k], 1e-13);
  }
  EXPECT_GT(history[6], 0.05);
}

// Tension along an axis of an orthotropic material: strain s/E_1 + p at the stress s(p), whatever the rest
// is.
TEST(AnisotropicPlastic, UniaxialCurveIsTheTable) {
  const AnisotropicPlastic law(1, some_orthotropic(), {{0, 0}, {0.1, 0.02}, {0.3, 0.03}});
  std::array<double, 7> history{};
  for (const double p : {0.02, 0.09, 0.1, 0.2, 0.5}) {
    const double yield = p <= 0.1 ? 0.2 * p : p <= 0.3 ? 0.02 + 0.05 * (p - 0.1) : 0.03;
    Voigt strain = Voigt::Zero();
    strain << yield / 3 + p, -p / 2, -p / 2, 0, 0, 0;
    MaterialResponse r;
    for (int i = 0; i < 200; ++i) {  // no stress across
      r = at(law, strain, history.data());
      strain.segment<2>(1) -= r.tangent.block<2, 2>(1, 1).inverse() * r.stress.segment<2>(1);
    }
    law.update(strain, history.data(), history.data());
    EXPECT_NEAR(r.stress[0], yield, 1e-12);
    EXPECT_NEAR(history[6], p, 1e-11);
    EXPECT_NEAR(history[0] + history[1] + history[2], 0, 1e-15);
  }
}

TEST(AnisotropicPlastic, TangentIsConsistentAndElasticInside) {
  const AnisotropicPlastic law(1, some_orthotropic(), {{0, 0.01}, {0.01, 0.015}});
  Random random(6);
  std::array<double, 7> history{};
  law.update(random.vector(6, -0.02, 0.02), history.data(), history.data());
  ASSERT_GT(history[6], 0.001);
  for (int i = 0; i < 5; ++i) {
    const Voigt E = random.vector(6, -0.03, 0.03);
    const auto stress = [&](const Vector& x) { return Vector(at(law, x, history.data()).stress); };
    EXPECT_TRUE(close(at(law, E, history.data()).tangent, differences(stress, E, 1e-6), 1e-6));
    EXPECT_LE(von_mises(at(law, E, history.data()).stress), 0.015 + 1e-12);
  }
  const std::array<double, 7> virgin{};
  const Voigt small = random.vector(6, -1e-4, 1e-4);
  EXPECT_TRUE(close(at(law, small, virgin.data()).tangent, some_orthotropic(), 1e-13));
}

/// Work done on a point along a path through many strains is elastic energy and what plastic strains took.
TEST(PlasticWork, ClosesTheBalanceAlongAnyPath) {
  const std::vector<Plastic::Point> curve = {{0, 1}, {0.01, 1.5}, {0.05, 1.7}};
  const Plastic isotropic(1, 200, 0.3, curve);
  const AnisotropicPlastic anisotropic(1, 200 * some_orthotropic(), curve);
  const PlaneStress plane(std::make_shared<Plastic>(1, 200, 0.3, curve));
  const Plastic kinematic(1, 200, 0.3, {{0, 1}, {0.01, 1.1}}, {{0, 0}, {0.02, 0.4}, {0.05, 0.5}});
  for (const Material* law :
       {static_cast<const Material*>(&isotropic), static_cast<const Material*>(&anisotropic),
        static_cast<const Material*>(&plane), static_cast<const Material*>(&kinematic)}) {
    Random random(3);
    std::array<double, 14> history{};
    Voigt last = Voigt::Zero();
    Voigt last_stress = Voigt::Zero();
    double work = 0;
    for (int turn = 0; turn < 4; ++turn) {
      Voigt aim = random.vector(6, -0.03, 0.03);
      if (law == &plane) aim[2] = aim[4] = aim[5] = 0;
      const Voigt from = last;
      constexpr int kSteps = 4000;
      for (int i = 1; i <= kSteps; ++i) {
        const Voigt strain = from + (aim - from) * (static_cast<double>(i) / kSteps);
        const Voigt stress = at(*law, strain, history.data()).stress;
        work += 0.5 * (stress + last_stress).dot(strain - last);
        law->update(strain, history.data(), history.data());
        last = strain;
        last_stress = stress;
      }
    }
    const double plastic = law->plastic_work(last, history.data());
    const double elastic = at(*law, last, history.data()).energy;
    EXPECT_GT(plastic, 3 * elastic);
    EXPECT_NEAR(work, elastic + plastic, 1e-3 * work);
  }
}

TEST(WaveSpeed, OfIsotropicAndCubicMaterial) {
  const double lambda = 1.5, mu = 0.4, rho = 3;
  const double E = mu * (3 * lambda + 2 * mu) / (lambda + mu), nu = lambda / (2 * (lambda + mu));
  EXPECT_NEAR(largest_wave_speed(isotropic_stiffness(E, nu), rho), std::sqrt((lambda + 2 * mu) / rho), 1e-12);
  // Cubic with 2 c44 > c11 - c12: fastest along the diagonals, rho v^2 = (c11 + 2 c12 + 4 c44)/3
  const double c11 = 2, c12 = 1, c44 = 1.2;
  const VoigtMatrix D = stiffness_of(std::array{c11, c12, c11, c12, c12, c11, c44, c44, c44});
  EXPECT_NEAR(largest_wave_speed(D, rho), std::sqrt((c11 + 2 * c12 + 4 * c44) / 3 / rho), 1e-12);
}

TEST(Material, VonMisesStressOfKnownStates) {
  EXPECT_NEAR(von_mises((Voigt() << -3, 0, 0, 0, 0, 0).finished()), 3, 1e-15);
  EXPECT_NEAR(von_mises((Voigt() << 2, 2, 2, 0, 0, 0).finished()), 0, 1e-15);
  EXPECT_NEAR(von_mises((Voigt() << 0, 0, 0, 0, 2, 0).finished()), 2 * std::sqrt(3.0), 1e-15);
}

}  // namespace
}  // namespace jounce
