#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/deck_run.h"

// Stacks at rest whose masses differ by 1e6: the first guess of what is closed is right, whatever the order.

namespace jounce::test {
namespace {

std::string heavy_stack(const std::vector<double>& masses) {
  constexpr double a = 0.1;
  std::string text =
      "[model]\ndimension = 3\ngravity = [0, 0, -9.81]\n[[shape]]\nname = \"floor\"\n"
      "type = \"plane\"\n";
  std::string shapes = "\"floor\"";
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double m = masses[i], J = m * a * a / 6;
    text += fmt::format(
        "[[body]]\nname = \"b{0}\"\ntype = \"rigid-3d\"\nmass = {1}\ninertia = [{2}, {2}, {2}]\n"
        "position = [0, 0, {3}]\n[[shape]]\nname = \"s{0}\"\ntype = \"box\"\nsize = [{4}, {4}, {4}]\n"
        "on = [\"b{0}\"]\n",
        i, m, J, a * (static_cast<double>(i) + 0.5), a);
    shapes += fmt::format(", \"s{}\"", i);
  }
  return text + "[[contact]]\nname = \"c\"\ntype = \"bodies\"\nshapes = [" + shapes +
         "]\nfriction = 0.5\nenvelope = 0.002\n[integrator]\ntype = \"nsga-ggl\"\nstep = 1e-3\nend = 1\n";
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
