#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/deck_run.h"

// Stacks at rest whose masses differ by 1e6: the first guess of what is closed is right, whatever the order.

namespace jounce::test {
namespace {

std::string heavy_stack(const std::vector<double>& masses) {
  constexpr double a = 0.1;
  std::string text =
      R"(
[model]
dimension = 3
gravity = [0, 0, -9.81]
[[shape]]
name = "floor"
type = "plane"
)";
  std::string shapes = R"("floor")";
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double m = masses[i], J = m * a * a / 6;
    text += fmt::format(
        R"(
[[body]]
name = "b{0}"
type = "rigid-3d"
mass = {1}
inertia = [{2}, {2}, {2}]
position = [0, 0, {3}]
[[shape]]
name = "s{0}"
type = "box"
size = [{4}, {4}, {4}]
on = ["b{0}"]
)",
        i, m, J, a * (static_cast<double>(i) + 0.5), a);
    shapes += fmt::format(R"(, "s{}")", i);
  }
  return text + fmt::format(R"(
[[contact]]
name = "c"
type = "bodies"
shapes = [{}]
friction = 0.5
envelope = 0.002
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1
)",
                            shapes);
}

TEST(HeavyStacks, RestAtOnce) {
  const std::vector<std::vector<double>> stacks = {{1, 16, 251, 3981, 63096, 1e6},
                                                   {1e6, 63096, 3981, 251, 16, 1},
                                                   {1, 1e6, 1, 1e6, 1, 1e6},
                                                   {1e6, 1, 1e6, 1, 1e6, 1}};
  for (std::size_t k = 0; k < stacks.size(); ++k)
    for (const char* const type : {"nsga-ggl", "moreau-jean"}) {
      DeckRun run(heavy_stack(stacks[k]), {std::string("integrator.type=") + type});
      for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(run.step()) << type << " " << k << " " << i << ": " << run.result.failure_cause;
        if (i > 0) {
          EXPECT_LE(run.result.iterations, 5) << type << " " << k << " " << i;
        }
      }
      EXPECT_LT(run.state.v.norm(), 1e-9) << type << " " << k;
    }
}

}  // namespace
}  // namespace jounce::test
