// Metals whose yield stress depends on rate and temperature, in runs: implicit and explicit schemes agree,
// the ledger closes, and heat is what plastic work leaves.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../support/scene.h"
#include "../support/solid_block.h"
#include "rows.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

Row ends_of(const std::string& text) {
  Row last;
  const RunReport report = run_quietly(text, [&](Simulation& simulation) { last = row_of(simulation); });
  EXPECT_EQ(report.exit_status, 0) << report.message;
  return last;
}

/// A strip of steel in mm, t, s: its end is pulled at 20 m/s, a rate of 1000 / s.
std::string strip(const std::string& material, const std::string& integrator, double step,
                  const std::string& plane = "strain") {
  return R"(
[model]
dimension = 2
[[material]]
name = "m"
E = 206.9e3
nu = 0.3
rho = 7.83e-9
)" + material +
         scene::held("b.x_min", {"x"}) + scene::held("b.y_min", {"y"}) +
         solid_block("b", "[0, 0]", "[20, 4]", "[10, 2]") +
         fmt::format(R"(
strain = "logarithmic"
mass = "lumped"
plane = "{}"
[[boundary]]
on = "b.x_max"
components = ["x"]
motion = "t < 1e-5 ? 1e9 * t^2 : 2e4 * t - 0.1"
[[history]]
name = "force"
quantity = "support_force"
of = "b.x_max"
component = "x"
[[history]]
name = "plastic_strain"
quantity = "plastic_strain"
of = "b"
[integrator]
type = "{}"
step = {}
end = 1e-4
)",
                     plane, integrator, step);
}

const char* const kJohnsonCook = R"(type = "johnson-cook"
A = 806
B = 614
n = 0.168
C = 0.0089
reference_rate = 1
m = 1.1
transition_temperature = 20
melting_temperature = 1540
specific_heat = 460e6
)";
const char* const kCowperSymonds = R"(type = "plastic"
yield_stress = [300, 500]
plastic_strain = [0, 0.2]
cowper_symonds_rate = 40
cowper_symonds_exponent = 5
)";
const std::string kHeat = R"(
[[history]]
name = "rise"
quantity = "temperature_rise"
of = "b"
)";

TEST(Rates, ImplicitAndExplicitSchemesAgree) {
  for (const std::string material : {kJohnsonCook, kCowperSymonds}) {
    const auto fine = ends_of(strip(material, "half-explicit", 1e-7));
    EXPECT_GT(fine.at("dissipated_plastic"), 0.8 * fine.at("work_external"));
    for (const char* scheme :
         {"nsga-ggl", "generalized-alpha", "mixed-generalized-alpha", "mixed-bathe", "moreau-jean"}) {
      const auto implicit = ends_of(strip(material, scheme, 1e-6));
      EXPECT_NEAR(implicit.at("dissipated_plastic"), fine.at("dissipated_plastic"),
                  0.01 * fine.at("dissipated_plastic"))
          << scheme;
      EXPECT_NEAR(implicit.at("plastic_strain"), fine.at("plastic_strain"), 0.02 * fine.at("plastic_strain"))
          << scheme;
    }
  }
}

TEST(Rates, LedgerClosesAndWorkBecomesHeat) {
  for (const auto& [scheme, step] : {std::pair("half-explicit", 1e-7), std::pair("nsga-ggl", 5e-7)}) {
    const auto end = ends_of(strip(kJohnsonCook, scheme, step) + kHeat);
    EXPECT_NEAR(end.at("dissipated_numerical"), 0, 2e-3 * end.at("work_external")) << scheme;
    // The strip strains evenly, but for waves: its hottest node has a little more than the mean.
    const double mean = 0.9 * end.at("dissipated_plastic") / (80 * 7.83e-9 * 460e6);
    EXPECT_GT(end.at("rise"), mean);
    EXPECT_LT(end.at("rise"), 1.2 * mean);
  }
}

TEST(Rates, PlaneStressFlowsAtItsRate) {
  const auto fine = ends_of(strip(kCowperSymonds, "half-explicit", 2e-7, "stress"));
  const auto coarse = ends_of(strip(kCowperSymonds, "nsga-ggl", 1e-6, "stress"));
  EXPECT_NEAR(coarse.at("dissipated_plastic"), fine.at("dissipated_plastic"),
              0.01 * fine.at("dissipated_plastic"));
}

TEST(Rates, KeysThatDoNotBelongTogetherAreRefused) {
  const auto message = [](const std::string& material) -> std::string {
    try {
      ends_of(strip(material, "nsga-ggl", 1e-6));
    } catch (const params::InputError& error) {
      return error.what();
    }
    return "nothing";
  };
  const std::string jc = "type = \"johnson-cook\"\nA = 806\nB = 614\nn = 0.168\n";
  const std::string plastic = "type = \"plastic\"\nyield_stress = [300, 500]\nplastic_strain = [0, 0.2]\n";
  EXPECT_THAT(message(jc + "C = 0.01\n"), HasSubstr("'C' needs 'reference_rate' as well"));
  EXPECT_THAT(message(jc + "reference_rate = 1\n"), HasSubstr("'reference_rate' needs 'C' as well"));
  EXPECT_THAT(message(jc + "m = 1\n"), HasSubstr("'m' needs 'melting_temperature'"));
  EXPECT_THAT(message(jc + "transition_temperature = 20\nmelting_temperature = 1500\n"),
              HasSubstr("'melting_temperature' needs 'm' as well"));
  EXPECT_THAT(message(jc + "m = 1\ntransition_temperature = 20\nmelting_temperature = 10\n"),
              HasSubstr("the melting temperature lies above"));
  EXPECT_THAT(message(jc + "heat_fraction = 0.9\n"), HasSubstr("needs 'specific_heat' as well"));
  EXPECT_THAT(message(jc + "failure = [0.1, 1, -1, 0.01, 0]\n"), HasSubstr("needs 'reference_rate'"));
  EXPECT_THAT(message(plastic + "cowper_symonds_rate = 40\n"), HasSubstr("'cowper_symonds_exponent'"));
  EXPECT_THAT(message(plastic + "C = 1\nreference_rate = 1\nrate = [0, 0]\n"), Not(HasSubstr("either")));
  EXPECT_THAT(message(plastic + "rate = [0, 1]\n"), HasSubstr("share one 'rate'"));
  EXPECT_THAT(message(plastic + "rate = [0]\n"), HasSubstr("one value for each of the 2 yield stresses"));
  EXPECT_THAT(message(plastic + "back_stress = [0, 10]\nspecific_heat = 1e6\n"),
              HasSubstr("'back_stress' is not supported together with"));
  EXPECT_THAT(
      message("type = \"plastic\"\nyield_stress = [300, 200]\nplastic_strain = [0, 0]\nrate = [1, 0]\n"),
      HasSubstr("rates ascend"));
}

}  // namespace
}  // namespace jounce::test
