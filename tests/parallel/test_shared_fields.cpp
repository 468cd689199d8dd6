// Matrices of solids of any material that ranks share, solved field by field, against factors of the whole
// matrix. Alone and on four ranks.

#include <fmt/format.h>
#include <petscsys.h>

#include "../support/cube_against_walls.h"
#include "la/row_parts.h"
#include "whole_and_shared.h"

#include <gtest/gtest.h>

namespace jounce::test {
namespace {

const std::string kRoughWall = std::string(kWall) + "friction = 0.3\n";

const std::string kSecondCube = R"(
[[mesh]]
name = "other"
type = "block"
from = [0.1, 0.2, 1.005]
to = [0.9, 1.1, 1.705]
counts = [1, 2, 1]
[[element]]
name = "second"
type = "solid"
mesh = "other"
material = "elastic"
[[initial]]
on = "other"
velocity = [0, 0, -2]
)";

const std::string kBetween = R"(
[[contact]]
name = "between"
type = "surfaces"
surface = "other.z_min"
against = "cube.z_max"
friction = 0.2
)";

/// A body that a joint holds at the face that does not hit the wall.
const std::string kPassenger = R"(
[[body]]
name = "passenger"
type = "rigid-3d"
mass = 0.2
inertia = [0.01, 0.02, 0.03]
position = [0.5, 0.5, 1.2]
velocity = [0.2, 0.1, -1]
[[marker]]
name = "top"
on = "cube.z_max"
coupling = "averaging"
[[joint]]
name = "ball"
type = "spherical"
between = ["top", "passenger"]
at = [0.5, 0.5, 1.003]
)";

struct FieldsCase {
  std::string name, more;
  int steps;
  std::vector<std::string> set = {};

  friend void PrintTo(const FieldsCase& c, std::ostream* out) { *out << c.name; }
};

std::vector<FieldsCase> fields_cases() {
  const std::vector<std::string> rubber = {"element.body.strain=green-lagrange",
                                           "material.elastic.type=neo-hookean"};
  return {{"friction", kRoughWall + kMovedTop, 4},
          {"rubber", kWall, 4, rubber},
          {"elastic_corrections", kWall, 4, {rubber[0], rubber[1], "integrator.corrections=elastic"}},
          {"surfaces", kWall + kSecondCube + kBetween, 3},
          {"joint", kWall + kPassenger, 4, {rubber[0]}},
          {"contact_mass_beside",
           kWall + kSecondCube,
           6,
           {"element.body.contact_mass=0.1", "mesh.cube.counts=[2,2,4]"}}};
}

struct FieldsPair : WholeAndShared {
  FieldsPair(const std::string& text, const std::vector<std::string>& set)
      : WholeAndShared(text, with("monolithic", set), with("field-split", set)) {
    EXPECT_EQ(shared.integrator->sharing(), Sharing::matrices);
  }
  static std::vector<std::string> with(const std::string& solver, std::vector<std::string> set) {
    set.push_back("integrator.solver=" + solver);
    return set;
  }
};

constexpr StepTolerances kAsWithFactors = {1e-10, 1e-8, 1e-7};

class SharedFields : public testing::TestWithParam<FieldsCase> {};

TEST_P(SharedFields, MakeTheMotionOfFactors) {
  FieldsPair pair(kCube + GetParam().more, GetParam().set);
  compare_steps(pair, GetParam().steps, kAsWithFactors);
  expect_the_same_on_all_ranks(pair);
  EXPECT_EQ(pair.shared.integrator->traffic().find(", 0 iterations"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Models, SharedFields, testing::ValuesIn(fields_cases()),
                         [](const auto& test) { return test.param.name; });

/// Plastic strains are those of the rank that has the element, and everybody knows them.
TEST(SharedFields, ShareHistoriesAndTheirWork) {
  FieldsPair pair(kCube + std::string(kWall),
                  {"material.elastic.type=plastic", "material.elastic.yield_stress=[5, 20]",
                   "material.elastic.plastic_strain=[0, 0.3]", "mesh.cube.counts=[2,2,3]"});
  compare_steps(pair, 6, kAsWithFactors);
  const State &a = pair.whole.state, &b = pair.shared.state;
  ASSERT_EQ(a.history.size(), 1U);
  double largest = 0;
  for (std::size_t i = 0; i < a.history[0].committed().size(); ++i) {
    largest = std::max(largest, std::abs(a.history[0].committed()[i]));
    ASSERT_NEAR(a.history[0].committed()[i], b.history[0].committed()[i], 1e-9) << i;
  }
  EXPECT_GT(largest, 1e-4);
  const double work = pair.whole.system().energies(a).plastic;
  EXPECT_GT(work, 0);
  EXPECT_NEAR(pair.shared.system().energies(b).plastic, work, 1e-8 * work);
}

/// What GMRES does not solve is factorised by all ranks together, step by step.
TEST(SharedFields, FactoriseTogetherWhereGmresFails) {
  FieldsPair pair(kCube + kRoughWall, {});
  PetscOptionsSetValue(nullptr, "-split_pc_type", "none");  // which has no fields to set up
  compare_steps(pair, 4, kAsWithFactors);
  PetscOptionsClearValue(nullptr, "-split_pc_type");
  EXPECT_EQ(pair.shared.integrator->traffic().find(", 0 iterations of GMRES"), 0U);
  expect_the_same_on_all_ranks(pair);
}

/// Forces alone: masses are assembled as a whole.
TEST(SharedForces, MakeTheMotionOfHalfExplicitSteps) {
  const std::vector<std::string> set = {"integrator.type=half-explicit", "element.body.mass=lumped",
                                        "element.body.strain=green-lagrange"};
  WholeAndShared pair(kCube + kRoughWall, set, set);
  EXPECT_EQ(pair.shared.integrator->sharing(), Sharing::forces);
  EXPECT_FALSE(pair.shared.system().has_partial_matrices());
  compare_steps(pair, 10, {1e-12, 1e-11, 1e-10});
  expect_the_same_on_all_ranks(pair);
}

/// Every rank makes the substeps of small elements, with histories of its own.
TEST(SharedForces, MakeSubstepsOfSmallElements) {
  const std::string text =
      "[model]\ndimension = 3\n" + scene::material({.type = "plastic", .E = 2e11, .nu = 0.3, .rho = 8000}) +
      fmt::format(
          "yield_stress = [2e7, 4e8]\nplastic_strain = [0, 0.2]\n[[mesh]]\nname = \"bar\"\ntype = "
          "\"gmsh\"\nfile = \"{}/meshes/rod_with_layers.geo\"\n",
          JOUNCE_SOURCE_DIR) +
      scene::element({.name = "bar", .mesh = "bar.all"}) + R"(strain = "logarithmic"
mass = "lumped"
[[load]]
name = "pull"
type = "pressure"
surface = "bar.back"
pressure = -5e7
[integrator]
type = "half-explicit"
subcycling = 16
end = 1
)";
  WholeAndShared pair(text, {}, {});
  EXPECT_EQ(pair.shared.integrator->sharing(), Sharing::forces);
  // Of motions of 5e-4 m at 10 m/s. Round-off of the places, 3e-17 of 0.2 m, is a force of 1e-6 N between
  // nodes of 4e-4 kg: 1e-9 m/s a step. Found 3e-14 and 1e-8.
  compare_steps(pair, 200, {1e-12, 1e-6, 1e-10});
  EXPECT_GT(pair.whole.system().energies(pair.whole.state).plastic, 0);
  expect_the_same_on_all_ranks(pair);
}

TEST(RowParts, BringTermsToTheRankThatHasTheRow) {
  parallel::Communicator ranks;
  const Index n = 3 * ranks.size();
  const auto rank_of = [](Index row) { return row / 3; };
  // Every rank has terms in the first row of each rank and in the last row of its own.
  const auto fill = [&](MatrixSink& sink) {
    const std::array<Index, 2> columns = {ranks.rank(), n - 1};
    for (Index p = 0; p < ranks.size(); ++p) {
      const std::array<Index, 1> row = {3 * p};
      const std::array<double, 2> values = {1.0 + ranks.rank(), 100.0 * (p + 1)};
      sink.add(row, columns, values.data());
    }
    const std::array<Index, 1> last = {3 * ranks.rank() + 2};
    const double one = 1;
    sink.add(last, last, &one);
  };
  PatternBuilder pattern(n);
  fill(pattern);
  CsrMatrix part;
  std::vector<int> owners;
  for (Index row = 0; row < n; ++row) owners.push_back(rank_of(row));
  pattern.build_part(part, std::make_shared<const std::vector<int>>(owners));
  EXPECT_EQ(part.row_starts()[1], part.row_starts()[2]) << "nobody touched the second row";
  fill(part);
  RowParts parts;
  parts.lay_out(part, rank_of);
  const std::vector<double>& came = parts.exchange(part);
  ASSERT_EQ(came.size(), parts.entries().size());
  double small = 0, large = 0;
  for (std::size_t k = 0; k < came.size(); ++k) {
    EXPECT_EQ(parts.entries()[k].row, 3 * ranks.rank());
    if (parts.entries()[k].column == n - 1)
      large += came[k];
    else
      small += came[k];
  }
  const int others = ranks.size() - 1;
  EXPECT_EQ(large, others * 100.0 * (ranks.rank() + 1));
  EXPECT_EQ(small, 0.5 * ranks.size() * (ranks.size() + 1) - (1 + ranks.rank()));
}

}  // namespace
}  // namespace jounce::test
