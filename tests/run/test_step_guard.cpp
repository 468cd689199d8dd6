#include <gmock/gmock.h>

#include <algorithm>

#include "../support/scene.h"
#include "io/history_reader.h"
#include "program.h"

// Steps that converge to what no body can do, schemes that feed the motion, and signals stop a run; results
// so far and a checkpoint stay.

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The block of rubber with St. Venant-Kirchhoff's law, pressed through itself: x = 1 - 1.2 t.
Arguments crushed(const std::string& output) {
  return Arguments{"run", kInputs + "rubber_block.toml", "-q", "-o", output} +
         set({"material.rubber.type=linear-elastic", "parameters.stretch=-0.2", "analysis.max_cuts=3"});
}

TEST(StepGuard, RefusesElementsThatAreInsideOutAndNamesThem) {
  const TemporaryFolder folder;
  const Outcome outcome = jounce(folder.path(), crushed("r"));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("hexahedron8 1 of mesh 'block' near ("));
  EXPECT_THAT(outcome.err, HasSubstr("inverted"));
  EXPECT_THAT(outcome.err, HasSubstr("failed.checkpoint.h5"));
  const io::History history(folder / "r/history.csv");
  // x = 0 at t = 5/6; the last step that is left is an eighth of 0.1 long.
  EXPECT_LT(history.column("time").back(), 5.0 / 6);
  EXPECT_GT(history.column("time").back(), 5.0 / 6 - 0.1 / 8);
}

TEST(StepGuard, RefusesAStartThatIsInsideOut) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", scene::material({.E = 1, .nu = 0.3, .rho = 1}) +
                                  scene::block_mesh({.from = {0, 0}, .to = {1, 1}, .counts = {1, 1}}) + R"(
[[element]]
name = "b"
type = "solid"
mesh = "b"
material = "m"
strain = "green-lagrange"
[[boundary]]
on = "b.x_max"
components = ["x"]
motion = "-1.2 + 0*t"
[integrator]
step = 0.1
end = 1
)");
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the start is impossible: element quadrilateral4 1 of mesh 'b'"));
}

/// A stiff spring with a mass that swings about one end: the trapezoidal rule gains energy where steps are
/// long beside the spring's period.
const char* const kStiffPendulum = R"toml(
[[body]]
name = "bob"
type = "point-mass"
mass = 1
position = [1, 0]
velocity = [0.3, 5]
[[element]]
name = "rod"
type = "spring"
between = ["ground", "bob"]
stiffness = 1e6
rest_length = 1
[output]
frames = 0
[integrator]
type = "generalized-alpha"
rho_inf = 1
step = 0.05
end = 100
)toml";

TEST(StepGuard, StopsASchemeThatFeedsTheMotion) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", kStiffPendulum);
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the scheme itself has added"));
  EXPECT_THAT(outcome.err, HasSubstr("analysis.max_energy_gain = 0.1"));
  EXPECT_THAT(outcome.err, HasSubstr("a smaller integrator.rho_inf"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("corrections")));  // a key of nsga-ggl
  const io::History history(folder / "r/history.csv");
  EXPECT_LT(history.column("time").back(), 100);
  EXPECT_LT(history.column("dissipated_numerical").back(), 0);
  const Outcome allowed =
      jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", "s"} +
                                set({"analysis.max_energy_gain=1e6", "integrator.end=2"}));
  EXPECT_EQ(allowed.status, 0) << allowed.err;
  const Outcome short_steps = jounce(folder.path(), Arguments{"run", "deck.toml", "-q", "-o", "t"} +
                                                        set({"integrator.step=1e-4", "integrator.end=1"}));
  EXPECT_EQ(short_steps.status, 0) << short_steps.err;
}

/// A reed of steel at a stop, shaken near its resonance: its inertia about its own axis is tiny, and an
/// iterate turned nodes by a whole turn, with 170 times the energy of the motion.
TEST(StepGuard, RefusesStepsAWholeTurnAway) {
  const TemporaryFolder folder;
  write(folder / "deck.toml", R"toml(
[model]
dimension = 3
[[material]]
name = "steel"
E = 2e11
nu = 0.3
rho = 7800
[[section]]
name = "strip"
type = "rectangle"
height = 0.001
width = 0.01
[[mesh]]
name = "reed"
type = "line"
from = [0, 0, 0]
to = [0.15, 0, 0]
elements = 15
[[element]]
name = "reed"
type = "beam"
mesh = "reed"
material = "steel"
section = "strip"
y_axis = [0, 1, 0]
[[boundary]]
on = "reed.start"
components = ["x", "rotation", "z"]
[[boundary]]
on = "reed.start"
components = ["y"]
motion = "2e-3*sin(2*pi*38*t)"
[[contact]]
name = "stop"
type = "point-plane"
points = ["reed"]
through = [0.1, -0.004, 0]
normal = [0, 1, 0]
restitution = 0.5
[integrator]
step = 1e-4
end = 0.2
rho_inf = 0.8
[output]
frames = 0
)toml");
  const Outcome outcome = jounce(folder.path(), {"run", "deck.toml", "-q", "-o", "r"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const io::History history(folder / "r/history.csv");
  const auto& energy = history.column("energy_total");
  EXPECT_LT(*std::max_element(energy.begin(), energy.end()), 0.02);  // its motion has 0.014 J
  EXPECT_GT(history.column("dissipated_numerical").back(), 0);
}

Arguments stopped_run(const std::string& output) {
  return Arguments{"run", kInputs + "bar_gravity.toml", "-q", "-o", output} +
         set({"parameters.elements=100", "integrator.end=20", "output.frames=10"});
}

TEST(StopSignal, LeavesACheckpointToGoOnFrom) {
  const TemporaryFolder folder;
  ASSERT_EQ(jounce(folder.path(), stopped_run("whole")).status, 0);
  for (const int signal : {SIGTERM, SIGINT}) {
    const std::string name = "r" + std::to_string(signal);
    Process process(folder.path(), stopped_run(name));
    for (int i = 0;
         i < 20000 && process.runs() && !std::filesystem::exists(folder / (name + "/fields.vtkhdf")); ++i)
      usleep(500);
    usleep(20000);
    const int status = process.end(signal);
    const std::string message = read(folder / "err");
    ASSERT_EQ(status, 128 + signal) << message;
    EXPECT_THAT(message, HasSubstr("--restart " + name + "/checkpoint.h5"));
    EXPECT_FALSE(std::filesystem::exists(folder / (name + "/failed.checkpoint.h5")));
    const double reached = io::History(folder / (name + "/history.csv")).column("time").back();
    EXPECT_LT(reached, 20);
    const Outcome outcome =
        jounce(folder.path(), stopped_run(name) + Arguments{"--restart", name + "/checkpoint.h5"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const io::History whole(folder / "whole/history.csv"), parts(folder / (name + "/history.csv"));
    ASSERT_EQ(parts.size(), whole.size());
    for (const char* column : {"time", "energy_kinetic", "energy_potential"}) {
      const auto &a = whole.column(column), &b = parts.column(column);
      for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_NEAR(a[i], b[i], 1e-8 * (1 + std::abs(a[i]))) << column;
    }
  }
}

TEST(Checkpoint, IsWrittenByRealTime) {
  const TemporaryFolder folder;
  // a hundredth of a second
  const Outcome outcome = jounce(folder.path(), stopped_run("r") + set({"output.checkpoint_minutes=1.7e-4"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  ASSERT_TRUE(std::filesystem::exists(folder / "r/checkpoint.h5"));
  const Outcome again = jounce(folder.path(), stopped_run("r") + Arguments{"--restart", "r/checkpoint.h5"});
  EXPECT_EQ(again.status, 0) << again.err;
}

}  // namespace
}  // namespace jounce::test
