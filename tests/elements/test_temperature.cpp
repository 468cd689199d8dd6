// Solids whose temperatures are given: growth, stress, energy, and what decks may not say.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../io/temporary_folder.h"
#include "../support/scene.h"
#include "../support/specimens.h"
#include "elements/solid.h"

namespace jounce {
namespace {

using ::testing::HasSubstr;

constexpr double kYoung = 200, kNu = 0.25, kAlpha = 0.002;

std::string block(int dimension, int order, const std::string& element, const std::string& loads,
                  const std::string& material = "E = 200\nnu = 0.25\nexpansion = [0.002]\n") {
  return fmt::format(
             R"(
[[mesh]]
name = "b"
type = "block"
order = {}
from = {}
to = {}
counts = {}
)",
             order, dimension == 2 ? "[1, 0]" : "[1, 0, 0]", dimension == 2 ? "[3, 1]" : "[3, 1, 2]",
             dimension == 2 ? "[2, 1]" : "[2, 1, 1]") +
         R"(
[[material]]
name = "m"
rho = 1
reference_temperature = 20
)" + material +
         scene::element({.mesh = "b"}) + element + loads;
}
const char* const kHeat =
    R"(
[[load]]
name = "h"
type = "temperature"
on = "b"
temperature = "20 + 50*t"
)";

/// The block at time t, its places multiplied.
State grown(const Model& model, double t, double factor) {
  State state = model.system.initial_state();
  state.q *= factor;
  state.t = t;
  return state;
}

Voigt stress(const Model& model, const State& state) {
  const auto& solid = dynamic_cast<const SolidElements&>(*model.find_block("e"));
  std::vector<Voigt> all(static_cast<std::size_t>(solid.n_points()));
  solid.point_stresses(state, 0, all);
  return all[0];
}

TEST(Temperature, AFreeBlockGrowsWithoutStressByAlphaTimesTheRise) {
  for (const int dimension : {2, 3})
    for (const int order : {1, 2})
      for (const char* const strain : {"small", "green-lagrange", "logarithmic"}) {
        std::string element = fmt::format(R"(strain = "{}"
)",
                                          strain);
        if (dimension == 2)
          element += R"(plane = "axisymmetric"
)";
        SCOPED_TRACE(element + std::to_string(order));
        const auto model = test::build(block(dimension, order, element, kHeat), dimension);
        const State state = grown(*model, 2, 1 + kAlpha * 100);
        Vector f = Vector::Zero(model->system.nv());
        model->find_block("e")->add_force(state, f);
        EXPECT_LT(f.lpNorm<Eigen::Infinity>(), 1e-10 * kYoung);
        EXPECT_LT(stress(*model, state).lpNorm<Eigen::Infinity>(), 1e-12 * kYoung);
        Energies energies;
        model->find_block("e")->add_energies(state, Vector3::Zero(), energies);
        EXPECT_NEAR(energies.strain, 0, 1e-12 * kYoung);
      }
}

/// sigma = -E alpha dT / (1 - 2 nu) where nothing may move, -E alpha dT / (1 - nu) in plane stress.
TEST(Temperature, AHeldBlockIsPressed) {
  const double rise = 0.5, hydrostatic = -kYoung * kAlpha * rise / (1 - 2 * kNu);
  const std::string loads =
      R"(
[[load]]
name = "h"
type = "temperature"
on = "b"
temperature = 35.5
initial = 35
)";
  const auto space = test::build(block(3, 2, "", loads), 3);
  EXPECT_LT((stress(*space, space->system.initial_state()) -
             (Voigt() << hydrostatic, hydrostatic, hydrostatic, 0, 0, 0).finished())
                .norm(),
            1e-12);
  const double plane = -kYoung * kAlpha * rise / (1 - kNu);
  const auto sheet = test::build(block(2, 2, R"(plane = "stress"
)",
                                       loads),
                                 2);
  EXPECT_LT((stress(*sheet, sheet->system.initial_state()) - (Voigt() << plane, plane, 0, 0, 0, 0).finished())
                .norm(),
            1e-12);
}

/// Young's modulus and mean coefficient between the lines of a table: E(70) = 150, alpha(70) = 0.003.
TEST(Temperature, ConstantsAreInterpolated) {
  const std::string material =
      R"(
type = "thermoelastic"
E = [200, 100]
nu = [0.25, 0.25]
temperature = [20, 120]
expansion = [0.002, 0.004]
expansion_temperature = [20, 120]
)";
  const auto at = [&](double T) {
    const auto model = test::build(block(3, 1, "",
                                         fmt::format(R"(
[[load]]
name = "h"
type = "temperature"
on = "b"
temperature = {}
)",
                                                     T),
                                         material),
                                   3);
    return stress(*model, model->system.initial_state())[0];
  };
  EXPECT_NEAR(at(70), -150 * 0.003 * 50 / (1 - 2 * kNu), 1e-11);
  EXPECT_NEAR(at(220), -100 * 0.004 * 200 / (1 - 2 * kNu), 1e-11) << "constant outside";
}

TEST(Temperature, HeatingPutsInThePowerThatTheEnergyGains) {
  const std::string plastic =
      R"(
type = "plastic"
E = 200
nu = 0.25
yield_stress = [0.5, 3]
plastic_strain = [0, 0.1]
expansion = [0.002]
)";
  const std::string varying =
      R"(
type = "thermoelastic"
E = [200, 100]
nu = [0.25, 0.2]
temperature = [20, 120]
expansion = [0.002]
)";
  const std::string elastic = "E = 200\nnu = 0.25\nexpansion = [0.002]\n";
  for (const std::string& material : {elastic, plastic, varying})
    for (const char* const strain : {"small", "green-lagrange", "logarithmic"}) {
      SCOPED_TRACE(material + strain);
      const auto model = test::build(block(3, 1,
                                           fmt::format(R"(strain = "{}"
)",
                                                       strain),
                                           kHeat, material),
                                     3);
      const ElementBlock& e = *model->find_block("e");
      const auto energy = [&](double t) {
        Energies energies;
        e.add_energies(grown(*model, t, 1.01), Vector3::Zero(), energies);
        return energies.strain + energies.plastic;
      };
      Powers powers;
      e.add_powers(grown(*model, 1.1, 1.01), powers);
      const double d = 1e-4, expected = (energy(1.1 + d) - energy(1.1 - d)) / (2 * d);
      EXPECT_GT(std::abs(expected), 1);
      EXPECT_NEAR(powers.applied, expected, 1e-6 * std::abs(expected));
    }
}

TEST(Temperature, DecksSayWhatIsWrong) {
  const auto error = [](const std::string& deck) {
    return io::test::message_of<params::InputError>([&] { test::build(deck); });
  };
  const std::string heat = kHeat;
  EXPECT_THAT(error(block(2, 1, "", heat, "E = 200\nnu = 0.25\n")),
              HasSubstr("temperatures make no difference"));
  EXPECT_THAT(error(block(2, 1, "", heat + R"(
[[load]]
name = "i"
type = "temperature"
on = "b.x_max"
temperature = 3
)")),
              HasSubstr("the node at (3, 0, 0) already has a temperature from another load"));
  EXPECT_THAT(error(block(2, 1, "",
                          R"(
[[load]]
name = "i"
type = "temperature"
on = "b.x_mx"
temperature = 3
)")),
              HasSubstr("there is no mesh or mesh group named 'b.x_mx'"));
  const auto wrong = [&](const std::string& keys) {
    return error(block(2, 1, "", "", "E = 200\nnu = 0.25\n" + keys));
  };
  EXPECT_THAT(wrong("expansion = [0.1]\nexpansion_along = [0.1, 0.2, 0.3]\n"),
              HasSubstr("give either 'expansion' or 'expansion_along'"));
  EXPECT_THAT(wrong("expansion = [0.1, 0.2]\n"),
              HasSubstr("need their temperatures 'expansion_temperature'"));
  EXPECT_THAT(wrong("expansion_along = [0.1, 0.2]\n"), HasSubstr("three coefficients for each temperature"));
  EXPECT_THAT(wrong("expansion = []\n"), HasSubstr("there is no coefficient"));
  EXPECT_THAT(wrong("expansion_temperature = [1]\n"),
              HasSubstr("the coefficients 'expansion' for these temperatures are missing"));
  EXPECT_THAT(wrong("expansion = [0.1, 0.2]\nexpansion_temperature = [1]\n"),
              HasSubstr("1 temperatures for 2 entries of 'expansion'"));
  EXPECT_THAT(wrong("expansion = [0.1, 0.2]\nexpansion_temperature = [1, 1]\n"),
              HasSubstr("temperatures ascend"));
  EXPECT_THAT(error(block(2, 1, "", "", R"(
type = "thermoelastic"
E = [1, 2]
nu = [0.2]
temperature = [0, 1]
)")),
              HasSubstr("1 ratios for 2 entries of 'E'"));
  EXPECT_THAT(error(scene::line_mesh({.from = {0, 0}, .to = {1, 0}}) + R"(
[[material]]
name = "m"
E = 1
rho = 1
expansion = [0.1]
)" + scene::element({.type = "bar"}) +
                    R"(
area = 1
)"),
              HasSubstr("only solids expand with temperature"));
}

}  // namespace
}  // namespace jounce
