#include <gmock/gmock.h>

#include <chrono>

#include "io/history_reader.h"
#include "program.h"

// A step that does not end: a signal ends it, its iterations are on the disk, and nothing of it stays.

namespace jounce::test {
namespace {

using testing::HasSubstr;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A hollow box that falls on an edge, with steps some waves long: Newton's method turns round and round
/// between plastic and elastic states.
class Interrupt : public testing::TestWithParam<int> {
 protected:
  Interrupt() {
    write(folder_ / "box.geo",
          R"(SetFactory("OpenCASCADE");
a = 0.05; t = 0.004;
Box(1) = {-a/2, -a/2, 0, a, a, a};
Box(2) = {-a/2+t, -a/2+t, t, a-2*t, a-2*t, a-2*t};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Rotate {{1, 0.3, 0}, {0, 0, 0}, 0.5} { Volume{3}; }
Mesh.MeshSizeMax = 0.02; Mesh.MeshSizeMin = 0.02;
Physical Volume("box") = {3};
Physical Surface("skin") = Surface{:};
)");
    write(folder_ / "drop.toml",
          R"(
[model]
dimension = 3
[[material]]
name = "aluminium"
type = "plastic"
E = 70e9
nu = 0.33
rho = 2700
yield_stress = [2e8, 2.6e8]
plastic_strain = [0, 0.1]
[[mesh]]
name = "m"
type = "gmsh"
file = "box.geo"
[[element]]
name = "box"
type = "solid"
mesh = "m.box"
material = "aluminium"
strain = "logarithmic"
[[initial]]
on = "m.box"
velocity = [0, 0, -5]
[[contact]]
name = "floor"
type = "point-plane"
points = ["m.skin"]
through = [0, 0, -0.015]
normal = [0, 0, 1]
friction = 0.3
)"
          // A solver without a line search, and so many iterations that a step would take minutes.
          R"(
[integrator]
type = "nsga-ggl"
solver = "monolithic"
step = 1e-5
end = 1e-3
max_iterations = 1000
)");
  }
  std::size_t rows(const char* file) const {
    return std::filesystem::exists(folder_ / file) ? lines(folder_ / file).size() : 0;
  }

  TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGTERM, SIGINT), [](const auto& test) {
  return std::string(test.param == SIGINT ? "interrupt" : "terminate");
});

TEST_P(Interrupt, EndsAStepThatDoesNot) {
  Process process(folder_.path(), {"run", "drop.toml", "-v", "-o", "r"});
  // Iterations of a step under way are on the disk, one after the other.
  std::size_t seen = 0;
  int grew = 0;
  for (int i = 0; i < 1200 && grew < 3 && process.runs(); ++i) {
    usleep(100000);
    if (rows("r/convergence.csv") > std::max<std::size_t>(seen, 30)) ++grew;
    seen = std::max(seen, rows("r/convergence.csv"));
  }
  ASSERT_EQ(grew, 3) << read(folder_ / "err");
  EXPECT_GT(rows("out"), seen);
  EXPECT_THAT(read(folder_ / "out"), HasSubstr("  iteration   residual     motion"));
  const double sent = now();
  EXPECT_EQ(process.end(GetParam()), 128 + GetParam());
  EXPECT_LT(now() - sent, 5) << "a second or two where the machine has nothing else to do";
  EXPECT_THAT(read(folder_ / "err"), HasSubstr("continues from here"));
  EXPECT_THAT(read(folder_ / "r/run.toml"), HasSubstr(R"(status = "stopped")"));

  // The step has left no trace: a restart begins where the history ends, and comes to the same step.
  const double end = io::History(folder_ / "r/history.csv").column("time").back();
  EXPECT_LT(end, 1e-3);
  Process again(folder_.path(), {"run", "drop.toml", "-q", "-o", "again", "--restart", "r/checkpoint.h5"});
  for (int i = 0; i < 1200 && again.runs() && rows("again/convergence.csv") < 10; ++i) usleep(100000);
  ASSERT_TRUE(again.runs());
  EXPECT_EQ(again.end(GetParam()), 128 + GetParam());
  EXPECT_THAT(read(folder_ / "again/run.toml"), HasSubstr(R"(status = "stopped")"));
}

}  // namespace
}  // namespace jounce::test
