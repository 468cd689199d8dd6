// Yield stresses that depend on rate and temperature: against closed forms, the plasticity without them, and
// differences.

#include "materials/visco_plastic.h"

#include <gtest/gtest.h>

#include "../support/differences.h"
#include "materials/logarithmic.h"
#include "materials/plane_stress.h"

namespace jounce {
namespace {

using namespace test;

// Steel in GPa, ms, kg/m^3 and degrees.
constexpr double kE = 206.9, kNu = 0.3;
constexpr JohnsonCook::Constants kSteel = {0.806, 0.614, 0.168, 1.1, {20, 1540}};
constexpr double kC = 0.0089, kRate = 1e-3, kHeating = 0.9 / (7830 * 460e-9);

std::unique_ptr<const Hardening> steel() {
  return std::make_unique<RateFactor>(std::make_unique<JohnsonCook>(kSteel), RateFactor::Kind::logarithmic,
                                      kRate, kC);
}
std::unique_ptr<const Hardening> cowper_symonds(double s, double D, double q) {
  return std::make_unique<RateFactor>(std::make_unique<JohnsonCook>(JohnsonCook::Constants{s, 0, 1}),
                                      RateFactor::Kind::power, D, q);
}
std::unique_ptr<const Hardening> table() {
  using Curve = TabulatedHardening::Curve;
  const Curve cold{20, {{0, 1}, {0.01, 1.5}, {0.05, 1.7}}}, hot{520, {{0, 0.5}, {0.02, 0.7}}};
  const Curve fast{20, {{0, 1.4}, {0.03, 2}}};
  return std::make_unique<TabulatedHardening>(
      std::vector<TabulatedHardening::AtRate>{{0, {cold, hot}}, {2, {fast}}});
}

PointState state(const std::vector<double>& history, double dt) {
  PointState at(history.data());
  at.dt = dt;
  return at;
}

MaterialResponse answer(const Material& law, const Voigt& strain, const PointState& at) {
  MaterialResponse response;
  law.evaluate(strain, at, true, response);
  return response;
}

/// A test in one direction without stress across.
struct Specimen {
  const Material& law;
  std::vector<double> history = std::vector<double>(static_cast<std::size_t>(law.history_size()));
  Voigt strain = Voigt::Zero();
  double stress = 0, rate = 0;

  void pull(double to, double dt) {
    strain[0] = to;
    MaterialResponse r;
    for (int i = 0; i < 60; ++i) {
      r = answer(law, strain, state(history, dt));
      strain[1] = strain[2] -= r.stress[1] / (r.tangent(1, 1) + r.tangent(1, 2));
    }
    stress = r.stress[0];
    const double before = history[6];
    law.update(strain, state(history, dt), history.data());
    rate = (history[6] - before) / dt;
  }
};

TEST(ViscoPlastic, StressInOneDirectionIsThatOfTheFormula) {
  const ViscoPlastic law(1, kE, kNu, steel(), {.temperature = 300});
  Specimen specimen{law};
  for (const auto& [to, dt] : {std::pair(0.01, 1e3), std::pair(0.011, 1e-7), std::pair(0.03, 1e-3),
                               std::pair(0.2, 1e-6), std::pair(0.2001, 10.0)}) {
    specimen.pull(to, dt);
    const double p = specimen.history[6];
    const double faster = std::max(0.0, std::log(specimen.rate / kRate));
    const double s =
        (0.806 + 0.614 * std::pow(p, 0.168)) * (1 + kC * faster) * (1 - std::pow(280.0 / 1520, 1.1));
    EXPECT_NEAR(specimen.stress, s, 1e-12) << to;
    EXPECT_NEAR(specimen.stress / kE + p, to, 1e-13);
  }
}

/// At a constant rate the plastic strain comes to grow at that rate.
TEST(ViscoPlastic, CowperSymondsAtAConstantRate) {
  const ViscoPlastic law(1, kE, kNu, cowper_symonds(0.3, 0.04, 5), {});
  for (const double rate : {1e-9, 1e-3, 0.04, 1e3}) {
    Specimen specimen{law};
    for (int i = 1; i <= 40; ++i) specimen.pull(0.005 * i, 0.005 / rate);
    EXPECT_NEAR(specimen.stress, 0.3 * (1 + std::pow(rate / 0.04, 0.2)), 1e-10) << rate;
  }
}

/// Norton's creep beyond a yield stress: at a constant rate r the stress is s + (r / A)^(1/n).
TEST(ViscoPlastic, CreepsAtAConstantRate) {
  const double A = 0.02, n = 5;
  for (const double s : {0.0, 0.1}) {
    auto still =
        std::make_unique<TabulatedHardening>(std::vector<TabulatedHardening::AtRate>{{0, {{0, {{0, s}}}}}});
    const ViscoPlastic law(1, kE, kNu, std::make_unique<CreepOverstress>(std::move(still), A, n), {});
    for (const double rate : {1e-9, 1e-3, 0.04}) {
      Specimen specimen{law};
      for (int i = 1; i <= 40; ++i) specimen.pull(0.005 * i, 0.005 / rate);
      EXPECT_NEAR(specimen.stress, s + std::pow(rate / A, 1 / n), 1e-9) << rate;
    }
  }
}

/// A held strain under creep alone: dS/dt = -E A S^n, S^(1 - n) = S_0^(1 - n) + (n - 1) E A t.
TEST(ViscoPlastic, CreepRelaxesAHeldStrain) {
  const double A = 0.5, n = 3, end = 0.2;
  auto none =
      std::make_unique<TabulatedHardening>(std::vector<TabulatedHardening::AtRate>{{0, {{0, {{0, 0.0}}}}}});
  const ViscoPlastic law(1, kE, kNu, std::make_unique<CreepOverstress>(std::move(none), A, n), {});
  Specimen specimen{law};
  specimen.pull(0.003, 1e-12);
  const double start = specimen.stress;
  constexpr int kSteps = 2000;
  for (int i = 0; i < kSteps; ++i) specimen.pull(0.003, end / kSteps);
  const double exact = std::pow(std::pow(start, 1 - n) + (n - 1) * kE * A * end, 1 / (1 - n));
  EXPECT_LT(exact, 0.9 * start);
  EXPECT_NEAR(specimen.stress, exact, 2e-3 * exact);
}

/// With exponent 1, a held strain: dS/dt = -E D (S / s - 1).
TEST(ViscoPlastic, RelaxesExponentially) {
  const double s = 0.3, D = 0.02, end = 0.1;
  double last_error = 0;
  for (const int steps : {50, 100, 200}) {
    const ViscoPlastic law(1, kE, kNu, cowper_symonds(s, D, 1), {});
    Specimen specimen{law};
    specimen.pull(0.003, 1e-12);  // no time to flow
    const double start = specimen.stress;
    EXPECT_NEAR(start, 0.003 * kE, 1e-6);
    for (int i = 0; i < steps; ++i) specimen.pull(0.003, end / steps);
    const double error = specimen.stress - (s + (start - s) * std::exp(-kE * D * end / s));
    if (last_error != 0) {
      EXPECT_NEAR(last_error / error, 2, 0.1) << "first order";
    }
    last_error = error;
  }
  EXPECT_LT(std::abs(last_error), 2e-3);
}

/// Yield stress A (1 - T*) heated by its own work: 1 - T* = exp(-A k p / (T_m - T_t)).
TEST(ViscoPlastic, AdiabaticHeatingSoftens) {
  const double k = 4000;
  const ViscoPlastic law(1, kE, kNu,
                         std::make_unique<JohnsonCook>(JohnsonCook::Constants{0.8, 0, 1, 1, {0, 1000}}),
                         {.heating = k});
  Specimen specimen{law};
  for (int i = 1; i <= 40; ++i) specimen.pull(0.01 * i, 1);
  const double p = specimen.history[6];
  const double left = std::exp(-0.8 * k * p / 1000);
  EXPECT_LT(left, 0.35);
  EXPECT_NEAR(specimen.stress, 0.8 * left, 3e-4 * specimen.stress);
  EXPECT_NEAR(specimen.history[8], 1000 * (1 - left), 0.1);
  EXPECT_NEAR(specimen.history[8], k * specimen.history[7], 1e-12 * specimen.history[8]);
}

TEST(ViscoPlastic, IsPlasticWithoutRateAndTemperature) {
  const std::vector<Plastic::Point> curve = {{0, 1}, {0.01, 1.5}, {0.05, 1.7}};
  const Plastic plastic(1, kE, kNu, curve);
  const ViscoPlastic law(
      1, kE, kNu,
      std::make_unique<TabulatedHardening>(std::vector<TabulatedHardening::AtRate>{{0, {{0, curve}}}}), {});
  Random random(8);
  std::vector<double> history(7), other(8);
  for (int i = 0; i < 20; ++i) {
    const Voigt E = random.vector(6, -0.03, 0.03);
    const MaterialResponse a = answer(plastic, E, history.data()), b = answer(law, E, state(other, 0));
    EXPECT_TRUE(close(b.stress, a.stress, 1e-12));
    EXPECT_TRUE(close(b.tangent, a.tangent, 1e-11));
    plastic.update(E, history.data(), history.data());
    law.update(E, state(other, 0), other.data());
    EXPECT_NEAR(other[6], history[6], 1e-12);
  }
}

TEST(ViscoPlastic, TablesAreLinearBetweenRatesAndTemperatures) {
  const auto law = table();
  EXPECT_NEAR(law->at(0.005, 0, 20).value, 1.25, 1e-15);
  EXPECT_NEAR(law->at(0.005, 0, 270).value, 0.5 * (1.25 + 0.55), 1e-15);
  EXPECT_NEAR(law->at(0.005, 0.5, 270).value, 0.75 * 0.9 + 0.25 * 1.5, 1e-15);
  EXPECT_NEAR(law->at(0.005, 0.5, 270).by_rate, (1.5 - 0.9) / 2, 1e-15);
  EXPECT_NEAR(law->at(9, 100, 270).value, 2, 1e-15) << "constant outside";
  EXPECT_NEAR(law->at(9, 0, 900).value, 0.7, 1e-15);
}

/// Derivatives of the yield stresses themselves.
TEST(ViscoPlastic, YieldStressesHaveTheirDerivatives) {
  for (const auto& law : {steel(), cowper_symonds(0.3, 0.04, 5), table()})
    for (const double p : {0.004, 0.2})
      for (const double r : {5e-2, 1.3}) {
        const double T = 320, d = 1e-6;
        const YieldStress s = law->at(p, r, T);
        const auto slope = [](double more, double less, double by) { return (more - less) / (2 * by); };
        EXPECT_NEAR(s.by_strain, slope(law->at(p + d * p, r, T).value, law->at(p - d * p, r, T).value, d * p),
                    1e-6 * (1 + s.by_strain));
        EXPECT_NEAR(s.by_rate, slope(law->at(p, r + d * r, T).value, law->at(p, r - d * r, T).value, d * r),
                    1e-6 * (1 + s.by_rate));
        EXPECT_NEAR(s.by_temperature,
                    slope(law->at(p, r, T + d * T).value, law->at(p, r, T - d * T).value, d * T), 1e-6);
      }
}

TEST(ViscoPlastic, TangentsAreConsistent) {
  const auto hot = std::make_shared<ViscoPlastic>(
      1, kE, kNu, steel(), ViscoPlastic::Options{.heating = 50 * kHeating, .temperature = 200});
  const std::vector<std::shared_ptr<const Material>> laws = {
      std::make_shared<ViscoPlastic>(1, kE, kNu, steel(), ViscoPlastic::Options{.temperature = 400}),
      hot,
      std::make_shared<ViscoPlastic>(1, kE, kNu, cowper_symonds(0.3, 0.04, 5), ViscoPlastic::Options{}),
      std::make_shared<ViscoPlastic>(1, kE, kNu, table(), ViscoPlastic::Options{.heating = 100}),
      std::make_shared<Logarithmic>(hot),
      std::make_shared<PlaneStress>(hot)};
  Random random(11);
  for (std::size_t i = 0; i < laws.size(); ++i)
    for (const double dt : {1e-9, 1e-3, 1.0, 1e6}) {
      std::vector<double> history(static_cast<std::size_t>(laws[i]->history_size()));
      for (int turn = 0; turn < 5; ++turn) {
        Voigt E = random.vector(6, -0.03, 0.03);
        if (i == 5) E[2] = E[4] = E[5] = 0;
        const auto stress = [&](const Vector& x) {
          return Vector(answer(*laws[i], x, state(history, dt)).stress);
        };
        EXPECT_TRUE(
            close(answer(*laws[i], E, state(history, dt)).tangent, differences(stress, E, 1e-7), 3e-6))
            << "law " << i << ", dt = " << dt;
        laws[i]->update(E, state(history, dt), history.data());
        EXPECT_GT(history[6], 0);
      }
    }
}

/// Without time nothing flows: the answer is that of the committed state.
TEST(ViscoPlastic, DoesNotFlowWithoutTime) {
  const ViscoPlastic law(1, kE, kNu, steel(), {.heating = kHeating, .temperature = 20});
  std::vector<double> history(9);
  const Voigt E = Random(3).vector(6, -0.02, 0.02);
  const MaterialResponse during = answer(law, E, state(history, 1e-6));
  const double work = law.plastic_work(E, state(history, 1e-6));
  law.update(E, state(history, 1e-6), history.data());
  const MaterialResponse after = answer(law, E, state(history, 0));
  EXPECT_GT(history[6], 1e-3);
  EXPECT_TRUE(close(after.stress, during.stress, 1e-13));
  EXPECT_TRUE(close(after.tangent, law.initial_stiffness(), 1e-13));
  EXPECT_NEAR(law.plastic_work(E, state(history, 0)), work, 1e-15);
}

/// Whatever the step: the stress is the yield stress of the strain, rate and temperature that are reached.
TEST(ViscoPlastic, ReturnsToTheYieldStressFromAnywhere) {
  Random random(21);
  for (int i = 0; i < 3000; ++i) {
    const double dt = std::pow(10, random.number(-15, 9)), excess = std::pow(10, random.number(-10, 3));
    JohnsonCook::Constants constants = kSteel;
    constants.n = random.number(0.05, 1.2);
    constants.m = random.number(0.3, 2);
    auto hardening = std::make_unique<RateFactor>(
        std::make_unique<JohnsonCook>(constants),
        i % 2 == 0 ? RateFactor::Kind::logarithmic : RateFactor::Kind::power, 1e-3, i % 2 == 0 ? 0.02 : 5);
    const Hardening& yield = *hardening;
    const ViscoPlastic law(1, kE, kNu, std::move(hardening), {.heating = kHeating, .temperature = 20});
    std::vector<double> history(9);
    history[6] = i % 3 == 0 ? 0 : random.number(0, 0.5);
    const double p_n = history[6], start = yield.at(p_n, 0, 20).value;
    Voigt E = Voigt::Zero();
    E[3] = start * (1 + excess) / std::sqrt(3.0) / (kE / (2 * (1 + kNu)));
    const MaterialResponse r = answer(law, E, state(history, dt));
    law.update(E, state(history, dt), history.data());
    const double x = history[6] - p_n, q = von_mises(r.stress);
    ASSERT_TRUE(std::isfinite(q) && r.tangent.allFinite());
    ASSERT_GE(x, 0);
    if (x < 1e-4 * history[6] || x < 1e-12) continue;  // the difference p - p_n has few digits
    const YieldStress s = yield.at(history[6], x / dt, 20 + history[8]);
    const double digits = 1e-15 * history[6] * (s.by_strain + s.by_rate / dt);
    EXPECT_NEAR(q, s.value, 1e-11 * start * (1 + excess) + digits) << "excess " << excess << ", dt " << dt;
  }
}

TEST(ViscoPlastic, MeltedMetalHasNoShearStress) {
  const ViscoPlastic law(1, kE, kNu, steel(), {.temperature = 20});
  std::vector<double> history(8);
  PointState at = state(history, 1e-3);
  at.temperature = 1600;
  const Voigt E = Random(5).vector(6, -0.02, 0.02);
  const MaterialResponse r = answer(law, E, at);
  EXPECT_NEAR(von_mises(r.stress), 0, 1e-12);
  EXPECT_NEAR(r.stress.head<3>().sum(), kE / (1 - 2 * kNu) * E.head<3>().sum(), 1e-12);
}

/// Work done on a point along a path is elastic energy and what plastic strains took, heat included.
TEST(ViscoPlastic, WorkClosesTheBalance) {
  for (const double dt : {1e-7, 1e-4, 1.0}) {
    const ViscoPlastic law(1, kE, kNu, steel(), {.heating = kHeating, .temperature = 20});
    std::vector<double> history(9);
    Random random(3);
    Voigt last = Voigt::Zero(), last_stress = Voigt::Zero();
    double work = 0;
    for (int turn = 0; turn < 4; ++turn) {
      const Voigt from = last, aim = random.vector(6, -0.05, 0.05);
      constexpr int kSteps = 2000;
      for (int i = 1; i <= kSteps; ++i) {
        const Voigt strain = from + (aim - from) * (static_cast<double>(i) / kSteps);
        const Voigt stress = answer(law, strain, state(history, dt)).stress;
        work += 0.5 * (stress + last_stress).dot(strain - last);
        law.update(strain, state(history, dt), history.data());
        last = strain;
        last_stress = stress;
      }
    }
    const double plastic = law.plastic_work(last, state(history, 0));
    const double elastic = answer(law, last, state(history, 0)).energy;
    EXPECT_GT(plastic, 3 * elastic);
    EXPECT_NEAR(work, elastic + plastic, 1e-3 * work);
  }
}

/// In one direction the mean stress is a third of von Mises'.
TEST(ViscoPlastic, DamageGrowsByTheFailureStrain) {
  const FailureStrain failure{{0.05, 3.44, -2.12, 0.002, 0.61}, kRate, {20, 1540}};
  const ViscoPlastic law(1, kE, kNu, cowper_symonds(0.3, 40, 1), {.temperature = 400, .failure = failure});
  ASSERT_EQ(law.quantities().back().place, 8);
  Specimen specimen{law};
  for (int i = 1; i <= 50; ++i) specimen.pull(0.004 * i, 0.004 / 2.0);
  const double p_f =
      (0.05 + 3.44 * std::exp(-2.12 / 3)) * (1 + 0.002 * std::log(2.0 / kRate)) * (1 + 0.61 * 380 / 1520);
  EXPECT_NEAR(specimen.history[8], specimen.history[6] / p_f, 1e-4 * specimen.history[8]);
}

/// Linear between the triaxialities, constant beyond them.
/// From where failure begins, the work of the stress that is left is G over the length, whatever the
/// hardening; it, what is stored and what damage has taken of that are all the work.
TEST(ViscoPlastic, DamageTakesTheEnergyOfTheCrack) {
  const double G = 0.02, u_f = 0.05, length = 0.4;
  struct Case {
    DamageEvolution evolution;
    double work;  ///< of a unit of area, of a yield stress without hardening
    bool is_exact_in_general;
  };
  const Case cases[] = {
      {{.energy = G}, G, true},
      {{.energy = G, .is_exponential = true}, 0.99 * G, true},
      {{.displacement = u_f}, 0.8 * u_f / 2, false},
      {{.displacement = u_f, .exponent = 3},
       0.8 * u_f *
           (1 / (1 - std::exp(-3.0)) * (1.0 / 3 - std::exp(-3.0) / 3) -
            std::exp(-3.0) / (1 - std::exp(-3.0))),
       false},
      {{.table = {{0.01, 0}, {0.03, 0.5}, {0.05, 1}}}, 0.8 * (0.01 + 0.015 + 0.005), false}};
  for (const Case& of : cases)
    for (const double B : {0.0, 0.7}) {
      if (B != 0 && !of.is_exact_in_general) continue;
      const ViscoPlastic law(
          1, kE, kNu, std::make_unique<JohnsonCook>(JohnsonCook::Constants{0.8, B, 0.5, {}, {0, 1}}),
          {.failure = FailureStrain{.table = {{0, 0.04}}}, .evolution = of.evolution, .deletion = true});
      Specimen specimen{law};
      specimen.history[static_cast<std::size_t>(law.length_place())] = length;
      const auto place = static_cast<std::size_t>(law.failure_place());
      double work = 0, begun = 0, last = 0, strain = 0;
      for (int i = 0; specimen.history[place] < 1 && i < 40000; ++i) {
        strain += 2e-5;
        specimen.pull(strain, 1);
        work += 0.5 * (last + specimen.stress) * 2e-5;
        last = specimen.stress;
        if (specimen.history[place - 3] < 1) begun = specimen.history[7];
      }
      ASSERT_EQ(specimen.history[place], 1);
      const double crack = (specimen.history[7] - begun) * length;
      EXPECT_NEAR(crack, of.work, 3e-3 * of.work) << B;
      EXPECT_NEAR(specimen.history[7] + specimen.history[place + 1], work, 2e-3 * work) << B;
      EXPECT_EQ(answer(law, specimen.strain, state(specimen.history, 1)).energy, 0);
    }
}

/// Stress and tangent have what damage at the last step has left; forces and history at once are the same.
TEST(ViscoPlastic, DamagedTangentIsConsistent) {
  const ViscoPlastic law(1, kE, kNu, std::make_unique<JohnsonCook>(kSteel),
                         {.heating = 0.1,
                          .failure = FailureStrain{.table = {{0, 0.01}}},
                          .evolution = DamageEvolution{.energy = 0.03}});
  Specimen specimen{law};
  specimen.history[static_cast<std::size_t>(law.length_place())] = 0.5;
  for (int i = 1; i <= 30; ++i) specimen.pull(0.001 * i, 1);
  const double D = specimen.history[static_cast<std::size_t>(law.failure_place())];
  ASSERT_GT(D, 0.05);
  ASSERT_LT(D, 0.9);
  Voigt strain = specimen.strain;
  strain[0] += 0.002;
  strain[3] += 0.004;
  const PointState at = state(specimen.history, 1);
  const MaterialResponse response = answer(law, strain, at);
  for (int k = 0; k < 6; ++k) {
    Voigt plus = strain, minus = strain;
    plus[k] += 1e-7;
    minus[k] -= 1e-7;
    const Voigt column = (answer(law, plus, at).stress - answer(law, minus, at).stress) / 2e-7;
    EXPECT_LT((column - response.tangent.col(k)).norm(), 1e-5 * kE) << k;
  }
  std::vector<double> once = specimen.history, twice = specimen.history;
  MaterialResponse other;
  double work = 0;
  law.advance(strain, at, other, once.data(), &work);
  law.update(strain, at, twice.data());
  EXPECT_EQ(once, twice);
  EXPECT_EQ(other.stress, response.stress);
  EXPECT_EQ(other.energy, response.energy);
  EXPECT_EQ(work, once[7]);
  EXPECT_NEAR(answer(law, strain, state(once, 0)).energy, response.energy, 1e-12 * response.energy);
}

TEST(ViscoPlastic, FailureStrainByATable) {
  const FailureStrain failure{.table = {{-0.5, 2}, {0.5, 1}, {1, 0.2}}};
  for (const auto& [triaxiality, strain] : std::vector<std::pair<double, double>>{
           {-3, 2}, {-0.5, 2}, {0, 1.5}, {0.5, 1}, {0.75, 0.6}, {1, 0.2}, {9, 0.2}})
    EXPECT_NEAR(failure.at(triaxiality, 3, 500), strain, 1e-14) << triaxiality;
}

/// Until its element is deleted at the end of a step, a point goes on; from then on it has no stress.
TEST(ViscoPlastic, HasNoStressWhereItsElementIsDeleted) {
  const FailureStrain failure{.table = {{0, 0.1}}};
  const ViscoPlastic stays(1, kE, kNu, cowper_symonds(0.3, 40, 1), {.heating = 0.1, .failure = failure});
  const ViscoPlastic law(1, kE, kNu, cowper_symonds(0.3, 40, 1),
                         {.heating = 0.1, .failure = failure, .deletion = true});
  EXPECT_EQ(stays.failure_place(), -1);
  ASSERT_EQ(law.failure_place(), 9);
  ASSERT_EQ(law.history_size(), stays.history_size() + 2);
  Voigt strain = Voigt::Zero();
  strain[3] = 0.1;
  std::vector<double> history(static_cast<std::size_t>(law.history_size()), 0.0);
  history[7] = 0.5;
  history[9] = 0.999;
  MaterialResponse out;
  law.evaluate(strain, state(history, 1e-3), true, out);
  EXPECT_GT(von_mises(out.stress), 0);
  history[9] = 1;
  {
    const Material* const of = &law;
    of->evaluate(strain, state(history, 1e-3), true, out);
    EXPECT_TRUE(out.stress.isZero(0));
    EXPECT_TRUE(out.tangent.isZero(0));
    EXPECT_EQ(out.energy, 0);
    EXPECT_EQ(of->plastic_work(strain, state(history, 1e-3)), 0.5);
    std::vector<double> next = history;
    of->update(strain, state(history, 1e-3), next.data());
    EXPECT_EQ(next, history);
    double work = 0;
    of->advance(strain, state(history, 1e-3), out, next.data(), &work);
    EXPECT_EQ(next, history);
    EXPECT_EQ(work, 0.5);
  }
}

}  // namespace
}  // namespace jounce
