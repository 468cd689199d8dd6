// Elements that fail and are deleted, one at a time: forces, energies, keys.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../support/scene.h"
#include "../support/solid_block.h"
#include "rows.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

struct Pull {
  std::string element = "strain = \"logarithmic\"\n";
  std::string integrator = "half-explicit", step = "step = 1e-8";
  int dimension = 3;
  std::string law = R"(type = "johnson-cook"
A = 806
B = 614
n = 0.168
failure_strain = [0.3]
deletion = true
)";
};

/// One cube or square of steel of 1 mm (in mm, t, s), one side of which is pulled at 20 m/s.
std::string pulled(const Pull& p) {
  const std::string from = p.dimension == 3 ? "[0, 0, 0]" : "[0, 0]",
                    to = p.dimension == 3 ? "[1, 1, 1]" : "[1, 1]",
                    counts = p.dimension == 3 ? "[1, 1, 1]" : "[1, 1]";
  return fmt::format(
             "[model]\ndimension = {}\n[[material]]\nname = \"m\"\nE = 206.9e3\nnu = 0.3\nrho = 7.83e-9\n",
             p.dimension) +
         p.law + solid_block("b", from, to, counts) + "mass = \"lumped\"\n" + p.element +
         (p.dimension == 3 ? scene::held("b.z_min", {"z"}) : "") + scene::held("b.x_min", {"x"}) +
         scene::held("b.y_min", {"y"}) +
         fmt::format(R"(
[[boundary]]
on = "b.y_max"
components = ["y"]
motion = "t < 1e-6 ? 1e10 * t^2 : 2e4 * t - 0.01"
[[history]]
name = "force"
quantity = "support_force"
of = "b.y_max"
component = "y"
[[history]]
name = "held"
quantity = "support_force"
of = "b.y_min"
component = "y"
[[history]]
name = "stress"
quantity = "stress"
of = "b"
component = "yy"
[integrator]
type = "{}"
{}
end = 2.2e-5
)",
                     p.integrator, p.step);
}

TEST(Failure, OfOneElementDropsItsForceAndClosesTheLedger) {
  const std::string finite = "strain = \"logarithmic\"\n";
  const std::vector<Pull> pulls = {
      {},
      {.element = finite + "formulation = \"reduced\"\n"},
      {.element = finite + "formulation = \"full\"\n"},
      {.element = ""},
      {.element = finite + "formulation = \"full\"\ndamping_mass = 1\ndamping_stiffness = 1e-14\n"},
      {.element = finite, .dimension = 2},
      {.element = finite + "plane = \"axisymmetric\"\n", .dimension = 2},
      {.element = finite + "plane = \"stress\"\n", .dimension = 2},
      {.element = finite + "formulation = \"reduced\"\n", .dimension = 2},
      {.element = "", .dimension = 2},
      {.law = R"(type = "plastic"
yield_stress = [300, 500]
plastic_strain = [0, 0.2]
failure_strain = [0.5, 0.3, 0.1]
failure_triaxiality = [-0.333, 0.3, 2]
deletion = true
)"}};
  for (const Pull& pull : pulls) {
    SCOPED_TRACE(pull.element + std::to_string(pull.dimension));
    const RunRows run(pulled(pull));
    ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
    const auto [before, after] = run.around_first();
    EXPECT_GT(before.at("force"), 300) << "strong until it fails";
    ASSERT_EQ(after.at("deleted_elements"), 1);
    EXPECT_GT(before.at("energy_strain"), 0);
    EXPECT_EQ(after.at("energy_strain"), 0);
    EXPECT_NEAR(after.at("dissipated_failure"), before.at("energy_strain"),
                0.02 * before.at("energy_strain"));
    const Row& last = run.last();
    EXPECT_EQ(last.at("dissipated_failure"), after.at("dissipated_failure"));
    EXPECT_EQ(last.at("stress"), 0);
    EXPECT_NEAR(last.at("held"), 0, 1e-9);
    EXPECT_LT(remainder(last), 1e-3 * last.at("work_external"));
    if (&pull == &pulls.front()) {  // integral of A + B p^n up to the strain at failure
      const double work = 806 * 0.3 + 614 / 1.168 * std::pow(0.3, 1.168);
      EXPECT_NEAR(last.at("dissipated_plastic"), work, 0.01 * work);
    }
    EXPECT_THAT(run.report.message, HasSubstr("1 element failed, the first at t = "));
  }
}

/// The stress falls to nothing while the crack takes its energy.
TEST(Failure, StiffnessFallsByTheEnergyOfTheCrack) {
  const std::string law = R"(type = "johnson-cook"
A = 806
B = 614
n = 0.168
failure_strain = [0.1]
failure_energy = 60
deletion = true
)";
  const std::string finite = "strain = \"logarithmic\"\n";
  const std::vector<Pull> pulls = {
      {.law = law},
      {.element = finite + "formulation = \"reduced\"\n", .law = law},
      {.element = finite + "formulation = \"full\"\n", .law = law},
      {.element = "", .law = law},
      {.element = finite, .dimension = 2, .law = law},
      {.element = finite + "plane = \"axisymmetric\"\n", .dimension = 2, .law = law},
      {.element = finite + "plane = \"stress\"\n", .dimension = 2, .law = law},
      {.integrator = "nsga-ggl", .step = "step = 5e-8", .law = law},
      {.integrator = "mixed-bathe", .step = "step = 5e-8", .law = law}};
  for (const Pull& pull : pulls) {
    SCOPED_TRACE(pull.element + std::to_string(pull.dimension) + pull.integrator);
    const RunRows run(pulled(pull));
    ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
    const auto [before, after] = run.around_first();
    ASSERT_EQ(after.at("deleted_elements"), 1);
    double most = 0;
    for (const Row& row : run.rows) most = std::max(most, row.at("force"));
    EXPECT_LT(before.at("force"), 0.1 * most);
    const Row& last = run.last();
    EXPECT_EQ(last.at("energy_strain"), 0);
    EXPECT_EQ(last.at("stress"), 0);
    EXPECT_GT(last.at("dissipated_failure"), 0);
    EXPECT_LT(remainder(last), (pull.integrator == "half-explicit" ? 1e-3 : 0.01) * last.at("work_external"));
    const double begin = 806 * 0.1 + 614 / 1.168 * std::pow(0.1, 1.168);
    if (pull.dimension == 3) {
      EXPECT_NEAR(last.at("dissipated_plastic"), begin + 60, 1.5);
    }
  }
}

TEST(Failure, ImplicitSchemesGoOn) {
  for (const char* scheme : {"nsga-ggl", "generalized-alpha", "mixed-bathe", "moreau-jean"}) {
    SCOPED_TRACE(scheme);
    const RunRows run(pulled({.integrator = scheme, .step = "step = 5e-8"}));
    ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
    const Row& last = run.last();
    EXPECT_EQ(last.at("deleted_elements"), 1);
    EXPECT_EQ(last.at("energy_strain"), 0);
    EXPECT_GT(last.at("dissipated_failure"), 0);
    EXPECT_LT(remainder(last), 0.01 * last.at("work_external"));
  }
}

/// The small element that fails bounds the steps until then; a large one that is left does from then on.
TEST(Failure, StepsFollowTheElementsThatAreLeft) {
  const std::string other = solid_block("other", "[5, 0, 0]", "[8, 3, 3]", "[1, 1, 1]") +
                            "mass = \"lumped\"\nstrain = \"logarithmic\"\n";
  const RunRows run(pulled({.step = ""}) + other + "[output]\nframes = 0\n");
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  const auto [before, after] = run.around_first();
  const double first = run.rows[0].at("step_size");
  EXPECT_LT(before.at("step_size"), first) << "the small element gets thinner";
  const double late = run.rows[run.rows.size() - 2].at("step_size");
  EXPECT_GT(late, 2.5 * first);
  EXPECT_LT(late, 3.5 * first);
}

TEST(Failure, KeysThatDoNotBelongTogetherAreRefused) {
  const auto message = [](const std::string& law) -> std::string {
    try {
      RunRows run(pulled({.law = law}));
    } catch (const params::InputError& error) {
      return error.what();
    }
    return "nothing";
  };
  const std::string jc = "type = \"johnson-cook\"\nA = 806\nB = 614\nn = 0.168\n";
  const std::string plastic = "type = \"plastic\"\nyield_stress = [300]\n";
  const std::string begun = plastic + "failure_strain = [0.1]\n";
  const std::pair<std::string, const char*> refused[] = {
      {jc + "deletion = true\n", "'deletion' needs a strain at failure"},
      {plastic + "deletion = true\n", "'deletion' needs a strain at failure"},
      {jc + "failure = [1, 0, 0, 0, 0]\nfailure_strain = [0.1]\n",
       "give either 'failure' or 'failure_strain'"},
      {jc + "failure_triaxiality = [0.1]\n", "needs 'failure_strain' as well"},
      {jc + "failure_strain = [0.1, 0.2]\n", "need 'failure_triaxiality'"},
      {jc + "failure_strain = [0.1, 0.2]\nfailure_triaxiality = [0.1]\n", "2 strains for 1 triaxialities"},
      {jc + "failure_strain = [0.1, 0.2]\nfailure_triaxiality = [0.1, 0]\n", "triaxialities must ascend"},
      {plastic + "failure_energy = 1\n", "'failure_energy' needs a strain at which failure begins"},
      {begun + "failure_energy = 1\nfailure_displacement = [1]\n",
       "give either 'failure_energy' or 'failure_displacement'"},
      {begun + "degradation = [1]\n", "'degradation' needs 'failure_displacement'"},
      {begun + "softening = \"linear\"\n", "'softening' needs 'failure_energy' or 'failure_displacement'"},
      {begun + "most_degradation = 0.5\n", "'most_degradation' needs 'failure_energy' or"},
      {begun + "failure_energy = 1\nmost_degradation = 1\n", "has to be deleted: 'deletion'"},
      {begun + "failure_displacement = [0]\n", "must be greater than 0"},
      {begun + "failure_displacement = [1, 2]\n", "several displacements need 'degradation'"},
      {begun + "failure_displacement = [1, 2]\ndegradation = [1]\n", "2 displacements for 1 degradations"},
      {begun + "failure_displacement = [1, 2]\ndegradation = [1, 0]\n", "degradations must ascend"},
      {begun + "failure_displacement = [1]\nsoftening = \"exponential\"\n",
       "'softening_exponent' belong together"},
      {begun + "failure_displacement = [1, 2]\ndegradation = [0, 1]\nsoftening = \"exponential\"\n"
               "softening_exponent = 1\n",
       "a table has no exponential softening"}};
  for (const auto& [law, text] : refused) EXPECT_THAT(message(law), HasSubstr(text));
}

TEST(Failure, IsNotForStatics) {
  std::string text = pulled({});
  text.erase(text.find("[integrator]"));
  try {
    RunRows run(text + "[analysis]\ntype = \"static\"\nstep = 0.1\n");
    FAIL();
  } catch (const params::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a static analysis does not delete elements"));
  }
}

}  // namespace
}  // namespace jounce::test
