// Bars and plates that break: mass, momentum, steps, restarts, fields, new contact surface.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../support/scene.h"
#include "../support/solid_block.h"
#include "io/field_file.h"
#include "program.h"
#include "rows.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

/// A notched bar whose halves fly apart at `apart`, while the whole moves at 10 m/s.
std::string notched(double apart, const std::string& more) {
  return fmt::format(R"(
[model]
dimension = 2
[[material]]
name = "steel"
type = "johnson-cook"
E = 200e9
nu = 0.29
rho = 7830
A = 792e6
B = 510e6
n = 0.26
failure = [0.05, 3.44, -2.12, 0, 0]
deletion = true
[[mesh]]
name = "bar"
type = "gmsh"
file = "{0}/meshes/notched_bar.geo"
[[element]]
name = "bar"
type = "solid"
mesh = "bar.all"
material = "steel"
strain = "logarithmic"
mass = "lumped"
plane = "axisymmetric"
[[boundary]]
on = "bar.axis"
components = ["x"]
[[initial]]
on = "bar.lower"
velocity = [0, {1}]
[[initial]]
on = "bar.upper"
velocity = [0, {2}]
[[history]]
name = "momentum"
quantity = "momentum"
of = "model"
component = "y"
[[history]]
name = "bottom"
quantity = "velocity"
of = "bar.bottom_edge"
component = "y"
[integrator]
type = "half-explicit"
end = 80e-6
{3}
)",
                     JOUNCE_SOURCE_DIR, 10 - apart / 2, 10 + apart / 2, more);
}

TEST(Fracture, OfANotchedBarKeepsMassAndMomentum) {
  const RunRows run(notched(160, ""));
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  const Row &first = run.rows.front(), &last = run.last();
  EXPECT_GE(last.at("deleted_elements"), 5) << "all across the neck";
  EXPECT_NEAR(last.at("momentum"), first.at("momentum"), 1e-11 * std::abs(first.at("momentum")));
  EXPECT_EQ(run.mass_after, run.mass_before);
  EXPECT_LT(remainder(last), 1e-3 * first.at("energy_total"));
  EXPECT_GT(last.at("dissipated_failure"), 0);
  // An elastic bar would be long again by now; the halves go on apart.
  EXPECT_LT(last.at("bottom"), 0);
}

TEST(Fracture, FieldsLeaveDeletedElementsOut) {
  const TemporaryFolder folder;
  write(folder / "bar.toml", notched(160, "[output]\nframes = 4\n"));
  const Outcome outcome = jounce(folder.path(), {"run", "bar.toml", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("elements failed, the first at t = "));
  const io::FieldFile file(folder / "r/fields.vtkhdf");
  const auto status = file.values("status", file.times().size() - 1);
  const auto gone = std::ranges::count(status, 0.0);
  EXPECT_GT(gone, 0);
  EXPECT_EQ(gone + std::ranges::count(status, 1.0), static_cast<long>(file.mesh().cell_count()));
  EXPECT_THAT(read(folder / "r/run.toml"), HasSubstr(fmt::format("deleted_elements = {}\n", gone)));
  EXPECT_EQ(std::ranges::count(file.values("status", 0), 0.0), 0);
  const std::vector<double> damage = file.values("damage", file.times().size() - 1);
  EXPECT_LT(*std::ranges::max_element(damage), 1.5) << "extrapolated to the nodes of elements that are left";
}

TEST(Fracture, RestartsGiveTheSameResults) {
  const TemporaryFolder folder;
  write(folder / "bar.toml", notched(160, "[output]\nframes = 4\ncheckpoint_every = 40\n"));
  const Arguments run = Arguments{"run", "bar.toml", "-q"} + set({"integrator.step=2e-8"});
  for (const Arguments& each :
       {run + Arguments{"-o", "whole"}, run + Arguments{"-o", "part", "--set", "integrator.end=60e-6"},
        run + Arguments{"-o", "part", "--restart", "part/checkpoint.h5"}}) {
    const Outcome outcome = jounce(folder.path(), each);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  const std::string whole = read(folder / "whole/run.toml"), part = read(folder / "part/run.toml");
  const auto line = [](const std::string& text, const std::string& key) {
    const auto at = text.find(key);
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_THAT(line(whole, "first_deletion"), HasSubstr("first_deletion = "));
  EXPECT_NE(line(whole, "deleted_elements"), "deleted_elements = 0");
  EXPECT_EQ(line(part, "deleted_elements"), line(whole, "deleted_elements"));
  EXPECT_EQ(line(part, "first_deletion"), line(whole, "first_deletion"));
  EXPECT_EQ(read(folder / "part/history.csv"), read(folder / "whole/history.csv"));
}

/// A hard block flies through a thin strip of steel: the faces that come to light hold it as well.
TEST(Fracture, OpensNewContactSurface) {
  std::string text = scene::held("strip.x_min", {"x", "y"}) + scene::held("strip.x_max", {"x", "y"}) + R"(
[model]
dimension = 2
[[material]]
name = "hard"
E = 210e3
nu = 0.29
rho = 7.8e-9
[[material]]
name = "m"
type = "johnson-cook"
E = 200e3
nu = 0.29
rho = 7.83e-9
A = 792
B = 510
n = 0.26
failure_strain = [0.4]
deletion = true
[[initial]]
on = "ball"
velocity = [0, -3e5]
[[contact]]
name = "impact"
type = "surfaces"
surface = "strip.y_max"
against = "ball.y_min"
[[history]]
name = "momentum"
quantity = "momentum"
of = "model"
component = "y"
[[history]]
name = "impulse"
quantity = "contact_impulse"
of = "impact"
[integrator]
type = "half-explicit"
end = 3e-5
step_factor = 0.3
)" + solid_block("strip", "[-6, 0]", "[6, 1]", "[24, 3]") +
                     "strain = \"logarithmic\"\nmass = \"lumped\"\n";
  std::string ball = solid_block("ball", "[-1.6, 1.001]", "[1.4, 4]", "[5, 5]");
  ball.replace(ball.find("\"m\""), 3, "\"hard\"");
  text += ball + "strain = \"green-lagrange\"\nmass = \"lumped\"\n";
  const RunRows run(text);
  ASSERT_EQ(run.report.exit_status, 0) << run.report.message;
  const Row &first = run.rows.front(), &last = run.last();
  EXPECT_GE(last.at("deleted_elements"), 6) << "two cracks through the strip";
  EXPECT_LT(std::abs(last.at("dissipated_numerical")), 2e-3 * first.at("energy_total"));
  EXPECT_LT(last.at("energy_kinetic"), 0.9 * first.at("energy_kinetic"));
  double late = 0;  // what the contact does after the first element is gone
  for (const Row& row : run.rows)
    if (row.at("deleted_elements") > 0) late = std::max(late, row.at("impulse"));
  EXPECT_GT(late, 0);
}

}  // namespace
}  // namespace jounce::test
