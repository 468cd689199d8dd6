// Matrices of which every rank has the terms of its elements, against whole ones. Alone and on four ranks.

#include <gtest/gtest.h>

#include <array>

#include "../support/cube_against_walls.h"
#include "la/home_rows.h"
#include "la/linear_solver.h"
#include "stepping/shared_rows.h"
#include "whole_and_shared.h"

namespace jounce::test {
namespace {

/// A chain of springs of stiffness 1 and 2 in turn, spring k on rank k % ranks, the last node held; and at
/// its end `ties` copies of the row x_0 - x_1 = ..., on the rank of their number.
class Chain {
 public:
  static constexpr Index kNodes = 40;

  Chain(int copies, int rank, int ranks) : ties_(copies), own_(rank), all_(ranks) {
    for (Index node = 0; node < kNodes; ++node) owners_.push_back(static_cast<int>(7 * node) % ranks);
    for (Index tie = 0; tie < ties_; ++tie) owners_.push_back(static_cast<int>(tie) % ranks);
  }
  Index size() const { return kNodes + ties_; }
  CsrMatrix part() const {
    CsrMatrix matrix;
    PatternBuilder pattern(size());
    add_to(pattern, [&](Index term) { return term % all_ == own_; });
    pattern.build_part(matrix, std::make_shared<const std::vector<int>>(owners_));
    add_to(matrix, [&](Index term) { return term % all_ == own_; });
    return matrix;
  }
  CsrMatrix whole() const {
    CsrMatrix matrix;
    PatternBuilder pattern(size());
    add_to(pattern, [](Index) { return true; });
    pattern.build(matrix);
    add_to(matrix, [](Index) { return true; });
    return matrix;
  }

 private:
  template <class Has>
  void add_to(MatrixSink& sink, const Has& has) const {
    for (Index node = 0; node < kNodes; ++node) {
      if (!has(node)) continue;
      const double k = 1.0 + node % 2;
      const std::array<Index, 2> at = {node, node + 1};
      const std::array<double, 4> spring = {k, -k, -k, k};
      const std::size_t count = node + 1 < kNodes ? 2 : 1;
      sink.add(std::span(at).first(count), std::span(at).first(count), spring.data());
    }
    for (Index tie = 0; tie < ties_; ++tie) {
      if (!has(tie)) continue;
      const std::array<Index, 1> row = {kNodes + tie};
      const std::array<Index, 2> nodes = {0, 1};
      const std::array<double, 2> values = {1, -1};
      const double zero = 0;
      sink.add(row, nodes, values.data());
      sink.add(nodes, row, values.data());
      sink.add(row, row, &zero);
    }
  }

  Index ties_;
  int own_, all_;
  std::vector<int> owners_;
};

TEST(HomeRows, AreTheRowsOfTheSum) {
  const parallel::Communicator ranks;
  const Chain chain(2, ranks.rank(), ranks.size());
  const CsrMatrix part = chain.part(), whole = chain.whole();
  HomeRows home;
  for (int twice = 0; twice < 2; ++twice) {
    const CsrMatrix& rows = home.take(part);
    ASSERT_EQ(rows.size(), whole.size());
    for (Index i = 0; i < whole.size(); ++i) {
      const bool is_own = (*part.owners())[i] == ranks.rank();
      for (Index j = 0; j < whole.size(); ++j)
        EXPECT_EQ(rows.at(i, j), is_own ? whole.at(i, j) : 0) << i << j;
      EXPECT_EQ(rows.row_starts()[i + 1] > rows.row_starts()[i], is_own) << i;
    }
  }
}

TEST(SharedMatrix, IsSolvedByAllRanksTogether) {
  const parallel::Communicator ranks;
  for (const int copies : {0, 1, 2}) {  // with two, the second says what the first does
    const Chain chain(copies, ranks.rank(), ranks.size());
    const CsrMatrix part = chain.part(), whole = chain.whole();
    LinearSolver solver(MatrixKind::general, Ranks::together);
    solver.factor(part);
    EXPECT_EQ(solver.regularised(), copies == 2);
    const Vector expected = Vector::LinSpaced(chain.size(), 0, 9).array().sin().matrix();
    Vector b, x;
    whole.multiply(expected, b);
    solver.solve(b, x);
    EXPECT_LT((x - expected).head(Chain::kNodes).lpNorm<Eigen::Infinity>(), 1e-10) << copies;
    Vector again;
    whole.multiply(x, again);
    EXPECT_LT((again - b).lpNorm<Eigen::Infinity>(), 1e-10) << copies;
  }
}

TEST(SharedMatrix, ThatIsSingularIsSoOnAllRanks) {
  const parallel::Communicator ranks;
  Chain chain(0, ranks.rank(), ranks.size());
  CsrMatrix part = chain.part();
  part.set_zero();
  LinearSolver solver(MatrixKind::positive_definite, Ranks::together);
  EXPECT_THROW(solver.factor(part), SingularMatrix);
}

/// Large strain, a wall with friction, and rows of joints that tie nodes of several ranks.
std::vector<CubeCase> cases() {
  const std::string tie = R"(
[[body]]
name = "hook"
type = "rigid-3d"
mass = 0.2
inertia = [0.01, 0.01, 0.01]
position = [0.5, 0.5, 1.103]
[[marker]]
name = "top"
on = "cube.z_max"
coupling = "averaging"
[[joint]]
name = "glue"
type = "spherical"
between = ["top", "hook"]
at = [0.5, 0.5, 1.053]
)";
  const std::string rough = scene::point_plane(
      {.name = "wall", .points = "cube.z_min", .through = {0, 0, 0}, .normal = {0, 0, 1}, .friction = 0.3});
  return {{"moreau_jean", rough + tie, {"integrator.type=moreau-jean"}},
          {"generalized_alpha", kWall + tie, {"integrator.type=generalized-alpha"}},
          {"mixed_generalized_alpha", rough + tie, {"integrator.type=mixed-generalized-alpha"}},
          {"mixed_bathe", rough, {"integrator.type=mixed-bathe"}},
          {"mixed_ed_alpha", rough, {"integrator.type=mixed-ed-alpha"}}};
}

class SharedSteps : public testing::TestWithParam<CubeCase> {};

TEST_P(SharedSteps, MakeTheSameMotionAndTheSameContacts) {
  std::vector<std::string> set = GetParam().set;
  set.emplace_back("element.body.strain=green-lagrange");
  WholeAndShared pair(kCube + GetParam().more, set, set, Sharing::matrices);
  compare_steps(pair, 25, {1e-10, 1e-8, 1e-8});
  expect_the_same_on_all_ranks(pair);
}

INSTANTIATE_TEST_SUITE_P(Schemes, SharedSteps, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

TEST(SharedSteps, LargeSolidsInSpaceAreWorthIt) {
  const DeckRun small(kCube, {"integrator.type=moreau-jean"});
  EXPECT_EQ(small.integrator->sharing(), Sharing::none);
  const DeckRun large(kCube, {"integrator.type=moreau-jean", "mesh.cube.counts=[10, 10, 10]"});
  EXPECT_EQ(large.integrator->sharing(), Sharing::matrices);
}

constexpr const char* kPressed = R"toml(
[analysis]
type = "static"
step = 0.25
[[boundary]]
on = "cube.z_min"
components = ["x", "y", "z"]
[[boundary]]
on = "cube.z_max"
components = ["x", "z"]
motion = "0.1*t"
)toml";

TEST(SharedStatics, FindTheSameEquilibrium) {
  std::string deck = kCube;
  deck.erase(deck.find("[[initial]]"));
  const std::vector<std::string> set = {"element.body.strain=green-lagrange"};
  WholeAndShared pair(deck + kPressed, set, set, Sharing::matrices);
  compare_steps(pair, 4, {1e-10, 1e-10, 1e-10});
  expect_the_same_on_all_ranks(pair);
}

}  // namespace
}  // namespace jounce::test
