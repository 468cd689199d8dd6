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

/// A block that forces on two sides pull, and a share of which push it away.
std::string pulled(double push) {
  return model_of(3) + "hold_free_parts = true\n" + body_of("block", 3) +
         fmt::format(R"(
[[load]]
name = "right"
type = "pressure"
surface = "block.x_max"
pressure = -1e6
[[load]]
name = "left"
type = "pressure"
surface = "block.x_min"
pressure = {}
)",
                     -1e6 * (1 - push));
}

/// By how much nodes went apart, which does not tell where the block is.
Vector stretch(const Statics& s) {
  const State& start = s.model->system.initial_state();
  std::vector<double> spans;
  for (const NodePlace& a : s.model->system.dofs().places)
    for (const NodePlace& b : s.model->system.dofs().places) {
      Vector3 before, after;
      for (std::size_t i = 0; i < 3; ++i) {
        const Index p = a.position[i], q = b.position[i];
        before[static_cast<Index>(i)] = start.q[p] - start.q[q];
        after[static_cast<Index>(i)] = s.state.q[p] - s.state.q[q];
      }
      spans.push_back(after.norm() - before.norm());
    }
  return Eigen::Map<const Vector>(spans.data(), static_cast<Index>(spans.size()));
}

TEST(FreeMotions, WithoutPushAreHeldWhereThatIsAsked) {
  for (const std::string strain : {"", "strain = \"green-lagrange\"\n"}) {
    std::string text = pulled(0);
    text.replace(text.find("material = \"m\"\n"), 0, strain);
    Statics s(text, {"analysis.step=0.5"});
    ASSERT_TRUE(s.run()) << s.result.failure_cause;
    // The same with three supports that just hold it: symmetry of three sides.
    std::string held = text;
    held.replace(held.find("hold_free_parts = true"), 22, "");
    for (const char* const axis : {"x", "y", "z"})
      held += fmt::format("[[boundary]]\non = \"block.{0}_min\"\ncomponents = [\"{0}\"]\n", axis);
    Statics by_supports(held, {"analysis.step=0.5"});
    ASSERT_TRUE(by_supports.run()) << by_supports.result.failure_cause;
    const Vector expected = stretch(by_supports);
    EXPECT_LT((stretch(s) - expected).lpNorm<Eigen::Infinity>(), 1e-9 * expected.lpNorm<Eigen::Infinity>());
  }
}

TEST(FreeMotions, AreSaidOnceWhenHeld) {
  Statics s(pulled(1e-5));
  ASSERT_TRUE(s.solver->step(s.state, 0.5, s.result)) << s.result.failure_cause;
  EXPECT_THAT(s.result.warning, HasSubstr("6 rigid motions are free: translation along x, y and z"));
  ASSERT_TRUE(s.solver->step(s.state, 0.5, s.result)) << s.result.failure_cause;
  EXPECT_EQ(s.result.warning, "");
}

TEST(FreeMotions, ThatLoadsPushEndStatics) {
  Statics s(pulled(0.01));
  try {
    s.run();
    ADD_FAILURE() << "a hundredth of the loads has nothing against it";
  } catch (const NoSmallerStep& error) {
    EXPECT_THAT(error.what(), HasSubstr("6 rigid motions are free"));
    EXPECT_THAT(error.what(), HasSubstr("of all loads push there"));
  }
}

/// Each of as many degrees of freedom as there are motions takes one away; rotations of a body too.
TEST(FreeMotions, HaveASupport) {
  const auto parts = parts_of(model_of(3) + R"(
[[body]]
name = "top"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [5, 0, 0]
)" + body_of("block", 3));
  ASSERT_EQ(parts.size(), 2u);
  for (const FreePart& part : parts) {
    EXPECT_EQ(part.support.size(), 6u) << part.name;
    EXPECT_EQ(std::set<Index>(part.support.begin(), part.support.end()).size(), 6u);
  }
}

}  // namespace
}  // namespace jounce
