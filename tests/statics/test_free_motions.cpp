#include "statics/free_motions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>
#include <map>
#include <random>
#include <set>

#include "../support/deck_run.h"
#include "../support/solid_block.h"
#include "la/sink.h"
#include "statics.h"
#include "stepping/no_smaller_step.h"

namespace jounce {
namespace {

using test::solid_block;
using test::Statics;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::string vector_of(std::initializer_list<double> list) {
  std::string text;
  for (const double x : list) text += (text.empty() ? "[" : ", ") + std::to_string(x);
  return text + "]";
}

std::string body_of(const std::string& name, int dimension, double at = 0) {
  if (dimension == 3)
    return solid_block(name, vector_of({at, 0, 0}), vector_of({at + 1, 1.5, 2}), "[1, 2, 1]");
  return solid_block(name, vector_of({at, 0}), vector_of({at + 1, 1.5}), "[2, 2]");
}

std::string model_of(int dimension) {
  return fmt::format(R"(
[model]
dimension = {}
[[material]]
name = "m"
E = 2e11
nu = 0.3
rho = 7800
[analysis]
type = "static"
step = 1
)",
                     dimension);
}

std::vector<FreePart> parts_of(const std::string& text) {
  const deck::Deck deck = deck::read_deck_text(text, "test.toml", deck_schema());
  const auto model = deck::build_model(deck);
  return free_motions(model->system, closed_at_start(model->system), false);
}

std::string text_of(const std::string& text) { return to_text(parts_of(text)); }

/// Motions without force of everything that is free: the null space of the whole stiffness.
int null_space_of(const System& system) {
  const Index n = system.n_free();
  if (n == 0) return 0;
  DenseMatrix K = DenseMatrix::Zero(n, n);
  DenseSink dense(K);
  BlockSink sink(dense, {0, 0, n, n, 1.0});
  system.add_tangent(system.initial_state(), Vector::Zero(system.nv()), {0, 0, 1}, sink);
  const Vector values = Eigen::SelfAdjointEigenSolver<DenseMatrix>(K, Eigen::EigenvaluesOnly).eigenvalues();
  return static_cast<int>((values.array().abs() < 1e-9 * values.cwiseAbs().maxCoeff()).count());
}

TEST(FreeMotions, OfASolidInSpace) {
  EXPECT_EQ(text_of(model_of(3) + body_of("block", 3)),
            "6 rigid motions are free: translation along x, y and z, rotation about x, y and z of the part "
            "'block'");
}

TEST(FreeMotions, OfASolidInThePlane) {
  EXPECT_EQ(text_of(model_of(2) + body_of("plate", 2)),
            "3 rigid motions are free: translation along x and y, rotation about z of the part 'plate'");
}

TEST(FreeMotions, OfEachUnconnectedPart) {
  const auto parts = parts_of(model_of(2) + body_of("a", 2) + body_of("b", 2, 3) + R"(
[[boundary]]
on = "a.x_min"
components = ["x", "y"]
)");
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].name, "'b'");
  EXPECT_EQ(parts[0].count(), 3);
}

TEST(FreeMotions, AboutAPinAndAlongAGuide) {
  const std::string bodies = R"(
[[body]]
name = "rod"
type = "rigid"
mass = 1
inertia = 1
position = [1, 2]
)";
  const auto free = [&](const std::string& joint) {
    const auto parts = parts_of(model_of(2) + bodies + joint);
    return parts.empty() ? std::vector<std::string>() : parts[0].motions;
  };
  EXPECT_THAT(free(R"(
[[joint]]
name = "pin"
type = "revolute"
between = ["ground", "rod"]
at = [3, 4]
)"),
              ElementsAre("rotation about z through (3, 4, 0)"));
  EXPECT_THAT(free(R"(
[[joint]]
name = "guide"
type = "prismatic"
between = ["ground", "rod"]
at = [0, 0]
axis = [0, 1]
)"),
              ElementsAre("translation along y"));
  EXPECT_TRUE(free(R"(
[[joint]]
name = "weld"
type = "fixed"
between = ["ground", "rod"]
at = [0, 0]
)")
                  .empty());
  // A spring of 1e-3 N/m holds as well as any other; across its direction nothing does.
  EXPECT_THAT(free(R"(
[[element]]
name = "s"
type = "spring"
between = ["ground", "rod"]
stiffness = 1e-3
direction = [1, 0]
)"),
              UnorderedElementsAre("translation along y", HasSubstr("rotation about z")));
}

/// A chain that hangs from nothing: as one it has three motions, and its links turn against each other.
TEST(FreeMotions, OfLinksAgainstEachOther) {
  std::string text = model_of(2);
  for (const char* const name : {"a", "b", "c"})
    text += fmt::format(R"(
[[body]]
name = "{}"
type = "rigid"
mass = 1
inertia = 1
position = [{}, 0]
)",
                        name, std::to_string(name[0] - 'a'));
  for (const char* const pair : {"ab", "bc"})
    text += fmt::format(R"(
[[joint]]
name = "{}"
type = "revolute"
between = ["{}", "{}"]
at = [{}.5, 0]
)",
                        pair, pair[0], pair[1], std::to_string(pair[0] - 'a'));
  const auto parts = parts_of(text);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].motions.size(), 3u);
  EXPECT_EQ(parts[0].inner, 2);
  EXPECT_EQ(parts[0].name, "'a', 'b' and 'c'");
}

/// Components of nodes held at random: as many motions are free as the stiffness has zero eigenvalues.
TEST(FreeMotions, AreTheNullSpaceOfTheStiffness) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  std::map<int, int> seen;
  for (int trial = 0; trial < 120; ++trial) {
    const int dimension = trial % 2 == 0 ? 2 : 3;
    std::string text = model_of(dimension) + body_of("p", dimension) + body_of("q", dimension, 2);
    const std::vector<std::string> sides = {"x_min", "x_max", "y_min", "y_max"};
    std::set<std::string> held;  // sides of a block share nodes: each component is held on one of them
    for (std::size_t i = below(4); i > 0; --i) {
      const std::string component(1, "xyz"[below(static_cast<std::size_t>(dimension))]);
      const std::string block = below(2) == 0 ? "p." : "q.";
      const std::string& side = sides[below(4)];
      if (held.insert(block + component).second)
        text += fmt::format(R"(
[[boundary]]
on = "{}{}"
components = ["{}"]
)",
                            block, side, component);
    }
    const deck::Deck deck = deck::read_deck_text(text, "test.toml", deck_schema());
    const auto model = deck::build_model(deck);
    int free = 0;
    for (const FreePart& part : free_motions(model->system, {}, false)) free += part.count();
    EXPECT_EQ(free, null_space_of(model->system)) << text;
    ++seen[free];
  }
  EXPECT_GE(seen.size(), 6u) << "the generator makes models of one kind";
}

TEST(FreeMotions, EndAStepOfStaticsAtOnce) {
  const std::string text = model_of(3) + body_of("block", 3) + R"(
[[load]]
name = "f"
type = "force"
on = "block.x_max"
force = [1, 0, 0]
)";
  Statics s(text);
  try {
    s.solver->step(s.state, 1, s.result);
    ADD_FAILURE() << "a free block has no equilibrium";
  } catch (const NoSmallerStep& error) {
    EXPECT_THAT(error.what(), HasSubstr("6 rigid motions are free: translation along x, y and z"));
    EXPECT_THAT(error.what(), HasSubstr("'block'"));
  }
}

}  // namespace
}  // namespace jounce
