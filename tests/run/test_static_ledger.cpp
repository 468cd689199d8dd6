#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../support/hanging_bar.h"
#include "../support/yielding_bar.h"
#include "io/history_reader.h"
#include "program.h"

// The ledger of load steps, and what plastic strains take.

namespace jounce::test {
namespace {

/// The history of a run of a deck in inputs/, or of one in the folder.
io::History history_of(const TemporaryFolder& folder, const std::string& deck,
                       const std::vector<std::string>& values = {}) {
  const Outcome outcome = jounce(folder.path(), Arguments{"run", deck, "-q", "-o", "r"} + set(values));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return io::History(folder.path() / "r/history.csv");
}

double last(const io::History& history, const std::string& column) { return history.column(column).back(); }

/// Weight that comes on with the load does half of its work on a bar and half on what holds it back.
TEST(StaticLedger, WeightOfAHangingBar) {
  const TemporaryFolder folder;
  write(folder / "bar.toml", kHangingBar + R"toml(
[[boundary]]
on = "bar.end"
components = ["x"]
[analysis]
type = "static"
step = 0.25
)toml");
  const io::History history = history_of(folder, "bar.toml");
  // u = rho g (L^2 - x^2) / (2 E), U = E A / 2 int u'^2 = A (rho g)^2 L^3 / (6 E), less what 8 elements miss.
  const double exact = 3 * 20.0 * 20 * 64 / (6 * 1e4), missed = exact / (4 * 8 * 8);
  const double U = last(history, "energy_strain");
  EXPECT_NEAR(U, exact - missed, 1e-9 * exact);
  EXPECT_NEAR(last(history, "energy_potential") - history.column("energy_potential").front(), -U, 1e-9 * U);
  EXPECT_NEAR(last(history, "work_external"), -U, 1e-9 * U);
  EXPECT_NEAR(last(history, "dissipated_numerical"), 0, 1e-9 * U);
}

/// Work of a support that stretches rubber: the strain energy up to the rule's error, of second order.
TEST(StaticLedger, WorkOfMovingSupports) {
  double error[2] = {};
  for (int i = 0; i < 2; ++i) {
    const TemporaryFolder folder;
    const io::History history = history_of(folder, kInputs + "rubber_block.toml",
                                           {i == 0 ? "analysis.step=0.1" : "analysis.step=0.05"});
    error[i] = last(history, "work_external") - last(history, "energy_strain");
    EXPECT_NEAR(last(history, "dissipated_numerical"), error[i], 1e-10);
  }
  EXPECT_LT(std::abs(error[0]), 0.02 * 3.5);
  EXPECT_NEAR(error[0] / error[1], 4, 0.3);
}

/// Along a path of prescribed arc length that turns back, loads do what the truss stores.
TEST(StaticLedger, WorkAlongAPathThatSnaps) {
  const TemporaryFolder folder;
  const io::History history = history_of(folder, kInputs + "snap_through.toml");
  const auto& strain = history.column("energy_strain");
  const double most = *std::max_element(strain.begin(), strain.end());
  EXPECT_GT(most, 0);
  for (const double value : history.column("dissipated_numerical")) EXPECT_LT(std::abs(value), 0.02 * most);
}

TEST(StaticLedger, NothingMovesInStatics) {
  const TemporaryFolder folder;
  const io::History history = history_of(folder, kInputs + "plastic_bar.toml");
  for (const double value : history.column("energy_kinetic")) EXPECT_EQ(value, 0);
}

/// What plastic strains take closes the balance of a bar that is pulled to and fro.
TEST(StaticLedger, PlasticWork) {
  const TemporaryFolder folder;
  const io::History history = history_of(folder, kInputs + "plastic_bar.toml");
  const double plastic = last(history, "dissipated_plastic");
  EXPECT_GT(plastic, last(history, "energy_strain"));
  EXPECT_NEAR(last(history, "work_external"), plastic + last(history, "energy_strain"), 0.02 * plastic);
}

/// The force at the begin of the first step is that of the body without plastic strains.
TEST(StaticLedger, FirstStepThatYields) {
  const TemporaryFolder folder;
  const io::History history =
      history_of(folder, kInputs + "plastic_bar.toml", {"analysis.step=1", "analysis.end=1"});
  EXPECT_NEAR(last(history, "work_external"), 0.5 * last(history, "pull") * 2 * 0.006, 1.0);
}

TEST(DynamicLedger, PlasticWorkIsNotTheScheme) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kYielding);
  const io::History history = history_of(folder, "deck.toml", {"integrator.rho_inf=1"});
  const double plastic = last(history, "dissipated_plastic");
  EXPECT_GT(plastic, 0.1 * last(history, "work_external"));
  EXPECT_LT(std::abs(last(history, "dissipated_numerical")), 0.02 * plastic);
}

}  // namespace
}  // namespace jounce::test
