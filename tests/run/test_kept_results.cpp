// Stresses that elements keep for a frame are those of its state: fields against histories, which ask the
// elements one by one.

#include <gmock/gmock.h>

#include <algorithm>

#include "../support/yielding_bar.h"
#include "io/field_file.h"
#include "io/history_reader.h"
#include "program.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

class KeptResults : public testing::Test {
 protected:
  /// Runs the bar that yields, of large strain, so that its elements are in batches.
  Outcome run(const std::string& output, const std::vector<std::string>& values, const Arguments& more = {},
              int ranks = 1) {
    write(folder_ / "deck.toml", kYielding);
    return jounce(folder_.path(),
                  Arguments{"run", "deck.toml", "-o", output} + more +
                      set({"element.b.strain=logarithmic", "element.b.mass=lumped", "output.frames=40"}) +
                      set(values),
                  0, ranks);
  }
  /// The greatest von Mises stress among the points of each frame is that of the history at its time.
  void expect_fields_of_history(const std::string& output) {
    const io::FieldFile file(folder_ / (output + "/fields.vtkhdf"));
    const io::History history(folder_ / (output + "/history.csv"));
    const auto &time = history.column("time"), &stress = history.column("stress");
    ASSERT_GE(file.times().size(), 30U);
    double largest = 0;
    for (std::size_t frame = 0; frame < file.times().size(); ++frame) {
      const auto row = std::ranges::find(time, file.times()[frame]) - time.begin();
      ASSERT_LT(row, static_cast<std::ptrdiff_t>(time.size())) << frame;
      const std::vector<double> values = file.values("von_mises_stress", frame);
      const double expected = stress[static_cast<std::size_t>(row)];
      EXPECT_NEAR(*std::ranges::max_element(values), expected, 1e-12) << frame;
      largest = std::max(largest, expected);
    }
    EXPECT_GT(largest, 0.5);  // it yields
  }
  TemporaryFolder folder_;
};

TEST_F(KeptResults, OfExplicitStepsAreThoseOfTheFrame) {
  const Outcome outcome = run("r", {"integrator.type=half-explicit"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  expect_fields_of_history("r");
}

TEST_F(KeptResults, OfStepsThatWereCutOrRefusedAreThoseOfTheFrame) {
  const Outcome cut = run("cut", {"integrator.max_iterations=2", "integrator.step=0.02"});
  ASSERT_EQ(cut.status, 0) << cut.err;
  EXPECT_THAT(cut.out, HasSubstr("cuts of the step"));
  expect_fields_of_history("cut");
  const Outcome refused = run("refused", {"integrator.error_tolerance=3e-6", "integrator.step=0.02"});
  ASSERT_EQ(refused.status, 0) << refused.err;
  EXPECT_THAT(refused.out, HasSubstr("repeated")) << refused.out;
  expect_fields_of_history("refused");
}

TEST_F(KeptResults, AfterARestartAreThoseOfTheFrame) {
  const std::vector<std::string> values = {"integrator.type=half-explicit", "output.checkpoint_every=100"};
  Outcome outcome = run("r", {values[0], values[1], "integrator.end=0.5", "output.frames=20"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  outcome = run("r", values, {"--restart", "r/checkpoint.h5"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  expect_fields_of_history("r");
}

TEST_F(KeptResults, OnTwoRanksAreThoseOfTheFrame) {
  const Outcome outcome = run("r", {"integrator.type=half-explicit"}, {}, 2);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  expect_fields_of_history("r");
}

}  // namespace
}  // namespace jounce::test
